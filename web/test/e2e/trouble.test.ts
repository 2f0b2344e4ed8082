// When things go wrong: refusals, reloads, lost connections, a killed server, a second
// sign-in; and nothing hidden is ever sent.

import { expect, it } from "vitest";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

/** Ann at seat 4, with nine-nine against a six and the king of clubs in the hole. */
async function midHand(): Promise<Person> {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9s 6h 9d Kc Jd".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 25 });
  await ann.deal();
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  return ann;
}

async function standAndWin(ann: Person): Promise<void> {
  await ann.act("Stand");
  expect((await ann.results()).join()).toMatch(/Main.*dealer busts with 26.*\+\$25/);
  expect(await ann.chips()).toBe(52_500);
}

it("shows beside the bets why the server would not take a stake", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await expect.poll(() => ann.page.locator(".pending").count()).toBe(0);
  await ann.page.getByRole("button", { name: "Amounts" }).click();
  await ann.page.getByLabel("Match-Up, seat 4, in dollars").fill("20");
  await ann.page.getByRole("button", { name: "Done" }).click();
  const seat = ann.page.getByRole("region", { name: /^Seat 4, you/ });
  await seat.getByText(/^Match-Up takes \$\d+ to \$\d+\.$/).waitFor();
  await ann.isAccessible("a refusal");
  await ann.pictures("refusal");
  // What would be refused has come back; what was accepted lies.
  await expect.poll(() => seat.locator(".pending").count()).toBe(0);
  await ann.page.getByRole("button", { name: /to Match-Up, seat 4$/ }).waitFor();
  await ann.page.getByRole("button", { name: /to Main, seat 4, now \$10$/ }).waitFor();
  await ann.leave();
});

it("loses nothing by a reload in the middle of a hand", async () => {
  const ann = await midHand();
  await ann.page.reload();
  await ann.page.getByRole("group", { name: "Your hand: 18" }).waitFor();
  await standAndWin(ann);
  await ann.leave();
});

it("announces a lost connection and heals it", async () => {
  const ann = await midHand();
  await ann.context.setOffline(true);
  await ann.page.evaluate(() => dispatchEvent(new Event("offline")));
  await world.house.kill();
  await ann.page.getByText("Connecting…").waitFor();
  await ann.isAccessible("without a connection");
  await ann.picture("connection-lost");
  await world.house.restart();
  await ann.context.setOffline(false);
  await ann.page.getByText("Connecting…").waitFor({ state: "detached", timeout: 20_000 });
  await standAndWin(ann);
  await ann.leave();
});

it("goes on where it was after the server was killed in the middle of a hand", async () => {
  const ann = await midHand();
  await world.house.kill();
  await world.house.restart();
  await ann.page.getByText("Connecting…").waitFor({ state: "detached", timeout: 20_000 });
  await standAndWin(ann);
  await ann.leave();
});

it("is sent no hidden card before its time (S-01)", async () => {
  const ann = await midHand();
  await ann.page.getByRole("button", { name: "Fairness" }).click();
  await ann.page.getByText(/^Commitment/).waitFor();
  await ann.page.keyboard.press("Escape");
  const before = ann.heard.join("\n");
  expect(before).toContain('"9s"');
  expect(before).toContain('"6h"');
  // The hole card, and the next card of the shoe.
  expect(before).not.toContain("Kc");
  expect(before).not.toContain("Jd");
  expect(await ann.page.content()).not.toMatch(/Kc|Jd|king of clubs|jack of diamonds/);
  await standAndWin(ann);
  expect(ann.heard.join("\n")).toContain('"Kc"');
  await ann.leave();
});

it("tells others who has lost the connection, and keeps the seat", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  const ben = await world.comes();
  await ann.sit(table, 4);
  await ben.sit(table, 2);
  const seat = ann.page.getByRole("region", { name: /^Seat 2, / });
  await seat.getByText("$500").waitFor();
  await ben.leave();
  await seat.getByText("offline").waitFor();
  await ann.leave();
});

it("stops visibly when the same person signs in elsewhere", async () => {
  const table = await world.house.open({ game: "bahama-bonus" });
  const ann = await world.comes();
  await ann.watch(table);
  await ann.page.evaluate(async () => {
    const me = (await (await fetch("/api/me")).json()) as { csrf: string };
    await fetch("/api/sign-out", {
      method: "POST",
      headers: { "content-type": "application/json", "x-bahama-csrf": me.csrf },
      body: "{}",
    });
  });
  await ann.page.getByRole("status").getByText("You have signed out.").waitFor();
  await ann.leave();
});
