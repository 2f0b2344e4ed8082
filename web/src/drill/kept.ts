// What this browser keeps of drills: how well each place of a game’s chart is known, and how the visits
// went. When a place comes again the server says with each hand; here it is only kept.

import type { ChartPart, DrillKnown, RowKind } from "../api/schema";

/** A part of the chart that can be drilled; without one the weak hands. */
export interface DrillPart {
  part: ChartPart;
  kind: RowKind;
}

/** A day on which one drilled, and how that went. */
export interface DrillVisit {
  day: number;
  asked: number;
  right: number;
}

export interface Kept {
  known: DrillKnown[];
  visits: DrillVisit[];
}

const PLACE = "bahama.drill";
/** So many visits are kept. */
const VISITS = 30;
/** A request carries no more; what is due last is left out. */
const SENT = 500;

type All = Record<string, Kept | undefined>;

function all(): All {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as All) : {};
  } catch {
    // A browser that keeps nothing begins anew each time.
    return {};
  }
}

/** What is kept of a game. */
export function keptOf(game: string): Kept {
  const { known, visits } = all()[game] ?? {};
  return { known: known ?? [], visits: visits ?? [] };
}

export function keepOf(game: string, kept: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...all(), [game]: kept }));
  } catch {
    // It lasts as long as the page then.
  }
}

const isSame = (one: DrillKnown, other: DrillKnown) =>
  (["part", "kind", "value", "up"] as const).every((key) => one.place[key] === other.place[key]);

/** What is kept after an answer; the first answer to a hand counts for the visit. */
export function answered(
  { known, visits }: Kept,
  learned: DrillKnown,
  { day, right, counts }: { day: number; right: boolean; counts: boolean },
): Kept {
  const others = known.filter((one) => !isSame(one, learned));
  const today = visits.find((visit) => visit.day === day) ?? { day, asked: 0, right: 0 };
  const visit = counts ? { day, asked: today.asked + 1, right: today.right + (right ? 1 : 0) } : today;
  return {
    known: [...others, learned],
    visits: [...visits.filter((one) => one.day !== day), visit].slice(-VISITS),
  };
}

/** What is sent of it: of a part of the chart what is known there. */
export function sentOf({ known }: Kept, of: DrillPart | undefined): DrillKnown[] {
  const there = known.filter(({ place }) => !of || (place.part === of.part && place.kind === of.kind));
  return there.sort((one, other) => one.due - other.due).slice(0, SENT);
}
