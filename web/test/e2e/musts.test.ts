// Lines that a table must keep and that no other evening looks at: what stands on the felt, every way to
// take a chip off, one command in flight, keys of one's own, two live regions, colours of the system's.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");
const main = (person: Person) => person.page.locator(".own .spot.main");
const stake = (person: Person) => main(person).locator(".ring").innerText();

it("has placard, limits, shoe, cut card and discards on the felt, or a line on a phone", async () => {
  const table = await world.house.open({ game: "wsgc-bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  const felt = await ann.page.locator(".lettering").textContent();
  for (const phrase of ["6 decks of 48", "hits soft 17", "peeks", "rescue", "maximum of four games"])
    expect(felt).toContain(phrase);
  expect(felt).toContain("BLACKJACK PAYS 3 TO 2");
  const limits = ann.page.getByRole("region", { name: "Limits" });
  expect(await limits.innerText()).toMatch(/Main\s+\$5 to \$400/);
  expect(await ann.page.locator("#shoe").getAttribute("aria-label")).toMatch(
    /^Shoe 1: 288 of 288 cards left, \d+ before the cut card$/,
  );
  expect(await ann.page.locator("#shoe .cut").count()).toBe(1);
  await ann.page.locator("#rack").waitFor();
  // Seats stand from the dealer's left, which is the player's right, to the dealer's right.
  const x = async (seat: number) =>
    (await ann.page.locator(`.place-${seat}`).boundingBox())?.x ?? Number.NaN;
  for (let seat = 1; seat < 7; seat += 1) expect(await x(seat)).toBeGreaterThan(await x(seat + 1));
  await ann.page.setViewportSize({ width: 360, height: 740 });
  expect(await ann.page.locator(".placard").innerText()).toContain("maximum of four games");
  await ann.leave();
});

it("takes chips off by right button, shift, the button for it and a held finger", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 25 });
  await ann.page.getByRole("radio", { name: "$5 chip" }).click();
  await main(ann).click({ button: "right" });
  await expect.poll(() => stake(ann)).toBe("20");
  await main(ann).click({ modifiers: ["Shift"] });
  await expect.poll(() => stake(ann)).toBe("15");
  await ann.page.getByRole("button", { name: "Take off" }).click();
  await main(ann).click();
  await expect.poll(() => stake(ann)).toBe("10");
  await ann.page.getByRole("button", { name: "Take off" }).click();
  await ann.leave();
  const ben = await world.comes({ width: 360, height: 740, touch: true });
  await ben.sit(table, 3);
  await ben.bet(3, { Main: 10 });
  await ben.page.getByRole("radio", { name: "$5 chip" }).click();
  await main(ben).dispatchEvent("pointerdown", { pointerType: "touch" });
  await expect.poll(() => stake(ben)).toBe("5");
  await ben.leave();
});

it("has one command in flight: a second press is ignored", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "2s 6h 3d Kc 2h 3h 4s 9s 9d".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  const hit = ann.page.getByRole("button", { name: /^Hit/ });
  await ann.page.getByRole("group", { name: "Your hand: 5" }).waitFor();
  let sent = 0;
  ann.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/commands")) sent += 1;
  });
  await hit.evaluate((button: HTMLElement) => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await ann.page.getByRole("group", { name: "Your hand: 7" }).waitFor();
  expect(sent).toBe(1);
  await ann.leave();
});

it("lets every key be another one, and all of them be off", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: [...EIGHTEEN, ...EIGHTEEN] });
  const ann = await world.comes();
  const { page } = ann;
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  // A key looks like one, and has the name that is written on it.
  expect(await page.locator(".deal kbd").innerText()).toBe("Space");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  expect(await keys.locator("kbd").allInnerTexts()).toEqual(
    expect.arrayContaining(["H", "S", "D", "P", "R", "I", "N", "Space", "?", "1", "7"]),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("button", { name: /^Key for Stand: S/ }).click();
  await page.keyboard.press("p");
  await dialog.getByText("Split has this key already.").waitFor();
  await dialog.getByRole("button", { name: /^Key for Stand: S/ }).click();
  await page.keyboard.press("z");
  await dialog.getByRole("button", { name: /^Key for Stand: Z/ }).waitFor();
  await page.keyboard.press("Escape");
  // The dialog gives the focus back to where it came from.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Settings");
  await ann.deal();
  await page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await page.keyboard.press("s");
  await page.keyboard.press("z");
  await ann.results();
  await page.getByRole("button", { name: "Settings" }).click();
  await dialog.getByLabel("single keys are on").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Same bets/ }).click();
  await page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await page.keyboard.press("z");
  await page.waitForTimeout(300);
  expect(await page.getByRole("region", { name: "Your results" }).count()).toBe(0);
  await ann.leave();
});

