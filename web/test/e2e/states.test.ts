// Readable in the states that come seldom: a cut, half a deal, an open drawer, a note, a claim, a banner, a
// lost connection, two seats of one's own, split hands at the ends of the table.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { NO_CLOCKS } from "./house";
import { FEW, looks, SIZES } from "./looks";
import { openWorld } from "./world";

const world = openWorld();

const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");
/** Where the side wagers lie in a drawer. */
const NARROW = SIZES.filter(([width, height]) => width < 600 || height < 704);

/** Stands, and says no to insurance, until the round is over. */
async function stands(person: Person): Promise<void> {
  const results = person.page.getByRole("region", { name: "Your results" });
  const stand = person.page.getByRole("button", { name: /^(Stand|No)/, disabled: false });
  while ((await results.count()) === 0) {
    await stand.or(results).first().waitFor();
    await stand
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }
}

it("is readable while the shoe is cut", { timeout: 120_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Cut",
    clocks: { ...NO_CLOCKS, cut_ms: 600_000 },
  });
  const ann = await world.comes();
  await ann.watch(table);
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByRole("slider", { name: /Cut the shoe/ }).waitFor();
  await looks(ann, "cut", FEW);
  await ann.leave();
});

it("is readable in the middle of a deal", { timeout: 120_000 }, async () => {
  const table = await world.house.open({ game: "bahama-bonus", name: "Deal", exhibition: EIGHTEEN });
  const ann = await world.comes({ motion: true });
  await ann.page.clock.install();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.betsLie();
  await ann.deal();
  await expect.poll(() => ann.page.locator(".own .hand svg.card").count()).toBeGreaterThan(0);
  // The cards come by the clock of the page, which stands still now.
  await ann.page.clock.pauseAt(await ann.page.evaluate(() => Date.now() + 50));
  const lie = () => ann.page.locator(".table .hand svg.card").count();
  const before = await lie();
  await looks(ann, "dealing", FEW);
  expect(await lie()).toBe(before);
  expect(before).toBeLessThan(4);
  await ann.leave();
});

it("is readable with a drawer open, with a note beside a circle and a refusal", async () => {
  const table = await world.house.open({ game: "bahamas-bonus", name: "Notes", exhibition: EIGHTEEN });
  const ann = await world.comes({ width: 360, height: 640 });
  const { page } = ann;
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.betsLie();
  expect(await page.locator(".drawer").count()).toBe(1);
  await looks(ann, "drawer", NARROW);
  // More than the wager takes: the chip comes back, and the limit stands beside the circle.
  for (const [width, height] of FEW) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Amounts" }).click();
    await page.getByLabel("Main, seat 4, in dollars").fill("60000");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".own .refusal").waitFor();
    await looks(ann, "note", [[width, height]]);
  }
  await page.getByRole("button", { name: /^Deal/ }).click();
  for (const [width, height] of FEW) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: /^Rescue/ }).click({ force: true });
    await page.locator(".told").waitFor();
    await looks(ann, "told", [[width, height]]);
  }
  await ann.leave();
}, 120_000);

it("is readable with hands that were surrendered and rescued", { timeout: 120_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Given up",
    exhibition: [..."9s 9h 7d Kc".split(" "), ..."5s 6c 4s Jd 2c".split(" ")],
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.deal();
  await ann.act("Surrender");
  await ann.results();
  await looks(ann, "surrendered", FEW);
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Double");
  await ann.act("Rescue");
  await ann.results();
  await looks(ann, "rescued", FEW);
  await ann.leave();
});

