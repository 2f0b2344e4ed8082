// Posting a table by the form alone (A49): every option of every game, two players and a round;
// on a phone, too; and a posting that cannot be.

import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import type { GameChoices, Lobby, Posted, View, WagerChoice } from "../../src/api/schema";
import { money } from "../../src/table/words";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const PHONE = { width: 360, height: 740 };

let boss: Person | undefined;

/** The supervisor: one link, one browser for all tests of this file. */
async function supervisor(): Promise<Person> {
  if (boss) return boss;
  boss = await world.comes();
  await boss.page.goto(world.house.link("supervisor"));
  await boss.page.getByRole("button", { name: "Enter" }).click();
  await boss.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  return boss;
}

const get = <T>(person: Person, path: string) =>
  person.page.evaluate(
    async (path) => (await (await fetch(path)).json()) as unknown,
    path,
  ) as Promise<T>;

/** Waits until the verdict on what stands in the form is there; gives its words. */
async function verdict(person: Person): Promise<string> {
  await person.page.waitForTimeout(50);
  await person.page.locator('#verdict[data-state="said"]').waitFor({ timeout: 30_000 });
  return (await person.page.locator("#verdict").innerText()).trim();
}

/** The value after the first, where there is one: what a form shows first is no choice. */
const other = <T>(values: T[]): T => values[1] ?? values[0]!;

/** The amount in dollars as people type it. */
const dollars = (cents: number) => money(cents);

