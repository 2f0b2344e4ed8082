// A language for trying (`en-XA`): every text is longer, accented and bracketed. What reads as plain
// English in it was built outside the catalogues; what breaks would break in German.

import { expect, it } from "vitest";
import { collisions } from "./boxes";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const SIZES = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

/** Texts and names for the ear that are plain English; names and what the server writes are data. */
function plain(): string[] {
  const isData = (element: Element | null) =>
    element?.closest(
      "[translate=no], [lang]:not(html), noscript, code, script, style, kbd, svg.card",
    ) !== null;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!isData(node.parentElement)) texts.push(node.textContent ?? "");
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    if (!isData(element))
      for (const name of ["aria-label", "title", "placeholder"])
        texts.push(element.getAttribute(name) ?? "");
  const bare = (text: string): string => {
    const less = text.replace(/⟦[^⟦⟧]*⟧/g, "");
    return less === text ? text : bare(less);
  };
  const isEnglish = (text: string) => /[A-Za-z]{2,}/.test(bare(text).replace(/Bahama/g, ""));
  return [...new Set(texts.map((text) => text.trim()).filter(isEnglish))];
}

/** Controls that are not wholly in the window. */
function outside(): string[] {
  return [...document.querySelectorAll("#dock button, header button, header a")]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    })
    .map((control) => control.textContent ?? "");
}

async function reads(person: Person, where: string): Promise<void> {
  expect(await person.page.evaluate(plain), where).toEqual([]);
}

/** Nothing breaks at any size: no text over another, nothing to scroll sideways. */
async function fits(person: Person, state: string): Promise<void> {
  await person.page.mouse.move(0, 0);
  for (const [width, height] of SIZES) {
    await person.page.setViewportSize({ width, height });
    await person.page.waitForTimeout(120);
    const where = `${state} at ${width}x${height}`;
    await person.picture(`language-${state}-${width}x${height}`);
    await reads(person, where);
    expect(await collisions(person), where).toEqual([]);
    expect(await person.page.evaluate(outside), `${where}: controls beside the window`).toEqual([]);
    const over = await person.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await person.page.setViewportSize({ width: 1280, height: 800 });
}

it(
  "has no sentence outside the catalogues at a table, and nothing breaks",
  { timeout: 240_000 },
  async () => {
    const table = await world.house.open({
      game: "bahama-bonus",
      name: "1",
      exhibition: "8s Ad 8h 9s".split(" "),
    });
    const ann = await world.comes({ locale: "en-XA" });
    const { page } = ann;
    await ann.watch(table);
    await fits(ann, "watching");
    await page.locator(".place-4 .sit").click();
    await page.locator("[role=radiogroup]").waitFor();
    await fits(ann, "betting");
    await page.keyboard.press("a");
    await ann.betsLie();
    await page.keyboard.press(" ");
    await page.locator("form.insurance").waitFor();
    await fits(ann, "insurance");
    await page.keyboard.press("n");
    await page.locator(".actions").or(page.locator(".results")).first().waitFor();
    if ((await page.locator(".actions").count()) > 0) {
      await fits(ann, "turn");
      await page.keyboard.press("s");
    }
    await page.locator(".results").waitFor();
    await fits(ann, "results");
    for (const panel of await page.locator("nav button").all()) {
      await panel.click();
      await page.waitForTimeout(400);
      await reads(ann, `panel ${await panel.innerText()}`);
      await page.keyboard.press("Escape");
    }
    await ann.leave();
  },
);

it("has none in the lobby, the history and on the displays", async () => {
  const ann = await world.comes({ locale: "en-XA" });
  const { page } = ann;
  await page.goto(world.house.url);
  await page.locator("form").waitFor();
  await reads(ann, "the lobby outside");
  await page.evaluate(() =>
    fetch("/api/guest", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
  );
  await page.goto(world.house.url);
  await page.locator(".tables li").first().waitFor();
  await fits(ann, "lobby");
  await page.goto(`${world.house.url}/history`);
  await page.locator("form").waitFor();
  await reads(ann, "the history");
  const { posted } = await page.evaluate(
    async () => (await (await fetch("/api/tables/1")).json()) as { posted: { link?: { link: number } } },
  );
  await page.goto(`${world.house.url}/display/1`);
  await page.locator("main[data-version]").waitFor();
  await reads(ann, "the display of a table");
  if (posted.link) {
    await page.goto(`${world.house.url}/display/links/${posted.link.link}`);
    await page.locator(".meter").first().waitFor();
    await reads(ann, "the display of a link");
  }
  await ann.leave();
});
