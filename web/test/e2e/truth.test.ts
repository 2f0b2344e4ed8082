// The table tells the truth: what lies, what came back, who is waited for, what was played.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");
const TWICE = [...EIGHTEEN, ...EIGHTEEN];

/** What the server holds on a seat, in cents by spot. */
function held(person: Person, table: number, seat: number): Promise<Record<string, number>> {
  return person.page.evaluate(
    async ([number, at]) => {
      const view = (await (await fetch(`/api/tables/${number}`)).json()) as {
        seats: { seat: number; bets: { spot: string; cents: number }[] }[];
      };
      const bets = view.seats.find((one) => one.seat === at)?.bets ?? [];
      return Object.fromEntries(bets.map(({ spot, cents }) => [spot, cents]));
    },
    [table, seat] as const,
  );
}

const seatOf = (person: Person, seat: number) =>
  person.page.getByRole("region", { name: new RegExp(`^Seat ${seat}, you`) });

it("takes Match-Up off with Main, and says so (T-16)", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 5, "Match-Up": 5 });
  await ann.betsLie();
  expect(await held(ann, table, 4)).toEqual({ main: 500, "match-up": 500 });
  const main = ann.page.getByRole("button", { name: /to Main, seat 4/ });
  await main.click({ button: "right" });
  await seatOf(ann, 4).getByText("Taken off, too: Match-Up (needs Main).").waitFor();
  await ann.betsLie();
  expect(await held(ann, table, 4)).toEqual({});
  await ann.isAccessible("taken off");
  await ann.leave();
});

it("lets a refused chip bounce back, with the limit beside the circle (T-16)", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  await ann.sit(table, 4);
  // A progressive wager without a main wager is refused where it is placed.
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await seatOf(ann, 4).getByText("Progressive: needs Main.").waitFor();
  await ann.betsLie();
  await ann.bet(4, { Main: 25 });
  await ann.betsLie();
  await ann.page.getByRole("button", { name: "Amounts" }).click();
  await ann.page.getByLabel("Main, seat 4, in dollars").fill("60000");
  await ann.page.getByRole("button", { name: "Done" }).click();
  await seatOf(ann, 4)
    .getByText(/^Main takes \$\d+ to \$[\d,]+\.$/)
    .waitFor();
  await ann.betsLie();
  expect(await held(ann, table, 4)).toEqual({ main: 2500 });
  expect(await ann.page.getByText(/^−\$/).count()).toBe(0);
  // The nearest amounts are the server's, here as everywhere.
  await ann.page.getByRole("button", { name: "Amounts" }).click();
  await ann.page.getByLabel("Main, seat 4, in dollars").fill("27.25");
  await ann.page.getByRole("button", { name: "Done" }).click();
  await seatOf(ann, 4)
    .getByText(/^Main: in steps of \$[\d.]+: \$[\d.]+ or \$[\d.]+\.$/)
    .waitFor();
  await ann.leave();
});

