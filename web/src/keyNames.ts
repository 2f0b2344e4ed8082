// What keys can do, and what is written on them.

import { catalogue } from "./language";

/** The keys that are called by a word. */
const CAPS: Record<string, string> = catalogue({ " ": "Space", enter: "Enter" });

/** A key as it is written on a keyboard. */
export const keyCap = (key: string): string => CAPS[key] ?? key.toUpperCase();

/** What keys can do. */
export const KEY_NAMES = catalogue({
  keys: "Keys",
  soundOnOrOff: "Sound on or off",
  smallerChip: "Smaller chip",
  largerChip: "Larger chip",
  rebet: "Rebet",
  clearBets: "Clear bets",
  undo: "Undo",
  addAChip: "Add a chip to the main wager",
  deal: "Deal",
  noInsurance: "No insurance",
  insure: "Insure",
  surrenderOrRescue: "Surrender or rescue",
  split: "Split",
  double: "Double",
  stand: "Stand",
  hit: "Hit",
});
