// What sheet 003 says of awards, where the first shift had one winner: two winners who share, pay table 3,
// a dealer's own card, a power cut between confirm and card, an award that was paid and is backed out.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { comesNext, digits, hired, PIN, show, type Staff } from "./staff";
import { openWorld } from "./world";

const world = openWorld();
const SHIFT = { timeout: 300_000 };

/** An executive notes a deposit, so that the progressive takes wagers (P-28). */
async function deposits({ person, card }: Staff): Promise<void> {
  const { page } = person;
  await page.goto(`${world.house.url}/cage`);
  // The link of the table that was posted last is the last one.
  const bank = page.getByRole("region", { name: /^Bank account/ }).last();
  await bank.getByLabel("Deposit").fill("1,000,000");
  await bank.getByRole("button", { name: "Note a deposit" }).click();
  await show(bank, card);
  await bank.getByLabel("PIN", { exact: true }).press("Enter");
  await page.getByText("A deposit of $1,000,000 is noted.").first().waitFor();
}

/** A hand button with the cards as they lie. */
async function claims({ page }: Person, seat: number, cards: string): Promise<void> {
  await page.locator("body").press("Escape");
  await page.keyboard.press(String(seat));
  const panel = page.getByRole("dialog", { name: "Hand button" });
  await panel.getByText(`Seat ${seat}, Progressive: which hand?`).waitFor();
  await page.keyboard.press("1");
  await panel.getByLabel("Cards, typed or scanned").fill(cards);
  await panel.getByLabel("Cards, typed or scanned").press("Enter");
  await panel.waitFor({ state: "hidden" });
}

/** A live table on pay table 3 with a dealer and a supervisor on duty and its bank account full. */
async function opened(): Promise<{ table: number; floor: Staff; office: Staff; dealer: Staff }> {
  const table = await world.house.open({
    game: "wsgc-bahama-bonus",
    kind: "live",
    paytables: { progressive: "3" },
  });
  const floor = await hired(world, "Fleur", "supervisor");
  const office = await hired(world, "Eliza", "executive");
  await deposits(office);
  // Whoever deals may be a supervisor on other days, and carry that card.
  const person = await world.comes();
  await person.page.goto(world.house.hire("Dana", "dealer", "supervisor"));
  await person.page.getByRole("button", { name: "Enter" }).click();
  await person.page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  const dealer = { person, name: "Dana", card: world.house.card("Dana", "supervisor", PIN) };
  await person.page.goto(`${world.house.url}/dealer/${table}`);
  await comesNext(person, "ON DUTY");
  await digits(person, "0");
  await floor.person.page.goto(`${world.house.url}/floor/${table}`);
  await floor.person.page.getByRole("button", { name: "On duty" }).click();
  await comesNext(person, "START GAME");
  return { table, floor, office, dealer };
}

/** Two hands with the same four sevens are claimed and confirmed with a note. */
async function confirmed(dealer: Person, { person }: Staff): Promise<number> {
  for (const seat of [1, 3]) {
    await digits(dealer, String(seat));
    const sensor = dealer.page.getByRole("button", { name: new RegExp(`^Seat ${seat}, Progressive`) });
    await expect.poll(() => sensor.getAttribute("aria-pressed")).toBe("true");
  }
  await digits(dealer, "0");
  await comesNext(dealer, "END GAME");
  await claims(dealer, 1, "7s7s7s7s");
  await claims(dealer, 3, "7s7s7s7s");
  const { page } = person;
  await page.getByLabel("Evidence").fill("both hands shown, shoe counted down");
  const key = page.getByRole("button", { name: /^Confirm 2 claims: \$/ });
  // It waits until the link has told both amounts.
  await expect.poll(() => key.isEnabled()).toBe(true);
  await expect.poll(() => page.getByText(/claimed, will need/).count()).toBe(2);
  const total = Number((await key.innerText()).replace(/^.*\$|,/g, ""));
  await key.click();
  await page
    .getByRole("region", { name: "Claims" })
    .getByText(/confirmed, needs/)
    .first()
    .waitFor();
  return total;
}

