// Every word of the page of drills.

import type { Action, RowKind } from "../api/schema";
import { PARTS } from "../coach/words";
import { catalogue, type Said } from "../language";
import { actionName, money } from "../table/words";
import type { DrillPart } from "./kept";

const KINDS: Record<RowKind, string> = catalogue({
  hard: "hard totals",
  soft: "soft totals",
  pair: "pairs",
});

/** A part of the chart. */
export const partWords = catalogue(
  ({ part, kind }: DrillPart): string => `${PARTS[part]}: ${KINDS[kind]}`,
);

const costs = (cents: number) => (cents < 1 ? "less than a cent" : money(Math.round(cents)));

/** A word after an answer, and what it would have given away. */
export const answerWords = catalogue(
  (chosen: Action, best: Action, doubles: number, cents: number): string =>
    cents === 0
      ? `${actionName(chosen, doubles)} is right.`
      : `${actionName(best, doubles)} is better by ${costs(cents)}.`,
);

export const DRILL = catalogue({
  title: "Drill",
  pageTitle: "Drill - Bahama",
  table: (table: Said) => `Table ${table}`,
  what: "What to drill",
  weak: "The hands that cost you most",
  reading: "The hands are worked out; the first time takes a few seconds.",
  failed: "The server does not answer.",
  noTable: "There is no such table.",
  signIn: "Sign in to drill:",
  toTheLobby: "to the lobby",
  noWeak: "Your last rounds here gave nothing away. Choose a part of the chart.",
  notDue: (days: number) =>
    `Nothing is due. What you know comes again ${days === 1 ? "tomorrow" : `in ${days} days`}.`,
  place: (place: number, of: number) => `Hand ${place} of ${of}`,
  lost: (amount: Said) => `Such hands gave away ${amount} in your last rounds.`,
  bet: (amount: Said) => `Worths for ${amount} on Main.`,
  next: "Next hand",
  more: "More hands",
  over: (right: number, asked: number) => `${right} of ${asked} right at once.`,
  progress: "Progress",
  known: (known: number, places: number) => `${known} of ${places} known`,
  visits: "Visits",
  visit: (right: number, asked: number) => `${right} of ${asked} right`,
  kept: "What you know is kept in this browser.",
});
