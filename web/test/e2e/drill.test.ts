// Drills and the statistics of one's wagers: values as the program says them, what comes again and when,
// and nothing of it where staff stands.

import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Person } from "./browser";
import { PROGRAM } from "./house";
import { openWorld } from "./world";

const world = openWorld();
/** A machine that does other things besides solves slowly. */
const SOLVED = 90_000;
const SIZES = { phone: [360, 640], laptop: [1280, 800] } as const;

interface Asked {
  cards: string[];
  up: string;
  doubles: number;
  bet: number;
}
interface Worths {
  actions: Record<string, number>;
  best: string;
}

/** What the program says to a hand of a drill. */
function exact({ cards, up, doubles, bet }: Asked): Worths {
  const asked = ["hand", "bahama-bonus", "--cards", cards.join(" "), "--up", up, "--bet", String(bet)];
  const more = doubles > 0 ? ["--doubles", String(doubles)] : [];
  return JSON.parse(spawnSync(PROGRAM, [...asked, ...more, "--json"]).stdout.toString()) as Worths;
}

/** An amount as the page writes it, from a worth in wagers of this bet. */
function dollars(worth: number, bet: number): string {
  const cents = Math.round(worth * bet);
  const amount =
    Math.abs(cents) % 100 === 0 ? String(Math.abs(cents) / 100) : (Math.abs(cents) / 100).toFixed(2);
  return `${cents > 0 ? "+" : cents < 0 ? "−" : ""}$${amount}`;
}

const nameOf = (action: string, doubles: number) =>
  action === "double" && doubles > 0 ? "Redouble" : action.charAt(0).toUpperCase() + action.slice(1);

/** Does something that asks for a drill, and gives its hands. */
async function drills(person: Person, does: () => Promise<unknown>): Promise<Asked[]> {
  const answer = person.page.waitForResponse((response) => response.url().endsWith("/drill"), {
    timeout: SOLVED,
  });
  await does();
  const { hands } = (await (await answer).json()) as { hands: { hand: Asked }[] };
  return hands.map(({ hand }) => hand);
}

const asks = (person: Person, what: string) => () =>
  person.page.getByRole("combobox", { name: "What to drill" }).selectOption({ label: what });

const status = (person: Person) =>
  person.page.getByRole("article", { name: "Drill" }).getByRole("status");

/** Answers the hand that is asked; the verdict and every worth are the program's. */
async function decides(person: Person, hand: Asked, right: boolean): Promise<void> {
  const { actions, best } = exact(hand);
  const wrong = Object.keys(actions).find((action) => actions[action]! < actions[best]! - 1e-9)!;
  const made = right ? best : wrong;
  const choices = person.page.getByRole("group", { name: "Choices" });
  expect(await choices.getByRole("button").count()).toBe(Object.keys(actions).length);
  await choices.getByRole("button", { name: nameOf(made, hand.doubles), exact: true }).click();
  const cost = (actions[best]! - actions[made]!) * hand.bet;
  const better = nameOf(best, hand.doubles);
  const amount =
    cost < 1 ? "less than a cent" : dollars(actions[best]! - actions[made]!, hand.bet).slice(1);
  await status(person)
    .getByText(right ? `${better} is right.` : `${better} is better by ${amount}.`)
    .waitFor();
  const bars = person.page.getByRole("article", { name: "Drill" }).getByRole("listitem");
  for (const [action, worth] of Object.entries(actions)) {
    const bar = bars.filter({ hasText: nameOf(action, hand.doubles) }).first();
    expect(await bar.innerText()).toContain(dollars(worth, hand.bet));
  }
}

