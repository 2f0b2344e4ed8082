import { afterEach, describe, expect, it, vi } from "vitest";
import type { PlayerStatement, RoundHistory, RoundSummary } from "../../src/api/schema";
import {
  csvOf,
  daysOf,
  figuresOf,
  lastMonths,
  monthOf,
  readRounds,
  readStatement,
  sumOf,
} from "../../src/history/own";
import { framesOf } from "../../src/history/replay";
import { entryOf } from "./table";

const round = (number: number, more: Partial<RoundSummary> = {}): RoundSummary => ({
  table: 3,
  round: number,
  day: 20261117,
  started: 1000,
  ended: 2000,
  voided: false,
  staked: 1000,
  returned: 2000,
  ...more,
});

afterEach(() => vi.unstubAllGlobals());

describe("own rounds", () => {
  it("are looked for by the server, among all of them and not those of one page", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(decodeURIComponent(path));
      return Promise.resolve(new Response("[]"));
    });
    await readRounds({ table: "", from: "", to: "", result: "" });
    await readRounds({ table: "4", from: "2026-11-18", to: "2026-11-30", result: "lost" }, round(7));
    expect(asked).toEqual([
      "/api/me/rounds?",
      "/api/me/rounds?table=4&from=20261118&to=20261130&result=lost&before=2000,3,7",
    ]);
  });

  it("are looked for by the month, and the statement with them", async () => {
    expect(lastMonths(new Date(2027, 0, 31)).slice(0, 3)).toEqual(["2027-01", "2026-12", "2026-11"]);
    expect(daysOf("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
    expect(daysOf("")).toEqual({ from: "", to: "" });
    expect(monthOf({ from: "2026-12-01", to: "2026-12-31" })).toBe("2026-12");
    for (const from of ["", "2026-12-01"]) expect(monthOf({ from, to: "" })).toBe("");
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response("{}"));
    });
    await readStatement({ table: "4", ...daysOf("2026-11"), result: "" });
    expect(asked).toEqual(["/api/me/statement?table=4&from=20261101&to=20261130"]);
  });

  it("are summed, and written for a spreadsheet", () => {
    const all = [round(1), round(2, { table: 4, returned: 0 }), round(3, { day: 20261201 })];
    expect(sumOf(all)).toEqual({ staked: 3000, returned: 4000, net: 1000 });
    expect(csvOf([round(1)])).toBe(
      "table,round,day,ended,staked,returned,state\n" +
        "3,1,20261117,1970-01-01T00:00:02.000Z,10.00,20.00,\n",
    );
  });

  it("have a statement that ties, or says that it does not", () => {
    const line = (other: string, cents: number) => ({
      table: 3,
      version: 1,
      at: 1,
      other,
      cents,
      balance: 0,
    });
    const statement: PlayerStatement = {
      player: 7,
      opening: 0,
      lines: [line("person:7", 50_000), line("felt", -1000), line("tray", 2000), line("cage", -51_000)],
      closing: 0,
    };
    expect(figuresOf(statement)).toEqual({ bought: 50_000, cashed: 51_000, played: 1000, ties: true });
    expect(figuresOf({ ...statement, closing: 1 }).ties).toBe(false);
  });
});

describe("a recalled round (G-08)", () => {
  it("is folded step by step from its record, with the stakes that lay", () => {
    const counts = { total: 9, soft: false };
    const history: RoundHistory = {
      ...round(1),
      history: true,
      coached: true,
      bets: [{ seat: 4, player: 7, bets: [{ spot: "main", cents: 1000 }] }],
      entries: [
        entryOf(5, [
          { event: "started", round: 1, day: 20261117, profile: "00" },
          {
            event: "dealt",
            cards: [
              { seat: 4, hand: 1, card: "9s", counts },
              { seat: 0, hand: 1, card: "6h", counts: { total: 6, soft: false } },
            ],
          },
        ]),
      ],
    };
    const frames = framesOf(history, 7);
    expect(frames.map(({ text }) => text)).toEqual([
      "Round 1 is dealt.",
      "You: nine of spades.",
      "Dealer: six of hearts.",
    ]);
    expect(frames[0]?.view.felt.seats[0]?.hands[0]).toMatchObject({ stake: 1000, cards: [] });
    expect(frames[1]?.view.felt.dealer).toEqual([]);
    expect(frames[2]?.view.felt.dealer).toEqual(["6h"]);
    // To others it is a seat.
    expect(framesOf(history, 8)[1]?.text).toBe("Seat 4: nine of spades.");
  });
});
