import { describe, expect, it } from "vitest";
import type { Event, HandView, PaidLine } from "../../src/api/schema";
import {
  badge,
  belowSeedWords,
  dealerBadge,
  leftOutWords,
  lineWords,
  NOT_LEGAL,
  notBetWords,
  sentences,
  visitWords,
} from "../../src/table/words";
import { entryOf, viewOf } from "./table";

const hand = (fate: HandView["fate"]): HandView => ({
  cards: ["As", "6h"],
  total: 17,
  soft: true,
  stake: 500,
  doubles: 0,
  fate,
});

describe("words", () => {
  it("give a finished soft hand one total", () => {
    expect(badge(hand("open"))).toBe("7/17");
    expect(badge(hand("stood"))).toBe("17");
    expect(dealerBadge({ total: 17, soft: true }, "open")).toBe("7/17");
    expect(dealerBadge({ total: 17, soft: true }, "stood")).toBe("17");
  });

  it("give reasons that are true and say what to do", () => {
    expect(NOT_LEGAL.game).toBe("this game has none");
    expect(notBetWords({ is: "not-offered", plays: ["match-up"] })).toBe("this table plays Match");
    expect(notBetWords({ is: "chips", has: 48_500 })).toBe(
      "you have $485 here; buy chips or stake less",
    );
  });

  it("explain a meter below its seed while claims are open, and only then (P-35)", () => {
    const claim = { group: 1, table: 3, round: 7, frozen: 250_000, claims: [] };
    const words = (shown: number, pending: (typeof claim)[]) =>
      belowSeedWords({ cents: shown, seed: 200_000, pending });
    expect(words(199_999, [claim, { ...claim, group: 2, table: 4 }])).toBe(
      "While claims are open $1,999.99 is certain for the next winner, whichever of them are paid.",
    );
    expect(words(200_000, [claim])).toBe("");
    expect(words(150_000, [])).toBe("");
  });

  const line = (facts: Partial<PaidLine>): PaidLine => ({
    seat: 1,
    hand: 1,
    spot: "main",
    staked: 1000,
    returned: 1000,
    result: "push",
    reason: { is: "pushes", total: 20 },
    ...facts,
  });

  it("say a result as a dealer does", () => {
    const view = viewOf();
    const natural = { is: "natural", pays: { win: 3, per: 2 } } as const;
    expect(lineWords(view, line({ returned: 2500, reason: natural }))).toBe(
      "Your blackjack pays 3 to 2: +$15.",
    );
    expect(lineWords(view, line({}))).toBe("20 against 20: push.");
    const lost = { returned: 0, reason: { is: "loses-to", player: 17, dealer: 19 } } as const;
    expect(lineWords(view, line(lost))).toBe("17 loses to 19: −$10.");
    expect(lineWords(view, line({ ...lost, seat: 3 }))).toBe("Seat 3: 17 loses to 19: −$10.");
    const none = { is: "class", class: "nothing-in-four", pay: "loses" } as const;
    const sensor = line({ spot: "progressive", hand: null, staked: 100, returned: 0, reason: none });
    expect(lineWords(view, sensor)).toBe("Progressive: no winning hand: −$1.");
  });

  it("say an action with the card it draws, and what a redouble comes to", () => {
    const view = viewOf();
    const counts = { total: 12, soft: false };
    const doubled = (doubles: number): Event[] => [
      {
        event: "acted",
        seat: 1,
        hand: 1,
        action: "double",
        added: 1000,
        by: "player",
        hands: [{ ...hand("open"), stake: 1000 * 2 ** doubles, doubles }],
      },
      { event: "dealt", cards: [{ seat: 1, hand: 1, card: "2c", counts }] },
    ];
    const said = (events: Event[]) => sentences(view, view, entryOf(2, events));
    expect(said(doubled(1))).toEqual(["You double to $20 and draw the two of clubs."]);
    expect(said(doubled(2))).toEqual(["You redouble to $40 and draw the two of clubs."]);
  });

  it("say what is won of a meter, and with which cards", () => {
    const view = viewOf();
    view.felt.seats = [
      { seat: 1, bets: [], insurance: 0, hands: [{ ...hand("stood"), cards: ["9s", "9c", "2h"] }] },
    ];
    view.felt.dealer = ["9c", "9s", "Kd"];
    const share = { seat: 1, spot: "progressive", hand: "four-same-colour", percent: 100 } as const;
    const awarded: Event = { event: "awarded", ...share, slip: 3, cents: 200_024 };
    expect(sentences(view, view, entryOf(2, [awarded]))).toEqual([
      "You win the whole meter, $2,000.24, with four black nines.",
    ]);
    const claimed: Event = {
      event: "claimed",
      ...share,
      percent: 10,
      hand: "four",
      cards: ["6s", "6h", "6d", "6c"],
    };
    expect(sentences(view, view, entryOf(2, [claimed]))).toEqual([
      "You claim 10 % of the meter with four sixes.",
    ]);
  });

  it("say what a wager takes", () => {
    expect(leftOutWords("main", { is: "limits", least: 500, most: 50_000 })).toBe(
      "Main takes $5 to $500.",
    );
    expect(leftOutWords("match-up", { is: "needs", spot: "main" })).toBe("Match-Up: needs Main.");
  });

  it("sum a visit up in a line", () => {
    expect(visitWords(38 * 60_000 + 5000, 41, 6400)).toBe("38 minutes, 41 rounds, +$64");
    expect(visitWords(61_000, 1, -500)).toBe("1 minute, 1 round, −$5");
  });
});
