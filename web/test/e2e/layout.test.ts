// Readable in every state, from a small phone to a large window: no two texts overlap, nothing
// lies over a card's suit or the placard, and what matters is in view.

import { expect, it } from "vitest";
import { collisions } from "./boxes";
import { launch, Person } from "./browser";
import { looks } from "./looks";
import { openWorld } from "./world";

const world = openWorld();

/** Stands until the round is over. */
async function stands(person: Person): Promise<void> {
  const results = person.page.getByRole("region", { name: "Your results" });
  while ((await results.count()) === 0) await person.act("Stand");
}

it("is readable in every state at every size", { timeout: 240_000 }, async () => {
  const table = await world.house.open({
    game: "bahamas-bonus",
    name: "Readable",
    exhibition: [
      "8s 6d 8h Js 8d 3h 8c Kh 9s 2d 9h 9c", // four hands, one of them of three cards
      "5s 6c 4s Jd 2c 3d", // doubled
    ]
      .join(" ")
      .split(" "),
  });
  const ann = await world.comes();
  await ann.watch(table);
  await looks(ann, "watching");
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  await looks(ann, "betting");
  await ann.bet(4, { Main: 10, "Match-Up": 5, "Match-Down": 5 });
  await looks(ann, "bets");
  await ann.deal();
  await looks(ann, "turn");
  await ann.act("Split");
  await looks(ann, "two-hands");
  await ann.act("Split");
  await ann.act("Split");
  await looks(ann, "four-hands");
  await stands(ann);
  await looks(ann, "results");
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Double");
  await looks(ann, "doubled");
  await ann.leave();
});

it("is readable where insurance is asked and lost", { timeout: 120_000 }, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Insured",
    exhibition: "9h Ad Jh Kc".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.deal();
  await ann.page.getByRole("form", { name: /Insurance/ }).waitFor();
  await looks(ann, "insurance");
  await ann.page.getByRole("button", { name: /^No/ }).click();
  await ann.results();
  await looks(ann, "natural");
  await ann.leave();
});

it("keeps seven players, split hands and a meter apart", { timeout: 240_000 }, async () => {
  const table = await world.house.open({ game: "bahama-bonus", name: "Company" });
  const ann = await world.comes();
  await ann.sit(table, 2);
  await ann.page.getByRole("button", { name: "Add bots" }).click();
  await ann.page.getByText("(bot)").or(ann.page.locator(".bot")).nth(3).waitFor();
  await ann.bet(2, { Main: 10 });
  await looks(ann, "company-bets");
  await ann.deal();
  // The cards are the shoe's own here: whatever is asked is declined.
  const results = ann.page.getByRole("region", { name: "Your results" });
  const answers = ann.page.getByRole("button", { name: /^(Stand|No)/, disabled: false });
  await answers.or(results).first().waitFor();
  await looks(ann, "company");
  while ((await results.count()) === 0) {
    await answers.or(results).first().waitFor();
    await answers
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  }
  await looks(ann, "company-results");
  await ann.leave();
});

it("keeps every seat in reach, and texts apart, with text at 200 %", { timeout: 120_000 }, async () => {
  // The size that somebody has chosen in the browser's own settings.
  const large = await launch("--blink-settings=defaultFontSize=32");
  try {
    for (const [width, height] of [
      [360, 640],
      [740, 360],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      const size = `${width}x${height}`;
      const table = await world.house.open({
        game: "bahama-bonus",
        name: `Large ${width}`,
        exhibition: "9s 6h 9d Kc 8c".split(" "),
      });
      const ann = await Person.come(large, world.house, { width, height });
      await ann.watch(table);
      const type = await ann.page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(parseFloat(type)).toBeGreaterThanOrEqual(32);
      for (let seat = 1; seat <= 7; seat += 1) {
        const button = ann.page.getByRole("button", { name: `Sit here at seat ${seat}` });
        await button.scrollIntoViewIfNeeded();
        await button.click({ trial: true });
      }
      await keepsApart(ann, `large text, watching at ${size}`);
      await ann.picture(`layout-large-text-${size}`);
      await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
      await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
      await ann.bet(4, { Main: 10 });
      await keepsApart(ann, `large text, bets at ${size}`);
      await ann.deal();
      await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
      await keepsApart(ann, `large text, turn at ${size}`);
      await ann.picture(`layout-large-text-turn-${size}`);
      await ann.leave();
    }
  } finally {
    await large.close();
  }
});

/** No two texts overlap, and nothing scrolls sideways. */
async function keepsApart(person: Person, where: string): Promise<void> {
  await person.page.mouse.move(0, 0);
  expect(await collisions(person), where).toEqual([]);
  const over = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, where).toBeLessThanOrEqual(0);
}
