// What the staff's pages work out by themselves: keys and their reasons, keyed cards, typed
// dollars, what needs somebody.

import { describe, expect, it } from "vitest";
import type { BoardRow, Card, LinkView, Me, News, View } from "../../src/api/schema";
import { readDollars, readPercent } from "../../src/staff/dollars";
import { alarmsOf, lacks, merged } from "../../src/staff/floor/board.svelte";
import { nextFor } from "../../src/lobby/next";
import { readCards } from "../../src/staff/keyed";
import { keysOf, nextOf } from "../../src/staff/dealer/keys";
import { pointsOf, stepsOf } from "../../src/staff/office/history";
import { fieldOf } from "../../src/staff/order.svelte";
import { age } from "../../src/staff/words";
import { viewOf } from "./table";

const DEALER = 11;

function attended(change: Partial<View> = {}, dealing: "live" | "keypad" = "live"): View {
  const view = viewOf();
  return {
    ...view,
    posted: { ...view.posted, dealing, staffing: "attended", spots: ["main", "progressive"] },
    phase: { phase: "dealer" },
    duty: [
      { role: "dealer", staff: DEALER, name: "Dana" },
      { role: "supervisor", staff: 12, name: "Sam" },
    ],
    you: { account: DEALER, role: "dealer", seats: [], chips: 0 },
    ...change,
  };
}

const share = (state: object) => ({
  seat: 3,
  spot: "progressive" as const,
  hand: "four-suited" as const,
  percent: 100,
  state,
});

const claimed = (state: object): Partial<View> => ({
  phase: { phase: "live-game" },
  progressive: { lit: [[3, "progressive"]], hands: [], claims: [share(state)] } as View["progressive"],
});

const next = (view: View) => nextOf(view, keysOf(view, DEALER));

describe("the dealer's keys", () => {
  it("say why they do nothing, each in its own words (T-01)", () => {
    const keys = keysOf(attended(), DEALER);
    expect(keys.start.why).toBeUndefined();
    expect(keys.end.why).toBe("no game is played");
    expect(keys.hand.why).toBe("no game is played");
    expect(keys.turn.why).toBe("cards are turned by hand here");
    const alone = keysOf(attended({ duty: [{ role: "dealer", staff: DEALER, name: "Dana" }] }), DEALER);
    expect(alone.start.why).toBe("no supervisor is on duty");
    const other = keysOf(attended({ duty: [{ role: "dealer", staff: 5, name: "Eve" }] }), DEALER);
    expect(other.start.why).toBe("Eve deals here");
    expect(other.duty.why).toBe("Eve deals here");
  });

  it("lead a live game from START to END", () => {
    expect(next(attended()).label).toBe("START GAME");
    expect(next(attended({ phase: { phase: "live-game" } })).label).toBe("END GAME");
    expect(next(attended(claimed({ is: "claimed" }))).label).toBe("CALL");
    const called = { call: { since: 1, by: DEALER, name: "Dana" } };
    const waits = next(attended({ ...claimed({ is: "claimed" }), ...called }));
    expect(waits.key).toBeUndefined();
    expect(waits.note).toContain("seat 3");
    expect(next(attended(claimed({ is: "confirmed", cents: 1, needs: "supervisor" }))).label).toBe(
      "CARD",
    );
    expect(next(attended(claimed({ is: "awarded", cents: 1, slip: 1 }))).label).toBe("END GAME");
  });

  it("do not end a game with a claim open, or a hand not claimed (T-05)", () => {
    expect(keysOf(attended(claimed({ is: "claimed" })), DEALER).end.why).toBe("seat 3’s claim is open");
    const hands = [{ seat: 5, spot: "progressive" as const, hand: "four" as const, percent: 10 }];
    const missing = attended({
      phase: { phase: "claims" },
      progressive: { lit: [[5, "progressive"]], hands, claims: [] },
    });
    expect(keysOf(missing, DEALER).end.why).toBe("seat 5 is not claimed");
    expect(next(missing).label).toBe("HAND BUTTON");
  });

  it("lead a house-dealt round from the bets to the hole card", () => {
    const keypad = (change: Partial<View> = {}) => attended(change, "keypad");
    expect(next(keypad()).label).toBe("OPEN BETS");
    const open = keypad({ phase: { phase: "betting", until: null } });
    expect(next(open).note).toBe("no bets lie");
    open.seats[0]!.bets = [{ spot: "main", cents: 500 }];
    expect(next(open).label).toBe("DEAL");
    expect(next(keypad({ phase: { phase: "hole-card" } })).label).toBe("HOLE CARD");
    const turn = keypad({ phase: { phase: "turn", until: null } });
    expect(next(turn).key).toBeUndefined();
    const clock = keypad({ phase: { phase: "betting", until: null } });
    clock.posted.dealing = "automatic";
    expect(next(clock).note).toBe("the server’s clock deals here");
  });
});

describe("keyed cards", () => {
  it("come by letters, by digits and from a scanner", () => {
    expect(readCards("7s 10h, kD As").cards).toEqual(["7s", "Th", "Kd", "As"]);
    expect(readCards("071112 134").cards).toEqual(["7s", "Jh", "Kc"]);
    expect(readCards("7S7H9D7C\n").cards).toEqual(["7s", "7h", "9d", "7c"]);
  });

  it("say what is no card, and wait for what is not typed to its end", () => {
    expect(readCards("7s 1")).toEqual({ cards: ["7s"] satisfies Card[], rest: "1" });
    expect(readCards("7s 7x").wrong).toContain("7x");
    expect(readCards("145").wrong).toContain("145");
  });
});

