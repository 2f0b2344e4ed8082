// The staff: a supervisor opens a live table, a dealer works its keys, and an award goes
// through the hands of both.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const PIN = "4711";

/** Somebody of the staff by a one-time link; with the name the house knows them by. */
async function enters(role: string): Promise<[Person, string]> {
  const person = await world.comes();
  await person.page.goto(world.house.link(role));
  await person.page.getByRole("button", { name: "Enter" }).click();
  await person.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  const name = await person.page.evaluate(
    async () => ((await (await fetch("/api/me")).json()) as { name: string }).name,
  );
  return [person, name];
}

/** Presses a key; gives what the server answers. */
async function pressed(person: Person, name: string): Promise<number> {
  const answer = person.page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/commands"),
  );
  await person.page.getByRole("button", { name, exact: true }).first().click();
  return (await answer).status();
}

/** Presses a key until it is accepted: somebody else's command may come in between. */
const press = (person: Person, name: string) => expect.poll(() => pressed(person, name)).toBe(200);

/** What the page says about the last command. */
const said = (person: Person) => person.page.locator("#status").textContent();

it("leads an award from the sensor to the slip", async () => {
  const [floor, name] = await enters("supervisor");
  await floor.page.goto(world.house.url);
  await floor.page.getByRole("link", { name: "Post a table" }).waitFor();
  await floor.isAccessible("lobby of a supervisor");
  await floor.page.getByRole("link", { name: "Post a table" }).click();
  await floor.page.getByLabel("Game", { exact: true }).selectOption("wsgc-bahama-bonus");
  await floor.page.getByRole("radio", { name: "match", exact: true }).waitFor();
  await floor.page.getByLabel("Kind", { exact: true }).selectOption("live");
  await floor.page.getByRole("button", { name: "Open the table" }).click();
  await floor.page.waitForURL(/\/floor\/\d+/);
  const table = floor.page.url().split("/").pop();

  const [dealer] = await enters("dealer");
  await dealer.page.goto(`${world.house.url}/dealer/${table}`);
  await press(floor, "On duty");
  await press(dealer, "On duty");

  // Sensors bear the name of the jackpot, and say whether they are lit.
  const sensors = dealer.page
    .getByRole("group", { name: "Progressive" })
    .getByRole("button", { name: /^Seat \d$/ });
  await expect.poll(() => sensors.count()).toBe(7);
  const isLit = (seat: number) => expect.poll(() => sensors.nth(seat - 1).getAttribute("aria-pressed"));
  for (const seat of [1, 3]) {
    await press(dealer, `Seat ${seat}`);
    await isLit(seat).toBe("true");
  }
  await press(dealer, "Seat 3");
  await isLit(3).toBe("false");
  await dealer.isAccessible("a live table's keys");
  await press(dealer, "START GAME");
  await dealer.page.getByText(/^Round \d+: game started$/).waitFor();
  expect(await sensors.nth(0).isDisabled(), "sensors are fixed while a game runs").toBe(true);

  await dealer.page.getByLabel("Four cards").fill("7s 7s 7s 7s");
  await press(dealer, "Hand button");
  await floor.page.getByText(/^Seat 1, .*, claimed$/).waitFor();
  expect(await pressed(dealer, "END GAME"), "a game with an open claim does not end").toBe(409);
  await expect.poll(() => said(dealer)).toMatch(/claim/);

  await floor.page.getByLabel("Evidence").fill("cards shown, shoe counted down");
  await press(floor, "Confirm the claims");
  const confirmed = await floor.page.getByText(/confirmed, \$/).textContent();
  const level = /needs an? (\w+)'s card/.exec(confirmed ?? "")?.[1] ?? "";
  await floor.page.getByLabel("Card", { exact: true }).fill(world.house.card(name, level, PIN));
  await floor.page.getByLabel("PIN", { exact: true }).fill(PIN);
  await press(floor, "Swipe");
  await floor.page.getByText(/awarded \$/).waitFor();
  await floor.isAccessible("an award on the floor");
  await floor.page.getByRole("link", { name: "Win page" }).waitFor();
  await press(dealer, "END GAME");
  await dealer.page.getByText("between games").waitFor();
  await floor.leave();
  await dealer.leave();
});
