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

/** A browser for walls, signed in once as the house's displays are. */
let walls: Person | undefined;
async function wall(address: string, reduced = false): Promise<Person> {
  if (!walls) {
    walls = await world.comes({ motion: true, width: 1920, height: 1080 });
    await walls.page.goto(world.house.link("display"));
    await walls.page.getByRole("button", { name: "Enter" }).click();
    await walls.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  }
  const { context } = walls;
  const page = await context.newPage();
  if (reduced) await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${world.house.url}${address}`);
  return Object.assign(Object.create(walls) as Person, { page });
}

/** Somebody who will win the whole meter with four sevens, and the link he plays for. */
async function playsForTheMeter(name: string): Promise<{ ann: Person; table: number; link: number }> {
  const table = await world.house.open({
    game: "bahama-bonus",
    name,
    exhibition: "7h 7d 7d 7h 9c".split(" "),
  });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.betsLie();
  const link = await ann.page.evaluate(async (table) => {
    const view = (await (await fetch(`/api/tables/${table}`)).json()) as {
      posted: { link: { link: number } };
    };
    return view.posted.link.link;
  }, table);
  return { ann, table, link };
}

/** Plays to the end of the round. */
async function winsTheMeter(ann: Person): Promise<void> {
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
}

/** What a meter on a page shows from now on, and how often it was less than before. */
const watchMeter = (person: Person, where: string) =>
  person.page.evaluate((where) => {
    const meter = document.querySelector(where)!;
    const read = () => Number((meter.textContent ?? "").replace(/[^0-9]/g, ""));
    const seen = [read()];
    new MutationObserver(() => seen.push(read())).observe(meter, { subtree: true, characterData: true });
    (window as unknown as { seen: number[] }).seen = seen;
  }, where);

it("is on the walls of the table and of the meter, which empties and fills anew", async () => {
  const { ann, table, link } = await playsForTheMeter("Seven Seas");
  const [felt, meter] = [await wall(`/display/${table}`), await wall(`/display/links/${link}`)];
  await felt.page.locator("main[data-version]").waitFor();
  await meter.page.locator(".meter").first().waitFor();
  await watchMeter(meter, ".meter");
  const won = winsTheMeter(ann);
  // The felt is first; the wall of the meter has waited for its cards.
  expect(await banner(felt).innerText()).toContain("wins the whole meter");
  expect(await felt.page.locator(".lifted").count()).toBe(1);
  await felt.picture("moment-wall-table");
  expect(await banner(meter).innerText()).toContain("Seat 4, Seven Seas");
  await expect.poll(() => banner(meter).locator("b").innerText()).toMatch(/^\$2,000\.\d\d$/);
  await meter.isAccessible("a moment on the wall");
  await meter.picture("moment-wall-meter");
  await won;
  // Down to nothing, and up again to the new seed.
  const seen = () => meter.page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  await expect.poll(async () => Math.min(...(await seen()))).toBeLessThan(20_000);
  await expect.poll(async () => (await seen()).at(-1)).toBeGreaterThanOrEqual(100_000);
  // Whoever passes over it has it gone, and by itself it is gone soon.
  await meter.page.mouse.click(5, 5);
  await expect.poll(() => banner(meter).count()).toBe(0);
  await expect.poll(() => banner(felt).count()).toBe(0);
  await felt.page.close();
  await meter.page.close();
  await ann.leave();
});

it("is on no wall with reduced motion", async () => {
  const { ann, table, link } = await playsForTheMeter("Seven Winds");
  const still = [await wall(`/display/${table}`, true), await wall(`/display/links/${link}`, true)];
  const [felt, meter] = still as [Person, Person];
  await felt.page.locator("main[data-version]").waitFor();
  await meter.page.locator(".meter").first().waitFor();
  for (const { page } of still)
    await page.evaluate(() => {
      const seen = window as unknown as { moments: number };
      seen.moments = 0;
      new MutationObserver(() => {
        if (document.querySelector("[data-moment], .lifted")) seen.moments += 1;
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  await winsTheMeter(ann);
  await meter.page.getByText(/won at Seven Winds/).waitFor();
  for (const { page } of still)
    expect(await page.evaluate(() => (window as unknown as { moments: number }).moments)).toBe(0);
  await felt.page.close();
  await meter.page.close();
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
