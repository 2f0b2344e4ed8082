// What the table tells and when: a felt that is swept, nothing before its cards, a beat and a banner where
// they belong, how long one has, and what is left of it all afterwards.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Person } from "./browser";
import { NO_CLOCKS } from "./house";
import { openWorld } from "./world";

const world = openWorld();

/** 18 against a dealer who draws and is bust. */
const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");

const cards = (person: Person, within: string) => person.page.locator(`${within} svg.card`).count();
const stake = (person: Person) => person.page.locator(".own .spot.main .ring").innerText();

it("sweeps the felt once its results are read, and leaves nothing on a free seat", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: [...EIGHTEEN, ...EIGHTEEN],
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  expect(await cards(ann, ".dealer")).toBe(3);
  // The next chip sweeps cards, results and the chips of the round before.
  await ann.bet(4, { Main: 5 });
  await expect.poll(() => cards(ann, ".table")).toBe(0);
  expect(await ann.page.locator(".results").count()).toBe(0);
  expect(await ann.page.locator(".own .result").count()).toBe(0);
  expect(await stake(ann)).toBe("5");
  expect(await ann.page.locator(".own .spot.side .one").count()).toBe(0);
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await ann.page.getByRole("button", { name: "Leave" }).click();
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).waitFor();
  expect(await cards(ann, ".place-4")).toBe(0);
  expect(await ann.page.locator(".place-4 .one, .place-4 .result").count()).toBe(0);
  await ann.leave();
});

it("lets net, chips and lamps wait for the cards", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.betsLie();
  await ann.deal();
  const stand = ann.page.getByRole("button", { name: /^Stand/ });
  await expect.poll(() => stand.getAttribute("aria-disabled")).toBe(null);
  await ann.page.evaluate(() => {
    const seen = window as unknown as { told: Record<string, string[]> };
    seen.told = { net: [], chips: [], lamps: [] };
    const note = (what: string, text: string | undefined) => {
      const all = seen.told[what]!;
      if (text !== undefined && all.at(-1) !== text) all.push(text);
    };
    const look = () => {
      if (document.querySelectorAll(".dealer li").length >= 3) return;
      note("net", /net .*/.exec(document.querySelector(".sitting")?.textContent ?? "")?.[0]);
      note("chips", document.querySelector("[data-chips]")?.textContent?.trim());
      if (document.querySelector('.dealer [aria-label="hole card, face down"]'))
        note("lamps", String(document.querySelectorAll(".own .ring.lit").length));
      requestAnimationFrame(look);
    };
    look();
  });
  await stand.click();
  await ann.results();
  const told = await ann.page.evaluate(
    () => (window as unknown as { told: Record<string, string[]> }).told,
  );
  expect(told).toEqual({ net: ["net $0"], chips: ["$489"], lamps: ["1"] });
  await expect.poll(() => ann.page.locator(".sitting").innerText()).toMatch(/net \+\$9$/);
  await expect.poll(() => ann.page.locator("[data-chips]").innerText()).toBe("$509");
  await ann.leave();
});

it("bets twice as much, clears, and deals by Enter", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: [...EIGHTEEN, ...EIGHTEEN],
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await ann.page.getByRole("button", { name: "Rebet ×2" }).click();
  await expect.poll(() => stake(ann)).toBe("20");
  await ann.betsLie();
  await ann.page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => ann.page.locator(".own .spot.main .one").count()).toBe(0);
  await ann.betsLie();
  await ann.page.getByRole("button", { name: /^Same bets · \$10/ }).waitFor();
  await ann.page.keyboard.press("Enter");
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await ann.leave();
});