describe("typed money", () => {
  it("is dollars, with or without sign, commas and cents", () => {
    const cents = ["200", "$1,250.50", ".25", " 7.5 "].map((text) => readDollars(text));
    expect(cents).toEqual([{ cents: 20_000 }, { cents: 125_050 }, { cents: 25 }, { cents: 750 }]);
  });

  it("is refused in words where it is not", () => {
    for (const text of ["", "0", "-5", "1,25", "1.255", "ten", "99999999999"])
      expect(readDollars(text), text).toHaveProperty("wrong");
    expect(readPercent("12.5")).toEqual({ hundredths: 1250 });
    for (const text of ["101", "x", "1.234"]) expect(readPercent(text), text).toHaveProperty("wrong");
  });
});

function rowOf(table: number, change: object = {}): BoardRow {
  return {
    summary: { table, name: `Table ${table}`, ...change },
    phase: { phase: "dealer" },
    duty: [],
    bets: 0,
    tray: 0,
    hands: [],
    claims: [],
    today: {},
  } as unknown as BoardRow;
}

describe("what comes next for the staff", () => {
  const me = (role: Me["role"], account = DEALER) => ({ account, role, roles: [role] }) as Me;
  const open = { open: true, staffing: "attended" };
  const deals = [{ role: "dealer", staff: DEALER, name: "Dana" }] as BoardRow["duty"];
  const called = rowOf(4, { ...open, call: { since: 5000, by: 1, name: "Dana" } });
  const link = {
    link: 1,
    name: "House",
    office: { unpaid: [3, 4], owed: [], funds: { short: 1_234 } },
  } as unknown as LinkView;
  const texts = (role: Me["role"], rows: BoardRow[], links: LinkView[] = []) =>
    nextFor(me(role), rows, links).map(({ text }) => text);

  it("is whoever calls before tables that lack somebody, for the floor (T-14)", () => {
    const lacking = rowOf(2, open);
    expect(texts("supervisor", [lacking, { ...called, duty: deals }])).toEqual([
      "Table 4, Table 4: Dana calls a supervisor",
      "Table 2, Table 2, lacks a dealer and a supervisor",
      "Table 4, Table 4, lacks a supervisor",
    ]);
  });

  it("is a dealer's own table, then those without a dealer", () => {
    const own = { ...rowOf(4, open), duty: deals };
    expect(texts("dealer", [rowOf(2, open), own])).toEqual([
      "You deal at table 4, Table 4",
      "Table 2, Table 2, needs a dealer",
    ]);
    expect(texts("dealer", [rowOf(3, { open: false, staffing: "attended" })])).toEqual([]);
  });

  it("is the money that waits, for the cage, and nothing for an auditor", () => {
    expect(texts("cage", [called], [link])).toEqual([
      "House: slips to pay: 2",
      "House: its bank account lacks $12.34",
    ]);
    expect(texts("auditor", [called], [link])).toEqual([]);
  });
});

describe("the board", () => {
  it("says what needs somebody, with its age (T-14)", () => {
    const called = rowOf(4, { call: { since: 5000, by: 1, name: "Dana" } });
    expect(alarmsOf(called).map(({ what, since }) => [what, since])).toEqual([["call", 5000]]);
    const claims = [share({ is: "claimed" })] as BoardRow["claims"];
    const [alarm] = alarmsOf({ ...rowOf(4), claims, claimed_since: 7000 });
    expect(alarm?.text).toBe("Jackpot to confirm: seat 3 suited four of a kind");
    expect(alarmsOf({ ...rowOf(4), tray: -500 })[0]?.text).toContain("−$5");
    expect(age(5000, 65_000)).toBe("1 min");
  });

  it("says whom an open table lacks before anybody can play", () => {
    const row = rowOf(4, { open: true, staffing: "attended" });
    const duty = [{ role: "dealer", staff: DEALER, name: "Dana" }] as BoardRow["duty"];
    expect(lacks(row)).toBe("a dealer and a supervisor");
    expect(lacks({ ...row, duty })).toBe("a supervisor");
    expect(lacks(rowOf(4, { open: false, staffing: "attended" }))).toBe("");
    expect(lacks(rowOf(4, { open: true, staffing: "unattended" }))).toBe("");
  });

  it("puts rows that have changed in their places, and leaves the others as they are", () => {
    const rows = [rowOf(1), rowOf(3)];
    const after = merged(rows, [rowOf(2), { ...rowOf(3), tray: 7 }]);
    expect(after.map(({ summary }) => summary.table)).toEqual([1, 2, 3]);
    expect(after[0]).toBe(rows[0]);
    expect(after[2]?.tray).toBe(7);
  });

  it("draws a meter as steps", () => {
    const news = [10, 20].map((cents, at) => ({
      version: at,
      at,
      events: [{ event: "shown", jackpots: [{ spot: "progressive", cents, pending: [] }] }],
    })) as unknown as News[];
    const points = pointsOf(news, "progressive");
    expect(points).toEqual([
      { at: 0, cents: 10 },
      { at: 1, cents: 20 },
    ]);
    expect(stepsOf(points, 100, 40)).toBe("M0 20.0H100.0V0.0H100");
    expect(stepsOf([], 100, 40)).toBe("");
  });
});

it("puts a refusal beside the field that it is about", () => {
  const places = ["card.refused", "slip.identity", "tray.short", "reason.missing", "round.running"];
  expect(places.map(fieldOf)).toEqual(["cards", "identity", "amount", "reason", "order"]);
});