it("plays the same bets with one press, by Space whatever was clicked last", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: TWICE });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 25, "Match-Up": 5, "Match-Down": 1 });
  await ann.deal();
  // The mouse was last at "Stand"; Space does not repeat it.
  await ann.act("Stand");
  await ann.results();
  await ann.page.getByRole("radio", { name: "$5 chip" }).click();
  await ann.page.getByRole("button", { name: "Same bets · $31" }).waitFor();
  await ann.page.keyboard.press(" ");
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await expect
    .poll(() => ann.page.getByRole("button", { name: /^Stand/ }).getAttribute("aria-disabled"))
    .toBe(null);
  await ann.page.keyboard.press("s");
  await ann.results();
  // A control to which the keyboard has gone is pressed by it; the chips are one stop.
  await ann.page.getByRole("radio", { name: "$5 chip" }).focus();
  await ann.page.keyboard.press("ArrowRight");
  expect(await ann.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
    /^\$(10|25) chip$/,
  );
  await ann.page.keyboard.press("Tab");
  expect(await ann.page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("radio");
  await ann.page.keyboard.press(" ");
  expect(await ann.page.getByRole("button", { name: "Take off" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await ann.leave();
});

it("tells nothing before the cards tell it", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes({ motion: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  const stand = ann.page.getByRole("button", { name: /^Stand/ });
  await expect.poll(() => stand.getAttribute("aria-disabled")).toBe(null);
  await ann.page.evaluate(() => {
    // Frame by frame: what is told while the dealer's third card does not lie yet.
    const seen = window as unknown as { early: string[] };
    seen.early = [];
    const look = () => {
      const cards = document.querySelectorAll(".dealer li").length;
      if (cards >= 3) return;
      const last = [...document.querySelectorAll("footer dd")][2]?.textContent?.trim() ?? "";
      const log = document.querySelector("[role=log]")?.textContent ?? "";
      if (last !== "–") seen.early.push(`last round ${last} with ${cards} cards`);
      if (/busts|wins/.test(log)) seen.early.push(`log with ${cards} cards`);
      requestAnimationFrame(look);
    };
    look();
  });
  await stand.click();
  await ann.results();
  const early = await ann.page.evaluate(() => (window as unknown as { early: string[] }).early);
  expect(early).toEqual([]);
  await expect.poll(() => ann.page.locator("footer dd").nth(2).innerText()).toBe("+$10");
  await ann.leave();
});

it("says of open side wagers at once what they paid, on the phone, too", async () => {
  // A pair with the dealer's up-card: Match-Up is paid before anybody acts.
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9s 9h 9d Kc 8c".split(" "),
  });
  const ann = await world.comes({ width: 360, height: 640, touch: true });
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 5, "Match-Up": 5 });
  await ann.deal();
  await expect
    .poll(() => ann.page.getByRole("button", { name: /^Stand/ }).getAttribute("aria-disabled"))
    .toBe(null);
  await seatOf(ann, 4)
    .getByText(/Match-Up\s+\+\$\d+/)
    .waitFor();
  await ann.leave();
});

