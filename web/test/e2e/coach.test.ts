// The coach at the table: exact values, a word after each decision, a warning before a costly one.

import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Person } from "./browser";
import { PROGRAM } from "./house";
import { openWorld } from "./world";

const world = openWorld();
/** A machine that does other things besides solves slowly. */
const SOLVED = 60_000;

interface Worths {
  actions: Record<string, number>;
  best: string;
}

/** What the program says to a hand at a bet of ten dollars. */
function exact(cards: string, up: string, ...more: string[]): Worths {
  const asked = ["hand", "bahama-bonus", "--cards", cards, "--up", up, "--bet", "1000", ...more];
  return JSON.parse(spawnSync(PROGRAM, [...asked, "--json"]).stdout.toString()) as Worths;
}

/** An amount as the page writes it, from a worth in wagers of ten dollars. */
function dollars(worth: number): string {
  const cents = Math.round(worth * 1000);
  const amount =
    Math.abs(cents) % 100 === 0 ? String(Math.abs(cents) / 100) : (Math.abs(cents) / 100).toFixed(2);
  return `${cents > 0 ? "+" : cents < 0 ? "−" : ""}$${amount}`;
}

/** Chooses when the coach speaks. */
async function coached(person: Person, mode: string): Promise<void> {
  await person.page.getByRole("button", { name: "Coach" }).click();
  await person.page.getByRole("radio", { name: new RegExp(`^${mode}`) }).check();
  await person.page.getByRole("button", { name: "Close Coach" }).click();
}

const button = (person: Person, name: string) =>
  person.page
    .getByRole("group", { name: "Actions" })
    .getByRole("button", { name: new RegExp(`^${name}`) });

/** Waits until a button shows this worth; the first answer of the coach takes its time. */
const says = (person: Person, name: string, amount: string) =>
  expect
    .poll(
      async () =>
        (await button(person, name).locator(".worth").allInnerTexts())[0]?.split(",")[0]?.trim(),
      { timeout: SOLVED, message: name },
    )
    .toBe(amount);

// 9-2 against a five, and a dealer who busts; twice.
const ELEVEN = "9d 5h 2s Qc Kc".split(" ");
const WORD = ".verdict";

it("shows the exact value of every choice before, and a word after", { timeout: 240_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Coached",
    exhibition: "5s 6d 6h Kc 2c 9d Kd".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await coached(ann, "Before");
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  const first = exact("5s 6h", "6d");
  for (const [action, worth] of Object.entries(first.actions)) {
    const name = action.charAt(0).toUpperCase() + action.slice(1);
    await says(ann, name, dollars(worth));
  }
  expect(first.best).toBe("double");
  expect(await ann.page.locator(".actions .best .name").innerText()).toBe("Double");
  await ann.isAccessible("values before");
  await ann.pictures("coach-before");
  await ann.act("Double");
  await ann.page.locator(WORD).getByText("Double was right.").waitFor({ timeout: SOLVED });
  const second = exact("5s 6h 2c", "6d", "--doubles", "1");
  for (const [action, worth] of Object.entries(second.actions)) {
    const name = action === "double" ? "Redouble" : action.charAt(0).toUpperCase() + action.slice(1);
    await says(ann, name, dollars(worth));
  }
  await ann.page.getByRole("button", { name: "Coach" }).click();
  const panel = ann.page.getByRole("dialog", { name: "Coach" });
  await panel.getByText("5-6-2 against 6, your $10").waitFor();
  for (const worth of Object.values(second.actions))
    await panel.getByText(dollars(worth), { exact: true }).first().waitFor();
  await panel.getByRole("button", { name: "Show the chart" }).click();
  // The row and the column of the hand: 13 after a double, against a six.
  const lit = panel.locator("td.lit");
  await lit.waitFor({ timeout: 60_000 });
  expect(await lit.count()).toBe(1);
  expect(await lit.locator("xpath=..").locator("th").innerText()).toBe("13");
  await panel.getByRole("button", { name: "First two cards" }).click();
  await expect.poll(() => panel.locator("td.lit").count()).toBe(0);
  await ann.isAccessible("coach with chart");
  await ann.pictures("coach-chart");
  await ann.leave();
});

