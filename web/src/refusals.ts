// What a player reads when the server refuses something: a sentence made of the facts of the
// refusal, where it has any, and else the sentence of its code. What only the staff can meet keeps
// the server's own sentence, which names its facts.

import { Refused } from "./api/client";
import type { Due, RefusalCode, RefusalFacts } from "./api/schema";
import { catalogue } from "./language";
import { leftOutWords, money, notLegalWords, stopWords } from "./table/words";

/** Codes of the connection itself, which no server sends. */
type OwnCode = "connection.lost";

export const REFUSALS = catalogue({
  "account.kept": "This account has a name and a password already.",
  "act.illegal": "That is not possible with this hand.",
  "act.turn": "It is not this hand’s turn.",
  "bet.amount": "This wager takes exactly one amount.",
  "bet.closed": "Bets are not taken now.",
  "bet.games": "That is one wager too many for a seat.",
  "bet.limit": "That is outside the limits of the wager.",
  "bet.requires": "This wager needs another one beside it.",
  "bet.seat": "Put a chip on the main circle first.",
  "bet.spot": "This table does not offer that wager, or not beside the others.",
  "bet.step": "That is not a whole step of this wager.",
  "bots.malformed": "Ask for a number of bots.",
  "bots.table": "Bots do not play at this table.",
  "chips.buy-in": "The table does not sell chips for that amount.",
  "chips.short": "You do not have so many chips here: buy some, or stake less.",
  "chips.staff": "At this table the staff sell chips.",
  "clock.early": "Too early: the time is not up yet.",
  "clock.none": "The table is not waiting for that.",
  "coach.attended": "The coach stays silent at tables with a dealer.",
  "coach.unsolved": "The coach cannot help at this table: its game is not worked out.",
  "command.malformed": "This page and the server do not understand each other; load the page again.",
  "connection.lost": "There is no connection; nothing is known yet.",
  "csrf.token": "This page is too old; load it again.",
  "cut.closed": "The shoe is not to be cut now.",
  "cut.place": "The shoe cannot be cut there.",
  "day.unknown": "There is no such day.",
  "duty.player": "Nobody deals and plays at one table.",
  "entropy.none": "The server cannot shuffle at the moment; try again shortly.",
  "game.faults": "These choices do not go together.",
  "host.unknown": "This server is not known by that address.",
  "id.malformed": "This page and the server do not understand each other; load the page again.",
  "id.reserved": "This page and the server do not understand each other; load the page again.",
  "id.reused": "This page and the server do not understand each other; load the page again.",
  "link.down": "The progressive takes no wagers at the moment.",
  "link.funds-short": "The progressive takes no wagers: its funds are short.",
  "link.stopped": "The progressive takes no wagers at the moment.",
  "link.unknown": "There is no such progressive.",
  "method.unknown": "The server does not do that.",
  "name.malformed": "A name has 2 to 32 letters, digits, spaces, dots, hyphens and apostrophes.",
  "name.taken": "Somebody has this name already.",
  "not.found": "There is no such page.",
  "origin.foreign": "This comes from another page, and is not done.",
  "origin.missing": "This comes from another page, and is not done.",
  "password.weak": "Choose a longer password, or one that is harder to guess.",
  "posting.announced": "A new posting is announced already.",
  "posting.kind": "A table stays of its kind.",
  "posting.none": "No new posting is announced.",
  "posting.rules": "The rules of this posting are not at hand.",
  "person.broken": "A player’s record is broken; the house must look at it first.",
  "posting.same": "The table is posted so already.",
  "rate.limit": "That was too much at once; wait a little.",
  "request.large": "That is more than the server reads.",
  "request.malformed": "This page and the server do not understand each other; load the page again.",
  "request.slow": "That took too long; try again.",
  "request.type": "This page and the server do not understand each other; load the page again.",
  "role.denied": "That is not yours to do.",
  "role.malformed": "There is no such role.",
  "round.game": "This round was played by other rules than are at hand.",
  "round.none": "No round is played now.",
  "round.not-yet": "Not yet: the table waits for something else.",
  "round.paytable": "This round was played by other pay tables than are at hand.",
  "round.running": "A round is played now; wait until it is over.",
  "seat.elsewhere": "You sit at another table: leave it first, or play there.",
  "seat.empty": "Nobody sits there.",
  "seat.in-round": "Finish this hand first.",
  "seat.most": "You hold as many seats as one player may.",
  "seat.none": "You have no seat at this table.",
  "seat.not-yours": "That seat is not yours.",
  "seat.taken": "Somebody sits there already.",
  "seat.unknown": "This table has no such seat.",
  "server.failed": "Something failed on our side; look whether it was done.",
  "server.stopping": "The server is about to stop; try again in a moment.",
  "session.none": "Sign in first.",
  "shoe.good": "The shoe is good.",
  "shoe.lost": "The shoe is lost; the house replaces it first.",
  "sign-in.malformed": "Write a name and a password.",
  "sign-in.refused": "Wrong name or password.",
  "sign-in.wait": "Too many tries; wait a little before the next one.",
  "socket.needed": "This page and the server do not understand each other; load the page again.",
  "store.failed": "The record cannot be written now; nothing was lost.",
  "table.busy": "The table has too much to do; try again.",
  "table.closed": "The table is closed.",
  "table.dealing": "This table does not work that way.",
  "table.malformed": "There is no such table.",
  "table.name": "A table’s name has 1 to 60 characters.",
  "table.open": "The table is open already.",
  "table.private": "This table belongs to one player.",
  "table.sign": "The table cannot be posted so.",
  "table.taken": "There is a table of this name already.",
  "table.unknown": "There is no such table.",
  "tray.short": "The table’s tray does not hold so much.",
  "turn.closed": "The hole card is not to be turned now.",
  "version.ahead": "This page and the server do not understand each other; load the page again.",
  "version.stale": "The table had gone on meanwhile; look again.",
  "wallet.full": "Your wallet is topped up when it holds less.",
  "wallet.short": "Your wallet does not hold so much.",
} satisfies Partial<Record<RefusalCode | OwnCode, string>>);