/** What a button saves, as text. */
async function saves({ page }: Person, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

it("prints and exports a round, one's rounds and the statement (G-02, G-04)", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  const { page } = ann;
  await page.addInitScript(() => {
    const counted = window as unknown as { printed: number };
    counted.printed = 0;
    window.print = () => (counted.printed += 1);
  });
  const printed = () => page.evaluate(() => (window as unknown as { printed: number }).printed);
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await page.goto(`${world.house.url}/rounds/${table}/1`);
  await page.getByRole("button", { name: "Print" }).click();
  expect(await printed()).toBe(1);
  const round = await saves(ann, "Export");
  expect(round.name).toBe(`table-${table}-round-1.json`);
  expect(JSON.parse(round.text)).toMatchObject({ table, round: 1, staked: 1000, returned: 2000 });
  await page.goto(`${world.house.url}/history`);
  await page.locator("[data-net]").waitFor();
  await page.getByRole("button", { name: "Print" }).click();
  expect(await printed()).toBe(1);
  const rounds = await saves(ann, "Export");
  expect(rounds.name).toBe("rounds.csv");
  expect(rounds.text.split("\n")[1]).toMatch(new RegExp(`^${table},1,.*,10\\.00,20\\.00,$`));
  const statement = await saves(ann, "Export the statement");
  expect(JSON.parse(statement.text)).toMatchObject({ closing: 51_000 });
  // Nothing is found at another table, and neither sum nor statement has anything of it.
  const played = page.locator("[data-played]");
  const ties = page.getByText("The movements in the ledger make these chips to the cent.");
  await page.getByLabel("Table").fill(String(table + 1));
  await expect.poll(() => page.locator(".sum").innerText()).toMatch(/^0 rounds/);
  await expect.poll(() => played.getAttribute("data-played")).toBe("0");
  await page.getByLabel("Table").fill(String(table));
  await expect.poll(() => page.locator(".sum").innerText()).toMatch(/^1 round/);
  await expect.poll(() => played.getAttribute("data-played")).toBe("1000");
  await ties.waitFor();
  // The gaming day of the round is one of the last two months, and of no older one.
  const net = page.locator("[data-net]");
  const months = page.getByLabel("Month");
  const day = /^\d+,1,(\d{4})(\d\d)/.exec(rounds.text.split("\n")[1] ?? "")!;
  await months.selectOption(`${day[1]}-${day[2]}`);
  await expect.poll(() => net.getAttribute("data-net")).toBe("1000");
  await expect.poll(() => played.getAttribute("data-played")).toBe("1000");
  await months.selectOption({ index: 6 });
  await expect.poll(() => page.locator(".sum").innerText()).toMatch(/^0 rounds/);
  await expect.poll(() => played.getAttribute("data-played")).toBe("0");
  await ann.leave();
});

it(
  "plays now where people play, and not where everybody has gone (T-15)",
  { timeout: 90_000 },
  async () => {
    const table = await world.house.open({ game: "bahama-bonus", name: "Lively" });
    const bob = await world.comes();
    await bob.sit(table, 4);
    const playsNow = async (): Promise<Person> => {
      const person = await world.comes();
      await person.page.goto(world.house.url);
      await person.page.getByRole("button", { name: "Play now" }).click();
      await person.page.waitForURL(/\/table\/\d+$/);
      return person;
    };
    const ann = await playsNow();
    expect(ann.page.url()).toBe(`${world.house.url}/table/${table}`);
    await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
    await ann.page.getByRole("button", { name: "Leave" }).click();
    await ann.page.getByText(/^You have left/).waitFor();
    await bob.context.close();
    const gone = () =>
      ann.page.evaluate(async (number) => {
        const { tables } = (await (await fetch("/api/tables")).json()) as {
          tables: { table: number; taken: number; away: number }[];
        };
        const at = tables.find((it) => it.table === number);
        return at && at.taken === at.away;
      }, table);
    await expect.poll(gone, { timeout: 30_000 }).toBe(true);
    const cid = await playsNow();
    expect(cid.page.url()).not.toBe(`${world.house.url}/table/${table}`);
    await cid.leave();
    await ann.leave();
  },
);

it("gives the chips of who was freed to his wallet (T-15)", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    clocks: { ...NO_CLOCKS, away_ms: 2000 },
  });
  const [ann, bob] = [await world.comes(), await world.comes()];
  await ann.watch(table);
  await bob.watch(table);
  const before = await bob.page.evaluate(
    async () => ((await (await fetch("/api/me/wallet")).json()) as { wallet: number }).wallet,
  );
  await bob.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await bob.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  const cookie = (await bob.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const wallet = async () =>
    (await world.house.ask<{ wallet: number }>({ cookie, csrf: "" }, "GET", "/api/me/wallet")).wallet;
  expect(await wallet()).toBe(before - 50_000);
  await bob.context.close();
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).waitFor({ timeout: 30_000 });
  await expect.poll(wallet).toBe(before);
  await ann.leave();
});

