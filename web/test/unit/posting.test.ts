// What is typed into the form of a posting.

import { describe, expect, it } from "vitest";
import { centsOf } from "../../src/posting/posting.svelte";

describe("an amount", () => {
  it.each([
    ["$5", 500],
    ["5", 500],
    ["0.5", 50],
    ["$1,250.50", 125_050],
    [" 25 ", 2_500],
  ])("%s is %i cents", (text, cents) => expect(centsOf(text)).toBe(cents));

  it.each(["", "much", "-5", "1,25", "5.005", "single-wager-limit"])("%s is none", (text) =>
    expect(centsOf(text)).toBeUndefined(),
  );
});
