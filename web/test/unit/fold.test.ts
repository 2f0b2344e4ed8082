import { describe, expect, it } from "vitest";
import type { Entry, Event, HandView, View } from "../../src/api/schema";
import { applyEntry, applyEvent, seal, totalOf } from "../../src/table/fold";
import { refusalOf } from "../../src/table/reasons";
import { stepsOf } from "../../src/table/show";
import { badge, badgeWords, money, sentences } from "../../src/table/words";
import { entryOf, viewOf } from "./table";

const started: Event[] = [
  { event: "started", round: 1, day: 20261116 },
  { event: "dealt", cards: [
    { seat: 1, hand: 1, card: "8s" }, { seat: 0, hand: 1, card: "6d" }, { seat: 1, hand: 1, card: "8h" }, { seat: 0, hand: 1, card: null },
  ] },
  { event: "asked", seat: 1, hand: 1, legal: ["hit", "stand", "double", "split"], double_adds: 1000, until: 5000 },
];

function afterBet(): View {
  return applyEntry(viewOf(), entryOf(2, [{ event: "bet-placed", seat: 1, bets: [{ spot: "main", cents: 1000 }] }]));
}

describe("the fold", () => {
  it("leaves the view it was given as it is", () => {
    const view = viewOf();
    const copy = structuredClone(view);
    applyEntry(view, entryOf(2, started));
    expect(view).toEqual(copy);
  });

  it("deals, asks and splits as the server says", () => {
    let view = applyEntry(afterBet(), entryOf(3, started));
    expect(view.felt.dealer).toEqual(["6d"]);
    expect(view.felt.hole_down).toBe(true);
    expect(view.shoe?.dealt).toBe(4);
    expect(view.ask).toEqual({ ask: "action", seat: 1, hand: 1, legal: [
      { action: "hit", adds: 0, gives_back: 0 }, { action: "stand", adds: 0, gives_back: 0 }, { action: "double", adds: 1000, gives_back: 0 }, { action: "split", adds: 1000, gives_back: 0 },
    ] });
    view = applyEntry(view, entryOf(4, [
      { event: "acted", seat: 1, hand: 1, action: "split", added: 1000, by: "player" },
      { event: "dealt", cards: [{ seat: 1, hand: 1, card: "Ac" }, { seat: 1, hand: 2, card: "Kc" }] },
      { event: "asked", seat: 1, hand: 1, legal: ["hit", "stand"], until: null },
    ]));
    const hands = view.felt.seats[0]!.hands;
    expect(hands.map((hand) => hand.cards)).toEqual([["8s", "Ac"], ["8h", "Kc"]]);
    expect(hands.map((hand) => [hand.total, hand.soft, hand.stake])).toEqual([[19, true, 1000], [18, false, 1000]]);
  });

  it("moves money only as transfers say", () => {
    const entry: Entry = { ...entryOf(2, []), transfers: [{ from: "player:7", to: "felt", micros: 10_000_000 }] };
    const view = applyEntry(viewOf(), entry);
    expect(view.you.chips).toBe(49_000);
    expect(view.seats[0]!.player!.chips).toBe(49_000);
  });

  it("g_06 takes results from the server's lines and settles nothing itself", () => {
    const line = { seat: 1, spot: "main", hand: 1, staked: 1000, returned: 123, reason: "because" };
    const view = applyEntry(applyEntry(afterBet(), entryOf(3, started)), entryOf(4, [{ event: "paid", lines: [line] }]));
    expect(view.felt.lines).toEqual([line]);
    expect(view.you.chips).toBe(50_000);
  });

  it("offers to give a hand up for what the server says comes back", () => {
    const asked: Event = { event: "asked", seat: 1, hand: 1, legal: ["stand", "rescue"], gives_back: 4000 };
    const view = applyEntry(afterBet(), entryOf(3, [...started.slice(0, -1), asked]));
    expect(view.ask).toMatchObject({ legal: [{ action: "stand", gives_back: 0 }, { action: "rescue", gives_back: 4000 }] });
  });

  it("shows card by card what it folds at once", () => {
    const entry = entryOf(3, started);
    let shown = afterBet();
    for (const step of stepsOf(entry)) {
      if (step.event) shown = applyEvent(shown, step.event);
      if (step.entry) seal(shown, step.entry);
    }
    expect(shown).toEqual(applyEntry(afterBet(), entry));
  });

  it("counts hands as people do", () => {
    expect(totalOf(["As", "Kd"])).toEqual({ total: 21, soft: true });
    expect(totalOf(["As", "Ad", "9c"])).toEqual({ total: 21, soft: true });
    expect(totalOf(["As", "Ts", "Kd"])).toEqual({ total: 21, soft: false });
    expect(totalOf(["9s", "5s", "Kd"])).toEqual({ total: 24, soft: false });
  });
});

describe("words", () => {
  it("say what happened, once", () => {
    const before = afterBet();
    const after = applyEntry(before, entryOf(3, started));
    expect(sentences(before, after, entryOf(3, started))).toEqual([
      "Round 1 is dealt.", "You: eight of spades and eight of hearts.", "Dealer: six of diamonds and a card face down.",
    ]);
  });

  it("show money to the cent and never more", () => {
    expect([money(500), money(750), money(-1250), money(123_456_700)]).toEqual(["$5", "$7.50", "−$12.50", "$1,234,567"]);
  });

  it("say why an action cannot be taken", () => {
    const view = applyEntry(afterBet(), entryOf(3, started));
    const asked = view.ask?.ask === "action" ? view.ask : undefined;
    const hand = view.felt.seats[0]!.hands[0]!;
    const why = (action: string) => refusalOf(view, asked, hand, action);
    expect([why("hit"), why("rescue"), refusalOf(view, undefined, undefined, "hit")]).toEqual([undefined, "only after a double", "not your turn"]);
    view.you.chips = 500;
    expect(why("double")).toBe("needs $10, you have $5");
  });

  it("say where a 21 always wins", () => {
    const hand: HandView = { cards: ["As", "6d", "4c"], total: 21, soft: true, stake: 0, doubles: 0, fate: "open" };
    expect([badge(hand), badge(hand, true), badgeWords(hand, true)]).toEqual(["21", "21 wins", "21, which wins"]);
  });

  it("show soft hands with both totals", () => {
    expect(badge({ cards: ["As", "6d"], total: 17, soft: true, stake: 0, doubles: 0, fate: "open" })).toBe("7/17");
  });
});
