// A language for trying (`en-XA`): every text is longer, accented and bracketed. What reads as plain
// English in it was built outside the catalogues; what breaks would break in German.

import { expect, it } from "vitest";
import { collisions } from "./boxes";
import type { Person } from "./browser";
import { hired } from "./staff";
import { openWorld } from "./world";

const world = openWorld();

const SIZES = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

/** Texts and names for the ear that are plain English; names, dates and what the server writes are data. */
function plain(): string[] {
  const isData = (element: Element | null) =>
    element?.closest(
      "[translate=no], [lang]:not(html), noscript, code, script, style, kbd, svg.card",
    ) !== null;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!isData(node.parentElement)) texts.push(node.textContent ?? "");
  const SAID = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];
  for (const element of document.querySelectorAll(SAID.map((name) => `[${name}]`).join(", ")))
    if (!isData(element)) for (const name of SAID) texts.push(element.getAttribute(name) ?? "");
  const bare = (text: string): string => {
    const less = text.replace(/⟦[^⟦⟧]*⟧/g, "");
    return less === text ? text : bare(less);
  };
  const isEnglish = (text: string) =>
    /[A-Za-z]{2,}/.test(bare(text).replace(/Bahama|\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/g, ""));
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

/** A worth and a word of the coach; a machine that does other things besides solves slowly. */
const SOLVED = { timeout: 60_000 };

it("has none with the coach, in a refusal, the reality check and the round afterwards", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "2",
    exhibition: "9d 5h 2s Qc Kc".split(" "),
  });
  const ann = await world.comes({ locale: "en-XA" });
  const { page } = ann;
  await ann.watch(table);
  await page.evaluate(() => {
    const settings = { speed: "off", sound: false, coach: "before" };
    localStorage.setItem("bahama.settings", JSON.stringify(settings));
  });
  await page.reload();
  // A refusal, as the server sends it.
  const body = JSON.stringify({ error: { code: "seat.taken", message: "seat 4 is taken" } });
  const commands = "**/commands";
  await page.route(commands, (route) =>
    route.fulfill({ status: 409, contentType: "application/json", body }),
  );
  await page.locator(".place-4 .sit").click();
  await page.locator(".refusal").first().waitFor();
  await reads(ann, "a refusal");
  await page.unroute(commands);
  await page.locator(".place-4 .sit").click();
  await page.locator("[role=radiogroup]").waitFor();
  await page.keyboard.press("a");
  await ann.betsLie();
  await page.keyboard.press(" ");
  await page.locator(".actions .worth").first().waitFor(SOLVED);
  await fits(ann, "values");
  await page.keyboard.press("s");
  await page.locator(".verdict").waitFor(SOLVED);
  await fits(ann, "verdict");
  await page.evaluate(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 7_200_000;
  });
  await page.locator("dialog[open]").waitFor({ timeout: 15_000 });
  await reads(ann, "the reality check");
  await page.goto(`${world.house.url}/rounds/${table}/1`);
  await page.locator("article.round input[type=range]").waitFor();
  await reads(ann, "a round");
  await page.locator("article.round button.review").click();
  await page.locator("article.round article").first().waitFor(SOLVED);
  await reads(ann, "what was right");
  await page.goto(`${world.house.url}/history`);
  await page.locator("[data-wager]").first().waitFor(SOLVED);
  await reads(ann, "what wagers came to");
  await page.goto(`${world.house.url}/drill/${table}`);
  await page.locator("article .choices button").first().waitFor(SOLVED);
  await fits(ann, "drill");
  await page.locator("article .choices button").first().click();
  await reads(ann, "an answer of a drill");
  await ann.leave();
}, 300_000);

it("has none where tables are posted, and at the desks of the house", async () => {
  const trial = { locale: "en-XA" };
  const office = await hired(world, "11", "executive", trial);
  const desks: [string, string][] = [
    ["/post", "form"],
    ["/floor", "main"],
    ["/cage", "main"],
    ["/office", "main"],
    ["/reports", "main"],
  ];
  const opens = async (person: Person, path: string, shown: string) => {
    await person.page.goto(`${world.house.url}${path}`);
    await person.page.locator(shown).first().waitFor();
    await person.page.waitForTimeout(800);
    await reads(person, path);
  };
  for (const [path, shown] of desks) await opens(office.person, path, shown);
  await office.person.leave();
  const auditor = await hired(world, "22", "auditor", trial);
  await opens(auditor.person, "/audit", "main");
  await auditor.person.leave();
  const dealer = await hired(world, "33", "dealer", trial);
  const table = await world.house.open({ game: "bahama-bonus", kind: "keypad", name: "3" });
  await opens(dealer.person, `/dealer/${table}`, ".next");
  await dealer.person.leave();
}, 120_000);
