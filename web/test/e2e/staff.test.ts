// A shift at a live table, across the pages of dealer, supervisor, cage, office and display: from
// the sensor to the slip that is paid (sheet 003, items 1 to 10).

import { expect, it } from "vitest";
import { openWorld } from "./world";
import { comesNext, digits, hired, key, large, looked, PIN, show, type Staff } from "./staff";

const world = openWorld();

/** A shift is long, and the machine may be slow. */
const SHIFT = { timeout: 300_000 };

/** Posts a live table with sensors; gives its number. */
async function posts({ person }: Staff): Promise<number> {
  const { page } = person;
  await page.goto(`${world.house.url}/post`);
  await page.getByLabel("Game", { exact: true }).selectOption("wsgc-bahama-bonus");
  await page.getByRole("radio", { name: "match", exact: true }).waitFor();
  await page.getByLabel("Kind", { exact: true }).selectOption("live");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(/\/floor\/\d+/);
  return Number(page.url().split("/").pop());
}

/** An executive notes a deposit at the cage, read back before it moves (P-28, S-21). */
async function deposits({ person, card }: Staff): Promise<void> {
  const { page } = person;
  await page.goto(`${world.house.url}/cage`);
  const bank = page.getByRole("region", { name: /^Bank account/ });
  await bank.getByText("now: it was never funded").waitFor();
  await bank.getByLabel("Deposit").fill("1,000,000.5x");
  await bank.getByText("Dollars and cents, such as").waitFor();
  expect(await bank.getByRole("button", { name: "Note a deposit" }).isDisabled()).toBe(true);
  await bank.getByLabel("Deposit").fill("1,000,000.50");
  await bank.getByText("= $1,000,000.50").waitFor();
  await bank.getByRole("button", { name: "Note a deposit" }).click();
  await bank.getByText("Note a deposit of $1,000,000.50?").waitFor();
  await show(bank, card);
  await page.getByLabel("PIN", { exact: true }).press("Enter");
  await page.getByText("A deposit of $1,000,000.50 is noted.").first().waitFor();
}

/** The office raises the meter with two cards, after one more question (P-10). */
async function adjusts({ person, card }: Staff, second: Staff): Promise<void> {
  const { page } = person;
  await page.goto(`${world.house.url}/office`);
  const adjust = page.getByRole("region", { name: "Adjust a meter" });
  await adjust.getByLabel("By").fill("4000");
  await adjust.getByLabel("In words").fill("display was dark for a day");
  await adjust.getByRole("button", { name: "Adjust the meter" }).click();
  await adjust.getByText(/^Add \$4,000 to Progressive, for malfunction\? It shows \$6,000/).waitFor();
  await show(adjust, card, PIN, " 1");
  await adjust.getByRole("button", { name: "Yes, adjust the meter" }).click();
  await adjust.getByRole("alert").waitFor();
  await show(adjust, card, PIN, " 1");
  await show(adjust, second.card, PIN, " 2");
  await looked(person, "office-adjust");
  await adjust.getByRole("button", { name: "Yes, adjust the meter" }).click();
  await page.getByText("The meter is adjusted.").first().waitFor();
  await page.getByRole("heading", { name: /^Progressive: \$6,000/ }).waitFor();
}

/** Sensors by their seats’ digits; a second press puts one out. */
async function lights(dealer: Staff["person"]): Promise<void> {
  const sensor = (seat: number) =>
    dealer.page.getByRole("button", { name: new RegExp(`^Seat ${seat}, Progressive`) });
  const isLit = (seat: number) => expect.poll(() => sensor(seat).getAttribute("aria-pressed"));
  await digits(dealer, "1");
  await isLit(1).toBe("true");
  await sensor(3).click();
  await isLit(3).toBe("true");
  await digits(dealer, "3");
  await isLit(3).toBe("false");
  await looked(dealer, "dealer-between");
  await digits(dealer, "0");
  await comesNext(dealer, "END GAME");
  expect(await sensor(1).getAttribute("aria-disabled"), "sensors are fixed in a game").toBe("true");
}