it(
  "pays two winners after a power cut, by cards that are not the dealer's (P-07, P-17, P-23, P-33)",
  SHIFT,
  async () => {
    const { table, floor, office, dealer } = await opened();
    const total = await confirmed(dealer.person, floor);

    // The power goes between the supervisor's confirm and the card.
    await world.house.kill();
    await world.house.restart();
    const { page } = floor.person;
    await page.goto(`${world.house.url}/floor/${table}`);
    const claimed = page.getByRole("region", { name: "Claims" });
    await claimed
      .getByText(/confirmed, needs/)
      .first()
      .waitFor();
    await dealer.person.page.reload();
    await comesNext(dealer.person, "CARD");

    // The dealer's own card posts nothing, whatever its level (P-23).
    await show(claimed, dealer.card);
    await claimed.getByRole("button", { name: /^Post \$/ }).click();
    await expect.poll(() => claimed.getByRole("alert").innerText()).toMatch(/deal/);

    // Seat 3 first: the dealer's right to left. The second is paid from the meter as the first left it:
    // the new seed of pay table 3.
    for (const seat of [3, 1]) {
      await claimed
        .getByText(new RegExp(`^Seat ${seat}, .*:`))
        .first()
        .waitFor();
      await show(claimed, office.card);
      await claimed.getByRole("button", { name: /^Post \$/ }).click();
      await claimed.getByText(new RegExp(`^Seat ${seat}: .*awarded`)).waitFor();
    }
    const said = (await claimed.innerText()).replaceAll(",", "");
    const awards = [...said.matchAll(/awarded \$([\d.]+)/g)].map(([, amount]) => Number(amount));
    expect(awards).toHaveLength(2);
    expect(awards[0]! + awards[1]!).toBeCloseTo(total, 2);
    expect(awards.every((award) => award >= 25_000)).toBe(true);
    await floor.person.picture("floor-two-winners");
    await digits(dealer.person, "0");
    await comesNext(dealer.person, "START GAME");

    await paid(await hired(world, "Cato", "cage"));
    await backedOut(office, floor);
    for (const one of [floor, office, dealer]) await one.person.leave();
  },
);

/** The dealer sells five hundred dollars in chips to a seat. */
async function sells(dealer: Person, seat: number): Promise<void> {
  await dealer.page
    .getByRole("region", { name: "Keys" })
    .getByRole("button", { name: /SELL CHIPS/ })
    .click();
  await dealer.page.getByRole("radio", { name: new RegExp(`^${seat} `) }).click();
  await dealer.page.getByLabel("Dollars").fill("500");
  await dealer.page.getByRole("button", { name: "Sell chips" }).last().click();
  await dealer.page.getByRole("button", { name: "Yes" }).click();
  await dealer.page.getByRole("button", { name: "Yes" }).waitFor({ state: "hidden" });
}

it("has two winners share one meter, at a table where the house deals (P-07, T-07)", SHIFT, async () => {
  const { house } = world;
  // Seats 1 and 2 and the dealer have red eights.
  const exhibition = "8h 8h 8h 8d 8d 8d 5c".split(" ");
  const table = await house.open({ game: "bahama-bonus", kind: "keypad", exhibition });
  const guests = [await house.guest(), await house.guest()];
  const does = async (at: number, id: string, body: object) => {
    const { version } = await house.ask<{ version: number }>(guests[at], "GET", `/api/tables/${table}`);
    const command = { id: `shared-${at}-${id}`, expected: version, body };
    await house.ask(guests[at], "POST", `/api/tables/${table}/commands`, command);
  };
  const { person: dealer } = await hired(world, "Dirk", "dealer");
  const floor = await hired(world, "Frank", "supervisor");
  const { page } = floor.person;
  await dealer.page.goto(`${house.url}/dealer/${table}`);
  await comesNext(dealer, "ON DUTY");
  await digits(dealer, "0");
  await page.goto(`${house.url}/floor/${table}`);
  await page.getByRole("button", { name: "On duty" }).click();
  for (const at of [0, 1]) {
    await does(at, "sits", { do: "sit", seat: at + 1, buy_in: 0 });
    await sells(dealer, at + 1);
  }
  await comesNext(dealer, "OPEN BETS");
  await digits(dealer, "0");
  const bets = { main: 1_000, progressive: 100 };
  await comesNext(dealer, "DEAL|WAIT");
  for (const at of [0, 1]) await does(at, "bets", { do: "bet", seat: at + 1, bets });
  await comesNext(dealer, "DEAL");
  await digits(dealer, "0");
  for (const at of [0, 1]) {
    const turn = { do: "act", seat: at + 1, hand: 1, action: "stand" };
    const stands = (id: string) => does(at, id, turn).then(() => "stood", String);
    let tries = 0;
    await expect.poll(() => stands(`stands-${(tries += 1)}`)).toBe("stood");
  }
  await comesNext(dealer, "HOLE CARD");
  await digits(dealer, "0");
  for (const seat of [1, 2]) {
    await comesNext(dealer, "HAND BUTTON");
    await digits(dealer, String(seat));
    const panel = dealer.page.getByRole("dialog", { name: "Hand button" });
    await panel.getByText(new RegExp(`^Seat ${seat}, .*: which hand`)).waitFor();
    await dealer.page.keyboard.press("1");
    await panel.waitFor({ state: "hidden" });
  }
  const claimed = page.getByRole("region", { name: "Claims" });
  await page.getByRole("button", { name: /^Confirm 2 claims: \$/ }).click();
  for (const seat of [2, 1]) {
    await claimed
      .getByText(new RegExp(`^Seat ${seat}, .*:`))
      .first()
      .waitFor();
    await show(claimed, floor.card);
    await claimed.getByRole("button", { name: /^Post \$/ }).click();
    await claimed.getByText(new RegExp(`^Seat ${seat}: .*awarded`)).waitFor();
  }
  const awards = [...(await claimed.innerText()).matchAll(/awarded \$([\d.,]+)/g)].map(([, it]) => it);
  expect(awards).toHaveLength(2);
  expect(awards[0], "each has half of the meter").toBe(awards[1]);
  await comesNext(dealer, "END GAME");
  await digits(dealer, "0");
  await comesNext(dealer, "OPEN BETS");
  for (const one of [floor.person, dealer]) await one.leave();
});

