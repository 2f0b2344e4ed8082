// What keys can do, in words.

import { catalogue } from "./language";

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
