import { describe, expect, it } from "vitest";
import type { TableSummary } from "../../src/api/schema";
import { bestTable } from "../../src/lobby/play";

const table = (number: number, taken: number, away: number): TableSummary =>
  ({ table: number, taken, away, seats: 7, open: true, staffing: "unattended" }) as TableSummary;

describe("play now (T-15)", () => {
  it("goes where people play, then where nobody sits, and only then where all have gone", () => {
    const [gone, empty, living] = [table(1, 2, 2), table(2, 0, 0), table(3, 2, 1)];
    expect(bestTable([gone, empty, living])).toBe(living);
    expect(bestTable([gone, empty])).toBe(empty);
    expect(bestTable([gone])).toBe(gone);
  });

  it("finds no seat at a full table", () => {
    expect(bestTable([table(1, 7, 7)])).toBeUndefined();
  });
});