it("pays both meters of Monster Match to one hand (A35, O-04)", SHIFT, async () => {
  const { house } = world;
  const table = await house.open({ game: "players-edge-21", kind: "live" });
  const floor = await hired(world, "Fritz", "supervisor");
  const office = await hired(world, "Edith", "executive");
  await deposits(office);
  const { person: dealer } = await hired(world, "Doris", "dealer");
  await dealer.page.goto(`${house.url}/dealer/${table}`);
  await comesNext(dealer, "ON DUTY");
  await digits(dealer, "0");
  const { page } = floor.person;
  await page.goto(`${house.url}/floor/${table}`);
  await page.getByRole("button", { name: "On duty" }).click();
  await comesNext(dealer, "START GAME");
  // A seat with two sensors is asked which one.
  const sensors = dealer.page.getByRole("button", { name: /^Seat 2, Monster/ });
  for (const which of [1, 2]) {
    await digits(dealer, `2${which}`);
    await expect.poll(() => sensors.nth(which - 1).getAttribute("aria-pressed")).toBe("true");
  }
  await digits(dealer, "0");
  await comesNext(dealer, "END GAME");
  for (const which of ["1", "2"]) {
    await digits(dealer, "2");
    const panel = dealer.page.getByRole("dialog", { name: "Hand button" });
    await panel.getByText("Seat 2: which sensor?").waitFor();
    await dealer.page.keyboard.press(which);
    await panel.getByText(/which hand\?/).waitFor();
    await dealer.page.keyboard.press("1");
    await panel.getByLabel("Cards, typed or scanned").fill("7s7s7s7s");
    await panel.getByLabel("Cards, typed or scanned").press("Enter");
    await panel.waitFor({ state: "hidden" });
  }
  await page.getByLabel("Evidence").fill("the hand shown, shoe counted down");
  await page.getByRole("button", { name: /^Confirm 2 claims: \$/ }).click();
  const claimed = page.getByRole("region", { name: "Claims" });
  for (const left of [2, 1]) {
    await expect.poll(() => claimed.getByText(/confirmed, needs/).count()).toBe(left);
    await show(claimed, office.card);
    await claimed.getByRole("button", { name: /^Post \$/ }).click();
  }
  await expect.poll(() => claimed.getByRole("link", { name: "Win page" }).count()).toBe(2);
  await floor.person.picture("floor-monster-match");
  await comesNext(dealer, "END GAME");
  await digits(dealer, "0");
  await comesNext(dealer, "START GAME");
  for (const one of [floor.person, office.person, dealer]) await one.leave();
});

/** The cage pays slip 1. */
async function paid({ person, card }: Staff): Promise<void> {
  const { page } = person;
  await page.getByRole("heading", { name: /^Slips to pay: 2/ }).waitFor();
  await page.getByRole("button", { name: "Pay slip 1" }).click();
  await page.getByLabel("Winner’s name").fill("Bob");
  await page.getByLabel("Identity").fill("passport 4711");
  const form = page.getByLabel("Tax form");
  if ((await form.count()) > 0) await form.fill("W-2G 17");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await show(page, card);
  await page.getByRole("button", { name: /^Yes, pay/ }).click();
  await page
    .getByText(/^Slip 1 is paid: \$/)
    .first()
    .waitFor();
  await person.leave();
}

/** What was paid and is backed out, its winner owes: once, and by two persons (P-11, P-33). */
async function backedOut(office: Staff, floor: Staff): Promise<void> {
  const { page } = office.person;
  await page.goto(`${world.house.url}/office`);
  const awards = page.getByRole("region", { name: "Back an award out" });
  await awards.getByLabel("Award").selectOption("1");
  await awards.getByLabel("Why it is backed out").fill("the cards were misread");
  await awards.getByRole("button", { name: "Back it out" }).click();
  await awards.getByText(/It was paid: its winner owes it then\./).waitFor();
  await show(awards, office.card, PIN, " 1");
  await show(awards, office.card, PIN, " 2");
  await awards.getByRole("button", { name: /^Yes/ }).click();
  await awards.getByRole("alert").first().waitFor();
  await show(awards, office.card, PIN, " 1");
  await show(awards, floor.card, PIN, " 2");
  await awards.getByRole("button", { name: /^Yes/ }).click();
  await page.getByText("Slip 1 is backed out.").first().waitFor();
  await page.goto(`${world.house.url}/cage`);
  await page.getByText(/slip 1: the winner owes \$/).waitFor();
  await office.person.picture("cage-owed");
}
