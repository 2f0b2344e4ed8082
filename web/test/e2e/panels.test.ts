// Every panel of the table, read from its top to its end, from a small phone to a large window and with
// text at 200 %: no two texts overlap, nothing lies over another thing, nothing scrolls sideways.

import { expect, it } from "vitest";
import { collisions } from "./boxes";
import { launch, Person } from "./browser";
import { FEW, SIZES } from "./looks";
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
    // With large text only a large window has more than a menu.
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

it("is readable with amounts, chips, keys, the menu, a round and the reality check", LONG, async () => {
  const table = await world.house.open({
    game: "players-edge-21",
    name: "More panels",
    exhibition: [...EIGHTEEN, ...EIGHTEEN],
  });
  const ann = await world.comes();
  const { page } = ann;
  await played(ann, table);
  await page.getByRole("button", { name: "Amounts" }).click();
  await reads(ann, "amounts", SIZES);
  await closes(ann);
  await page.getByRole("button", { name: "Buy chips" }).click();
  await reads(ann, "buy", SIZES);
  await closes(ann);
  await page.keyboard.press("?");
  await reads(ann, "keys", SIZES);
  await closes(ann);
  await page
    .getByRole("navigation", { name: "Panels" })
    .getByRole("button", { name: "History" })
    .click();
  await page
    .locator(OPEN)
    .getByRole("button", { name: /^Round 1/ })
    .click();
  await reads(ann, "history-round", SIZES);
  await closes(ann);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Menu" }).click();
  await reads(ann, "menu", SIZES);
  await closes(ann);
  await page.evaluate(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 7_200_000;
  });
  // The page looks at the time every ten seconds.
  await page.getByRole("dialog", { name: "Reality check" }).waitFor({ timeout: 15_000 });
  await reads(ann, "reality", SIZES);
  await ann.leave();
});

it("is readable with each panel open and text at 200 %", LONG, async () => {
  const large = await launch("--blink-settings=defaultFontSize=32");
  try {
    const table = await world.house.open({
      game: "bahama-bonus",
      name: "Large panels",
      exhibition: EIGHTEEN,
    });
    const ann = await Person.come(large, world.house, { width: 1920, height: 1080 });
    await played(ann, table);
    await ofTheBar(ann, [...FEW, SIZES[6]], "large-");
    await ann.leave();
  } finally {
    await large.close();
  }
});
