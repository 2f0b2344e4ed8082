// What a browser keeps of drills.

import { beforeEach, describe, expect, it } from "vitest";
import type { DrillKnown } from "../../src/api/schema";
import { answered, keepOf, keptOf, sentOf, type Kept } from "../../src/drill/kept";
import { answerWords } from "../../src/drill/words";

function known(up: number, level: number, due: number): DrillKnown {
  return { place: { part: "two-cards", kind: "hard", value: 16, up }, level, due };
}
const EMPTY: Kept = { known: [], visits: [] };

beforeEach(() => localStorage.clear());

describe("what is known", () => {
  it("is kept game by game, and anything unreadable is nothing", () => {
    const kept = answered(EMPTY, known(7, 1, 101), { day: 100, right: true, counts: true });
    keepOf("bahama-bonus", kept);
    keepOf("players-edge-21", EMPTY);
    expect(keptOf("bahama-bonus")).toEqual(kept);
    expect(keptOf("players-edge-21")).toEqual(EMPTY);
    localStorage.setItem("bahama.drill", "{");
    expect(keptOf("bahama-bonus")).toEqual(EMPTY);
  });

  it("is the last answer to a place, and what is due first is sent first", () => {
    let kept = EMPTY;
    for (const [one, right] of [
      [known(7, 1, 101), true],
      [known(8, 0, 100), false],
      [known(7, 2, 104), true],
    ] as const)
      kept = answered(kept, one, { day: 100, right, counts: true });
    expect(sentOf(kept, { part: "two-cards", kind: "hard" })).toEqual([
      known(8, 0, 100),
      known(7, 2, 104),
    ]);
    expect(sentOf(kept, { part: "two-cards", kind: "soft" })).toEqual([]);
    expect(sentOf(kept, undefined)).toHaveLength(2);
    expect(kept.visits).toEqual([{ day: 100, asked: 3, right: 2 }]);
  });

  it("counts a hand that comes again in the same visit once, and visits day by day", () => {
    let kept = answered(EMPTY, known(7, 0, 100), { day: 100, right: false, counts: true });
    kept = answered(kept, known(7, 0, 100), { day: 100, right: true, counts: false });
    kept = answered(kept, known(7, 1, 102), { day: 101, right: true, counts: true });
    expect(kept.visits).toEqual([
      { day: 100, asked: 1, right: 0 },
      { day: 101, asked: 1, right: 1 },
    ]);
  });
});

it("says what was better, by how much", () => {
  expect(answerWords("hit", "hit", 0, 0)).toBe("Hit is right.");
  expect(answerWords("hit", "double", 1, 104.3)).toBe("Redouble is better by $1.04.");
  expect(answerWords("hit", "stand", 0, 0.2)).toBe("Stand is better by less than a cent.");
});