const DUE: Record<Due, string> = {
  opening: "somebody to open it",
  cut: "the cut of the shoe",
  dealer: "the dealer",
  bets: "bets, and then the deal",
  insurance: "answers about insurance",
  turn: "a player’s decision",
  "hole-card": "the dealer to turn the hole card",
  claims: "a share of the meter to be confirmed",
  "live-game": "the cards",
};

type Sentences = { [F in RefusalFacts as F["is"]]: (facts: F) => string };

/** The sentences of refusals that name something. */
export const NAMED: Sentences = catalogue({
  bet: ({ spot, why }) => leftOutWords(spot, why),
  games: ({ most }) => `A seat takes at most ${most} games.`,
  "not-legal": ({ action, doubles, why }) => notLegalWords(action, doubles, why),
  turn: ({ seat }) => `Seat ${seat} is playing now.`,
  hand: ({ hand }) => `Hand ${hand} of this seat is played first.`,
  "not-yet": ({ due }) => `Not yet: the table waits for ${DUE[due]}.`,
  wait: ({ seconds }) => `Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again.`,
  cut: ({ least, most }) => `The shoe is cut between card ${least} and card ${most}.`,
  seats: ({ seats }) => `This table has seats 1 to ${seats}.`,
  "seats-each": ({ most }) =>
    most === 1 ? "You hold one seat at this table at most." : `You hold ${most} seats at most.`,
  "seat-taken": ({ seat }) => `Somebody sits at seat ${seat} already.`,
  "seat-not-yours": ({ seat }) => `Seat ${seat} is not yours.`,
  "seat-empty": ({ seat }) => `Nobody sits at seat ${seat}.`,
  "seat-in-round": ({ seat }) => `Finish this hand first: seat ${seat} is in the round.`,
  elsewhere: ({ table }) => `You sit at table ${table}: leave it first, or play there.`,
  "buy-in": ({ least, most }) => `This table sells chips from ${money(least)} to ${money(most)}.`,
  chips: ({ needs, has }) =>
    `That takes ${money(needs)}, and you have ${money(has)} here: buy chips, or stake less.`,
  wallet: ({ needs, has }) => `That takes ${money(needs)}, and your wallet holds ${money(has)}.`,
  "wallet-full": ({ has }) => `Your wallet holds ${money(has)}; it is topped up when it holds less.`,
  tray: ({ has }) => `The table’s tray holds ${money(has)}, not so much.`,
  stopped: ({ why }) => `The progressive takes no wagers: ${stopWords(why)}.`,
} satisfies Sentences);

/** A refusal in a sentence: by what it names, by its code, or as the server says it. */
export function refusalWords({
  code,
  message,
  facts,
}: Pick<Refused, "code" | "message" | "facts">): string {
  if (facts) return (NAMED[facts.is] as (facts: RefusalFacts) => string)(facts);
  const known = (REFUSALS as Record<string, string>)[code];
  if (known !== undefined) return known;
  const end = /[.!?]$/.test(message) ? "" : ".";
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${end}`;
}

/** What is said of an error: a refusal in its words, or that nobody answers. */
export const failureWords = (error: unknown, noAnswer: string): string =>
  error instanceof Refused ? refusalWords(error) : noAnswer;