/** The hand button: a wrong card first, then the four sevens, by typing. */
async function claims(dealer: Staff["person"]): Promise<void> {
  await digits(dealer, "1");
  const panel = dealer.page.getByRole("dialog", { name: "Hand button" });
  await panel.getByText("Seat 1, Progressive: which hand?").waitFor();
  await dealer.page.keyboard.press("1");
  await panel.getByLabel("Cards, typed or scanned").fill("7s 7s 7x");
  await panel.getByText("“7x” is no card").waitFor();
  await panel.getByLabel("Cards, typed or scanned").fill("7s7s 071 071");
  await dealer.isAccessible("the card picker");
  await panel.getByLabel("Cards, typed or scanned").press("Enter");
  await panel.waitFor({ state: "hidden" });
  await comesNext(dealer, "CALL");
  await key(dealer, "END GAME");
  await dealer.page.getByText("END GAME: seat 1’s claim is open.").waitFor();
  await digits(dealer, "8");
  await comesNext(dealer, "WAIT");
}

/** Confirmed with a note on the evidence; the wrong card is refused beside its field. */
async function awarded(floor: Staff, office: Staff, dealer: Staff["person"]): Promise<void> {
  const { page } = floor.person;
  await page.getByRole("button", { name: /^Confirm the claim: \$/ }).click();
  const claims = page.getByRole("region", { name: "Claims" });
  await claims.getByRole("alert").waitFor();
  await page.getByLabel("Evidence").fill("cards shown, shoe counted down");
  await page.getByRole("button", { name: /^Confirm the claim: \$/ }).click();
  await claims.getByText(/confirmed, needs/).waitFor();
  await comesNext(dealer, "CARD");
  const post = claims.getByRole("button", { name: /^Post \$/ });
  await show(claims, floor.card, "8642");
  await post.click();
  await claims.getByText("Card or PIN is wrong, or the card is out of use.").waitFor();
  await expect.poll(() => claims.innerText()).toMatch(/needs\s+an executive’s card/);
  await show(claims, floor.card);
  await post.click();
  await expect.poll(() => claims.getByRole("alert").innerText()).toMatch(/executive/);
  await show(claims, office.card);
  await post.click();
  await claims.getByText(/awarded \$.*, slip 1/).waitFor();
  await claims.getByRole("link", { name: "Win page" }).waitFor();
}

it(
  "leads an award from the sensor to the slip that is paid (P-28, T-03, T-14, P-24)",
  SHIFT,
  async () => {
    const floor = await hired(world, "Fleur", "supervisor");
    const table = await posts(floor);
    const office = await hired(world, "Eliza", "executive");
    const { person: dealer } = await hired(world, "Dana", "dealer");
    await dealer.page.goto(`${world.house.url}/dealer/${table}`);

    // Before anybody has funded the link, the dealer is told so, and why START waits.
    await comesNext(dealer, "ON DUTY");
    await digits(dealer, "0");
    await comesNext(dealer, "WAIT");
    await dealer.page.getByText(/its bank account was never funded/).waitFor();
    await floor.person.page.getByRole("button", { name: "On duty" }).click();
    await comesNext(dealer, "START GAME");
    await deposits(office);
    await adjusts(office, floor);
    await expect
      .poll(() => dealer.page.getByText(/never funded/).count(), { message: "the account is funded" })
      .toBe(0);

    await lights(dealer);

    // A key that does nothing says why, and nothing is sent.
    await key(dealer, "START GAME");
    await dealer.page.getByText("START GAME: a game is played.").waitFor();

    await claims(dealer);

    // The floor sees it, with its age, and answers.
    const { page } = floor.person;
    await page.goto(`${world.house.url}/floor`);
    const alarms = page.getByRole("region", { name: "Needs somebody" });
    await alarms.getByText("Dana calls a supervisor").waitFor();
    await alarms.getByText(/^Jackpot to confirm: seat 1/).click();
    await page.getByRole("button", { name: "I have come" }).click();
    await page.getByText("The call is answered.").waitFor();
    await looked(floor.person, "floor-claim");

    await awarded(floor, office, dealer);

    await comesNext(dealer, "END GAME");
    await digits(dealer, "0");
    await comesNext(dealer, "START GAME");
    await pays(await hired(world, "Cato", "cage"));
    for (const { person } of [floor, office]) await person.leave();
    await dealer.leave();
  },
);

