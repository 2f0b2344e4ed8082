// Moments: what moves when something is won or lost, and that it holds nobody up.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const BONUS = "7d 7h 7d 9c 7d".split(" ");
const banner = (person: Person) => person.page.locator("[data-moment]");

async function winsTheBonus(wanted: { motion: boolean; reduced?: boolean }): Promise<Person> {
  const table = await world.house.open({
    game: "players-edge-21",
    exhibition: [...BONUS, ..."9s 6h 9d Kc 8c".split(" ")],
  });
  const ann = await world.comes(wanted);
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 25 });
  await ann.betsLie();
  await ann.deal();
  await ann.act("Hit");
  return ann;
}

it("has a banner for a special bonus, its amount counting up, the cards lifted", async () => {
  const ann = await winsTheBonus({ motion: true });
  await banner(ann).waitFor();
  expect(await banner(ann).innerText()).toContain("You win the special bonus");
  expect(await ann.page.locator(".own .hand li.lifted").count()).toBe(3);
  await expect.poll(() => banner(ann).locator("b").innerText()).toBe("$5,000.00");
  await ann.isAccessible("a moment");
  await ann.picture("moment-special-bonus");
  // It delays nothing: the next bet lies while it is there, and is dealt.
  const before = await banner(ann).count();
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.page.getByRole("button", { name: /^Stand/, disabled: false }).waitFor();
  expect(before).toBe(1);
  await ann.leave();
});

it("is gone with the next key", async () => {
  const ann = await winsTheBonus({ motion: true });
  await banner(ann).waitFor();
  await ann.page.getByRole("button", { name: /^Same bets/ }).waitFor();
  await expect
    .poll(async () => {
      await ann.page.keyboard.press("x");
      return banner(ann).count();
    })
    .toBe(0);
  expect(await ann.page.locator("li.lifted").count()).toBe(0);
  await ann.leave();
});

it("has none with reduced motion", async () => {
  const ann = await winsTheBonus({ motion: true, reduced: true });
  const seen = ann.page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        const look = new MutationObserver(() => {
          if (document.querySelector("[data-moment], li.lifted")) done(true);
        });
        look.observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(() => done(false), 2500);
      }),
  );
  await ann.results();
  expect(await seen).toBe(false);
  await ann.leave();
});

it("pays in chips beside the stake and takes what has lost; for less there is nothing", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: [
      ..."9s 6h 9d Kc 8c".split(" "), // 18 against a bust
      ..."9s 6h 9d Kc 5c".split(" "), // 18 loses to 21
      ..."9s 9h 7d Kc".split(" "), // surrendered
    ],
  });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 15 });
  const main = ann.page.locator(".own .spot.main");
  // Fifteen dollars are three chips of five.
  await expect.poll(() => main.locator(".one").count()).toBe(3);
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await expect.poll(() => main.locator(".paid").count()).toBe(1);
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Stand");
  await expect.poll(() => main.locator(".one").count()).toBe(0);
  await ann.page.getByRole("button", { name: /^Same bets/ }).click();
  await ann.act("Surrender");
  await ann.results();
  expect(await main.locator(".paid").count()).toBe(0);
  expect(await banner(ann).count()).toBe(0);
  await ann.leave();
});