it("tells the ear by one polite and one urgent region, and leads past the bar", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  const regions = (kind: string) =>
    ann.page.locator(`[aria-live="${kind}"], [role=${kind === "polite" ? "log" : "alert"}]`).count();
  expect(await regions("polite")).toBe(1);
  expect(await regions("assertive")).toBe(1);
  for (const name of ["To the table", "To the controls"])
    expect(await ann.page.getByRole("link", { name }).getAttribute("href")).toMatch(/^#(table|dock)$/);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.page.getByRole("button", { name: /^Add \$\d+ to Match-Up, seat 4, now \$5$/ }).waitFor();
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  // What was dealt at once is told at once.
  const told = await ann.page.getByRole("log").locator("p").allInnerTexts();
  expect(told.filter((text) => text.includes("nine of spades and nine of diamonds"))).toHaveLength(1);
  await ann.leave();
});

it("has a reality check between rounds, never over an open hand, that wants an answer", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await ann.page.evaluate(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 7_200_000;
  });
  // The page looks at the time every ten seconds.
  await ann.page.waitForTimeout(11_000);
  const check = ann.page.getByRole("dialog", { name: "Reality check" });
  expect(await check.count()).toBe(0);
  await ann.act("Stand");
  await check.waitFor({ timeout: 15_000 });
  expect(await check.innerText()).toMatch(/play money[^]*Staked\s+\$10[^]*Net\s+\+?−?\$10/);
  await ann.page.keyboard.press("Escape");
  expect(await check.count()).toBe(1);
  await check.getByRole("button", { name: "Keep playing" }).click();
  await expect.poll(() => check.count()).toBe(0);
  await ann.leave();
});

it("works in the system's own colours, and moves where one’s own switch says so", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes({ reduced: true, motion: true });
  await ann.page.emulateMedia({ forcedColors: "active" });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.picture("forced-colours-betting");
  await ann.deal();
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await ann.picture("forced-colours");
  // A button has an edge, and a card its own colours.
  const edge = await ann.page
    .getByRole("button", { name: /^Hit/ })
    .evaluate((button) => getComputedStyle(button).borderTopWidth);
  expect(parseFloat(edge)).toBeGreaterThan(0);
  const motion = () => ann.page.evaluate(() => document.documentElement.dataset.motion);
  expect(await motion()).toBe("reduced");
  await ann.page.getByRole("button", { name: "Settings" }).click();
  await ann.page.getByLabel("Reduced motion").selectOption("full");
  expect(await motion()).toBe("full");
  await ann.page.keyboard.press("Escape");
  await ann.leave();
});

it("shows three tips at the first sitting, and never again", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  const tips = ann.page.getByRole("region", { name: "Three things to know" });
  expect(await tips.getByRole("listitem").allInnerTexts()).toEqual([
    "There are no tens in the deck; jacks, queens and kings stay.",
    "Redouble: a hand may be doubled up to 3 times.",
    "Rescue: after a double take its chips back and give up the rest.",
  ]);
  await ann.isAccessible("tips");
  await tips.getByRole("button", { name: "Got it" }).click();
  expect(await tips.count()).toBe(0);
  await ann.page.reload();
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  expect(await tips.count()).toBe(0);
  await ann.leave();
});

it("tells the games apart in the lobby: what is different, side wagers, the jackpot now", async () => {
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Look around first" }).click();
  const tiles = ann.page.locator(".tables li");
  await tiles.first().waitFor();
  await ann.isAccessible("the lobby");
  const seen = new Map<string, string>();
  for (const tile of await tiles.all()) {
    const game = (await tile.getAttribute("data-game")) ?? "";
    seen.set(game, await tile.locator(".about").innerText());
    const felt = await tile
      .locator(".cloth")
      .evaluate((cloth) => getComputedStyle(cloth).backgroundImage);
    expect(felt).toContain("gradient");
  }
  expect(seen.size).toBeGreaterThanOrEqual(5);
  expect(new Set(seen.values()).size).toBe(seen.size);
  const facts = (game: string) =>
    tiles
      .and(ann.page.locator(`[data-game="${game}"]`))
      .first()
      .innerText();
  await expect
    .poll(() => facts("bahama-bonus"))
    .toMatch(/Match-Up · Match-Down · Progressive \$2,000\.\d\d/);
  expect(await facts("blackjack-bonus")).toMatch(/Three Card · Bonus 7’s/);
  await ann.leave();
});
