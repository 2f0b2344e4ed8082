import { describe, expect, it } from "vitest";
import type { HandView } from "../../src/api/schema";
import { badge, dealerBadge, NOT_LEGAL, notBetWords, visitWords } from "../../src/table/words";
import { viewOf } from "./table";

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
    expect(notBetWords({ is: "not-offered" }, viewOf().posted)).toBe("this table plays Match-Up");
    expect(notBetWords({ is: "chips", has: 48_500 })).toBe(
      "you have $485 here; buy chips or stake less",
    );
  });

  it("sum a visit up in a line", () => {
    expect(visitWords(38 * 60_000 + 5000, 41, 6400)).toBe("38 minutes, 41 rounds, +$64");
    expect(visitWords(61_000, 1, -500)).toBe("1 minute, 1 round, −$5");
  });
});
