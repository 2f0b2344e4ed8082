// The words of the table’s page itself.

import { catalogue, type Said } from "../language";

export const TABLE_PAGE = catalogue({
  youAreWatching: "You are watching.",
  chooseAFreeSeatAbove: "Choose a free seat above.",
  bahama: (name: Said) => `${name} - Bahama`,
  theServerDoesNotAnswer: "The server does not answer.",
  openingTheTable: "Opening the table",
  table: "Table",
  connectingYourSeatAndYour: "Connecting… your seat and your bets are safe.",
  toTheLobby: "To the lobby",
  thisTableCannotBeShown: "This table cannot be shown",
  whatHappens: "What happens",
  toTheControls: "To the controls",
  toTheTable: "To the table",
});

export const BETS = catalogue({
  theBetsHadClosedYour: "The bets had closed: your last change was too late.",
  putAChip: "Put a chip on the main circle first.",
  takenOffToo: (off: Said) => `Taken off, too: ${off}.`,
  leftOut: (dropped: Said) => `Left out: ${dropped}.`,
});

export const KEYS = catalogue({
  soundOff: "Sound off.",
  soundOn: "Sound on.",
  chip: (next: Said) => `${next} chip.`,
  seat: (seat: Said) => `Seat ${seat}.`,
});

export const MODEL = catalogue({
  yourWalletIsFullAgain: "Your wallet is full again. It is play money.",
  theServerDoesNotAnswer: "The server does not answer.",
  yourTurn: (total: Said, soft: boolean, hand?: Said) =>
    `Your turn${hand === undefined ? "" : `, hand ${hand}`}: ${soft ? "soft " : ""}${total}.`,
  insuranceTheDealerShows: "Insurance? The dealer shows an ace.",
  theConnectionIsBack: "The connection is back.",
  theConnectionIsLostTrying: "The connection is lost; trying again.",
});
