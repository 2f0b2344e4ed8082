// Every word of these pages.

import { catalogue, type Said } from "../language";
import { money } from "../table/words";

export const ACTIONS = catalogue({
  adds: (amount: Said, to: Said) => `+${amount} to ${to}`,
  keeps: (amount: Said) => `keep ${amount}`,
  loses: (amount: Said) => `lose ${amount}`,
  because: (name: Said, why: Said) => `${name}: ${why}.`,
  waitForTheDealer: "wait for the dealer",
  waitFor: (name: Said) => `wait for ${name}`,
  youHaveNoBet: "you have no bet in this round",
  actions: "Actions",
});

export const AMOUNTS = catalogue({
  exactly: (amount: Said) => `exactly ${amount}`,
  range: (least: Said, most: Said) => `${least} to ${most}`,
  theMainWager: "the main wager",
  done: "Done",
  seatInDollars: (spot: Said, seat: Said) => `${spot}, seat ${seat}, in dollars`,
  seat: (seat: Said) => `Seat ${seat}`,
});

export const BUY = catalogue({
  buy: "Buy",
  chipsInDollars: "Chips in dollars",
  anotherAmount: "Another amount",
  sells: (wallet: Said, least: Said, most: Said) =>
    `Your wallet holds ${wallet} of play money. This table sells chips from ${least} to ${most} at a time.`,
});

export const CARD = catalogue({
  holeCardFaceDown: "hole card, face down",
});

export const CLOCK = catalogue({
  secondsLeft: (label: Said, Math: Said) => `${label} ${Math} seconds left`,
});

export const CUT = catalogue({
  theShoeIsCut: "The shoe is cut in the middle:",
  cut: "Cut",
  cutTheShoeAtCard: (place: Said) => `Cut the shoe at card ${place}`,
});

export const DEALER = catalogue({
  /** The dealer for the ear: what his cards count, or what the open one does. */
  dealer: (count: Said, shows: boolean) =>
    `Dealer${count === "" ? "" : `: ${shows ? "shows " : ""}${count}`}`,
  noShoe: "No shoe",
  shoe: (shoe: Said, left: Said, cards: Said) => `Shoe ${shoe}: ${left} of ${cards} cards left`,
  cutCardOut: (shoe: Said) => `${shoe}, the cut card is out`,
  beforeCutCard: (shoe: Said, before: Said) => `${shoe}, ${before} before the cut card`,
  cardsLeft: "cards left",
  left: (left: Said) => `${left} left`,
  cardsDealt: (dealt: Said) => `${dealt} cards dealt`,
});

export const DIALOG = catalogue({
  close: (title: Said) => `Close ${title}`,
});

export const DOCK = catalogue({
  buyChipsBetweenRounds: "Buy chips: between rounds.",
  betweenRounds: "between rounds",
  fiveSecondsLeft: "Five seconds left.",
  dealing: "Dealing.",
  takeASeatToPlay: "Take a seat to play, or watch.",
  youHaveLeft: (goodbye: Said) => `You have left: ${goodbye}.`,
  isPlaying: (who: Said) => `${who} is playing.`,
  isAskedForInsurance: (who: Said) => `${who} is asked for insurance.`,
  seat: (seat: Said) => `Seat ${seat}`,
  yourTurn: "Your turn",
  insurance: "Insurance?",
  theShoeIsBeingCut: "The shoe is being cut.",
  aShareOfTheMeter: "A share of the meter is won; it is being confirmed.",
  theTableIsClosed: "The table is closed.",
  leave: "Leave",
  chips: "chips",
  buy: "Buy",
  topUpWallet: "Top up wallet",
  addBots: "Add bots",
  wallet: "Wallet",
  yourWalletPlayMoney: "Your wallet, play money",
  round: "\u00a0round",
  last: "Last",
  staked: "Staked",
  chips2: "Chips",
  yourControls: "Your controls",
});