it("shows one total for a soft hand that is finished", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "As 6h 6d Kc 8c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  const badge = ann.page.locator(".own .hand .badge");
  await expect.poll(() => badge.innerText()).toBe("7/17");
  await ann.act("Stand");
  await ann.results();
  expect(await badge.innerText()).toBe("17");
  await ann.leave();
});

/** Follows what a meter shows, from now on. */
function follows({ page }: Person, selector: string): Promise<void> {
  return page.evaluate((meter) => {
    const seen = window as unknown as { meter: number[] };
    seen.meter = [];
    const look = () => {
      const shown = Number(document.querySelector(meter)?.textContent?.replace(/[$,]/g, ""));
      if (seen.meter.at(-1) !== shown) seen.meter.push(shown);
      requestAnimationFrame(look);
    };
    look();
  }, selector);
}
const followed = ({ page }: Person) =>
  page.evaluate(() => (window as unknown as { meter: number[] }).meter);

it("has a banner for the meter, which empties and fills anew, here and on the wall", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "7h 7d 7d 7h 9c".split(" "),
  });
  const [ann, wall] = [await world.comes({ motion: true }), await world.comes({ motion: true })];
  await ann.sit(table, 4);
  const link = await ann.page.evaluate(
    async (number) =>
      ((await (await fetch(`/api/tables/${number}`)).json()) as { posted: { link: { link: number } } })
        .posted.link.link,
    table,
  );
  await wall.page.goto(world.house.link("display"));
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.goto(`${world.house.url}/display/links/${link}`);
  await wall.page.getByText("$2,000.00").waitFor();
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.betsLie();
  await ann.deal();
  await follows(ann, ".meters b");
  await follows(wall, ".meter");
  const stand = ann.page.getByRole("button", { name: /^Stand/ });
  await expect.poll(() => stand.getAttribute("aria-disabled")).toBe(null);
  await stand.click();
  const banner = ann.page.locator("[data-moment=meter]");
  await banner.waitFor();
  expect(await banner.innerText()).toContain("You win the whole meter");
  // The wall sees no cards, and tells nothing before everybody at the table has seen them.
  expect(Math.min(...(await followed(wall)))).toBeGreaterThanOrEqual(2000);
  expect(await wall.page.getByText(/won at/).count()).toBe(0);
  await expect.poll(() => banner.locator("b").innerText()).toMatch(/^\$2,000\.\d\d$/);
  expect(await ann.page.locator(".own .hand li.lifted").count()).toBe(2);
  await ann.results();
  for (const person of [ann, wall]) {
    // Down to nothing, or nearly, and up again to what the next one begins with.
    await expect.poll(async () => Math.min(...(await followed(person)))).toBeLessThan(500);
    await expect.poll(async () => (await followed(person)).at(-1)).toBeGreaterThanOrEqual(2000);
  }
  await ann.leave();
  await wall.leave();
});

it("gives a natural its beat", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "As 6h Kd 9c".split(" "),
  });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.page.evaluate(() => {
    const seen = window as unknown as { beats: number };
    seen.beats = 0;
    document.addEventListener("animationstart", ({ animationName, target }) => {
      if (animationName.endsWith("beat") && (target as Element).closest(".own .natural"))
        seen.beats += 1;
    });
  });
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.results();
  expect(await ann.page.evaluate(() => (window as unknown as { beats: number }).beats)).toBe(1);
  await ann.leave();
});

it("shows on the phone what a circle pays, at a tap", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes({ width: 360, height: 740, touch: true });
  await ann.sit(table, 4);
  await ann.page.locator(".own .spot.main").tap();
  const pays = ann.page.locator(".paycard");
  await pays.getByRole("heading", { name: "Main" }).waitFor();
  await pays.getByRole("row", { name: "blackjack 3 to 2" }).waitFor();
  await ann.betsLie();
  await ann.picture("tapped-for-pays");
  await ann.leave();
});

it("counts down to the end of the betting, and says the last five seconds", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: EIGHTEEN,
    clocks: { ...NO_CLOCKS, betting_ms: 8000 },
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 5 });
  const clock = ann.page.getByRole("timer", { name: /^Bets close: [678] seconds left$/ });
  await clock.waitFor();
  expect(await ann.page.locator(".clock.late").count()).toBe(0);
  await expect
    .poll(() => ann.page.getByRole("alert").first().innerText())
    .toBe("Bets close in five seconds.");
  await ann.page.locator(".clock.late").waitFor();
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await ann.leave();
});
