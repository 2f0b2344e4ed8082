// Every word of these pages.

import type { Approval, Step } from "../../api/schema";
import { catalogue, type Said } from "../../language";

export const ADJUST = catalogue({
  malfunction: "malfunction",
  to: "to",
  whyItGoes: "Why it goes",
  twoCardsOneOfThem: "two cards, one of them an executive’s",
  takeOutOfPlay3: (name: Said, whatItHoldsStaysOwed: Said) =>
    `Take ${name} out of play? ${whatItHoldsStaysOwed}`,
  inWords: "In words",
  by: "By",
  theCardsOfTwoPersons: "the cards of two persons",
  forItShowsThen: (take: Said, cents: Said, from: Said, name: Said, WHY: Said, withCents: Said) =>
    `${take} ${cents} ${from} ${name}, for ${WHY}? It shows ${withCents} then.`,
  isOutOfPlay: (name: Said) => `${name} is out of play`,
  whatItHoldsStaysOwed: "What it holds stays owed.",
  takesOverWhatItHolds: (link: Said) => `${link} takes over what it holds.`,
  theMeterIsAdjusted: "The meter is adjusted",
  from: "from",
  take: "Take",
  add: "Add",
  seedRecovery: "seed recovery",
  nonDisplayedToGross: "non-displayed to gross",
  overTheLimit: "over the limit",
  nobodyItStaysOwed: "nobody: it stays owed",
  whatItHoldsGoesTo: "What it holds goes to",
  takeOutOfPlay: "Take out of play",
  takeOutOfPlay2: (name: Said) => `Take ${name} out of play`,
  becauseOf: "Because of",
  take2: "take",
  add2: "add",
  change: "Change",
  jackpot: "Jackpot",
  adjustTheMeter: "Adjust the meter",
  adjustAMeter: "Adjust a meter",
});

export const AWARDS = catalogue({
  itWasPaidItsWinner: "It was paid: its winner owes it then.",
  itsSlipIsVoidThen: "Its slip is void then.",
  whyItIsBackedOut: "Why it is backed out",
  twoCardsOfTheLevel: "two cards, of the level the award needed",
  slipIsBackedOut: (slip: Said) => `Slip ${slip} is backed out`,
  backOutOfSlipTable: (cents: Said, slip: Said, table: Said, seat: Said, unpaid: Said) =>
    `Back out ${cents} of slip ${slip}, table ${table}, seat ${seat}? ${unpaid}`,
  slipTable: (slip: Said, cents: Said, table: Said, hand: Said) =>
    `slip ${slip}: ${cents}, table ${table}, ${hand}`,
  choose: "choose",
  award: "Award",
  backItOut: "Back it out",
  backAnAwardOut: "Back an award out",
});

export const JACKPOTS = catalogue({
  outOfPlay: ", out of play",
  payTable: "Pay table",
  fromOnToOnHighest: (name: Said, cents: Said, at: Said, cents2: Said, at2: Said, cents3: Said) =>
    `${name} from ${cents} on ${at} to ${cents2} on ${at2}, highest ${cents3}`,
  wager: "Wager",
  toTheReserve: "To the reserve",
  toTheMeter: "To the meter",
  seed: "Seed",
  reserve: "Reserve",
  meter: "Meter",
});

export const DISPLAYS = catalogue({
  displays: "Displays",
  reading: "Reading…",
  table: (table: Said, name: Said) => `Table ${table}: ${name}`,
  madeAt: (at: Said) => `made ${at}`,
  offSince: (at: Said) => `off since ${at}`,
  turnOff: (name: Said) => `Turn ${name} off`,
  turnItOff: "Turn it off",
  turnOffForGood: (name: Said) => `Turn ${name} off for good?`,
  isOff: (name: Said) => `${name} is off`,
  makeALink: "Make its link",
  makeALinkFor: (name: Said, shows: Said) => `Make the link of ${name}, which shows ${shows}?`,
  aNewLinkTurnsOff: (name: Said) =>
    `Make a new link for ${name}? The screen that has this name goes dark.`,
  isMade: (name: Said) => `The link of ${name} is made`,
  name: "Name of the display",
  suchAsTheWall: "such as the wall it hangs on",
  itShows: "It shows",
  openOnce: (name: Said, ends: Said) =>
    `Open this address on the screen of ${name}, once, until ${ends}; it is shown only now:`,
});

export const PEOPLE = catalogue({
  staffAndCards: "Staff and cards",
  reading: "Reading…",
  cards: "Cards",
  card: (card: Said, name: Said, level: Said) => `Card ${card}: ${name}, ${level}`,
  issuedAt: (at: Said) => `issued ${at}`,
  revokedAt: (at: Said) => `out of use since ${at}`,
  add: "Add somebody",
  addAs: (name: Said, roles: Said) => `Add ${name} as ${roles}?`,
  reset: "New way in",
  resetFor: (name: Said) => `New way in for ${name}`,
  resetOf: (name: Said) => `Make a new link for ${name}? Passwords and sign-ins so far end.`,
  revoke: "Revoke",
  revokeFor: (name: Said) => `Revoke ${name}`,
  revokeOf: (name: Said) => `Take all access from ${name}, at once?`,
  issueCard: "Issue a card",
  cardFor: (name: Said) => `Issue a card for ${name}`,
  issueCardTo: (level: Said, name: Said) => `Issue a card of level ${level} for ${name}?`,
  revokeCard: "Take out of use",
  revokeCardFor: (card: Said, name: Said) => `Take out of use: card ${card} of ${name}`,
  revokeCardOf: (card: Said, name: Said) => `Take card ${card} of ${name} out of use, at once?`,
  isDone: (what: Said, name: Said) => `${what}: ${name}, done`,
  anExecutivesCard: "an executive’s card",
  name: "Name",
  roles: "Roles",
  level: "Level",
  pinOf: (name: Said) => `PIN of ${name}`,
  n4To12Digits: "4 to 12 digits, not in a row",
  leaveIt: "Leave it",
  comesInBy: (name: Said, until: Said) =>
    `${name} comes in by this address, once, until ${until}; it is shown only now:`,
  writeOnCard: (card: Said, name: Said) =>
    `Write this number on card ${card} of ${name}; it is shown only now:`,
});

