// Every word of these pages.

import { catalogue, type Said } from "../language";

export const POST_PAGE = catalogue({
  titled: (title: Said) => `${title} - Bahama`,
  postItAnew: "Post it anew",
  openTheTable: "Open the table",
  postedItHolds: "Posted. It holds from the next round.",
  postedItTakesEffect: "Posted. It takes effect at the time given.",
  theServerDoesNotAnswer: "The server does not answer.",
  postTableAnew: (table: Said, name: Said) => `Post table ${table}${name} anew`,
  postATable: "Post a table",
  aPracticeTable: "a practice table",
  table: (table: Said) => `Table ${table}`,
  bahamaToTheLobby: "Bahama, to the lobby",
  toTheForm: "To the form",
});

export const POSTING_FORM = catalogue({
  neitherTheBaseGame: "neither, the base game",
  thePlayerGains: (edge: Said, bet: Said) => `: the player gains ${edge} %${bet}`,
  ofABetOf: (bet: Said) => ` of a bet of ${bet}`,
  theServerDoesNotAnswer: "The server does not answer.",
  itCannotBePostedSo: (count: Said, faults: Said) => `It cannot be posted so: ${count} ${faults}.`,
  itCanBePostedSo: "It can be posted so.",
  workingItOut: "Working it out…",
  withoutATimeItTakes: "Without a time it takes effect before the next round.",
  from: "From",
  profile: "Profile",
  beyondTheSheets: "Beyond the sheets",
  beyondTheSheets2: "Beyond the sheets:",
  faults: "Faults",
  verdict: "Verdict",
  anyOtherValueThan:
    "Any other value than the game’s is written on every view, placard and record of the table.",
  whatTheSheetLeaves: "What the sheet leaves to the table",
  postAllTheSame: (name: Said, offer: Said, gain: Said) =>
    `Post ${name} all the same, “${offer}”${gain}`,
  thisFavoursThePlayer: "This favours the player",
  mostOfAnySingleWager: "Most of any single wager",
  setOfWagers: "Set of wagers",
  wagers: "Wagers",
  n000Always: "$0.00, always",
  fiftyThousand: "$50,000.00",
  twoCardsForFillsCredits: "Two executives’ cards for fills and credits from",
  sensorsStayLit: "Sensors stay lit from game to game",
  cardForFillsCredits: "Card for fills, credits and voids from",
  three: "three",
  seatsOnePlayerMayHold: "Seats one player may hold",
  thoseOfTheKind: "those of the kind",
  asTheyAre: "as they are",
  clocks: "Clocks",
  decks: "Decks",
  configuration: "Configuration",
  name: "Name",
  kind: "Kind",
  game: "Game",
  table: "Table",
});

export const SETTING_FIELD = catalogue({
  or: (value: Said, setting: Said) => `${value}, or ${setting}`,
  theSheetToo: " (the sheet, too)",
});

export const WAGER_FIELDS = catalogue({
  limits: { minimum: "minimum", maximum: "maximum", step: "step" },
  limitOf: (wager: Said, limit: Said) => `${wager}: ${limit}`,
  atMostTheMainWager: ", at most the main wager",
  to: (least: Said, most: Said) => `${least} to ${most}`,
  upToHalfTheMain: "up to half the main wager",
  favoursThePlayer: ", favours the player",
  notKnown: "not known",
  payTableOf: (name: Said) => `Pay table of ${name}`,
  payTable: "Pay table",
  houseEdge: "House edge",
  offer: (name: Said) => `Offer ${name}`,
});

export const POSTING = catalogue({
  noAmount: "Write an amount, such as $100 or 0.50.",
  theServerDoesNotAnswer: "The server does not answer.",
});
