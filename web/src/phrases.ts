// Every word of these pages.

import { catalogue, type Said } from "language";

export const SETTINGS = catalogue({
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