it("says afterwards what was better, by how much", { timeout: 240_000 }, async () => {
  const table = await world.house.open({ game: "bahama-bonus", name: "After", exhibition: ELEVEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await coached(ann, "After");
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await expect.poll(() => button(ann, "Stand").getAttribute("aria-disabled")).toBe(null);
  expect(await ann.page.locator(".worth").count()).toBe(0);
  await ann.act("Stand");
  const { actions, best } = exact("9d 2s", "5h");
  expect(best).toBe("double");
  const cost = dollars((actions["double"] ?? 0) - (actions["stand"] ?? 0)).replace("+", "");
  await ann.page.locator(WORD).getByText(`Double was better by ${cost}.`).waitFor({ timeout: SOLVED });
  await ann.isAccessible("verdict");
  await ann.pictures("coach-after");
  // The next bet is not delayed, and the word goes with the round.
  await ann.page.getByRole("button", { name: "Coach" }).click();
  const panel = ann.page.getByRole("dialog", { name: "Coach" });
  await panel.getByText(`1 decision, 1 mistake: ${cost} given away.`).waitFor();
  await ann.leave();
});

it("asks again only before what costs something", { timeout: 240_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Warned",
    exhibition: [...ELEVEN, ...ELEVEN],
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await coached(ann, "Only when wrong");
  await ann.bet(4, { Main: 10 });
  // The coach has the values as soon as the server has answered and the page has painted.
  const answered = ann.page.waitForResponse(
    async (response) =>
      response.url().endsWith("/coach") &&
      "best" in ((await response.json()) as Record<string, unknown>),
    { timeout: SOLVED },
  );
  await ann.deal();
  await answered;
  await ann.page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  const { actions } = exact("9d 2s", "5h");
  const cost = dollars((actions["double"] ?? 0) - (actions["stand"] ?? 0)).replace("+", "");
  const version = await ann.version();
  await button(ann, "Stand").click();
  await ann.page.getByText(`Double is better by ${cost}. Press again for Stand.`).first().waitFor();
  expect(await ann.version()).toBe(version);
  await ann.act("Stand");
  await ann.results();
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Double");
  await ann.results();
  await ann.leave();
});

it("names what side wagers and insurance cost", { timeout: 240_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Priced",
    exhibition: "9h Ad Jh 8c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await coached(ann, "Before");
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.page.getByRole("button", { name: "Coach" }).click();
  const panel = ann.page.getByRole("dialog", { name: "Coach" });
  await panel.getByText(/^\$5 on Match-Up costs \$0\.\d\d on average\.$/).waitFor({ timeout: SOLVED });
  await ann.page.getByRole("button", { name: "Close Coach" }).click();
  await ann.deal();
  await ann.page.getByRole("form", { name: /Insurance/ }).waitFor();
  await ann.page.getByRole("button", { name: "Coach" }).click();
  await panel.getByText(/^Insuring \$5 costs \$1\.\d\d on average\.$/).waitFor();
  await ann.leave();
});

it(
  "shows what a circle pays where one bets, and lights the row that won",
  { timeout: 240_000 },
  async () => {
    const table = await world.house.open({
      game: "bahama-bonus",
      name: "Priced circles",
      exhibition: "9h 9d Jh Kc 8c".split(" "),
    });
    const ann = await world.comes();
    await ann.sit(table, 4);
    const circle = ann.page.getByRole("button", { name: /to Match-Up, seat 4/ });
    const card = ann.page.locator(".paycard");
    await ann.bet(4, { Main: 10 });
    await circle.hover();
    await card.getByRole("heading", { name: "Match-Up" }).waitFor();
    await card.getByText(/^The house keeps \d+\.\d\d % of it\.$/).waitFor();
    expect(await card.getByRole("row").count()).toBeGreaterThan(2);
    expect(await card.locator(".won").count()).toBe(0);
    await ann.page.mouse.move(5, 300);
    await expect.poll(() => card.count()).toBe(0);
    // By keyboard, too.
    await circle.focus();
    await card.waitFor();
    await ann.isAccessible("pay table of a circle");
    await ann.pictures("paycard");
    await ann.bet(4, { "Match-Up": 5 });
    await ann.deal();
    await ann.act("Stand");
    await ann.results();
    // The chips of the next round would lie on the same circle.
    await circle.hover();
    await expect.poll(() => card.locator(".won").count()).toBe(1);
    await ann.picture("paycard-won");
    await ann.leave();
  },
);

it("judges a round of the past, and the visit with a second try", { timeout: 240_000 }, async () => {
  const table = await world.house.open({ game: "bahama-bonus", name: "Past", exhibition: ELEVEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  const { actions } = exact("9d 2s", "5h");
  const cost = dollars((actions["double"] ?? 0) - (actions["stand"] ?? 0)).replace("+", "");
  await ann.page.goto(`${world.house.url}/rounds/${table}/1`);
  await ann.page.getByRole("button", { name: "Was that right?" }).click();
  const decision = ann.page.getByRole("article", { name: "9-2 against 5" });
  await decision.waitFor({ timeout: SOLVED });
  await decision.getByText(`You chose: Stand. Double was better by ${cost}.`).waitFor();
  await ann.isAccessible("was that right");
  await ann.picture("was-that-right");
  await ann.page.goto(`${world.house.url}/table/${table}`);
  await ann.page.getByRole("button", { name: "Coach" }).click();
  await ann.page.getByRole("button", { name: "Review this visit" }).click();
  await ann.page.getByText(`1 decision, 1 mistake: ${cost} given away.`).waitFor();
  await decision.getByRole("button", { name: "Try again" }).click();
  await decision.getByRole("button", { name: "Hit" }).click();
  await decision.getByText("Hit is not the best. Once more?").waitFor();
  await decision.getByRole("button", { name: "Double" }).click();
  await decision.getByText("Double: that is it.").waitFor();
  await ann.isAccessible("review of the visit");
  await ann.leave();
});
