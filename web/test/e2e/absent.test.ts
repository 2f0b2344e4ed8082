// Players who have gone hold nobody up (T-15).

import { expect, it } from "vitest";
import { NO_CLOCKS } from "./house";
import { openWorld } from "./world";

const world = openWorld();

it("deals without those who are offline, names whom it waits for and frees their seats", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9s 9h 6d 8c 8d Ks 5c".split(" "),
    clocks: { ...NO_CLOCKS, away_ms: 3000 },
  });
  const [ann, bob, cid] = [await world.comes(), await world.comes(), await world.comes()];
  await ann.sit(table, 3);
  await bob.sit(table, 4);
  // Somebody without a bet is not waited for.
  await cid.sit(table, 5);
  await bob.bet(4, { Main: 10 });
  // His bet lies before she deals: whoever has none is not waited for.
  const lies = (at: number) =>
    fetch(`/api/tables/${at}`)
      .then((answer) => answer.json() as Promise<{ seats: { seat: number; bets: unknown[] }[] }>)
      .then(({ seats }) => seats.find(({ seat }) => seat === 4)?.bets.length);
  await expect.poll(() => ann.page.evaluate(lies, table)).toBe(1);
  await ann.bet(3, { Main: 10 });
  await ann.deal();
  const seat = ann.page.getByRole("region", { name: /^Seat 4/ });
  const name = (await seat.locator(".plate .name").innerText()).trim();
  const button = ann.page.locator("button.deal");
  await expect.poll(() => button.innerText()).toBe(`Waiting for ${name}`);
  await bob.context.close();

  // He is seen to be gone, and his bet is dealt.
  await expect
    .poll(() => seat.locator(".plate .chips").innerText(), { timeout: 15_000 })
    .toBe("offline");
  await ann.act("Stand");
  // His hand stands by the posted default; then the seat is free, and its chips are not lost.
  await ann.page.getByRole("button", { name: "Sit here at seat 4" }).waitFor({ timeout: 15_000 });
  const log = await ann.page.getByRole("log").innerText();
  expect(log).toContain(`${name} lost the connection.`);
  expect(log).toMatch(/stands?, by the clock/);
  expect(log).toContain(`${name} was away too long and lost the seat.`);
  await ann.picture("absent-freed");
  await ann.leave();
  await cid.leave();
});

it("plays at once beside somebody who does not bet", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9s 6d 8c Ks 5c".split(" "),
  });
  const [ann, bob] = [await world.comes(), await world.comes()];
  await bob.sit(table, 5);
  await ann.sit(table, 3);
  await ann.bet(3, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  expect((await ann.results()).join()).toMatch(/Main/);
  await ann.leave();
  await bob.leave();
});

it("is not away after a page was loaded again", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    clocks: { ...NO_CLOCKS, away_ms: 1000 },
  });
  const ann = await world.comes();
  await ann.sit(table, 3);
  await ann.page.reload();
  await ann.page.waitForTimeout(8000);
  const view = await ann.page.evaluate(
    async (at) => (await (await fetch(`/api/tables/${at}`)).json()) as { you: { seats: number[] } },
    table,
  );
  expect(view.you.seats).toEqual([3]);
  await ann.leave();
});
