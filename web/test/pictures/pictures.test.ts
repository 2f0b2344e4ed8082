// The pictures of README and docs: at most sixteen, together below 2 MB.

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Person } from "../e2e/browser";
import type { Visitor } from "../e2e/house";
import { comesNext, digits, hired } from "../e2e/staff";
import { openWorld } from "../e2e/world";

const FOLDER = process.env.BAHAMA_PICTURES ?? join(import.meta.dirname, "../../../docs/pictures");
const MOST = { files: 16, bytes: 2_000_000 };

beforeAll(() => void mkdirSync(FOLDER, { recursive: true }));
const world = openWorld();

async function keep(person: Person, name: string): Promise<void> {
  await person.page.mouse.move(0, 0);
  await person.page.waitForTimeout(300);
  await person.page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 82 });
}

interface Other {
  seat: number;
  who: Visitor;
}

/** A command of somebody without a browser. */
async function does(table: number, other: Other, body: object): Promise<void> {
  const { version } = await world.house.ask<{ version: number }>(
    other.who,
    "GET",
    `/api/tables/${table}`,
  );
  await world.house.ask(other.who, "POST", `/api/tables/${table}/commands`, {
    id: crypto.randomUUID(),
    expected: version,
    body,
  });
}

/** The display of a table, and the one of its link. */
async function drawDisplays(table: number, anybody: Visitor): Promise<void> {
  const wall = await world.comes({ width: 1280, height: 720 });
  await wall.page.goto(world.house.link("display"));
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.goto(`${world.house.url}/display/${table}`);
  await wall.page.getByText("Seat 4 plays").waitFor();
  await keep(wall, "display");
  const { posted } = await world.house.ask<{ posted: { link: { link: number } } }>(
    anybody,
    "GET",
    `/api/tables/1`,
  );
  await wall.page.goto(`${world.house.url}/display/links/${posted.link.link}`);
  await wall.page.getByText("per bet").waitFor();
  await keep(wall, "wall");
  await wall.leave();
}

it("draws the lobby, the table, a phone and the display", async () => {
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Look around first" }).click();
  await ann.page.getByRole("heading", { name: "Tables" }).waitFor();
  await keep(ann, "lobby");

  // Five people against a six; the visitor splits eights to four hands.
  const shoe = "9s Ah 8s 5d Js 6d 9d 7h 8h 6c 9h Jc 8d 3h 8c Kh 9s 9d 9h".split(" ");
  const table = await world.house.open({ game: "bahama-bonus", name: "Nassau 1", exhibition: shoe });
  const others = await Promise.all(
    [2, 3, 5, 6].map(async (seat) => ({ seat, who: await world.house.guest() })),
  );
  for (const other of others) await does(table, other, { do: "sit", seat: other.seat, buy_in: 50_000 });
  await ann.page.goto(`${world.house.url}/table/${table}`);
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  await ann.bet(4, { Main: 25, "Match-Up": 5, "Match-Down": 5 });
  await keep(ann, "betting");
  for (const other of others) {
    await does(table, other, {
      do: "bet",
      seat: other.seat,
      bets: { main: 1000 + other.seat * 500, "match-up": 500 },
    });
    await does(table, other, { do: "ready" });
  }
  const stands = (seat: number) => {
    const other = others.find((other) => other.seat === seat)!;
    return does(table, other, { do: "act", seat, hand: 1, action: "stand" });
  };
  await ann.deal();
  await ann.page.getByRole("group", { name: "Your hand: 16" }).waitFor();
  for (const seat of [2, 3]) await stands(seat);
  for (let split = 0; split < 3; split += 1) await ann.act("Split");
  await keep(ann, "table");
  await ann.page.setViewportSize({ width: 390, height: 780 });
  await keep(ann, "phone");
  await ann.page.setViewportSize({ width: 1280, height: 800 });

  await drawDisplays(table, others[0]!.who);

  for (let hand = 0; hand < 4; hand += 1) await ann.act("Stand");
  for (const seat of [5, 6]) await stands(seat);
  await ann.results();
  await keep(ann, "results");
  await ann.page.getByRole("button", { name: "Rules" }).click();
  await ann.page.getByRole("dialog", { name: "Rules" }).waitFor();
  await keep(ann, "rules");
  await ann.leave();
});

