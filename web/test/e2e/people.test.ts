// Several people: the lobby, two browsers at one table, bots, the display.

import { expect, it } from "vitest";
import { openWorld } from "./world";

const world = openWorld();

it("seats a visitor with one click, and bots keep him company", async () => {
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.isAccessible("lobby of a stranger");
  await ann.pictures("lobby-stranger");
  await ann.page.getByRole("button", { name: "Play now" }).click();
  await ann.page.waitForURL(/\/table\/\d+/);
  await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  expect(await ann.chips()).toBe(50_000);
  await ann.page.getByRole("button", { name: "Add bots" }).click();
  await expect.poll(() => ann.page.getByRole("region", { name: /, a bot$/ }).count()).toBe(4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  // The bots bet, play and are paid like everybody else; the visitor stands when asked.
  const stand = ann.page.getByRole("button", { name: /^Stand/ });
  const no = ann.page.getByRole("button", { name: /^No/ });
  await expect
    .poll(
      async () => {
        if ((await stand.count()) > 0 && (await stand.getAttribute("aria-disabled")) === null)
          await stand.click();
        if ((await no.count()) > 0) await no.click();
        return ann.page.getByRole("region", { name: "Your results" }).count();
      },
      { timeout: 40_000 },
    )
    .toBe(1);
  await ann.isAccessible("with bots");
  await ann.pictures("bots");
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("heading", { name: "Tables" }).waitFor();
  await ann.isAccessible("lobby");
  await ann.pictures("lobby");
  await ann.leave();
});

it("opens a practice table of one's own", async () => {
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Look around first" }).click();
  await ann.page.getByLabel("Game").selectOption("players-edge-21");
  await ann.page.getByRole("button", { name: "Open a practice table" }).click();
  await ann.page.waitForURL(/\/table\/\d+/);
  await ann.page.getByText("practice").waitFor();
  await ann.page.getByRole("button", { name: "Add bots" }).click();
  await expect.poll(() => ann.page.getByRole("region", { name: /, a bot$/ }).count()).toBe(4);
  await ann.leave();
});

it("pays envy to the other player, in both browsers", async () => {
  const cards = "7s 9h 7d 7s 9d Kc 7s 8c".split(" ");
  const table = await world.house.open({ game: "bahama-bonus", exhibition: cards });
  const ann = await world.comes();
  const ben = await world.comes();
  await ann.sit(table, 3);
  await ben.sit(table, 5);
  await expect
    .poll(() =>
      ann.page
        .getByRole("region", { name: /^Seat 5, / })
        .getByText("$500")
        .count(),
    )
    .toBe(1);
  await ann.bet(3, { Main: 10 });
  await ben.bet(5, { Main: 10 });
  // A table does not wait for who has no bet (T-15), so both bets lie first.
  for (const person of [ann, ben])
    await expect.poll(() => person.page.locator(".pending").count()).toBe(0);
  await ann.deal();
  await ben.deal();
  // Ben waits while Ann is asked, and sees whose turn it is.
  expect(await ben.page.getByRole("button", { name: /^Hit/ }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await ann.act("Hit");
  await ben.act("Stand");
  expect((await ann.results()).join()).toMatch(/Special bonus.*\+\$1,000/);
  expect((await ben.results()).join()).toMatch(/Envy bonus.*\+\$50/);
  await ben.isAccessible("envy");
  await ann.pictures("special-bonus");
  await ben.page.getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => ann.page.getByRole("button", { name: "Sit here at seat 5" }).count()).toBe(1);
  await ann.leave();
  await ben.leave();
});

it("shows the table on a display that cannot be used for anything", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9s 6h 9d Kc 8c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  const wall = await world.comes();
  await wall.page.goto(world.house.link("display"));
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.goto(`${world.house.url}/display/${table}`);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await wall.page.getByText("Seat 4 plays").waitFor();
  expect(await wall.page.locator("button, input, a, select").count()).toBe(0);
  await wall.isAccessible("display");
  await wall.pictures("display");
  await ann.leave();
  await wall.leave();
});