export const FAIRNESS = catalogue({
  noneYet: "None yet.",
  cutAtCard: (cut: Said) => `Cut at card ${cut}. `,
  discardsThatWereShuffled: "Discards that were shuffled in a round are not checked here.",
  cardsWereDealtInAnother: "✗ Cards were dealt in another order.",
  theSecretDoesNotGive: "✗ The secret does not give this commitment.",
  theCommitmentIsRight: "✓ The commitment is right, and every card was dealt as it says.",
  theRecordCannotBeRead: "The record cannot be read now.",
  checkShoe: (shoe: Said) => `Check shoe ${shoe}`,
  anExhibitionBeginsWithGiven: "An exhibition begins with given cards, so there is nothing to check.",
  secret: ", secret",
  shoeCardsDealtCommitment: (shoe: Said, count: Said) =>
    `Shoe ${shoe}, ${count} cards dealt. Commitment`,
  shoesThatAreOver: "Shoes that are over",
  ofCardsAreDealt: (view: Said, dealt: Said, cards: Said) =>
    `${view}${dealt} of ${cards} cards are dealt.`,
  commitment: "Commitment",
  shoeInPlay: (shoe: Said) => `Shoe ${shoe}, in play`,
  beforeTheFirstCard:
    "Before the first card of a shoe is dealt, its order is fixed by a commitment that " +
    "anybody can write down. When the shoe is over its seed is published, and everybody " +
    "can shuffle it again and compare. This proves that the order was not changed; it " +
    "does not prove that nobody in the house knew it.",
});

export const HAND = catalogue({
  stake: "stake",
  doubledTimes: (doubles: Said) => `doubled ${doubles} times`,
  cards: (count: Said) => `\u00a0·\u00a0${count} cards`,
});

export const HISTORY = catalogue({
  thisRoundCannotBeRead: "This round cannot be read now.",
  theRoundsCannotBeRead: "The rounds cannot be read now.",
  openPrintOrExport: "Open, print or export",
  stakedReturned: (staked: Said, returned: Said) => `staked ${staked}, returned ${returned}`,
  void: "void",
  round: (round: Said) => `Round ${round}`,
  noFinishedRoundYet: "No finished round yet.",
  yourRoundsAtAllTables: "Your rounds at all tables",
  historyFinishedRoundsYouTook: "History: finished rounds you took part in, as the record has them.",
});

export const INSURANCE = catalogue({
  paysIfTheDealer: (pays: Said) => ` Pays ${pays} if the dealer has blackjack.`,
  /** What it costs on average, from a fresh shoe; below zero it brings something. */
  costs: (most: Said, cents: number) =>
    cents >= 0
      ? `Insuring ${most} costs ${money(cents)} on average.`
      : `Insuring ${most} brings ${money(-cents)} on average.`,
  insureThisAmount: "Insure this amount",
  amountInDollarsAtMost: (most: Said) => `Amount in dollars, at most ${most}`,
  or: "or",
  insure: (most: Said) => `Insure ${most}`,
  no: "No",
  insurance: (pays: Said) => `Insurance?${pays}`,
  insuranceSeat: (seat: Said) => `Insurance, seat ${seat}`,
});

export const KEEP = catalogue({
  keepTheAccount: "Keep the account",
  keeping: "Keeping…",
  theServerDoesNotAnswer: "The server does not answer.",
  password: "Password",
  name: "Name",
  youAreAGuestWhen:
    "You are a guest: when you sign out, or after a long pause, nobody can come back to " +
    "this wallet. With a name and a password you can, and your wallet, your rounds and " +
    "your seats stay.",
  keepThisAccount: "Keep this account",
});

export const LIMITS = catalogue({
  limits: "Limits",
  playMoney: "Play money",
  decks: (decks: Said) => ` · ${decks} decks`,
  main: (least: Said, most: Said) => ` · main ${least}–${most}`,
});

export const LOGBOOK = catalogue({
  log: "Log",
  roundLog: "Round log",
});

export const METERS = catalogue({
  then: "then",
  pending: (frozen: Said) => `PENDING ${frozen},`,
  closed: (stopped: Said) => `closed: ${stopped}`,
  table: (then: Said, table: Said) => `${then} table ${table}`,
  progressive: "Progressive",
});

export const PANELS = catalogue({
  betweenRounds: ": between rounds",
  leaveTheTable: "Leave the table",
  keepPlaying: "Keep playing",
  net: "Net",
  returned: "Returned",
  staked: "Staked",
  youHaveBeenPlaying: (since: Said) => `You have been playing for ${since}, for play money.`,
  realityCheck: "Reality check",
  log: "Log",
  yourWalletPlayMoney: (wallet: Said) => `Your wallet: ${wallet}, play money`,
  leaveTheSeat: "Leave the seat",
  addBots: "Add bots",
  buyChips: (betweenRounds: Said) => `Buy chips${betweenRounds}`,
  topUpWallet: "Top up wallet",
  settings: "Settings",
  fairness: "Fairness",
  history: "History",
  menu: "Menu",
  chooseTheSeatKeysBet: "Choose the seat keys bet on",
  keys: "Keys",
  buyChips2: "Buy chips",
  amounts: "Amounts",
  theRulesAreOnTheir: "The rules are on their way.",
  rules: "Rules",
});

