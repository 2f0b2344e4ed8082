import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Body, Spot, TableRules, WagerRules } from "../../src/api/schema";
import { Bets } from "../../src/table/bets.svelte";
import type { Table } from "../../src/table/model.svelte";
import { applyEntry } from "../../src/table/fold";
import { entryOf, viewOf } from "./table";

const wager = (spot: Spot, least: number, more: Partial<WagerRules> = {}): WagerRules => ({
  spot,
  name: spot,
  least,
  most: 50_000,
  at_most_main: false,
  step: 50,
  ...more,
});

/** A table that accepts what it is given, as far as the client can tell. */
function tableOf(wagers: WagerRules[]): { table: Table; given: Body[] } {
  const given: Body[] = [];
  const table = {
    live: viewOf(),
    rules: { wagers } as TableRules,
    refusal: undefined,
    busy: false,
    mySeats: [1],
    tellNow: () => undefined,
    async give(body: Body) {
      given.push(body);
      if (body.do === "bet") {
        const bets = Object.entries(body.bets).map(([spot, cents]) => ({ spot: spot as Spot, cents }));
        table.live = applyEntry(
          table.live,
          entryOf(table.live.version + 1, [{ event: "bet-placed", seat: body.seat, bets }]),
        );
      }
      return true;
    },
  };
  return { table: table as unknown as Table, given };
}

describe("bets", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("add and take chips, undo step by step, and lie only when the server says so", async () => {
    const { table, given } = tableOf([wager("main", 500), wager("match-up", 100)]);
    const bets = new Bets(table);
    bets.chip = 500;
    bets.put(1, "main");
    bets.put(1, "main");
    bets.put(1, "match-up");
    expect(bets.of(1)).toEqual({ main: 1000, "match-up": 500 });
    expect(bets.isPending(1, "main")).toBe(true);
    bets.undo();
    bets.put(1, "main", true);
    expect(bets.of(1)).toEqual({ main: 500 });
    expect(await bets.send()).toBe(true);
    expect(given).toEqual([{ do: "bet", seat: 1, bets: { main: 500 } }]);
    expect(bets.isPending(1, "main")).toBe(false);
  });

  it("are not sent before they can be a wager", async () => {
    const { table, given } = tableOf([wager("main", 500), wager("match-up", 100)]);
    const bets = new Bets(table);
    bets.chip = 100;
    bets.put(1, "main");
    expect(bets.hint(1)).toBe("The main wager is $5 to $500.");
    expect(await bets.send()).toBe(false);
    bets.put(1, "main", true);
    bets.put(1, "match-up");
    expect(bets.hint(1)).toBe("Every side wager needs a main wager.");
    await bets.deal();
    expect(given).toEqual([]);
    expect(table.refusal?.text).toBe("Every side wager needs a main wager.");
  });

  it("come again, without what is no longer affordable", () => {
    const { table } = tableOf([wager("main", 500), wager("match-up", 100)]);
    const bets = new Bets(table);
    bets.started([
      {
        seat: 1,
        bets: [
          { spot: "main", cents: 30_000 },
          { spot: "match-up", cents: 10_000 },
        ],
      },
    ]);
    bets.rebet(1);
    expect(bets.of(1)).toEqual({ main: 30_000, "match-up": 10_000 });
    bets.rebet(2);
    expect(bets.of(1)).toEqual({ main: 30_000, "match-up": 10_000 });
    expect(bets.note).toBe("Left out: Main (at most $500), Match-Up (needs Main).");
  });

  it("come again only as far as they may lie beside each other", () => {
    const { table } = tableOf([
      wager("main", 500),
      wager("match-up", 100, { most: 1500 }),
      wager("match-down", 100, { requires: "match-up" }),
      wager("trilux", 100, { at_most_main: true }),
    ]);
    const bets = new Bets(table);
    bets.started([
      {
        seat: 1,
        bets: [
          { spot: "main", cents: 1000 },
          { spot: "match-up", cents: 1000 },
          { spot: "match-down", cents: 500 },
          { spot: "trilux", cents: 1500 },
        ],
      },
    ]);
    bets.rebet(2);
    expect(bets.of(1)).toEqual({ main: 2000 });
    expect(bets.note).toBe(
      "Left out: Match-Up (at most $15), Match-Down (needs Match-Up), TriLux (at most the main wager).",
    );
  });

  it("say which wagers exclude or need each other", () => {
    const { table } = tableOf([
      wager("main", 500),
      wager("match-up", 100, { set: "match" }),
      wager("trilux", 100, { set: "trilux" }),
      wager("super3", 100, { requires: "trilux", set: "trilux" }),
    ]);
    const bets = new Bets(table);
    bets.chip = 500;
    expect(bets.blocked(1, "super3")).toBe("needs TriLux");
    bets.put(1, "main");
    bets.put(1, "match-up");
    expect(bets.blocked(1, "trilux")).toBe("not beside Match-Up");
    expect(bets.blocked(1, "match-up")).toBeUndefined();
  });

  it("light a sensor or put it out, with exactly one unit", () => {
    const { table } = tableOf([wager("main", 500), wager("progressive", 100, { most: 100 })]);
    const bets = new Bets(table);
    bets.chip = 2500;
    bets.put(1, "progressive");
    expect(bets.of(1).progressive).toBe(100);
    bets.put(1, "progressive");
    expect(bets.of(1).progressive).toBeUndefined();
  });
});
