// Every word of these pages.

import { catalogue, type Said } from "../language";

export const CARDS = catalogue({
  pin: (which: Said) => `PIN${which}`,
  card: (which: Said) => `Card${which}`,
  anotherPersonsCard: "another person’s card",
});

export const DOLLARS = catalogue({
  suchAs200Or1: "such as 200 or 1,250.50",
  dollars: "Dollars",
  aShareIs0: "A share is 0 to 100 %, such as 12.5.",
  thatIsMoreThanOne: "That is more than one entry can hold.",
  anAmountMustBeMore: "An amount must be more than nothing.",
  dollarsAndCentsSuch: "Dollars and cents, such as 200 or 1,250.50.",
  typeAnAmountInDollars: "Type an amount in dollars.",
});

export const SEAT_MONEY = catalogue({
  freeTheSeat: "Free the seat",
  sellChips: "Sell chips",
  away: ", away",
  seatIsFree: (seat: Said) => `Seat ${seat} is free`,
  hasMoreInChips: (name: Said, cents: Said) => `${name} has ${cents} more in chips`,
  freeSeatAndCashS: (seat: Said, name: Said, chips: Said) =>
    `Free seat ${seat} and cash ${name}’s chips, ${chips}?`,
  sellInChipsToSeat: (cents: Said, name: Said, seat: Said) =>
    `Sell ${cents} in chips to ${name}, seat ${seat}?`,
  no: "No",
  yes: "Yes",
  seat: "Seat",
});

export const SHELL = catalogue({
  reports: "Reports",
  audit: "Audit",
  titled: (title: Said) => `${title} - Bahama`,
  dark: "Dark",
  light: "Light",
  off: "♪ off",
  on: "♪ on",
  soundIsOff: "Sound is off",
  soundIsOn: "Sound is on",
  office: "Office",
  cage: "Cage",
  floor: "Floor",
  signOut: "Sign out",
  sound: "Sound",
  pages: "Pages",
  bahamaTheTables: "Bahama: the tables",
  toTheWork: "To the work",
});

export const SIGNED = catalogue({
  no: "No",
  yes: (label: Said) => `Yes, ${label}`,
});

export const SWIPE_FORM = catalogue({
  isPostedToSeat: (cents: Said, seat: Said) => `${cents} is posted to seat ${seat}`,
  post: (cents: Said) => `Post ${cents}`,
  seat: (seat: Said, hand: Said) => `Seat ${seat}, ${hand}:`,
  inChipsAtTheTable: "It is handed out in chips at the table.",
  atTheCage: "Its slip is paid at the cage.",
});

export const WINNER_FIELDS = catalogue({
  winnersName: "Winner’s name",
  asOnThePaper: "as on the paper",
  identity: "Identity",
  neededForThisAmountWhat: "needed for this amount: what was shown",
  neededFromOn: (from: Said) => `needed from ${from} on`,
  taxForm: "Tax form",
  theNumberOfTheForm: "the number of the form",
});

export const KEYED = catalogue({
  isNoCardType7s: (rest: Said) => `“${rest}” is no card; type 7s, or 071 by digits.`,
});

export const LINKS = catalogue({
  theConnectionIsLostTrying: "The connection is lost; trying again.",
  theServerDoesNotAnswer: "The server does not answer.",
});

export const ORDER = catalogue({
  theServerDoesNotAnswer: "the server does not answer",
});