async function looks(person: Person, name: string): Promise<void> {
  await person.isAccessible(name);
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await person.page.setViewportSize({ width, height });
    const over = await person.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${name} at ${size} scrolls sideways`).toBeLessThanOrEqual(0);
    await person.picture(`${name}-${size}`);
  }
}

it(
  "drills a part of the chart: what is wrong comes again, what is right another day",
  { timeout: 300_000 },
  async () => {
    const table = await world.house.open({ game: "bahama-bonus", name: "Drilled" });
    const ann = await world.comes();
    await ann.watch(table);
    await ann.page.goto(`${world.house.url}/drill/${table}`);
    await ann.page.getByText("Your last rounds here gave nothing away.").waitFor({ timeout: SOLVED });
    const hands = await drills(ann, asks(ann, "First two cards: soft totals"));
    expect(hands).toHaveLength(10);
    await ann.page.getByText("0 of 80 known").waitFor();
    await looks(ann, "drill-asked");
    for (const [place, hand] of hands.entries()) {
      await ann.page.getByText(`Hand ${place + 1} of 10`).waitFor();
      await decides(ann, hand, place !== 2);
      if (place === 2) await looks(ann, "drill-wrong");
      await ann.page.getByRole("button", { name: "Next hand" }).click();
    }
    // The one that was wrong is asked once more.
    await decides(ann, hands[2]!, true);
    await ann.page.getByRole("button", { name: "Next hand" }).click();
    await ann.page.getByText("9 of 10 right at once.").waitFor();
    await ann.page.getByText("9 of 80 known").waitFor();
    await ann.page.getByRole("row", { name: /9 of 10 right/ }).waitFor();
    await looks(ann, "drill-over");
    // Another visit: the wrong one is due and comes first, what was right does not come before its day.
    await ann.page.reload();
    await ann.page.getByText("Your last rounds here gave nothing away.").waitFor({ timeout: SOLVED });
    const more = await drills(ann, asks(ann, "First two cards: soft totals"));
    await ann.page.getByText("9 of 80 known").waitFor();
    const cell = ({ cell }: Asked & { cell?: unknown }) => JSON.stringify(cell);
    expect(cell(more[0]!)).toBe(cell(hands[2]!));
    const right = hands.filter((_, place) => place !== 2).map(cell);
    expect(more.map(cell).filter((one) => right.includes(one))).toEqual([]);
    // Weeks later the others come again, too.
    await ann.page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem("bahama.drill")!) as Record<
        string,
        { known: { due: number }[] }
      >;
      for (const { known } of Object.values(all)) for (const one of known) one.due -= 40;
      localStorage.setItem("bahama.drill", JSON.stringify(all));
    });
    await ann.page.reload();
    await ann.page.getByText("Your last rounds here gave nothing away.").waitFor({ timeout: SOLVED });
    const later = await drills(ann, asks(ann, "First two cards: soft totals"));
    expect(new Set(later.map(cell))).toEqual(new Set(hands.map(cell)));
    await ann.leave();
  },
);

it(
  "drills the hands that gave most away, and says what wagers came to",
  { timeout: 300_000 },
  async () => {
    // 9-2 against a five stands: double was better.
    const table = await world.house.open({
      game: "bahama-bonus",
      name: "Weak",
      exhibition: "9d 5h 2s Qc Kc".split(" "),
    });
    const ann = await world.comes();
    await ann.sit(table, 4);
    await ann.bet(4, { Main: 10, "Match-Up": 5 });
    await ann.deal();
    await ann.act("Stand");
    await ann.results();
    await ann.page.getByRole("button", { name: "Coach" }).click();
    const hands = await drills(ann, () => ann.page.getByRole("link", { name: "Drill hands" }).click());
    expect(hands).toHaveLength(1);
    expect(hands[0]).toMatchObject({ cell: { part: "two-cards", kind: "hard", value: 11, up: 5 } });
    const { actions } = exact({ cards: ["9d", "2s"], up: "5h", doubles: 0, bet: 1000 });
    const cost = dollars(actions["double"]! - actions["stand"]!, 1000).slice(1);
    await ann.page.getByText(`Such hands gave away ${cost} in your last rounds.`).waitFor();
    await decides(ann, hands[0]!, true);
    await ann.page.getByRole("button", { name: "Next hand" }).click();
    await ann.page.getByText("1 of 1 known").waitFor();

    // The same round wager by wager, beside what the analysis expects of it.
    await ann.page.goto(`${world.house.url}/history`);
    const wagers = ann.page.getByRole("region", { name: "Your wagers", exact: true });
    const row = (wager: string) => wagers.locator(`[data-wager="${wager}"]`);
    await expect.poll(() => row("main").locator("td").count(), { timeout: SOLVED }).toBe(5);
    const analysis = JSON.parse(
      spawnSync(PROGRAM, ["analyze", "bahama-bonus", "--wagers", "side", "--json"]).stdout.toString(),
    ) as { side: { spot: string; house_edge: number }[] };
    const edge = analysis.side.find(({ spot }) => spot === "match-up")!.house_edge;
    expect(await row("match-up").locator("td").nth(3).innerText()).toBe(dollars(-edge, 500));
    const net = (cells: string[]) => cells.map((cell) => Number(cell.replace(/[^0-9.]/g, "")));
    let sum = 0;
    for (const wager of ["main", "match-up"]) {
      const cells = await row(wager).locator("td").allInnerTexts();
      const [, staked, returned] = net(cells);
      sum += Math.round((returned! - staked!) * 100);
      expect(cells[4]).toMatch(/^[+−]?\$[\d.,]+ \(± \$[\d.,]+\)$/);
    }
    expect(await ann.page.locator("[data-net]").getAttribute("data-net")).toBe(String(sum));
    expect(await ann.page.locator("[data-played]").getAttribute("data-played")).toBe(String(sum));
    expect(await wagers.innerText()).not.toMatch(/streak|\bdue\b|hot|cold/i);
    await looks(ann, "wagers");
    // The review of the visit needs no table.
    await ann.page.getByRole("button", { name: "Review this visit" }).click();
    await ann.page.getByText(`1 decision, 1 mistake: ${cost} given away.`).waitFor({ timeout: SOLVED });
    await ann.page.getByRole("button", { name: "Try again" }).click();
    await ann.leave();
  },
);

it("is not offered where staff stands", { timeout: 120_000 }, async () => {
  for (const kind of ["keypad", "attended", "live"]) {
    const table = await world.house.open({ game: "bahama-bonus", kind });
    const ann = await world.comes();
    await ann.watch(table);
    expect(await ann.page.getByRole("button", { name: "Coach" }).count()).toBe(0);
    await ann.page.goto(`${world.house.url}/drill/${table}`);
    await ann.page.getByText("The coach stays silent at tables with a dealer.").waitFor();
    expect(await ann.page.getByRole("combobox").count()).toBe(0);
    await ann.leave();
  }
});
