// Every word of these pages.

import { catalogue, type Said } from "../language";

export const LOBBY_PAGE = catalogue({
  open: "Open",
  watch: "Watch",
  atMostEach: (seats_each: Said) => `, at most ${seats_each} each`,
  noLimit: "no limit",
  aGuestName: "a guest name, ",
  playNow: "Play now",
  sittingDown: "Sitting down…",
  walletPlayMoney: (wallet: Said) => `Wallet ${wallet}, play money`,
  jackpot: (name: Said, amount: Said) => `${name} ${amount}`,
  theServerDoesNotAnswer: "The server does not answer.",
  jackpotsParameters: "jackpots, parameters",
  office: "Office",
  slipsDepositsChips: "slips, deposits, chips",
  cage: "Cage",
  callsClaimsTables: "calls, claims, tables",
  floor: "Floor",
  interface: "Interface",
  playMoneyOnlyForEntertainment:
    "Play money only. For entertainment, training and study; nothing here is certified for gambling.",
  tables: "Tables",
  forStaffAndPlayers: "For staff and players with a password.",
  signIn: "Sign in",
  password: "Password",
  name: "Name",
  gameWagersPayTablesLimits:
    "Game, wagers, pay tables, limits and every setting; what each wager is worth stands beside it.",
  postATable: "Post a table",
  chooseItsWagersAndRules: "Choose its wagers and rules",
  yourOwnTableWithNo:
    "Your own table, with no clock: nothing happens until you decide. Bots sit down " +
    "there too, if you ask them at the table.",
  openAPracticeTable: "Open a practice table",
  game: "Game",
  practiseAlone: "Practise alone",
  posting: "Posting",
  postingOfTable: (name: Said, table: Said) => `Posting of ${name}, table ${table}`,
  table: (open: Said, name: Said, table: Said) => `${open} ${name}, table ${table}`,
  sitDown: "Sit down",
  sitDownAtTable: (name: Said, table: Said) => `Sit down at ${name}, table ${table}`,
  calls: (name: Said) => `${name} calls`,
  closed: "closed",
  ofTaken: (taken: Said, seats: Said, table: Said) => `${taken} of ${seats} taken${table}`,
  seats: "Seats",
  timeForATurn: "Time for a turn",
  decks: "Decks",
  mainWager: "Main wager",
  yourPracticeTable: "your practice table",
  exhibition: "exhibition",
  youSitHere: "you sit here",
  yourWork: "Your work",
  oneClick500InPlay: (aGuestName: Said) =>
    `One click: ${aGuestName}$500 in play chips from your wallet, a seat. Bots keep you ` +
    "company if you ask them.",
  lookAroundFirst: "Look around first",
  tableIsForPeopleWho: (wanted: Said) =>
    `Table ${wanted} is for people who are signed in. Play as a guest, or sign in below.`,
  about:
    "A family of blackjack games: redoubles and rescues, bonuses and jackpots. Seven " +
    "seats a table, play money only.",
  bahamaBonusBlackjack: "Bahama Bonus Blackjack",
  signOut: "Sign out",
  yourRounds: "Your rounds",
  topUp: "Top up",
  toTheTables: "To the tables",
  bahamaTables: "Bahama: tables",
});

export const NEXT = catalogue({
  next: "What comes next",
  nothingWaits: "Nothing waits for you.",
  looking: "Looking…",
  ago: (age: Said) => `${age} ago`,
  youWorkAs: "You work as",
  asWhatYouWork: "As what you work",
  asWhat: "As what do you work now?",
  atTable: (table: Said, name: Said, what: Said) => `Table ${table}, ${name}: ${what}`,
  lacks: (table: Said, name: Said, whom: Said) => `Table ${table}, ${name}, lacks ${whom}`,
  youAreOnDutyAt: (table: Said, name: Said) => `You are on duty at table ${table}, ${name}`,
  youDealAt: (table: Said, name: Said) => `You deal at table ${table}, ${name}`,
  needsADealer: (table: Said, name: Said) => `Table ${table}, ${name}, needs a dealer`,
  slipsToPay: (link: Said, count: Said) => `${link}: slips to pay: ${count}`,
  winnersOwe: (link: Said, count: Said) => `${link}: winners owe on slips: ${count}`,
  accountLacks: (link: Said, dollars: Said) => `${link}: its bank account lacks ${dollars}`,
});

export const PLAY = catalogue({
  livePhysicalCardsTheProgressive: "live: physical cards, the progressive here",
  attendedDealtAtTheDealers: "attended, dealt at the dealer’s keys",
  attendedDealtByTheServer: "attended, dealt by the server",
  unattendedDealtByTheServer: "unattended, dealt by the server",
});