export const RESULTS = catalogue({
  push: "push",
  seat: (seat: Said) => ` · seat ${seat}`,
  total: "Total",
  yourResults: "Your results",
});

export const RULES_PANEL = catalogue({
  needs: (wager: Said) => `needs ${wager}`,
  set: (name: Said) => `set “${name}”`,
  seconds: (seconds: Said) => `${seconds} seconds`,
  range: (least: Said, most: Said) => `${least} to ${most}`,
  atMostTheMainWager: ", at most the main wager",
  upToHalfTheMain: "up to half the main wager",
  rulesVersionProfile: (version: Said) => `Rules version ${version}, profile`,
  sources: "Sources",
  jackpots: "Jackpots",
  houseRule: "House rule",
  source: "Source",
  pays: "Pays",
  hand: "Hand",
  noClockRuns: "No clock runs at this table: nothing happens until you decide.",
  clockRuns: (betting: Said, turn: Said, insurance: Said) =>
    `Bets close ${betting} after the first one. A hand has ${turn} for each decision and ` +
    `stands when they are over; insurance has ${insurance}. The others wait for you, so ` +
    "this clock cannot be stopped; a practice table has none.",
  clocks: "Clocks",
  onePlayerHoldsAtMost: (seatsEach: Said) =>
    `One player holds at most ${seatsEach} of the seats, and sits at one table without ` +
    "staff at a time; practice tables of one’s own do not count.",
  mostGames: (games: Said) => `A maximum of ${games} games per seat.`,
  aRoundHasWagers: "A round has wagers of one set only.",
  isWithItsMeter: (spot: Said, meter: Said) =>
    `${spot} is with its meter at ${meter}, for a player who wins it alone.`,
  houseEdgesAreExact:
    "House edges are exact, from a fresh shoe; the main wager with its best strategy at " +
    "the smallest bet. What is not kept is returned.",
  return: "Return",
  houseEdge: "House edge",
  limits: "Limits",
  wager: "Wager",
  wagersAndLimits: "Wagers and limits",
  mayFavourThePlayer: (name: Said) => `“${name}” may favour the player, by override.`,
  beyondTheSheets: (note: Said) => `Beyond the sheets: ${note}`,
  asPosted: "As posted",
});

export const SEAT = catalogue({
  fiveSecondsLeft: "Five seconds left.",
  offline: "offline",
  you: "You",
  bonus: { envy: "Envy", "special-bonus": "Special bonus" },
  won: (name: Said, amount: Said) => `${name} +${amount}`,
  free: "free",
  left: "left",
  /** A seat for the ear: whose it is. */
  seat: (seat: Said, name?: Said, facts?: { own: boolean; bot: boolean }) =>
    name === undefined
      ? `Seat ${seat}, free`
      : `Seat ${seat}, ${facts?.own ? "you, " : ""}${name}${facts?.bot ? ", a bot" : ""}`,
  seatOf: (seat: Said) => `seat ${seat}`,
  handOf: (name: Said) => `Hand of ${name}`,
  yourHand: "Your hand",
  handNumber: (name: Said, hand: Said) => `${name} ${hand}`,
  sitHere: "Sit here",
  atSeat: (seat: Said) => `at seat ${seat}`,
  ready: "ready",
  bot: "bot",
  chooseAChipThen: "Choose a chip, then a circle.",
  side: "Side",
  bets: "bets",
  insured: (amount: Said) => `Insurance ${amount}`,
  insuranceWon: (amount: Said) => ` · +${amount}`,
  insuranceLost: " · lost",
  sideBetsSeat: (seat: Said) => `Side bets, seat ${seat}`,
});

export const SETTINGS_PANEL = catalogue({
  pressAKey: "press a key…",
  n1To7Choose: "1 to 7 choose a seat.",
  hasThisKeyAlready: (name: Said) => `${name} has this key already.`,
  n1To7ChooseTheSeat: "1 to 7 choose the seat the keys bet on. Escape closes a panel.",
  keyForPressToChange: (name: Said, shown: Said) => `Key for ${name}: ${shown}. Press to change`,
  singleKeysAreOn: "single keys are on",
  keys: "Keys",
  theHouseShowsNetResult: (house: Said) =>
    `The house shows net result and time, and has a reality check every ${house} minutes at the latest.`,
  everyHour: "every hour",
  every30Minutes: "every 30 minutes",
  every15Minutes: "every 15 minutes",
  off: "off",
  realityCheck: "Reality check",
  showNetResultAndTime: "show net result and time",
  sitting: "Sitting",
  volume: "Volume",
  on: "on",
  sound: "Sound",
  full: "full",
  reduced: "reduced",
  asTheSystemSays: "as the system says",
  reducedMotion: "Reduced motion",
  fast: "fast",
  normal: "normal",
  speed: "Speed",
  motion: "Motion",
  theFourColourAndHigh:
    "The four-colour and high-contrast decks carry R or B: some wagers pay by red and black.",
  deck: "Deck",
  decks: {
    "two-colour": "two colours",
    "four-colour": "four colours",
    "high-contrast": "high contrast",
  },
});

