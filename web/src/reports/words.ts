// Every word of these pages.

import type { ReportName } from "../api/schema";
import { catalogue, type Said } from "../language";

export const REPORT_NAMES: Record<ReportName, string> = catalogue({
  jackpots: "Jackpots",
  bank: "Bank",
  deposits: "Deposits",
  hits: "Hits",
  pending: "Pending",
  changes: "Changes",
  tables: "Tables",
  days: "Days",
  shifts: "Shifts",
  trays: "Trays",
  wagers: "Wagers",
  hold: "Hold",
  exceptions: "Exceptions",
  starts: "Starts",
});

export const SPAN_NAMES = catalogue({
  day: "Day",
  week: "Week",
  month: "Month",
});

export const REPORTS_PAGE = catalogue({
  reports: "Reports",
  theServerDoesNotAnswer: "The server does not answer.",
  reading: "Reading…",
  table: "Table",
  tableNo: (table: Said) => `Table ${table}`,
  daysTo: (from: Said, until: Said) => `${from} to ${until}`,
  ofTable: (days: Said, table: Said) => `${days}, table ${table}`,
  madeAt: (moment: Said) => `made ${moment}`,
  period: "Period",
  earlier: "Earlier",
  later: "Later",
  gamingDay: "Gaming day",
  allTables: "All tables",
  print: "Print",
  overview: "Overview",
  csv: "CSV",
  json: "JSON",
  drop: "Drop",
  win: "Win",
  hold: "Hold",
  rounds: "Rounds",
  roundsAnHour: "Rounds an hour",
  played: "Played",
  averageBet: "Average bet",
  awards: "Awards",
  dropAndWin: "Drop and win",
  nothingWasPlayed: "Nothing was played.",
  holdAndItsBand: "Hold and its 95 % band",
  lawIsBeingWorkedOut: "The law of a main wager is being worked out; its band follows by itself.",
  howTheBandIsMade:
    "By the exact variance of each wager for the best play, on wagers taken as independent. " +
    "People play less than the best, so a hold above the band is common; seats at one table vary " +
    "together, so the band is a little too narrow.",
  takeUp: "Take-up of side wagers",
  wagerAtTable: (table: Said, wager: Said) => `${table}: ${wager}`,
  countOnAverage: (count: Said, average: Said) => `${count} of ${average} on average`,
});

export const DAY_BARS = catalogue({
  dropAndWinByDay: "Drop and win by gaming day",
  dropOf: (day: Said, drop: Said) => `${day}: drop ${drop}`,
  winOf: (day: Said, win: Said) => `${day}: win ${win}`,
  drop: "drop",
  win: "win",
  upTo: (most: Said) => `up to ${most}`,
});

export const HOLD_BANDS = catalogue({
  theHouse: "The house",
  theBand: (low: Said, high: Said) => `The band: ${low} to ${high}.`,
});

export const REPORT_TABLE = catalogue({
  nothingInTheseDays: "Nothing in these days.",
  all: "all",
});

export const TRAY_SLIPS = catalogue({
  fill: (no: Said) => `Fill ${no}`,
  credit: (no: Said) => `Credit ${no}`,
  slipOfFill: (no: Said, amount: Said) => `Slip of fill ${no}: ${amount}`,
  slipOfCredit: (no: Said, amount: Said) => `Slip of credit ${no}: ${amount}`,
  slip: "Slip",
  toTheTray: (table: Said, moment: Said) => `From the cage to the tray of ${table}, ${moment}.`,
  fromTheTray: (table: Said, moment: Said) => `From the tray to the cage, of ${table}, ${moment}.`,
  theTrayHolds: (amount: Said) => `The tray holds ${amount} by the ledger.`,
  broughtByOrderOf: "Brought by order of",
  takenByOrderOf: "Taken by order of",
  signedWith: (name: Said, card: Said) => `${name}; signed with the card of ${card}`,
  noCardShown: (name: Said) => `${name}, by key; signs here`,
  secondCard: (name: Said) => `signed with the card of ${name}`,
  andOf: "and of",
  dealerSignsHere: "The dealer who counts them signs here",
  cageSignsHere: "The cage signs here",
  nobodyDealsHere: "nobody deals here",
  printThisSlip: "Print this slip",
});

export const FIGURES = catalogue({
  yes: "yes",
  no: "no",
  hoursAndMinutes: (hours: Said, minutes: Said) => `${hours} h ${minutes} min`,
  /** Columns are called as in the files that are taken away. */
  column: (name: string) => name.replaceAll("_", " "),
  leftOut: (wagers: Said) => `Left out, as their law is not known here yet: ${wagers}.`,
  nothingWasBet: "Nothing was bet on a wager whose law is known.",
  winIsBelow: (win: Said, low: Said, high: Said) =>
    `A win of ${win} lies below ${low} to ${high}, where the law expects 95 of 100.`,
  winIsAbove: (win: Said, low: Said, high: Said) =>
    `A win of ${win} lies above ${low} to ${high}, where the law expects 95 of 100.`,
  winIsWithin: (win: Said, low: Said, high: Said) =>
    `A win of ${win} lies within ${low} to ${high}, where the law expects 95 of 100.`,
});
