// The panels of the bar, read from their top to their end, from a small phone to a large window: no two
// texts overlap, nothing lies over another thing, nothing scrolls sideways.

import { expect, it } from "vitest";
import { collisions } from "./boxes";
import type { Person } from "./browser";
import { SIZES } from "./looks";
import { openWorld } from "./world";

const world = openWorld();
const LONG = { timeout: 300_000 };
const OPEN = "dialog[open]";
const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");

/** What of an open panel lies beside it or beside the window. */
function outside(): string[] {
  const dialog = document.querySelector("dialog[open]");
  const box = dialog?.getBoundingClientRect();
  const body = dialog?.querySelector(".body");
  if (!dialog || !box || !body) return ["no panel is open"];
  const found: string[] = [];
  if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight)
    found.push(`the panel at ${Math.round(box.left)},${Math.round(box.top)}`);
  const closing = dialog.querySelector("header button")?.getBoundingClientRect();
  if (closing && (closing.right > box.right || closing.width < 24 || closing.height < 24))
    found.push("the button that closes it");
  if (body.scrollWidth > body.clientWidth + 1)
    found.push(`${body.scrollWidth - body.clientWidth} px more than its width`);
  return found;
}

/** Reads the open panel at sizes, a screen of it after the other. */
async function reads(
  person: Person,
  panel: string,
  sizes: readonly (readonly [number, number])[],
): Promise<void> {
  const { page } = person;
  await page.mouse.move(0, 0);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    const where = `${panel} at ${width}x${height}`;
    const body = page.locator(`${OPEN} .body`);
    await body.evaluate((element) => element.scrollTo(0, 0));
    await person.picture(`panel-${panel}-${width}x${height}`);
    expect(await page.evaluate(outside), where).toEqual([]);
    for (let more = true; more;) {
      expect(await collisions(person, OPEN), where).toEqual([]);
      more = await body.evaluate((element) => {
        const before = element.scrollTop;
        element.scrollBy(0, element.clientHeight * 0.9);
        return element.scrollTop > before + 1;
      });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A round of one's own is over, so that the history has one. */
async function played(person: Person, table: number): Promise<void> {
  await person.sit(table, 4);
  await person.bet(4, { Main: 10, "Match-Up": 5 });
  await person.deal();
  await person.act("Stand");
  await person.results();
}

const closes = async ({ page }: Person): Promise<void> => {
  await page.keyboard.press("Escape");
  await page.locator(OPEN).waitFor({ state: "detached" });
};

/** Opens the panels of the bar one after the other, as they stand in a wide window. */
async function ofTheBar(
  person: Person,
  sizes: readonly (readonly [number, number])[],
  state: string,
): Promise<void> {
  const { page } = person;
  const bar = page.getByRole("navigation", { name: "Panels" });
  for (const name of ["Rules", "Coach", "History", "Fairness", "Settings"]) {
    // A small window has only a menu.
    await page.setViewportSize({ width: 2560, height: 1440 });
    await bar.getByRole("button", { name, exact: true }).click();
    await page.locator(`${OPEN} .body > *`).first().waitFor();
    // Edges and rounds are read from the server.
    await page.waitForTimeout(700);
    await reads(person, `${state}${name.toLowerCase()}`, sizes);
    await closes(person);
  }
}

it("is readable with each panel of the bar open", LONG, async () => {
  const table = await world.house.open({
    game: "wsgc-bahama-bonus",
    name: "Panels",
    exhibition: EIGHTEEN,
  });
  const ann = await world.comes();
  await played(ann, table);
  await ofTheBar(ann, SIZES, "");
  await ann.leave();
});
