// People of the house at their pages: how they come in, press keys and show cards.

import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { Person, Wanted } from "./browser";
import type { World } from "./world";

/** A PIN that nobody would try first. */
export const PIN = "4711";

/** The sizes at which the staff's pages are looked at: a phone, a dealer's screen, two desks. */
export const SIZES = {
  phone: [360, 740],
  desk: [1024, 768],
  laptop: [1280, 800],
  large: [1920, 1080],
} as const;

/** Somebody of the staff with a browser and, if they need one, a card. */
export interface Staff {
  person: Person;
  name: string;
  card: string;
}

/** Hires somebody, has them come in by their one-time link, and gives them a card. */
export async function hired(
  world: World,
  name: string,
  role: "dealer" | "cage" | "supervisor" | "executive" | "auditor",
  wanted?: Wanted,
): Promise<Staff> {
  const person = await world.comes(wanted);
  await person.page.goto(world.house.hire(name, role));
  await person.page.getByRole("button", { name: "Enter" }).click();
  await person.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  const carries = role === "cage" || role === "supervisor" || role === "executive";
  return { person, name, card: carries ? world.house.card(name, role, PIN) : "" };
}

/** Presses a key of the dealer by its name. */
export async function key(dealer: Person, name: string): Promise<void> {
  await dealer.page
    .getByRole("region", { name: "Keys" })
    .getByRole("button", { name: new RegExp(`^9\\d ?${name}|^${name}`) })
    // A key that does nothing now takes the press all the same, and says why.
    .click({ force: true });
}

/** Types as a number pad does, outside any field. */
export async function digits(dealer: Person, text: string): Promise<void> {
  await dealer.page.locator("body").press("Escape");
  for (const digit of text) await dealer.page.keyboard.press(digit);
}

/** What the large key says. */
export function large(dealer: Person): Promise<string> {
  return dealer.page.locator(".next b").innerText();
}

/** Waits until the large key says this. */
export async function comesNext(dealer: Person, label: string): Promise<void> {
  const words = () => dealer.page.locator(".next").innerText();
  await expect.poll(words, { timeout: 15_000 }).toMatch(new RegExp(`^(0\\s+)?${label}`));
}

/** Shows a card and its PIN as a reader types them: the number, Enter, the PIN. */
export async function show(
  at: Pick<Locator, "getByLabel">,
  card: string,
  pin = PIN,
  which = "",
): Promise<void> {
  await at.getByLabel(`Card${which}`, { exact: true }).fill(card);
  await at.getByLabel(`Card${which}`, { exact: true }).press("Enter");
  await at.getByLabel(`PIN${which}`, { exact: true }).fill(pin);
}

/** Notes who is handed an award in chips, as the posted amounts ask for it. */
export async function notes(at: Pick<Locator, "getByLabel">, name: string): Promise<void> {
  await at.getByLabel("Winner’s name").fill(name);
  await at.getByLabel("Identity").fill("licence 17");
  const form = at.getByLabel("Tax form");
  if (await form.isVisible()) await form.fill("W-2G 1");
}

/** Pictures at the four sizes and one by day, without anything wider than the screen. */
export async function looked(person: Person, name: string): Promise<void> {
  const { page } = person;
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(tooWide), `${name} at ${size} scrolls sideways`).toEqual([]);
    expect(await page.evaluate(smallKeys), `${name} at ${size} has small keys`).toEqual([]);
    await person.picture(`${name}-${size}`);
  }
  await person.isAccessible(`${name} by night`);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await person.picture(`${name}-light`);
  await person.isAccessible(`${name} by day`);
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What is wider than the screen; nothing where nothing scrolls sideways. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll("#app *")]
    .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
    .map((one) => `${one.tagName} ${one.className}: ${one.textContent?.slice(0, 40)}`);
}

/** Keys below 44 pixels. */
function smallKeys(): string[] {
  return [...document.querySelectorAll("button, select, input:not([type=checkbox])")]
    .filter((key) => key.checkVisibility())
    .map((key) => ({ key, box: key.getBoundingClientRect() }))
    .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
    .map(({ key, box }) => `${key.textContent}: ${Math.round(box.width)}×${Math.round(box.height)}`);
}
