import { it } from "vitest";
import type { Person } from "../e2e/browser";
import { openWorld } from "../e2e/world";
import { collisions } from "../e2e/boxes";
const world = openWorld();
const SIZES = [
  [360, 640],
  [360, 740],
  [740, 360],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;
const only = process.env.SIZES?.split(",");
async function looks(p: Person, state: string) {
  await p.page.mouse.move(0, 0);
  for (const [width, height] of SIZES) {
    if (only && !only.includes(`${width}` + "x" + height)) continue;
    await p.page.setViewportSize({ width, height });
    await p.page.waitForTimeout(150);
    await p.picture(`${state}-${width}x${height}`);
    const found = await collisions(p);
    if (found.length) console.log(state, width, height, found.slice(0, 4));
  }
  await p.page.setViewportSize({ width: 1280, height: 800 });
}
async function stands(p: Person) {
  const results = p.page.getByRole("region", { name: "Your results" });
  while ((await results.count()) === 0) await p.act("Stand");
}
it("lobby", async () => {
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Look around first" }).waitFor();
  await looks(ann, "lobby-out");
  await ann.page.getByRole("button", { name: "Look around first" }).click();
  await ann.page.getByRole("heading", { name: "Tables" }).waitFor();
  await looks(ann, "lobby");
});
it("main", { timeout: 300000 }, async () => {
  const table = await world.house.open({
    game: "bahamas-bonus",
    name: "Nassau 1",
    exhibition: "8s 6d 8h Js 8d 3h 8c Kh 9s 9d 9h 5s 6c 4s Jd 2c 3d 2h 9c".split(" "),
  });
  const ann = await world.comes();
  await ann.watch(table);
  await looks(ann, "watching");
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  await looks(ann, "betting");
  await ann.bet(4, { Main: 10, "Match-Up": 5, "Match-Down": 5, TriLux: 2, "Super 3": 1 });
  await ann.betsLie();
  await looks(ann, "bets");
  await ann.deal();
  await ann.page.getByRole("button", { name: /^Stand/ }).waitFor();
  await looks(ann, "turn");
  await ann.act("Split");
  await ann.act("Split");
  await ann.act("Split");
  await looks(ann, "four-hands");
  await stands(ann);
  await looks(ann, "results");
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Double");
  await ann.act("Redouble");
  await ann.act("Redouble");
  await looks(ann, "redoubled");
  for (const name of ["Rules", "Coach", "History", "Fairness", "Settings"]) {
    await ann.page.getByRole("button", { name, exact: true }).click();
    await ann.page.waitForTimeout(400);
    await looks(ann, "panel-" + name.toLowerCase());
    await ann.page.keyboard.press("Escape");
  }
});
it("insurance", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Insured",
    exhibition: "9h Ad Jh Kc As 6h Kd 9c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.deal();
  await ann.page.getByRole("form", { name: /Insurance/ }).waitFor();
  await looks(ann, "insurance");
  await ann.page.getByRole("button", { name: /^Insure \$/ }).click();
  await ann.results();
  await looks(ann, "insured-result");
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.page.waitForTimeout(1500);
  await looks(ann, "natural");
});
it("jackpot", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Jackpot",
    exhibition: "7h 7d 7d 7h 9c".split(" "),
  });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.deal();
  await ann.act("Stand");
  await ann.page.waitForTimeout(1500);
  await ann.picture("jackpot-moment-1280x800");
  await ann.results();
  await looks(ann, "jackpot");
});
it("special", async () => {
  const table = await world.house.open({
    game: "players-edge-21",
    name: "Special",
    exhibition: "7d 7h 7d 9c 7d".split(" "),
  });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 25 });
  await ann.deal();
  await ann.act("Hit");
  await ann.page.waitForTimeout(1500);
  await ann.picture("special-moment-1280x800");
  await ann.results();
  await looks(ann, "special");
});
for (const game of ["blackjack-bonus", "players-edge-21", "wsgc-bahama-bonus"])
  it(game, { timeout: 100000 }, async () => {
    const table = await world.house.open({
      game,
      name: "Table of " + game,
      wagers: game.startsWith("wsgc") ? ["main", "match-up", "match-down", "progressive"] : undefined,
    });
    const ann = await world.comes();
    await ann.sit(table, 2);
    await ann.page.getByRole("button", { name: "Add bots" }).click();
    await ann.page.locator(".bot").nth(3).waitFor();
    await ann.bet(2, { Main: 10 });
    await looks(ann, game + "-bets");
    await ann.deal();
    const results = ann.page.getByRole("region", { name: "Your results" });
    const answers = ann.page.getByRole("button", { name: /^(Stand|No)/, disabled: false });
    await answers.or(results).first().waitFor();
    await ann.page.waitForTimeout(500);
    await looks(ann, game + "-company");
    while ((await results.count()) === 0) {
      await answers.or(results).first().waitFor();
      await answers
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined);
    }
    await looks(ann, game + "-results");
  });
