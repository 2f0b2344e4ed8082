// Every way to play: by phone, by keyboard alone, without motion; and every panel.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { NO_CLOCKS } from "./house";
import { openWorld } from "./world";

const world = openWorld();

const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");

it("plays a round by touch on a small phone", async () => {
  const table = await world.house.open({ game: "bahamas-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes({ width: 360, height: 640, touch: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5, TriLux: 5 });
  await ann.picture("small-phone");
  await ann.isAccessible("phone");
  await targetsAreLarge(ann);
  await ann.deal();
  await ann.act("Stand");
  expect((await ann.results()).join()).toMatch(/Main.*\+\$10/);
  // On its side everything that matters is still in view.
  await ann.page.setViewportSize({ width: 740, height: 360 });
  await ann.picture("phone-landscape");
  for (const name of [/^Same bets/, /^Rebet$/]) {
    const box = await ann.page.getByRole("button", { name }).boundingBox();
    expect(box && box.y + box.height <= 360 && box.x + box.width <= 740, String(name)).toBe(true);
  }
  await ann.picture("phone-landscape");
  // A narrow window, and one as text enlarged to four times makes it.
  for (const [width, height] of [
    [360, 640],
    [320, 640],
    [320, 256],
  ] as const) {
    await ann.page.setViewportSize({ width, height });
    const over = await ann.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${width} pixels`).toBeLessThanOrEqual(0);
  }
  await ann.leave();
});

/** Fingers need 44 pixels. */
async function targetsAreLarge(person: Person): Promise<void> {
  const small = await person.page.evaluate(() =>
    [...document.querySelectorAll("button, a[href]")]
      .filter((element) => element.checkVisibility() && !element.classList.contains("skip"))
      .map((element) => ({
        name: element.getAttribute("aria-label") ?? element.textContent?.trim(),
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ name, box }) => `${name}: ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
}

/** What a screen reader finds in a part of the page. */
async function hears(person: Person, name: string, expected: string): Promise<void> {
  const part = person.page
    .getByRole("region", { name, exact: true })
    .or(person.page.getByRole("group", { name, exact: true }));
  expect((await part.ariaSnapshot()).trim()).toBe(expected.trim());
}

/** Stands by a key once the ear has heard whose turn it is; what is pressed before is not meant. */
async function standsWhenTold(person: Person, turn: string): Promise<void> {
  await expect.poll(() => person.page.getByRole("alert").first().innerText()).toBe(turn);
  await expect
    .poll(() => person.page.getByRole("button", { name: /^Stand/ }).getAttribute("aria-disabled"))
    .toBe(null);
  await person.page.keyboard.press("s");
}

it("plays a round by keyboard alone, and is told by ear", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "8s 6d 8h Js 3h 2h 9s 9h".split(" "),
  });
  const ann = await world.comes();
  await ann.watch(table);
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).focus();
  await ann.page.keyboard.press("Enter");
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  await ann.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const key of ["a", "a", "u", "a"]) await ann.page.keyboard.press(key);
  await ann.page.keyboard.press(" ");
  await ann.page.getByRole("group", { name: "Your hand: 16" }).waitFor();
  await hears(
    ann,
    "Your hand: 16",
    `
- 'group "Your hand: 16"':
  - list:
    - listitem:
      - img "eight of spades"
    - listitem:
      - img "eight of hearts"
  - text: $10`,
  );
  await hears(
    ann,
    "Dealer: shows 6",
    `
- 'region "Dealer: shows 6"':
  - list:
    - listitem:
      - img "six of diamonds"
    - listitem:
      - img "hole card, face down"
  - text: "6"
  - 'img "Shoe 1: 284 of 288 cards left, 212 before the cut card"'`,
  );
  await hears(
    ann,
    "Actions",
    `
- group "Actions":
  - button "Hit"
  - button "Stand"
  - button "Double +$10 to $20"
  - button "Split +$10"
  - button "Surrender keep $5 lose $5"
  - button "Rescue , only after a double" [disabled]`,
  );
  // The focus is on the controls, and the ear has heard whose turn it is.
  expect(await ann.page.evaluate(() => document.activeElement?.id)).toBe("dock");
  expect(await ann.page.getByRole("alert").first().innerText()).toBe("Your turn: 16.");
  await ann.page.keyboard.press("p");
  await expect.poll(() => ann.page.getByRole("group", { name: /^Your hand \d/ }).count()).toBe(2);
  await standsWhenTold(ann, "Your turn, hand 1: 11.");
  await standsWhenTold(ann, "Your turn, hand 2: 10.");
  expect(await ann.results()).toHaveLength(2);
  expect(await ann.page.getByRole("log").innerText()).toContain("You split.");
  // Help is a key away, and Escape gives the place back.
  await ann.page.keyboard.press("?");
  await ann.page.getByRole("dialog", { name: "Keys" }).waitFor();
  await ann.isAccessible("keys");
  await ann.page.keyboard.press("Escape");
  await expect.poll(() => ann.page.getByRole("dialog").count()).toBe(0);
  await ann.leave();
});

