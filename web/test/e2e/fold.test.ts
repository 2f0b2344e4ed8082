// The client's fold and the server's own view agree after every command, in every game.

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Entry, View } from "../../src/api/schema";
import { applyEntry } from "../../src/table/fold";
import { shoesOf, verify } from "../../src/table/verify";
import { GAMES } from "./games";
import { House, type Visitor } from "./house";

const ROUNDS = 40;

let house: House;
beforeAll(async () => {
  house = await House.start();
});
afterAll(() => house?.stop());

/** A view as it is written: what is not there is not there. */
const written = (view: View): View => JSON.parse(JSON.stringify(view)) as View;

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Player {
  view!: View;
  readonly entries: Entry[] = [];
  private commands = 0;

  constructor(
    private readonly who: Visitor,
    private readonly table: number,
  ) {}

  async look(): Promise<View> {
    return house.ask<View>(this.who, "GET", `/api/tables/${this.table}`);
  }

  async does(body: object): Promise<void> {
    const command = {
      id: `fold-${this.table}-${(this.commands += 1)}`,
      expected: this.view.version,
      body,
    };
    const entry = await house.ask<Entry>(
      this.who,
      "POST",
      `/api/tables/${this.table}/commands`,
      command,
    );
    this.entries.push(entry);
    this.view = applyEntry(this.view, entry);
    expect(written(this.view)).toEqual(await this.look());
  }
}

it.each(GAMES.map((game) => game.id))("at %s", async (game) => {
  const who = await house.guest();
  const { table } = await house.ask<{ table: number }>(who, "POST", "/api/tables", {
    game,
    kind: "practice",
  });
  const player = new Player(who, table);
  player.view = await player.look();
  const pick = numbers(20261116);
  await player.does({ do: "sit", seat: 2, buy_in: 1_000_000 });
  await player.does({ do: "sit", seat: 5, buy_in: 0 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const side =
      player.view.posted.spots.includes("match-up") && pick(2) === 0 ? { "match-up": 500 } : {};
    const sensor = player.view.posted.spots.find(
      (spot) => spot === "progressive" || spot === "progressive-1",
    );
    const lit = sensor && pick(2) === 0 ? { [sensor]: 100 } : {};
    await player.does({ do: "bet", seat: 2, bets: { main: 500, ...side, ...lit } });
    if (pick(2) === 0) await player.does({ do: "bet", seat: 5, bets: { main: 1000 } });
    await player.does({ do: "ready" });
    while (player.view.ask) {
      const asked = player.view.ask;
      if (asked.ask === "insurance")
        await player.does({ do: "insure", seat: asked.seat, cents: pick(2) === 0 ? asked.most : 0 });
      else {
        // Splits and doubles as often as they come, so that every branch is walked.
        const names = asked.legal.map((offer) => offer.action);
        const bold = names.filter((name) => name === "split" || name === "double" || name === "rescue");
        const from = bold.length > 0 && pick(3) > 0 ? bold : names;
        await player.does({
          do: "act",
          seat: asked.seat,
          hand: asked.hand,
          action: from[pick(from.length)],
        });
      }
    }
  }
  expect(player.view.round).toBe(ROUNDS + 1);
  // The shoes that are over are checked from their secrets (F-04), with the cards of every round and by
  // code that shares nothing with the server (F-03); one that was tampered with is found out.
  const first = await house.ask<Entry[]>(who, "GET", `/api/tables/${table}/events?after=0`);
  const shoes = shoesOf([first[0]!, ...player.entries]).filter((shoe) => shoe.secret && !shoe.discards);
  expect(shoes.length).toBeGreaterThan(0);
  for (const shoe of shoes) {
    expect(await verify(shoe)).toBe("good");
    const swapped = { ...shoe, dealt: [shoe.dealt[1], shoe.dealt[0], ...shoe.dealt.slice(2)] };
    if (shoe.dealt[0] !== shoe.dealt[1]) expect(await verify(swapped)).toBe("cards differ");
    const secret = shoe.secret!.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(await verify({ ...shoe, secret })).toBe("commitment differs");
  }
});