export const SPOT = catalogue({
  staked: (cents: number, amount: Said) => (cents > 0 ? `${amount}` : "nothing staked"),
  put: (chip: Said, name: Said, seat: Said, now: Said) => `Add ${chip} to ${name}, seat ${seat}${now}`,
  take: (chip: Said, name: Said, seat: Said, now: Said) =>
    `Take ${chip} from ${name}, seat ${seat}${now}`,
  now: (amount: Said) => `, now ${amount}`,
  light: (unit: Said, name: Said, seat: Said) =>
    `Bet ${unit === "" ? "" : `${unit} `}on the ${name}, seat ${seat}`,
  putOut: (name: Said, seat: Said, now: Said) => `Take back the ${name}, seat ${seat}${now}`,
  blocked: (name: Said, seat: Said, why: Said) => `${name}, seat ${seat}: ${why}`,
  because: (name: Said, why: Said) => `${name}: ${why}.`,
  about: (name: Said, why: Said) => `${name} ${why}`,
  won: (name: Said, why: Said) => `${name}: ${why}`,
  settled: (net: number, amount: Said, why: Said) =>
    `, ${net > 0 ? "wins" : net === 0 ? "pushes" : "loses"} ${amount}, ${why}`,
});

export const STRIP = catalogue({
  sitsOut: "sits out",
  free: (seat: Said) => `${seat} free`,
  hereAtSeat: (seat: Said) => `here at seat ${seat}`,
  sit: "Sit",
  handOf: (name: Said, badgeWords: Said) => `Hand of ${name}: ${badgeWords}`,
  bot: "bot",
  offline: "offline",
  otherSeats: "Other seats",
});

export const TOP_BAR = catalogue({
  exhibition: "exhibition",
  practice: "practice",
  table: (table: Said) => `table ${table}`,
  round: (round: Said) => ` · round ${round}`,
  /** How long the visit lasts and what it came to. */
  sitting: (lasts: Said, net: Said) => `${lasts} · net ${net}`,
  menu: "Menu",
  settings: "Settings",
  fairness: "Fairness",
  history: "History",
  log: "Log",
  rules: "Rules",
  panels: "Panels",
  thisVisitAtAllTables: "This visit, at all tables",
  bahamaToTheLobby: "Bahama, to the lobby",
});

export const TRAY = catalogue({
  betsCloseInFiveSeconds: "Bets close in five seconds.",
  deal: "Deal",
  sameBets: (lastTotal: Said) => `Same bets · ${lastTotal}`,
  waitingFor: (first: Said, more: number) => `Waiting for ${first}${more > 0 ? ` +${more}` : ""}`,
  dealing: "Dealing…",
  betsClose: "Bets close:",
  rebet: "Rebet",
  rebetLong: "Rebet\u00a0",
  rebetTwice: "Rebet ×2",
  clear: "Clear",
  undo: "Undo",
  amounts: "Amounts",
  takeOff: "Take off",
  takeOffLong: "\u00a0Take off",
  takeChipsOff: "Take chips off with the next clicks",
  chip: (chip: Said) => `${chip} chip`,
  chip2: "Chip",
  bets: "Bets",
});

export const BANNER = catalogue({
  specialBonus: "the special bonus",
  meter: (percent: number) => (percent === 100 ? "the whole meter" : `${percent} % of the meter`),
  you: (what: Said) => `You win ${what}`,
  player: (name: Said, what: Said) => `${name} wins ${what}`,
  seat: (seat: Said) => `Seat ${seat}`,
});

export const TIPS = catalogue({
  title: "Three things to know",
  done: "Got it",
  noTens: "There are no tens in the deck; jacks, queens and kings stay.",
  tens: "A deck has all its 52 cards, tens included.",
  redouble: (times: Said) => `Redouble: a hand may be doubled up to ${times} times.`,
  once: "A hand may be doubled once.",
  rescue: "Rescue: after a double take its chips back and give up the rest.",
  alwaysWins: "A 21 always wins, even against a dealer’s 21.",
  ties: "A tie with the dealer is a push.",
  pays: "Look at a circle, and its pays, limits and edge stand beside it.",
});