it("gives reasons that are true, and says what insurance costs and pays", async () => {
  const { GAMES } = await import("./games");
  const without = GAMES.find((game) => !game.rescue)!;
  const table = await world.house.open({ game: without.id, exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 5 });
  await ann.deal();
  await ann.page.getByRole("button", { name: /^Rescue/ }).click({ force: true });
  await ann.page.locator(".told").getByText("Rescue: this game has none.").waitFor();
  await ann.act("Stand");
  await ann.results();
  // Buying asks how much, and not in the middle of a hand.
  await ann.page.getByRole("button", { name: "Buy chips" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Buy chips" });
  await dialog.getByRole("button", { name: "$200" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => ann.chips()).toBe(50_000 + 500 + 20_000);
  await ann.leave();

  const insured = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9h Ad Jh Kc".split(" "),
  });
  const ben = await world.comes();
  await ben.sit(insured, 4);
  await ben.bet(4, { Main: 10 });
  await ben.deal();
  const form = ben.page.getByRole("form", { name: /Insurance/ });
  await form.getByText(/^Insurance\? Pays 2 to 1 if the dealer has blackjack\.$/).waitFor();
  expect(await form.locator(".primary").count()).toBe(0);
  // What it costs is exact, from the edge of the wager; who asks first waits until it is worked out.
  await form.getByText(/^Insuring \$5 costs \$\d+\.\d\d on average\.$/).waitFor({ timeout: 40_000 });
  await ben.page.getByRole("button", { name: /^No/ }).click();
  await ben.leave();
});

it("counts the visit over tables, and says at the end what it came to (G-09)", async () => {
  const first = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const second = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(first, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await ann.page.getByRole("button", { name: "Leave" }).click();
  await ann.page.getByText("You have left: 0 minutes, 1 round, +$10.").waitFor();
  await ann.page.goto(`${world.house.url}/table/${second}`);
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await ann.page.getByText(/min · net \+\$10/).waitFor();
  await ann.page.getByText("Wallet", { exact: true }).first().waitFor();
  await ann.leave();
});

it("has edge and return of every wager, and a page for an unknown address", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  const errors: string[] = [];
  ann.page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Look around first" }).waitFor();
  expect(errors, "no console error on a first visit").toEqual([]);
  const lost = await ann.page.goto(`${world.house.url}/no/such/address`);
  expect(lost?.status()).toBe(404);
  await ann.page.getByRole("heading", { name: "No such page" }).waitFor();
  await ann.page.getByRole("link", { name: "To the tables" }).waitFor();
  await ann.watch(table);
  await ann.page.getByRole("button", { name: "Rules" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Rules" });
  const rows = dialog.locator("table").first().locator("tbody tr");
  await dialog.getByRole("row", { name: /^Main .*\d\.\d\d % \d+\.\d\d %$/ }).waitFor({
    timeout: 40_000,
  });
  for (const row of await rows.all())
    expect(await row.innerText()).toMatch(/-?\d+\.\d\d %\s+\d+\.\d\d %$/);
  await dialog.getByText(/Progressive is with its meter at \$[\d,]+\.\d\d/).waitFor();
  await ann.leave();
});

it("names the reality check", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  await ann.sit(table, 4);
  // Two hours go by on the clock of the page.
  await ann.page.evaluate(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 7_200_000;
  });
  await ann.page.getByRole("dialog", { name: "Reality check" }).waitFor({ timeout: 15_000 });
  await ann.isAccessible("reality check");
  await ann.leave();
});

it("replays a round step by step under its own address, and all tables' rounds (G-08, G-02)", async () => {
  const shoe = "8s 6d 8h Js 3h 2h 9s 9h".split(" ");
  const table = await world.house.open({ game: "bahama-bonus", exhibition: shoe });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.betsLie();
  await ann.deal();
  await ann.act("Split");
  await ann.act("Stand");
  await ann.act("Stand");
  const shown = await ann.results();
  await ann.page.goto(`${world.house.url}/rounds/${table}/1`);
  const round = ann.page.getByRole("article", { name: /Round 1 of table/ });
  await round.waitFor();
  expect(await round.getByRole("row").count()).toBe(shown.length + 1);
  await round.getByRole("cell", { name: "Main, hand 2" }).waitFor();
  await round.getByText(/Progressive meter: .*after/).waitFor();
  const steps = await round.getByRole("list", { name: "Steps" }).getByRole("listitem").allInnerTexts();
  expect(steps).toContain("You split.");
  // At its first step nothing but the stakes lies; step by step the cards come.
  await round.getByRole("button", { name: "First step" }).click();
  expect(await round.getByRole("img", { name: / of / }).count()).toBe(0);
  await round.getByRole("button", { name: "Step on" }).click();
  await round.getByRole("img", { name: "eight of spades" }).waitFor();
  await round.getByRole("slider", { name: "Step of the round" }).fill(String(steps.length - 1));
  await round.getByText("Dealer").first().waitFor();
  await ann.isAccessible("a round");
  await ann.pictures("round");
  // Own rounds at all tables, and a statement that ties to the ledger.
  await ann.page.goto(`${world.house.url}/history`);
  const sum = ann.page.locator("[data-net]");
  await sum.waitFor();
  const played = ann.page.locator("[data-played]");
  await played.waitFor();
  expect(await played.getAttribute("data-played")).toBe(await sum.getAttribute("data-net"));
  await ann.page.getByText("The movements in the ledger make these chips to the cent.").waitFor();
  await ann.page.getByLabel("To").fill("2020-01-01");
  await expect.poll(() => sum.innerText()).toMatch(/^0 rounds/);
  await ann.isAccessible("own rounds");
  await ann.pictures("own-rounds");
  // It is nobody else's.
  const ben = await world.comes();
  await ben.watch(table);
  await ben.page.goto(`${world.house.url}/rounds/${table}/1`);
  await ben.page.getByText("There is no such round, or it is not yours to see.").waitFor();
  await ben.leave();
  await ann.leave();
});