it("moves nothing where motion is not wanted", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes({ reduced: true, motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.page.evaluate(() => {
    const counted = window as unknown as { moved: number };
    counted.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (typeof options === "object" && Number(options.duration ?? 0) > 0) counted.moved += 1;
      return animate.call(this, frames, options);
    };
  });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  expect(await ann.page.evaluate(() => (window as unknown as { moved: number }).moved)).toBe(0);
  await ann.leave();
});

it("has rules, history, fairness and settings beside the table", async () => {
  const table = await world.house.open({
    game: "wsgc-bahama-bonus",
    exhibition: EIGHTEEN,
    wagers: ["insurance", "trilux", "super3"],
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  // A wager that needs another says so to whoever comes to it.
  const super3 = ann.page.getByRole("button", { name: "Super 3, seat 4: needs TriLux" });
  await super3.focus();
  await super3.getByText("needs TriLux", { exact: true }).waitFor();
  await ann.deal();
  // So does an action that cannot be taken.
  await ann.page.getByRole("button", { name: /^Rescue/ }).click({ force: true });
  await ann.page.locator(".told").getByText("Rescue: only after a double.").waitFor();
  await ann.act("Stand");
  await ann.results();
  for (const name of ["Rules", "History", "Fairness", "Settings"]) {
    await ann.page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name }).click();
    const dialog = ann.page.getByRole("dialog", { name });
    await dialog.waitFor();
    if (name === "Rules") {
      await dialog.getByText("A maximum of 4 games per seat.").waitFor();
      // Every wager has its exact edge; the main wager is solved for it.
      await dialog.getByRole("row", { name: /^Main .*\d\.\d\d %$/ }).waitFor({ timeout: 40_000 });
      expect(await dialog.getByText(/\d\.\d\d %$/).count()).toBe(2 * 4);
    }
    if (name === "History") {
      await dialog.getByRole("button", { name: /Round 1/ }).click();
      await dialog.getByText("You stand.").waitFor();
    }
    if (name === "Settings") await dialog.getByLabel("four colour").check();
    await ann.isAccessible(name);
    await ann.picture(`panel-${name.toLowerCase()}`);
    await ann.page.keyboard.press("Escape");
    await expect.poll(() => ann.page.getByRole("dialog").count()).toBe(0);
  }
  expect(await ann.page.evaluate(() => document.documentElement.dataset.deck)).toBe("four-colour");
  await ann.page.getByRole("button", { name: "Log" }).click();
  await ann.page.getByRole("complementary", { name: "Round log" }).waitFor();
  await ann.isAccessible("four colours and the log");
  await ann.pictures("four-colour");
  await ann.leave();
});

it("lets a player cut the shoe, and sits at two places (F-02)", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    clocks: { ...NO_CLOCKS, cut_ms: 600_000 },
  });
  const ann = await world.comes();
  await ann.watch(table);
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByRole("slider", { name: /Cut the shoe/ }).fill("100");
  await ann.isAccessible("the cut");
  await ann.picture("cut");
  await ann.page.getByRole("button", { name: "Cut", exact: true }).click();
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  expect(await ann.page.getByRole("log").innerText()).toContain("The shoe is cut at card 100.");
  await ann.page.getByRole("button", { name: "Sit here at seat 3" }).click();
  await ann.page.getByRole("region", { name: /^Seat 3, you/ }).waitFor();
  await ann.bet(3, { Main: 5 });
  await ann.bet(4, { Main: 10 });
  await expect.poll(() => ann.page.locator(".pending").count()).toBe(0);
  expect(await ann.page.getByText("$485").count()).toBe(1);
  await ann.leave();
});

it("shows the clock, and that the hand stood by it (T-10)", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: EIGHTEEN,
    clocks: { ...NO_CLOCKS, turn_ms: 2500 },
  });
  const ann = await world.comes({ width: 360, height: 640 });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.page.getByRole("timer", { name: /seconds left/ }).waitFor();
  expect((await ann.results()).join()).toMatch(/Main.*\+\$10/);
  expect(await ann.page.getByRole("log").innerText()).toContain("You stand, by the clock.");
  await ann.leave();
});