it("is readable with two seats of one's own", { timeout: 120_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Two seats",
    exhibition: "8s 9s 6h 8d 9d Kc 3h 2h 9c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.page.getByRole("button", { name: "Sit here at seat 3" }).click();
  await ann.page.getByRole("region", { name: /^Seat 3, you/ }).waitFor();
  await ann.bet(3, { Main: 10, "Match-Up": 5 });
  await ann.bet(4, { Main: 10 });
  await ann.betsLie();
  await looks(ann, "two-seats-bets", FEW);
  await ann.deal();
  await ann.act("Split");
  await looks(ann, "two-seats", FEW);
  await stands(ann);
  await looks(ann, "two-seats-results", FEW);
  await ann.leave();
});

it("is readable while a share of the meter is claimed", { timeout: 120_000 }, async () => {
  const table = await world.house.open({ game: "players-edge-21", name: "Claimed" });
  const ann = await world.comes();
  // Two claims wait on every meter, the second behind another table's.
  await ann.page.route(/\/api\/links\/\d+$/, async (route) => {
    const answer = await route.fetch();
    const view = (await answer.json()) as { jackpots: { cents: number; pending: unknown[] }[] };
    for (const jackpot of view.jackpots)
      jackpot.pending = [
        { group: 1, frozen: jackpot.cents, table, round: 7, claims: [] },
        { group: 2, frozen: jackpot.cents, table: 3, round: 9, claims: [] },
      ];
    await route.fulfill({ response: answer, json: view });
  });
  await ann.sit(table, 4);
  await ann.page.getByRole("button", { name: "Got it" }).click();
  await ann.page
    .getByText(/PENDING \$/)
    .first()
    .waitFor();
  await looks(ann, "pending", FEW);
  await ann.page.route(/\/api\/tables\/\d+$/, async (route) => {
    const answer = await route.fetch();
    const view = (await answer.json()) as { phase: unknown };
    view.phase = { phase: "claims" };
    await route.fulfill({ response: answer, json: view });
  });
  await ann.page.reload();
  await ann.page.getByText("A share of the meter is won").first().waitFor();
  await looks(ann, "claims", FEW);
  await ann.leave();
});

it(
  "is readable with a banner, with a pay card and without a connection",
  { timeout: 120_000 },
  async () => {
    const table = await world.house.open({
      game: "players-edge-21",
      name: "Seldom",
      exhibition: "7d 7h 7d 9c 7d".split(" "),
    });
    const ann = await world.comes({ motion: true });
    const { page } = ann;
    await page.clock.install();
    await ann.sit(table, 4);
    await page.locator(".own .spot.main").focus();
    await page.locator(".paycard").waitFor();
    await looks(ann, "pay-card", FEW, ".paycard");
    await ann.bet(4, { Main: 25 });
    await ann.betsLie();
    await ann.deal();
    await ann.act("Hit");
    await page.locator("[data-moment]").waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 50));
    await looks(ann, "banner", FEW, "[data-moment]");
    await page.clock.resume();
    await ann.leave();
    const ben = await world.comes();
    await ben.page.routeWebSocket(/\/stream/, (socket) => void socket.close());
    await ben.watch(table);
    await ben.page.getByText(/^Connecting…/).waitFor();
    await looks(ben, "unconnected", FEW);
    await ben.context.close();
  },
);

it("keeps split hands apart at both ends of the table, at games of two meters and of none", async () => {
  for (const [game, seat, up] of [
    ["players-edge-21", 1, "6d"],
    ["blackjack-bonus", 7, "6d"],
  ] as const) {
    const table = await world.house.open({
      game,
      name: `End ${seat}`,
      exhibition: `8s ${up} 8h Js 8d 3h 8c Kh 9s 2d 9h 9c`.split(" "),
    });
    const ann = await world.comes();
    await ann.sit(table, seat);
    await ann.bet(seat, { Main: 10 });
    await looks(ann, `${game}-bets`, FEW);
    await ann.deal();
    for (let hands = 2; hands <= 3; hands += 1) await ann.act("Split");
    await looks(ann, `${game}-split`, [...FEW, SIZES[6]]);
    await stands(ann);
    await looks(ann, `${game}-results`, FEW);
    await ann.leave();
  }
}, 240_000);
