// A house-dealt table with staff: the player bets, the dealer works by digits alone, the supervisor
// posts the award, and the room sees it.

import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { comesNext, digits, hired, looked, notes, show, type Staff } from "./staff";
import { openWorld } from "./world";

const world = openWorld();

/** A round with all its people takes long where the machine is slow. */
const SHIFT = { timeout: 300_000 };
/** Four sevens of spades: the player's two, the dealer's two; then what the dealer draws. */
const SEVENS = "7s 7s 7s 7s 9d 9h".split(" ");
/** The most that a page of the staff may load, compressed. */
const MOST_BYTES = 150 * 1024;

/** The display of a table's jackpots, on a wall. */
async function wall(table: number): Promise<Staff["person"]> {
  const person = await world.comes({ width: 1920, height: 1080 });
  await person.page.goto(world.house.link("display"));
  await person.page.getByRole("button", { name: "Enter" }).click();
  await person.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  const link = await person.page.evaluate(async (table) => {
    const view = (await (await fetch(`/api/tables/${table}`)).json()) as {
      posted: { link: { link: number } };
    };
    return view.posted.link.link;
  }, table);
  await person.page.goto(`${world.house.url}/display/links/${link}`);
  return person;
}

/** Chips for the player at seat 4: typed in dollars, read back, sold. */
async function sells(dealer: Staff["person"]): Promise<void> {
  await digits(dealer, "97");
  const sale = dealer.page.getByRole("dialog", { name: "Sell chips" });
  await sale.getByRole("radio", { name: /^4/ }).click();
  await sale.getByLabel("Dollars").fill("200");
  await sale.getByRole("button", { name: "Sell chips", exact: true }).click();
  await sale.getByText(/^Sell \$200 in chips to .*, seat 4\?$/).waitFor();
  await sale.getByRole("button", { name: "Yes" }).click();
  await sale.waitFor({ state: "hidden" });
}

/** The cards win a share: the large key says so, and digits alone claim it. */
async function claims(dealer: Staff["person"]): Promise<void> {
  await comesNext(dealer, "HAND BUTTON");
  await digits(dealer, "0");
  const panel = dealer.page.getByRole("dialog", { name: "Hand button" });
  await panel.getByText("Whose hand?").waitFor();
  await dealer.page.keyboard.press("1");
  await panel.getByText(/which hand\?/).waitFor();
  await dealer.page.keyboard.press("1");
  await panel.waitFor({ state: "hidden" });
  await comesNext(dealer, "CALL");
  await digits(dealer, "0");
}

it(
  "plays and pays a jackpot at a table that the house deals (T-01, T-04, T-07, P-20)",
  SHIFT,
  async () => {
    const table = await world.house.open({
      game: "wsgc-bahama-bonus",
      kind: "keypad",
      exhibition: SEVENS,
      wagers: ["insurance", "match-up", "match-down", "progressive"],
    });
    const floor = await hired(world, "Fleur", "supervisor");
    const { person: dealer } = await hired(world, "Dana", "dealer", { width: 1024, height: 768 });
    const ann = await world.comes();
    await ann.watch(table);
    await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();

    await floor.person.page.goto(`${world.house.url}/floor/${table}`);
    await floor.person.page.getByRole("button", { name: "On duty" }).click();
    await dealer.page.goto(`${world.house.url}/dealer/${table}`);
    await comesNext(dealer, "ON DUTY");
    await digits(dealer, "0");
    await comesNext(dealer, "OPEN BETS");

    await sells(dealer);

    await digits(dealer, "0");
    await comesNext(dealer, "WAIT");
    await ann.bet(4, { Main: 10 });
    await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
    await dealer.page.getByRole("button", { name: /^Seat 4, Progressive lit/ }).waitFor();
    await comesNext(dealer, "DEAL");
    await digits(dealer, "0");
    await ann.act("Stand");
    await comesNext(dealer, "HOLE CARD");
    await looked(dealer, "dealer-hole-card");
    await digits(dealer, "0");

    await claims(dealer);
    const room = await wall(table);
    await room.page
      .getByText(/PENDING/)
      .first()
      .waitFor();

    const { page } = floor.person;
    const won = page.getByRole("region", { name: "Claims" });
    await page.getByRole("button", { name: "I have come" }).click();
    await page.getByRole("button", { name: /^Confirm the claim: \$/ }).click();
    await comesNext(dealer, "CARD");

    // The reader may stand at the dealer's desk; the card is the supervisor's.
    await digits(dealer, "0");
    const card = dealer.page.getByRole("dialog", { name: "A card for the award" });
    await show(card, floor.card);
    // The chips go to somebody with a name: without it the refusal stands beside the field (O-09).
    await card.getByLabel("PIN", { exact: true }).press("Enter");
    await card.getByText("The winner's name is missing.").waitFor();
    await notes(card, "Ann Winner");
    await show(card, floor.card);
    await card.getByLabel("PIN", { exact: true }).press("Enter");
    await card.waitFor({ state: "hidden" });
    await won.getByText(/awarded \$/).waitFor();
    await comesNext(dealer, "END GAME");
    await digits(dealer, "0");
    await comesNext(dealer, "OPEN BETS");
    await ann.results();
    expect(await ann.chips()).toBeGreaterThan(200_000);
    // A table with staff has no coach, and the history of its rounds has none.
    await ann.page.goto(`${world.house.url}/rounds/${table}/1`);
    await ann.page.getByRole("table", { name: "Wagers" }).waitFor();
    expect(await ann.page.getByRole("button", { name: "Was that right?" }).count()).toBe(0);
    for (const person of [floor.person, dealer, ann, room]) await person.leave();
  },
);

it("loads a page of the staff in at most 150 KB", SHIFT, async () => {
  const office = await hired(world, "Eliza", "executive");
  const { page } = office.person;
  for (const path of ["/floor", "/cage", "/office"]) {
    await page.goto(`${world.house.url}${path}`);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link").first().waitFor();
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.includes("/web/")),
    );
    const sizes = await Promise.all(
      files.map(async (file) => gzipSync(await (await fetch(file)).arrayBuffer()).length),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes, path).toBeGreaterThan(10_000);
    expect(bytes, path).toBeLessThanOrEqual(MOST_BYTES);
  }
  await office.person.leave();
});

it("shows an auditor everything and lets him press nothing (S-07)", SHIFT, async () => {
  const auditor = await hired(world, "Ada", "auditor");
  const { page } = auditor.person;
  await page.goto(`${world.house.url}/floor`);
  await page.getByRole("list", { name: "Tables" }).getByRole("button").first().click();
  await page.getByRole("region", { name: "Table", exact: true }).waitFor();
  for (const name of ["Close the table", "On duty", "Fill", "Void"])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  await page.goto(`${world.house.url}/office`);
  await page.getByRole("heading", { name: "Displays and placards" }).waitFor();
  const ladder = page.getByRole("table").filter({ hasText: "An award, posted" }).first();
  await ladder.getByText("an executive, by card").first().waitFor();
  for (const name of ["Adjust the meter", "Stop wagers", "Note a deposit"])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  await auditor.person.isAccessible("the office of an auditor");
  await auditor.person.leave();
});