/** Chooses something else than the game has, wherever there is something to choose. */
async function fillIn(person: Person, game: string, name: string): Promise<GameChoices> {
  const { page } = person;
  await page.goto(`${world.house.url}/post`);
  await page.getByLabel("Game", { exact: true }).selectOption(game);
  const first = await get<GameChoices>(person, `/api/games/${game}`);
  await page.getByRole("group", { name: first.wagers[0]!.name, exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Clocks", { exact: true }).selectOption("off");
  await page.getByLabel("Seats one player may hold").selectOption("2");
  await page.getByLabel("Card for fills, credits and voids from").fill("50");
  await page.getByLabel("Two executives’ cards for fills and credits from").fill("2,000.50");
  const configuration = other(first.configurations);
  if (first.configurations.length > 1)
    await page.getByLabel("Configuration", { exact: true }).selectOption(configuration);
  const choices = await get<GameChoices>(person, `/api/games/${game}?configuration=${configuration}`);
  const decks = other(choices.decks);
  if (choices.decks.length > 1)
    await page.getByLabel("Decks", { exact: true }).selectOption(String(decks));
  const set = choices.sets.at(-1)!;
  if (set.name) await page.getByRole("radio", { name: set.name, exact: true }).check();
  for (const wager of choices.wagers.filter(({ spot }) => set.wagers.includes(spot)))
    await fillWager(person, wager, decks);
  // One wager is left out: the last that no other one needs.
  const left = leftOut(choices);
  if (left) await page.getByRole("checkbox", { name: `Offer ${left.name}`, exact: true }).uncheck();
  const main = choices.wagers[0]!;
  await page.getByLabel(`${main.name}: minimum`, { exact: true }).fill(dollars(main.least * 2));
  await page.getByLabel("Most of any single wager").fill(dollars(main.most));
  for (const setting of choices.settings.filter(({ alternatives }) => alternatives.length > 0)) {
    const field = page.locator(`#f-set-${setting.key.replaceAll(".", "-")}`);
    if ((await field.count()) === 0) continue;
    if (setting.choices.length > 0) await field.selectOption(setting.alternatives[0]!);
    else await field.fill(setting.alternatives[0]!);
  }
  // And one setting that no sheet prints.
  await page.getByText(/^rules \d+$/).click();
  const cut = choices.settings.find(({ key }) => key === "cut-card")!;
  await page.locator("#f-set-cut-card").fill(String(Number(cut.value) + 1));
  return choices;
}

const leftOut = ({ sets, wagers }: GameChoices): WagerChoice | undefined =>
  wagers
    .filter(({ spot }) => sets.at(-1)!.wagers.includes(spot))
    .filter(({ spot }) => !wagers.some(({ requires }) => requires === spot))
    .at(-1);

async function fillWager({ page }: Person, wager: WagerChoice, decks: number): Promise<void> {
  const tables = wager.paytables.filter((table) => table.decks.includes(decks));
  if (wager.paytables.length > 1)
    await page.getByLabel(`Pay table of ${wager.name}`, { exact: true }).selectOption(other(tables).id);
  const most = page.getByLabel(`${wager.name}: maximum`, { exact: true });
  if ((await most.count()) > 0) await most.fill(dollars(Math.min(wager.most, 10_000)));
}

/** Allows by name whatever favours the player now, and nothing else. */
async function allow(person: Person): Promise<void> {
  await verdict(person);
  const boxes = person.page
    .getByRole("group", { name: "This favours the player" })
    .getByRole("checkbox");
  for (const box of await boxes.all()) await box.check();
}

/** Opens what stands in the form; gives the table's number. */
async function opens(person: Person): Promise<number> {
  expect(await verdict(person)).toBe("It can be posted so.");
  await person.page.getByRole("button", { name: "Open the table" }).click();
  await person.page.waitForURL(/\/floor\/\d+/, { timeout: 30_000 }).catch(async (error: unknown) => {
    const section = await person.page.locator("section.verdict").innerText();
    throw new Error(`the table was not opened; the form says: ${section}`, { cause: error });
  });
  return Number(person.page.url().split("/").pop());
}

/** Presses a key that may be gone by then: the other player's answer changes the page. */
const press = (key: Locator) => key.click({ timeout: 1_000 }).catch(() => undefined);

/** Two players sit down, bet the least, and play until they are paid. */
async function plays(table: number, least: number, size?: typeof PHONE): Promise<void> {
  const [ann, ben] = [await world.comes(), await world.comes()];
  const players = [ann, ben];
  for (const { page } of players) if (size) await page.setViewportSize(size);
  for (const [index, player] of players.entries()) {
    await player.sit(table, 3 + index);
  }
  for (const [index, player] of players.entries()) {
    await player.bet(3 + index, { Main: least / 100 });
  }
  // Chips settle before they are sent, and a table deals without those who have none down (T-15).
  await expect
    .poll(async () => {
      const { seats } = await get<View>(ann, `/api/tables/${table}`);
      return seats.filter(({ bets }) => bets.length > 0).length;
    })
    .toBe(players.length);
  for (const { page } of players) await press(page.getByRole("button", { name: /^Deal/ }));
  const done = async (player: Person) =>
    (await player.page.getByRole("region", { name: "Your results" }).count()) > 0;
  await expect
    .poll(
      async () => {
        for (const { page } of players) {
          const stand = page.getByRole("button", { name: /^Stand/ });
          if ((await stand.count()) > 0 && (await stand.getAttribute("aria-disabled")) === null)
            await press(stand);
          const no = page.getByRole("button", { name: /^No/ });
          if ((await no.count()) > 0) await press(no);
        }
        return (await Promise.all(players.map(done))).every(Boolean);
      },
      { timeout: 40_000, message: `the round at table ${table} ends` },
    )
    .toBe(true);
  for (const player of players) await player.leave();
}

it("opens a table of each game with every option, and it is played", { timeout: 600_000 }, async () => {
  const floor = await supervisor();
  const { games } = await get<Lobby>(floor, "/api/tables");
  for (const game of games) {
    const name = `By form, ${game}`;
    const choices = await fillIn(floor, game, name);
    await allow(floor);
    expect(await verdict(floor)).toBe("It can be posted so.");
    await floor.isAccessible(`the form of ${game}`);
    const edges = await floor.page.locator(".edge b").allInnerTexts();
    expect(
      edges.every((edge) => /^-?\d+\.\d{4} %$/.test(edge)),
      edges.join(),
    ).toBe(true);
    const table = await opens(floor);
    const { posted } = await get<View>(floor, `/api/tables/${table}`);
    isAsFilledIn(posted, choices, name);
    await plays(table, choices.wagers[0]!.least * 2);
    // Every view says that it leaves the sheets.
    await floor.page.goto(world.house.url);
    const card = floor.page.getByRole("listitem").filter({ hasText: name });
    await card.getByText(/Beyond the sheets: .*cut-card/).waitFor();
  }
});

/** What is chosen otherwise than the game has it, setting by setting. */
function chosen(choices: GameChoices): Record<string, string> {
  const left = leftOut(choices)?.spot;
  const posted = choices.sets.at(-1)!.wagers.filter((spot) => spot !== left);
  const set: Record<string, string> = {};
  const put = (key: string, value: string) => {
    const setting = choices.settings.find((it) => it.key === key);
    if (setting && setting.value !== value) set[key] = value;
  };
  for (const wager of choices.wagers.filter(({ spot }) => posted.includes(spot)))
    put(`${wager.spot}.maximum`, dollars(Math.min(wager.most, 10_000)));
  put("main.minimum", dollars(choices.wagers[0]!.least * 2));
  put("single-wager-limit", dollars(choices.wagers[0]!.most));
  for (const { key, alternatives } of choices.settings) {
    const section = key.split(".")[0]!;
    const wager = choices.wagers.find(({ spot }) => spot === section);
    if (alternatives.length > 0 && (!wager || posted.includes(wager.spot))) put(key, alternatives[0]!);
  }
  const cut = choices.settings.find(({ key }) => key === "cut-card")!;
  set["cut-card"] = String(Number(cut.value) + 1);
  return set;
}

function isAsFilledIn(posted: Posted, choices: GameChoices, name: string): void {
  const left = leftOut(choices)?.spot;
  const wagers = choices.sets.at(-1)!.wagers.filter((spot) => spot !== left);
  expect(posted.name).toBe(name);
  expect(posted.configuration).toBe(choices.configuration);
  expect(posted.decks).toBe(other(choices.decks));
  expect([...posted.spots].sort()).toEqual(["main", ...wagers].sort());
  expect(posted.set).toMatchObject(chosen(choices));
  for (const { spot, paytables } of choices.wagers.filter((it) => wagers.includes(it.spot))) {
    const fitting = paytables.filter(({ decks }) => decks.includes(posted.decks));
    if (paytables.length > 1)
      expect(posted.paytables).toContainEqual({ spot, paytable: other(fitting).id });
  }
  expect([posted.seats_each, posted.card_from, posted.two_cards_from]).toEqual([2, 5_000, 200_050]);
  expect(posted.clocks.betting_ms).toBe(0);
  expect(posted.beyond).toContain("cut-card");
}

it("is filled in on a phone", { timeout: 120_000 }, async () => {
  const floor = await supervisor();
  await floor.page.setViewportSize(PHONE);
  const { games } = await get<Lobby>(floor, "/api/tables");
  const game = games.at(-1)!;
  const choices = await fillIn(floor, game, "By phone");
  await allow(floor);
  expect(await verdict(floor)).toBe("It can be posted so.");
  const over = await floor.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, "the form scrolls sideways").toBeLessThanOrEqual(0);
  expect(await floor.page.evaluate(tooSmall), "targets").toEqual([]);
  await floor.isAccessible("the form on a phone");
  await floor.picture("posting-phone");
  const table = await opens(floor);
  await floor.page.setViewportSize({ width: 1280, height: 800 });
  await plays(table, choices.wagers[0]!.least * 2, PHONE);
});

/** What is smaller than a thumb. */
function tooSmall(): string[] {
  const targets = [...document.querySelectorAll("main input, main select, main button, main summary")];
  return targets
    .filter((target) => target.checkVisibility())
    .filter((target) => {
      const box = (
        target.matches("[type=checkbox], [type=radio]") ? target.closest("label")! : target
      ).getBoundingClientRect();
      return box.height < 44 || box.width < 44;
    })
    .map((target) => `${target.tagName} ${target.id || target.textContent}`);
}

it("shows all faults of a posting that cannot be, and opens nothing (R-20)", async () => {
  const floor = await supervisor();
  const { page } = floor;
  const before = await get<Lobby>(floor, "/api/tables");
  await page.goto(`${world.house.url}/post`);
  const main = page.getByRole("group", { name: "Main wager", exact: true });
  await main.waitFor();
  await page.getByLabel("Name", { exact: true }).fill(before.tables[0]!.name);
  await page.getByLabel("Main wager: minimum").fill("$500");
  await page.getByLabel("Main wager: maximum").fill("$100");
  await page.getByLabel("Main wager: step").fill("much");
  await page.getByText(/^rules \d+$/).click();
  await page.locator("#f-set-natural-pays").fill("a lot");
  await page.getByLabel("Card for fills, credits and voids from").fill("some");
  await expect
    .poll(() => verdict(floor), { timeout: 20_000 })
    .toMatch(/^It cannot be posted so: \d+ faults\.$/);
  for (const field of ["name", "card_from", "limits.main.step", "set.natural-pays"]) {
    const beside = page.locator(`[data-field="${field}"]`);
    await expect.poll(() => beside.count(), { message: field }).toBe(1);
    expect(await beside.isVisible(), field).toBe(true);
  }
  const listed = await page.getByRole("list", { name: "Faults" }).getByRole("listitem").count();
  expect(listed).toBeGreaterThanOrEqual(3);
  await floor.isAccessible("a faulty posting");
  await floor.picture("posting-faults");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("verdict-title");
  const after = await get<Lobby>(floor, "/api/tables");
  expect(after.tables.map(({ table }) => table)).toEqual(before.tables.map(({ table }) => table));
});

it("names what favours the player, and posts it once that is allowed", async () => {
  const floor = await supervisor();
  const { page } = floor;
  await page.goto(`${world.house.url}/post`);
  await page.getByRole("group", { name: "Main wager", exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Generous");
  await page.getByText(/^rules \d+$/).click();
  await page.locator("#f-set-natural-pays").fill("3 to 1");
  const box = page.getByRole("checkbox", {
    name: /^Post Main wager all the same, “main h17 6”: the player gains \d\.\d{4} % of a bet of \$\d+$/,
  });
  await box.waitFor({ timeout: 30_000 });
  expect(await verdict(floor)).toMatch(/^It cannot be posted so/);
  await box.check();
  await expect.poll(() => verdict(floor), { timeout: 30_000 }).toBe("It can be posted so.");
  const table = await opens(floor);
  const ann = await world.comes();
  await ann.watch(table);
  await ann.page
    .getByText(/May favour the player, by override: main /)
    .first()
    .waitFor();
  await ann.isAccessible("a table with an override");
  await ann.leave();
  await page.goto(`${world.house.url}/floor/${table}`);
  await page
    .locator("aside")
    .getByText(/May favour the player, by override: main /)
    .waitFor();
});

it("posts a running table anew between rounds, and its players are told (R-19)", async () => {
  const floor = await supervisor();
  const { tables } = await get<Lobby>(floor, "/api/tables");
  const { table, limits } = tables.find((it) => it.open && it.staffing === "unattended")!;
  const player = await world.comes();
  await player.sit(table, 2);
  await floor.page.goto(`${world.house.url}/post/${table}`);
  const least = dollars(limits[0] * 2);
  await floor.page.getByLabel("Main wager: minimum").fill(least);
  expect(await verdict(floor)).toBe("It can be posted so.");
  await floor.page.getByRole("button", { name: "Post it anew" }).click();
  await floor.page.getByText("Posted. It holds from the next round.").waitFor();
  await player.page
    .getByRole("log", { name: "What happens" })
    .getByText("The new posting holds: see the rules.")
    .waitFor({ state: "attached" });
  await player.page
    .getByText(new RegExp(`^\\${least} to`))
    .first()
    .waitFor();
  const { posted } = await get<View>(player, `/api/tables/${table}`);
  expect(posted.set?.["main.minimum"]).toBe(least);
  await player.leave();
});
