// Every word of these pages.

import { catalogue, type Said } from "../../language";

export const BANK_WORK = catalogue({
  whyDepositIsTakenBack: (no: Said) => `Why deposit ${no} is taken back`,
  anExecutivesCard: "an executive’s card",
  aCardOfTheCageOr: "a card of the cage or of an executive",
  takeDepositOfBack: (no: Said, cents: Said) => `Take deposit ${no} of ${cents} back?`,
  deposit: "Deposit",
  noteADepositOfTheAccount: (cents: Said, dollars: Said) =>
    `Note a deposit of ${cents}? The account holds ${dollars} then.`,
  depositIsTakenBack: (no: Said) => `Deposit ${no} is taken back`,
  takenBack: ", taken back",
  aDepositOfIsNoted: (cents: Said) => `A deposit of ${cents} is noted`,
  nowItWasNeverFunded: "now: it was never funded",
  since: (since: Said) => `, since ${since}`,
  takeItBack: "Take it back",
  takeDepositBack: (no: Said) => `Take deposit ${no} back`,
  lastDeposits: "Last deposits",
  theCageNotesDeposits: "The cage and executives note deposits.",
  noteADeposit: "Note a deposit",
  stopsTheProgressive: "Stops the progressive",
  shortOf: "Short of",
  mustHold: "Must hold",
  holds: "Holds",
  bankAccount: (name: Said) => `Bank account: ${name}`,
});

export const CAGE_PAGE = catalogue({
  opening: "Opening…",
  printed: (copies: Said) => `printed ${copies}×`,
  notPrinted: "not printed",
  taxForm: "tax form",
  all: "All",
  credits: "Credits",
  fills: "Fills",
  cashed: "Cashed",
  bought: "Bought",
  table: "Table",
  chipsToday: "Chips today",
  noAwardThatWasPaid: "No award that was paid has been backed out.",
  winnersOwe: (count: Said) => `Winners owe: ${count}`,
  paySlip: (no: Said) => `Pay slip ${no}`,
  winPage: "Win page",
  postedBy: (posted_at: Said, name: Said) => `posted ${posted_at} by ${name}`,
  tableSeat: (table: Said, seat: Said, hand: Said) => `table ${table}, seat ${seat}, ${hand}`,
  slip: (name: Said, no: Said) => `${name}, slip ${no}`,
  noSlipWaits: "No slip waits to be paid.",
  slipsToPay: (count: Said, unpaid: Said) => `Slips to pay: ${count}${unpaid}`,
  cage: "Cage",
});

export const OWED_WORK = catalogue({
  twoCardsOneOfThem: "two cards, one of them an executive’s",
  giveUpOfSlip: (open: Said, slip: Said, reason: Said) =>
    `Give up ${open} of slip ${slip}: “${reason}”?`,
  howOrWhy: "How, or why",
  cameBack: "Came back",
  theCardsOfTwoPersons: "the cards of two persons",
  noteThatOfSlipCame: (cents: Said, slip: Said) => `Note that ${cents} of slip ${slip} came back?`,
  slipIsWrittenOff: (slip: Said) => `Slip ${slip} is written off`,
  ofSlipIsRecovered: (cents: Said, slip: Said) => `${cents} of slip ${slip} is recovered`,
  writeOff: (open: Said) => `Write off ${open}`,
  noteAsRecovered: "Note as recovered",
  winPage: "win page",
  of: (cents: Said) => `of ${cents} (`,
  slipTheWinnerOwes: (name: Said, slip: Said) => `${name}, slip ${slip}: the winner owes`,
});

export const PAY_SLIP = catalogue({
  payToForSlip: (amount: Said, winner: Said, slip: Said, lend: Said) =>
    `Pay ${amount} to ${winner} for slip ${slip}${lend}?`,
  slipIsPaidTo: (slip: Said, amount: Said, winner: Said) =>
    `Slip ${slip} is paid: ${amount} to ${winner}`,
  aCardOfTheCage: "a card of the cage, a supervisor or an executive",
  anExecutivesCard: "an executive’s card",
  withWhatTheHouseLends: ", with what the house lends",
  theHouseLendsWhat: "The house lends what the account lacks",
  pay: (amount: Said) => `Pay ${amount}`,
});
