// Amounts as the chips they are paid in.

import { describe, expect, it } from "vitest";
import { chipsOf, stackOf } from "../../src/table/chips";

const CHIPS = [50, 100, 500, 2_500, 10_000, 50_000];
const sum = (chips: number[]) => chips.reduce((all, chip) => all + chip, 0);

describe("chips", () => {
  it("make every amount of the smallest chip exactly, with the fewest of them", () => {
    for (let cents = 50; cents <= 60_000; cents += 50) expect(sum(chipsOf(cents, CHIPS))).toBe(cents);
    expect(chipsOf(3_750, CHIPS)).toEqual([2_500, 500, 500, 100, 100, 50]);
  });

  it("are drawn five high at most, each kind at least once, the largest below", () => {
    expect(stackOf(3_750, CHIPS)).toEqual([2_500, 500, 500, 100, 50]);
    expect(stackOf(49_900, CHIPS).length).toBe(5);
    expect(new Set(stackOf(49_900, CHIPS))).toEqual(new Set([10_000, 2_500, 500, 100]));
    expect(stackOf(1_000, CHIPS)).toEqual([500, 500]);
  });

  it("stand for an amount that no chip makes by themselves", () => {
    expect(stackOf(7, CHIPS)).toEqual([7]);
  });
});