it("draws the desks of dealer and floor", { timeout: 300_000 }, async () => {
  const shoe = "9s 8h 6d 7s Kc 5d 9h".split(" ");
  const table = await world.house.open({
    game: "wsgc-bahama-bonus",
    name: "Washington 1",
    kind: "keypad",
    exhibition: shoe,
  });
  const floor = await hired(world, "Fleur", "supervisor");
  const { person: dealer } = await hired(world, "Dana", "dealer", { width: 1024, height: 768 });
  const others = await Promise.all(
    [2, 5].map(async (seat) => ({ seat, who: await world.house.guest() })),
  );
  for (const other of others) await does(table, other, { do: "sit", seat: other.seat });
  const { page } = floor.person;
  await page.goto(`${world.house.url}/floor/${table}`);
  await page.getByRole("button", { name: "On duty" }).click();
  await dealer.page.goto(`${world.house.url}/dealer/${table}`);
  await comesNext(dealer, "ON DUTY");
  await digits(dealer, "0");
  await comesNext(dealer, "OPEN BETS");
  for (const { seat } of others) {
    await digits(dealer, "97");
    const sale = dealer.page.getByRole("dialog", { name: "Sell chips" });
    await sale.getByRole("radio", { name: new RegExp(`^${seat}`) }).click();
    await sale.getByLabel("Dollars").fill("300");
    await sale.getByRole("button", { name: "Sell chips", exact: true }).click();
    await sale.getByRole("button", { name: "Yes" }).click();
    await sale.waitFor({ state: "hidden" });
  }
  await digits(dealer, "0");
  await comesNext(dealer, "WAIT");
  for (const other of others)
    await does(table, other, { do: "bet", seat: other.seat, bets: { main: 2500, progressive: 100 } });
  await comesNext(dealer, "DEAL");
  await digits(dealer, "0");
  await dealer.page.getByText("seat 2 decides").first().waitFor();
  await keep(dealer, "dealer");
  await digits(dealer, "8");
  await page.getByText("Dana calls a supervisor").first().waitFor();
  await keep(floor.person, "floor");
  await floor.person.leave();
  await dealer.leave();
});

it("draws the pages of cage, office and audit", { timeout: 300_000 }, async () => {
  await world.house.open({ game: "wsgc-bahama-bonus", name: "Washington 2", kind: "live" });
  const office = await hired(world, "Eliza", "executive");
  const { page } = office.person;
  await page.goto(`${world.house.url}/cage`);
  const bank = page.getByRole("region", { name: /^Bank account/ }).last();
  await bank.getByLabel("Deposit").fill("5,000");
  await bank.getByRole("button", { name: "Note a deposit" }).click();
  await bank.getByText(/^Note a deposit of \$5,000\?/).waitFor();
  await bank.scrollIntoViewIfNeeded();
  await keep(office.person, "cage");
  await page.goto(`${world.house.url}/office`);
  await page.getByRole("table").filter({ hasText: "An award, posted" }).first().waitFor();
  await keep(office.person, "office");
  await page.goto(`${world.house.url}/audit`);
  await page.getByRole("button", { name: "Check everything" }).click();
  await page.getByText(/^Whole: \d+ chains/).waitFor({ timeout: 60_000 });
  await keep(office.person, "audit");
  await office.person.leave();
});

it("stays within what a repository should carry", () => {
  const files = readdirSync(FOLDER);
  const bytes = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
  console.log(`${files.length} pictures, ${(bytes / 1024).toFixed(0)} KB`);
  expect(files.length).toBeLessThanOrEqual(MOST.files);
  expect(bytes).toBeLessThanOrEqual(MOST.bytes);
});
