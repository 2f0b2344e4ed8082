import { describe, expect, it } from "vitest";
import type { Entry, Event, HandView, Offer, PaidLine, View } from "../../src/api/schema";
import { applyEntry, applyEvent, seal } from "../../src/table/fold";
import { stepsOf } from "../../src/table/show";
import { badge, badgeWords, dealerBadge, money, reasonWords, sentences } from "../../src/table/words";
import { entryOf, viewOf } from "./table";

const hard = (total: number) => ({ total, soft: false });
const legal: Offer[] = [
  { action: "hit", adds: 0, stake: 1000, gives_back: 0 },
  { action: "stand", adds: 0, stake: 1000, gives_back: 0 },
  { action: "double", adds: 1000, stake: 2000, gives_back: 0 },
  { action: "split", adds: 1000, stake: 1000, gives_back: 0 },
];

const started: Event[] = [
  { event: "started", round: 1, day: 20261116, profile: "profile" },
  {
    event: "dealt",
    cards: [
      { seat: 1, hand: 1, card: "8s", counts: hard(8) },
      { seat: 0, hand: 1, card: "6d", counts: hard(6) },
      { seat: 1, hand: 1, card: "8h", counts: hard(16) },
      { seat: 0, hand: 1, card: null },
    ],
    fates: [{ seat: 1, hand: 1, fate: "stood" }],
  },
  { event: "asked", seat: 1, hand: 1, legal, not: { rescue: "not-doubled" }, until: 5000 },
];

function handOf(cards: HandView["cards"], total: number): HandView {
  return { cards, total, soft: false, stake: 1000, doubles: 0, fate: "open" };
}

function afterBet(): View {
  return applyEntry(
    viewOf(),
    entryOf(2, [{ event: "bet-placed", seat: 1, bets: [{ spot: "main", cents: 1000 }] }]),
  );
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
    expect(view.felt.dealer_counts).toEqual(hard(6));
    expect(view.felt.hole_down).toBe(true);
    expect(view.shoe?.dealt).toBe(4);
    expect(view.felt.seats[0]!.hands).toEqual([{ ...handOf(["8s", "8h"], 16), fate: "stood" }]);
    expect(view.ask).toEqual({ ask: "action", seat: 1, hand: 1, legal, not: { rescue: "not-doubled" } });
    const hands = [handOf(["8s"], 8), handOf(["8h"], 8)];
    view = applyEntry(
      view,
      entryOf(4, [
        { event: "acted", seat: 1, hand: 1, action: "split", added: 1000, by: "player", hands },
        {
          event: "dealt",
          cards: [
            { seat: 1, hand: 1, card: "Ac", counts: { total: 19, soft: true } },
            { seat: 1, hand: 2, card: "Kc", counts: hard(18) },
          ],
        },
        { event: "asked", seat: 1, hand: 1, legal: legal.slice(0, 2), not: {}, until: null },
      ]),
    );
    expect(view.felt.seats[0]!.hands).toEqual([
      { ...handOf(["8s", "Ac"], 19), soft: true },
      handOf(["8h", "Kc"], 18),
    ]);
  });

  it("folds the same entry twice to the same view", () => {
    const hit: Event[] = [
      {
        event: "acted",
        seat: 1,
        hand: 1,
        action: "hit",
        by: "player",
        hands: [handOf(["8s", "8h"], 16)],
      },
      { event: "dealt", cards: [{ seat: 1, hand: 1, card: "2c", counts: hard(18) }] },
    ];
    const before = applyEntry(afterBet(), entryOf(3, started));
    const entry = entryOf(4, hit);
    const first = applyEntry(before, entry);
    expect(first.felt.seats[0]?.hands[0]?.cards).toEqual(["8s", "8h", "2c"]);
    expect(applyEntry(before, entry)).toEqual(first);
  });

  it("turns the hole card between the others, and counts what the server counts", () => {
    const view = applyEntry(
      applyEntry(afterBet(), entryOf(3, started)),
      entryOf(4, [
        { event: "hole-turned", card: "Kd", counts: hard(16), fate: "open" },
        {
          event: "dealt",
          cards: [{ seat: 0, hand: 1, card: "9d", counts: hard(25) }],
          fates: [{ seat: 0, hand: 1, fate: "bust" }],
        },
      ]),
    );
    const { dealer, dealer_counts, dealer_fate, hole_down } = view.felt;
    expect([dealer, dealer_counts, dealer_fate, hole_down]).toEqual([
      ["6d", "Kd", "9d"],
      hard(25),
      "bust",
      false,
    ]);
    expect(dealerBadge(dealer_counts, dealer_fate)).toBe("25 bust");
  });

  it("moves money only as transfers say", () => {
    const entry: Entry = {
      ...entryOf(2, []),
      transfers: [{ from: "player:7", to: "felt", micros: 10_000_000 }],
    };
    const view = applyEntry(viewOf(), entry);
    expect(view.you.chips).toBe(49_000);
    expect(view.seats[0]!.player!.chips).toBe(49_000);
  });

  it("takes results from the server's lines and settles nothing itself (G-06)", () => {
    const line: PaidLine = {
      seat: 1,
      spot: "main",
      hand: 1,
      staked: 1000,
      returned: 123,
      result: "part",
      reason: { is: "surrendered" },
    };
    const view = applyEntry(
      applyEntry(afterBet(), entryOf(3, started)),
      entryOf(4, [{ event: "paid", lines: [line] }]),
    );
    expect(view.felt.lines).toEqual([line]);
    expect(view.you.chips).toBe(50_000);
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
});

describe("words", () => {
  it("say what happened, once", () => {
    const before = afterBet();
    const after = applyEntry(before, entryOf(3, started));
    expect(sentences(before, after, entryOf(3, started))).toEqual([
      "Round 1 is dealt.",
      "You: eight of spades and eight of hearts.",
      "Dealer: six of diamonds and a card face down.",
    ]);
  });

  it("show money to the cent and never more", () => {
    expect([money(500), money(750), money(-1250), money(123_456_700)]).toEqual([
      "$5",
      "$7.50",
      "−$12.50",
      "$1,234,567",
    ]);
  });

  it("say why a line pays what it pays", () => {
    expect([
      reasonWords({ is: "dealer-busts", player: 18, dealer: 26 }),
      reasonWords({ is: "class", class: "no-match", pay: "loses" }),
      reasonWords({ is: "class", class: "suited-match", pay: { to: { win: 9, per: 1 } } }),
      reasonWords({
        is: "twenty-one",
        class: "6-7-8-bonus-suit",
        pays: { win: 2, per: 1 },
        suit: "spades",
      }),
    ]).toEqual([
      "18, dealer busts with 26",
      "no match",
      "one suited match pays 9 to 1",
      "6-7-8 in spades pays 2 to 1",
    ]);
  });

  it("say where a 21 always wins", () => {
    const hand: HandView = {
      cards: ["As", "6d", "4c"],
      total: 21,
      soft: true,
      stake: 0,
      doubles: 0,
      fate: "open",
    };
    expect([badge(hand), badge(hand, true), badgeWords(hand, true)]).toEqual([
      "21",
      "21 wins",
      "21, which wins",
    ]);
  });

  it("show soft hands with both totals", () => {
    expect(
      badge({ cards: ["As", "6d"], total: 17, soft: true, stake: 0, doubles: 0, fate: "open" }),
    ).toBe("7/17");
  });
});