export const LADDER = catalogue({
  whoSigns: "Who signs for what",
  what: "What",
  fromAmount: "From",
  anyAmount: "any amount",
  who: "Who",
  evidence: (from: Said) => `From ${from} on the claims are confirmed with a note on the evidence.`,
  identity: (from: Said) =>
    `From ${from} on a winner shows who he is, at the cage, and at the table where he gets chips.`,
  taxForm: (from: Said, times: Said) =>
    `From ${from} and ${times} wagers of winnings on there is a tax form.`,
  notice: (from: Said) => `From ${from} on the regulator is told.`,
});

export const STEPS: Record<Step, string> = catalogue({
  "fixed-pay": "A fixed pay from the tray",
  claim: "A claim on the meter",
  confirm: "The claims of a round, confirmed",
  award: "An award, posted",
  payment: "A slip, paid at the cage",
  loan: "A loan of the house for a payment",
  deposit: "A deposit",
  "deposit-back": "A deposit, taken back",
  "back-out": "An award, backed out",
  recovery: "What a winner gives back",
  "write-off": "What a winner owes, written off",
  adjustment: "A meter, adjusted",
  parameters: "New parameters",
  retirement: "A jackpot, taken out of play",
  fill: "A fill",
  credit: "A credit",
  void: "A voided round",
});

/** Who signs, in words. */
export const APPROVALS = catalogue((by: Approval): string => {
  switch (by.is) {
    case "key":
      return by.role === "dealer" ? "the dealer, by key" : "a supervisor, by key";
    case "card":
      if (by.role === "executive") return "an executive, by card";
      return by.role === "cage" ? "the cage, by card" : "a supervisor, by card";
    case "two":
      return by.role === "executive"
        ? "two persons by card, one of them an executive"
        : "two persons by card";
    case "two-executives":
      return "two executives by card";
  }
});

export const OFFICE_PAGE = catalogue({
  opening: "Opening…",
  backedOut: ": BACKED OUT",
  noTablePlays: "No table plays for a jackpot.",
  winPage: "Win page",
  slipTableSeat: (slip: Said, table: Said, seat: Said, hand: Said, at: Said, hit: Said) =>
    `slip ${slip}, table ${table}, seat ${seat}, ${hand}, ${at}${hit}`,
  nothingWasWonYet: "Nothing was won yet.",
  lastAwards: "Last awards",
  links: "Links",
  office: "Office",
});

export const PARAMETERS = catalogue({
  whyTheyChange: "Why they change",
  emptyAsItIs: "empty: as it is",
  toTheReserve2: "To the reserve, %",
  toTheMeter2: "To the meter, %",
  newSeedInDollars: "New seed in dollars",
  twoCardsOneOfThem: "two cards, one of them an executive’s",
  right: (name: Said, changes: Said) => `${name}: ${changes}. Right?`,
  wagers: (count: Said) => `${count} wagers`,
  changes: (name: Said, was: Said, is: Said) => `${name} ${was} → ${is}`,
  edgeWithSeeds: "The house keeps in the long run, seeds paid",
  growsADay: (tables: Said, seats: Said, rounds: Said, hours: Said) =>
    `The meter grows a day: ${tables} tables, ${seats} wagers a round, ` +
    `${rounds} rounds an hour, ${hours} hours`,
  wholeAward: "A whole award on average",
  theParametersAreSet: "The parameters are set",
  beforeFixedPays: (jackpot: Said) => `${jackpot} ¢ before fixed pays`,
  theMeterGrowsBy1: "The meter grows by $1,000 in",
  theHouseKeeps: (unit: Said) => `The house keeps of a ${unit} wager`,
  toTheReserve: "To the reserve",
  toTheMeter: "To the meter",
  seed: "Seed",
  againstSheet003sAdvice: "Against sheet 003’s advice",
  setTheParameters: "Set the parameters",
  new: "New",
  now: "Now",
  somethingIsPlayed: "Something is played on this link: parameters change only while nothing is.",
  parametersOf: (name: Said) => `Parameters of ${name}`,
});

export const PLACARDS = catalogue({
  table: (table: Said, name: Said) => `Table ${table}: ${name}`,
  reading: "Reading…",
  theWholeSignReady: "The whole sign, ready to print:",
  placard: "Placard",
  placardOfTable: (table: Said) => `Placard of table ${table}`,
  display: "Display",
  meterDisplay: "Meter display",
  displaysAndPlacards: "Displays and placards",
});

export const RUNNING = catalogue({
  whyWagersStop: "Why wagers stop",
  takeNoMoreProgressiveWagers: (count: Said) => `Take no more progressive wagers at ${count} tables?`,
  takeWagersAgainAtTables: (count: Said) => `Take wagers again at ${count} tables?`,
  noMoreWagersAreTaken: "No more wagers are taken",
  wagersAreTakenAgain: "Wagers are taken again",
  wagersAreTaken: "Wagers are taken",
  stopped: (stopped: Said) => `Stopped: ${stopped}`,
  stopWagers: "Stop wagers",
  resume: "Resume",
});
