import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BetOffers, Body, Spot, TableRules, WagerRules } from "../../src/api/schema";
import { Bets, type Stakes } from "../../src/table/bets.svelte";
import type { Table } from "../../src/table/model.svelte";
import { applyEntry } from "../../src/table/fold";
import { entryOf, viewOf } from "./table";

const wager = (spot: Spot, least: number, more: Partial<WagerRules> = {}): WagerRules => ({
  spot,
  name: spot,
  least,
  most: 50_000,
  pays: [],
  at_most_main: false,
  step: 50,
  ...more,
});

/** What a table says that takes everything. */
const takes = (stakes: Stakes): BetOffers => ({
  fit: Object.entries(stakes).map(([spot, cents]) => ({ spot: spot as Spot, cents })),
  left_out: [],
  offers: [],
});

/** A table that accepts what it is given, and says so to stakes as it is told here. */
function tableOf(wagers: WagerRules[], says = takes): { table: Table; given: Body[] } {
  const given: Body[] = [];
  const table = {
    live: viewOf(),
    rules: { wagers } as TableRules,
    refusal: undefined,
    busy: false,
    mySeats: [1],
    tellNow: () => undefined,
    betOffers: async (_: number, stakes: Stakes) => says(stakes),
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

  it("are not sent where the table says that they may not lie", async () => {
    const { table, given } = tableOf([wager("main", 500)], () => ({
      fit: [],
      left_out: [{ spot: "main", why: { is: "limits", least: 500, most: 50_000 } }],
      offers: [],
    }));
    const bets = new Bets(table);
    bets.chip = 100;
    bets.put(1, "main");
    expect(bets.hint(1)).toBeUndefined();
    expect(await bets.send()).toBe(false);
    expect(bets.hint(1)).toBe("Main takes $5 to $500.");
    await bets.deal();
    expect(given).toEqual([]);
    expect(table.refusal?.text).toBe("Main takes $5 to $500.");
    // It may still be completed: it stays as an outline, and does not lie.
    expect(bets.isPending(1, "main")).toBe(true);
    expect(bets.laid).toBe(0);
    // What the table said is not said of other stakes.
    bets.put(1, "main");
    expect(bets.hint(1)).toBeUndefined();
  });

  it("come again as far as the table takes them", async () => {
    const says = (stakes: Stakes): BetOffers =>
      stakes.main === 60_000
        ? {
            fit: [],
            left_out: [
              { spot: "main", why: { is: "limits", least: 500, most: 50_000 } },
              { spot: "match-up", why: { is: "needs", spot: "main" } },
            ],
            offers: [],
          }
        : takes(stakes);
    const { table, given } = tableOf([wager("main", 500), wager("progressive", 100)], says);
    const bets = new Bets(table);
    bets.started([
      {
        seat: 1,
        bets: [
          { spot: "main", cents: 30_000 },
          { spot: "match-up", cents: 10_000 },
          { spot: "progressive", cents: 100 },
        ],
      },
    ]);
    await bets.rebet(1);
    const again = { main: 30_000, "match-up": 10_000, progressive: 100 };
    expect(given).toEqual([{ do: "bet", seat: 1, bets: again }]);
    await bets.rebet(2);
    expect(bets.of(1)).toEqual(again);
    expect(bets.note?.text).toBe("Left out: Main (takes $5 to $500), Match-Up (needs Main).");
  });

  it("say which wagers exclude or need each other, as the table does", async () => {
    const offer = { least: 100, most: 50_000, step: 50 };
    const { table } = tableOf([wager("main", 500)], (stakes) => ({
      ...takes(stakes),
      offers: [
        { spot: "match-up", ...offer },
        { spot: "trilux", ...offer, not: { is: "beside", spot: "match-up" } },
        { spot: "super3", ...offer, not: { is: "needs", spot: "trilux" } },
      ],
    }));
    const bets = new Bets(table);
    bets.look();
    await vi.advanceTimersByTimeAsync(200);
    expect(bets.blocked(1, "super3")).toBe("needs TriLux");
    expect(bets.blocked(1, "trilux")).toBe("not beside Match-Up");
    expect(bets.blocked(1, "match-up")).toBeUndefined();
  });

  /** A table where every side wager needs the main wager of $5 to $500. */
  const needsMain = (stakes: Stakes): BetOffers => {
    const all = Object.entries(stakes) as [Spot, number][];
    const main = stakes.main ?? 0;
    const fits = main >= 500 && main <= 50_000;
    return {
      fit: all.filter(() => fits).map(([spot, cents]) => ({ spot, cents })),
      left_out: fits
        ? []
        : all.map(([spot]) => ({
            spot,
            why:
              spot === "main"
                ? { is: "limits", least: 500, most: 50_000 }
                : { is: "needs", spot: "main" },
          })),
      offers: [],
    };
  };

  it("come off with what they need, and say so (T-16)", async () => {
    const { table, given } = tableOf([wager("main", 500), wager("match-up", 100)], needsMain);
    const bets = new Bets(table);
    bets.chip = 500;
    bets.put(1, "main");
    bets.put(1, "match-up");
    expect(await bets.send()).toBe(true);
    expect(bets.accepted(1)).toEqual({ main: 500, "match-up": 500 });
    bets.put(1, "main", true);
    await bets.send();
    expect(given.at(-1)).toEqual({ do: "bet", seat: 1, bets: {} });
    expect(bets.accepted(1)).toEqual({});
    expect(bets.note?.text).toBe("Taken off, too: Match-Up (needs Main).");
    // A stake below the least is none: all of it comes off.
    bets.put(1, "main");
    await bets.send();
    bets.chip = 100;
    bets.put(1, "main", true);
    await bets.send();
    expect(bets.accepted(1)).toEqual({});
  });

  it("bounce back with the limit where they may not lie (T-16)", async () => {
    const { table, given } = tableOf([wager("main", 500), wager("progressive", 100)], needsMain);
    const bets = new Bets(table);
    // A progressive wager without a main wager is refused where it is placed.
    bets.put(1, "progressive");
    await bets.send();
    expect(bets.of(1)).toEqual({});
    expect(bets.note).toEqual({ seat: 1, spot: "progressive", text: "Progressive: needs Main." });
    expect(given).toEqual([]);
    bets.chip = 50_000;
    bets.put(1, "main");
    await bets.send();
    bets.put(1, "main");
    expect(bets.of(1)).toEqual({ main: 50_000 });
    expect(bets.note).toEqual({ seat: 1, spot: "main", text: "Main takes $5 to $500." });
    expect(bets.laid).toBe(50_000);
  });

  it("say the nearest amounts as the table says them (T-16)", async () => {
    const { table } = tableOf([wager("main", 500)], (stakes) =>
      (stakes.main ?? 0) % 50 === 0
        ? takes(stakes)
        : {
            fit: [],
            left_out: [{ spot: "main", why: { is: "step", step: 50, below: 700, above: 750 } }],
            offers: [],
          },
    );
    const bets = new Bets(table);
    bets.type(1, "main", 725);
    await bets.send();
    expect(bets.note?.text).toBe("Main: in steps of $0.50: $7 or $7.50.");
    expect(bets.of(1)).toEqual({});
  });

  it("are the same again with one press, and are dealt", async () => {
    const { table, given } = tableOf([wager("main", 500)]);
    const bets = new Bets(table);
    bets.started([{ seat: 1, bets: [{ spot: "main", cents: 3100 }] }]);
    expect(bets.lastTotal).toBe(3100);
    await bets.deal();
    expect(given).toEqual([{ do: "bet", seat: 1, bets: { main: 3100 } }, { do: "ready" }]);
  });

  it("say that a change came after the bets had closed", () => {
    const { table } = tableOf([wager("main", 500)]);
    const bets = new Bets(table);
    bets.chip = 500;
    bets.put(1, "main");
    bets.started([{ seat: 1, bets: [] }]);
    expect(bets.note?.text).toBe("The bets had closed: your last change was too late.");
    expect(bets.of(1)).toEqual({});
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
