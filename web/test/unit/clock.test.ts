// What a page shows of a clock does not depend on the server's wall clock (L-25).

import { expect, it } from "vitest";
import type { Event, View } from "../../src/api/schema";
import { timed, timedView } from "../../src/table/clock";
import { applyEntry } from "../../src/table/fold";
import { entryOf, viewOf } from "./table";

const HOUR = 3_600_000;
const asked = (until: number): Event => ({
  event: "asked",
  seat: 1,
  hand: 1,
  legal: [],
  not: {},
  until,
});
const ends = (view: View) => ("until" in view.phase ? view.phase.until : undefined);

it("gives a turn its posted time whatever the server's clock says", () => {
  for (const jump of [0, -2 * HOUR, HOUR]) {
    const entry = { ...entryOf(2, [asked(20_000 + jump)]), at: jump };
    const view = applyEntry(viewOf(), timed(entry, 500));
    expect(ends(view)).toBe(20_500);
  }
});

it("goes on with what is left of a question that was put before", () => {
  const view: View = { ...viewOf(), phase: { phase: "turn", until: 9 * HOUR }, left_ms: 7000 };
  const own = timedView(view, 500);
  expect(ends(own)).toBe(7500);
  const next = applyEntry(own, timed(entryOf(2, [asked(11_002)]), 4000));
  expect(ends(next)).toBe(14_000);
  expect(next.left_ms).toBeUndefined();
});

it("leaves a table without clocks as it is", () => {
  const view = viewOf();
  expect(timedView(view, 500)).toBe(view);
});