/** The cage pays the slip, once, to somebody with a name and what they showed. */
async function pays({ person, card }: Staff): Promise<void> {
  const { page } = person;
  expect(new URL(page.url()).pathname).toBe("/cage");
  await page.getByRole("heading", { name: /^Slips to pay: 1/ }).waitFor();
  await page.getByRole("button", { name: "Pay slip 1" }).click();
  await page.getByLabel("Winner’s name").fill("Ann");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.getByText(/^Pay \$.* to Ann for slip 1\?$/).waitFor();
  await show(page, card);
  await page.getByRole("button", { name: /^Yes, pay/ }).click();
  await page.getByRole("alert").first().waitFor();
  await page.getByLabel("Identity").fill("passport 4711");
  const form = page.getByLabel("Tax form");
  if ((await form.count()) > 0) await form.fill("W-2G 17");
  await looked(person, "cage-slip");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await show(page, card);
  await page.getByRole("button", { name: /^Yes, pay/ }).click();
  await page
    .getByText(/^Slip 1 is paid: \$/)
    .first()
    .waitFor();
  await page.getByText("No slip waits to be paid.").waitFor();
  // The cage notes deposits; what was noted wrongly somebody else takes back.
  expect(await page.getByRole("button", { name: "Note a deposit" }).count()).toBeGreaterThan(0);
  const back = { name: /^Take deposit/, includeHidden: true };
  expect(await page.getByRole("button", back).count()).toBe(0);
  await person.leave();
}

it("works the tray in dollars that are read back, by card (S-21, T-13)", SHIFT, async () => {
  const floor = await hired(world, "Frida", "supervisor");
  const table = await posts(floor);
  const { person: dealer } = await hired(world, "Doro", "dealer");
  await dealer.page.goto(`${world.house.url}/dealer/${table}`);
  await comesNext(dealer, "ON DUTY");
  await digits(dealer, "0");
  await comesNext(dealer, "WAIT");
  const { page } = floor.person;
  await page.goto(`${world.house.url}/floor/${table}`);
  const tray = page.getByRole("region", { name: "Tray" });
  await tray.getByLabel("Dollars").fill("5,000");
  await tray.getByRole("button", { name: "Fill" }).click();
  await tray.getByText("Bring $5,000 to the tray? It holds $5,000 then.").waitFor();
  await tray.getByRole("button", { name: "Yes, fill" }).click();
  await tray.getByRole("alert").waitFor();
  await show(tray, floor.card);
  await tray.getByRole("button", { name: "Fill" }).click();
  await tray.getByRole("button", { name: "Yes, fill" }).click();
  await page.getByText("Filled $5,000.").waitFor();
  await tray.getByLabel("Dollars").fill("6000");
  await show(tray, floor.card);
  await tray.getByRole("button", { name: "Credit" }).click();
  await tray.getByRole("button", { name: "Yes, credit" }).click();
  await expect.poll(() => tray.getByRole("alert").innerText()).toMatch(/tray holds \$5,000/);

  // Somebody who is gone is relieved with a reason, and the dealer's keys say so.
  await page.getByRole("button", { name: "On duty" }).click();
  await comesNext(dealer, "START GAME");
  await digits(dealer, "0");
  await comesNext(dealer, "END GAME");
  await page.getByRole("button", { name: "Relieve Doro" }).click();
  await page.getByRole("button", { name: "End the duty of Doro" }).click();
  await page.getByText("A reason has 3 to 200 characters.").waitFor();
  await page.getByLabel("Why Doro is relieved").fill("went home ill");
  await page.getByRole("button", { name: "End the duty of Doro" }).click();
  await comesNext(dealer, "ON DUTY");

  // The game is ended in the dealer's place, with a card and one more question.
  const round = page.getByRole("region", { name: "Round" });
  await show(round, floor.card);
  await round.getByRole("button", { name: "END GAME for the dealer" }).click();
  await round.getByRole("button", { name: "Yes" }).click();
  await page.getByText("The game is ended.").waitFor();
  await looked(floor.person, "floor-panel");
  await page.getByRole("button", { name: "Close the table" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("The table is closed.").waitFor();
  expect(await large(dealer)).not.toBe("START GAME");
  for (const person of [floor.person, dealer]) await person.leave();
});
