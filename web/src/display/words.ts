// Every word of these pages.

import { catalogue, type Said } from "../language";

export const DISPLAY_PAGE = catalogue({
  free: "free",
  connectionLostTryingAgain: "Connection lost; trying again.",
  bahamaDisplay: "Bahama display",
  display: (name: Said) => `${name} - display`,
  theServerDoesNotAnswer: "The server does not answer.",
  dealing: "Dealing",
  play: "Play",
  seatPlays: (seat: Said) => `Seat ${seat} plays`,
  insurance: "Insurance",
  theShoeIsCut: "The shoe is cut",
  placeYourBets: "Place your bets",
  closed: "Closed",
  opening: "Opening…",
  winsOfThisRound: "Wins of this round",
  seat: (seat: Said, badgeWords: Said) => `seat ${seat}: ${badgeWords}`,
  table: (no: Said) => `table ${no}`,
  noPicture: "No picture",
});

export const LINK_DISPLAY = catalogue({
  tableCalled: (name: Said, table: Said) => `${name} (table ${table})`,
  table: (table: Said) => `table ${table}`,
  first: (amount: Said, table: Said) => `${amount} at ${table}`,
  then: (table: Said) => `then ${table}`,
  backedOut: " backed out",
  progressive: "Progressive",
  bahamaDisplay: "Bahama display",
  display: (name: Said) => `${name} - display`,
  exhibitionForTrainingOnly: "Exhibition: for training only",
  noProgressiveWagers: (stopped: Said) => `No progressive wagers: ${stopped}`,
  waitingForTheMeter: "Waiting for the meter",
  noConnectionTheMeterMay: "No connection: the meter may be old",
  seatAt: (seat: Said, table: Said) => `Seat ${seat}, ${table},`,
  lastHits: "Last hits",
  perBet: (unit: Said) => `${unit} per bet`,
  outOfPlay: "out of play",
  wonAt: (cents: Said, table: Said) => `${cents} won at ${table}`,
  pending: (jackpot: Said) => `PENDING ${jackpot}`,
});
