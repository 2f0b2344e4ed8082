// The catalogue: every word of the server's lists in words for people, and a sentence for
// everything that happens. Each list is a record over its union, so that a word that is
// missing here does not compile; another language is another such module.

import type {
  Action,
  Card,
  Class,
  Count,
  DealtCard,
  Entry,
  Event,
  Fate,
  HandView,
  LineSpot,
  LinkView,
  NextPosting,
  NotLegal,
  NotBet,
  PaidLine,
  Pay,
  Posted,
  Reason,
  Spot,
  StopReason,
  Suit,
  View,
  VoidReason,
  WagerRules,
} from "../api/schema";
import { catalogue } from "../language";

const RANKS: Record<string, string> = {
  A: "ace",
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** `7s` as “seven of spades”. */
export const cardWords = catalogue((card: Card): string => {
  return `${RANKS[card.slice(0, -1)] ?? card} of ${SUITS[card.slice(-1)] ?? ""}`;
});

/** An amount of cents: whole dollars without, others with cents. */
export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const amount = Math.abs(cents);
  const dollars = Math.floor(amount / 100).toLocaleString("en-US");
  return amount % 100 === 0
    ? `${sign}$${dollars}`
    : `${sign}$${dollars}.${String(amount % 100).padStart(2, "0")}`;
}

/** An amount with its cents, as meters show it. */
export function cents(amount: number): string {
  return (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** What a table must say of its posting: where it leaves the sheets, what favours the player. */
export const asPosted = catalogue((beyond: string[], overrides: string[]): string => {
  const said = [
    beyond.length > 0 ? `Beyond the sheets: ${beyond.join(", ")}` : "",
    overrides.length > 0 ? `May favour the player, by override: ${overrides.join(", ")}` : "",
  ];
  return said.filter(Boolean).join(". ");
});

/** What a sign says of itself so. */
export const signSays = ({ beyond, set }: Posted): string => {
  const allowed = set?.["overrides.player-edge"]?.split(",").map((name) => name.trim());
  return asPosted(beyond ?? [], allowed?.filter(Boolean) ?? []);
};

const SPOTS: Record<LineSpot, string> = {
  main: "Main",
  insurance: "Insurance",
  "match-up": "Match-Up",
  "match-down": "Match-Down",
  trilux: "TriLux",
  super3: "Super 3",
  "three-card": "Three Card",
  "bonus-7s": "Bonus 7’s",
  progressive: "Progressive",
  "progressive-1": "Monster $1",
  "progressive-5": "Monster $5",
  "special-bonus": "Special bonus",
  envy: "Envy bonus",
};

/** A spot's name on the felt. */
export const spotName = catalogue((spot: LineSpot): string => SPOTS[spot]);

/** Wagers of one kind lie side by side: there they are told apart by what differs. */
export const spotShort = catalogue((spot: LineSpot): string =>
  SPOTS[spot].replace(/^(Match-|Monster )/, ""),
);

const SUIT_NAMES: Record<Suit, string> = {
  clubs: "clubs",
  diamonds: "diamonds",
  hearts: "hearts",
  spades: "spades",
};

const CLASSES: Record<Class, string> = {
  "5-cards": "5-card 21",
  "6-cards": "6-card 21",
  "7-or-more-cards": "21 in 7 or more cards",
  "6-7-8-mixed": "6-7-8 mixed",
  "6-7-8-suited": "6-7-8 suited",
  "6-7-8-bonus-suit": "6-7-8 in the bonus suit",
  "7-7-7-mixed": "7-7-7 mixed",
  "7-7-7-suited": "7-7-7 suited",
  "7-7-7-bonus-suit": "7-7-7 in the bonus suit",
  "other-21": "21",
  "two-suited-matches": "two suited matches",
  "suited-and-unsuited-match": "one suited and one unsuited match",
  "suited-match": "one suited match",
  "two-unsuited-matches": "two unsuited matches",
  "unsuited-match": "one unsuited match",
  "no-match": "no match",
  "suited-trips": "suited three of a kind",
  "mini-royal": "mini royal",
  "straight-flush": "straight flush",
  trips: "three of a kind",
  straight: "straight",
  flush: "flush",
  pair: "pair",
  "nothing-in-three": "no three-card hand",
  "three-suited-sevens": "three suited sevens",
  "three-sevens": "three sevens",
  "two-suited-sevens": "two suited sevens",
  "two-sevens": "two sevens",
  "one-seven": "first card a seven",
  "no-seven": "first card not a seven",
  "four-suited": "suited four of a kind",
  "four-same-colour": "same-colour four of a kind",
  four: "four of a kind",
  "three-same-colour": "same-colour three of a kind",
  three: "three of a kind",
  "suited-pair": "suited pair",
  "nothing-in-four": "no winning hand",
  "suited-natural": "suited dealer natural",
  natural: "dealer natural",
  "no-natural": "no dealer natural",
};

/** What cards are for a pay table. */
export const className = catalogue((name: Class): string => CLASSES[name]);

/** What a line of a pay table pays. */
export const payWords = catalogue((pay: Pay): string => {
  if (pay === "loses") return "loses";
  if ("to" in pay) return `${pay.to.win} to ${pay.to.per}`;
  if ("for" in pay) return `${pay.for.pay} for ${pay.for.per}`;
  return `${pay.share} % of the meter`;
});

/** Why a line pays what it pays. */
const REASONS: { [R in Reason as R["is"]]: (facts: R) => string } = {
  natural: ({ pays }) => `blackjack pays ${pays.win} to ${pays.per}`,
  "naturals-push": () => "blackjack against blackjack",
  "dealer-natural": () => "dealer has blackjack",
  surrendered: () => "surrendered: half is lost",
  rescued: ({ back, lost }) => `rescued: ${money(back)} taken back, ${money(lost)} lost`,
  bust: ({ total }) => `bust with ${total}`,
  "twenty-one": ({ class: hand, pays, suit }) => {
    const name = CLASSES[hand].replace("the bonus suit", SUIT_NAMES[suit]);
    return `${name} pays ${pays.win} to ${pays.per}`;
  },
  "twenty-one-wins": () => "21 wins",
  "dealer-busts": ({ player, dealer }) => `${player}, dealer busts with ${dealer}`,
  beats: ({ player, dealer }) => `${player} beats ${dealer}`,
  pushes: ({ total }) => `${total} against ${total}`,
  "loses-to": ({ player, dealer }) => `${player} loses to ${dealer}`,
  class: ({ class: hand, pay }) =>
    pay === "loses" ? CLASSES[hand] : `${CLASSES[hand]} pays ${payWords(pay)}`,
  "special-bonus": () => "suited 7-7-7 against a seven",
  envy: ({ bonuses }) =>
    bonuses === 1 ? "another player’s special bonus" : `${bonuses} special bonuses of other players`,
  waived: () => "not claimed",
};

/** Why a line pays what it pays, in a few words. */
export const reasonWords = catalogue((reason: Reason): string => {
  return (REASONS[reason.is] as (facts: Reason) => string)(reason);
});

/** Why a hand is not offered an action, as a dealer would say it. */
export const NOT_LEGAL: Record<NotLegal, string> = catalogue({
  game: "this game has none",
  doubled: "not after a double",
  "not-doubled": "only after a double",
  doubles: "not again on this hand",
  "two-cards": "only on the first two cards",
  "split-hand": "not after a split",
  "split-aces": "split aces get one card each",
  "no-pair": "needs two cards of the same value",
  hands: "no further hand may be made of this pair",
  limit: "above the limit",
});

/** Why a link takes no wagers. */
export const stopWords = catalogue((why: StopReason): string =>
  why.is === "funds-short" ? "funds short" : why.words,
);

/** Why a meter shows less than its seed while claims are open; nothing where it does not (P-35). */
export const belowSeedWords = catalogue(
  (jackpot: Pick<LinkView["jackpots"][number], "cents" | "seed" | "pending">): string => {
    if (jackpot.pending.length === 0 || jackpot.cents >= jackpot.seed) return "";
    const certain = `${cents(jackpot.cents)} is certain for the next winner`;
    return `While claims are open ${certain}, whichever of them are paid.`;
  },
);

/** Why a round was voided. */
const voidWords = (why: VoidReason): string =>
  why.is === "shoe-lost" ? "the secret of the shoe is lost" : why.words;

/** Endings of a stream after which nothing is tried again, by their codes. */
export const ENDINGS: Record<number, string> = catalogue({
  4001: "You have signed out.",
  4002: "You have signed in elsewhere; this page has stopped.",
  4003: "Your access has been withdrawn.",
  4004: "You were away too long; sign in again.",
});

/** What may be staked on a wager, in a few words. */
export const limitsOf = catalogue((wager: WagerRules): string => {
  if (wager.least === wager.most) return money(wager.least);
  return `${money(wager.least)} to ${wager.at_most_main ? "main" : money(wager.most)}`;
});

/** What stands beside a circle: what it pays and what it costs. */
export const PAYS = catalogue({
  caption: (name: string): string => `What ${name} pays`,
  hand: "Hand",
  pays: "Pays",
  natural: "blackjack",
  edge: (edge: number): string =>
    edge >= 0
      ? `The house keeps ${(edge * 100).toFixed(2)} % of it.`
      : `It favours you by ${(-edge * 100).toFixed(2)} % now.`,
  meter: (amount: string): string => `The meter stands at ${amount}.`,
  working: "The edge is being worked out.",
});

/** Why a stake may not lie, in a few words. */
export const notBetWords = catalogue((why: NotBet): string => {
  switch (why.is) {
    case "not-offered":
      return why.plays.length > 0 ? `this table plays ${families(why.plays)}` : "not at this table";
    case "needs":
      return `needs ${spotName(why.spot)}`;
    case "beside":
      return `not beside ${spotName(why.spot)}`;
    case "games":
      return `at most ${why.most} games`;
    case "limits":
      if (why.least === 0) return `takes at most ${money(why.most)}`;
      return why.least === why.most
        ? `takes exactly ${money(why.least)}`
        : `takes ${money(why.least)} to ${money(why.most)}`;
    case "step":
      return `in steps of ${money(why.step)}: ${money(why.below)} or ${money(why.above)}`;
    case "chips":
      return `you have ${money(why.has)} here; buy chips or stake less`;
  }
});

/** Why a stake may not lie, in a sentence. */
export const leftOutWords = catalogue((spot: Spot, why: NotBet): string => {
  if (why.is === "not-offered")
    return why.plays.length > 0
      ? `This table plays ${families(why.plays)}, not ${families([spot])}.`
      : `This table does not offer ${spotName(spot)}.`;
  const said = notBetWords(why);
  return why.is === "limits" ? `${spotName(spot)} ${said}.` : `${spotName(spot)}: ${said}.`;
});

/** A wager with the reason why it may not lie, in a list of some. */
export const droppedWords = catalogue(
  (spot: Spot, why: NotBet): string => `${spotName(spot)} (${notBetWords(why)})`,
);

const FAMILIES: Partial<Record<Spot, string>> = {
  "match-up": "Match",
  "match-down": "Match",
  super3: "TriLux",
};

/** Wagers by what those of a set have in common: “Match” for Match-Up and Match-Down. */
function families(spots: Spot[]): string {
  return [...new Set(spots.map((spot) => FAMILIES[spot] ?? spotName(spot)))].join(" and ");
}

/** Why a hand may not be played so, in a sentence. */
export const notLegalWords = catalogue(
  (action: Action, doubles: number, why: NotLegal): string =>
    `${actionName(action, doubles)}: ${NOT_LEGAL[why]}.`,
);

/** What a hand counts, as the badge shows it; where a 21 always wins, it says so. */
export const badge = catalogue((hand: HandView, always21 = false): string => {
  switch (hand.fate) {
    case "natural":
      return "BJ";
    case "bust":
      return `${hand.total} bust`;
    case "surrendered":
      return "surrendered";
    case "rescued":
      return "rescued";
    default:
      if (hand.total === 21) return always21 ? "21 wins" : "21";
      // A hand that has finished counts what it counts; only an open one may still be either.
      return hand.soft && hand.fate === "open" ? `${hand.total - 10}/${hand.total}` : String(hand.total);
  }
});

/** What the dealer's cards count, as the badge shows it. */
export const dealerBadge = catalogue(({ total, soft }: Count, fate: Fate): string => {
  if (fate === "natural") return "natural";
  if (fate === "bust") return `${total} bust`;
  return soft && total < 21 && fate === "open" ? `${total - 10}/${total}` : String(total);
});

/** What a hand counts, for the ear. */
export const badgeWords = catalogue((hand: HandView, always21 = false): string => {
  switch (hand.fate) {
    case "natural":
      return "natural";
    case "bust":
      return `bust with ${hand.total}`;
    case "surrendered":
    case "rescued":
      return `${hand.fate} with ${hand.total}`;
    default: {
      const soft = hand.soft && hand.total < 21 && hand.fate === "open" ? "soft " : "";
      const wins = hand.total === 21 && always21 ? ", which wins" : "";
      const many = hand.cards.length > 4 ? ` in ${hand.cards.length} cards` : "";
      return `${soft}${hand.total}${wins}${many}`;
    }
  }
});

const BOT = " (bot)";

/** A player's name without the mark of a bot, and whether it had one. */
export function nameOf(name: string): { name: string; bot: boolean } {
  return name.endsWith(BOT) ? { name: name.slice(0, -BOT.length), bot: true } : { name, bot: false };
}

function who(view: View, seat: number): string {
  if (view.you.seats.includes(seat)) return view.you.seats.length > 1 ? `You at seat ${seat}` : "You";
  const player = view.seats[seat - 1]?.player;
  return player ? player.name : `Seat ${seat}`;
}

const ACTIONS: Record<Action, string> = {
  hit: "Hit",
  stand: "Stand",
  double: "Double",
  split: "Split",
  surrender: "Surrender",
  rescue: "Rescue",
};

/** An action as its button says it; a double after a double has a name of its own. */
export const actionName = catalogue((action: Action, doubles: number): string =>
  action === "double" && doubles > 0 ? "Redouble" : ACTIONS[action],
);

const REDOUBLE: [string, string] = ["redouble", "redoubles"];
const DID: Record<Action, [string, string]> = {
  hit: ["hit", "hits"],
  stand: ["stand", "stands"],
  double: ["double", "doubles"],
  split: ["split", "splits"],
  surrender: ["surrender", "surrenders"],
  rescue: ["rescue the double", "rescues the double"],
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A line of the settlement, in a sentence: whose, which wager, why, and what it came to. */
export const lineWords = catalogue((view: View, line: PaidLine): string => {
  const hands = view.felt.seats.find((cards) => cards.seat === line.seat)?.hands.length ?? 1;
  const mine = view.you.seats.includes(line.seat);
  const own = mine && line.reason.is === "natural" ? "Your " : "";
  const of = [
    mine && view.you.seats.length === 1 ? "" : who(view, line.seat),
    line.spot === "main" ? "" : spotName(line.spot),
    line.hand && hands > 1 ? `hand ${line.hand}` : "",
  ].filter(Boolean);
  const why = `${own}${reasonWords(line.reason)}`;
  const said = of.length > 0 ? `${capital(of.join(", "))}: ${why}` : capital(why);
  return `${said}: ${netWords(line)}.`;
});

/** What a line came to, with its sign. */
export const netWords = catalogue(({ staked, returned }: PaidLine): string => {
  const net = returned - staked;
  return net > 0 ? `+${money(net)}` : net === 0 ? "push" : money(net);
});

/** What a posting changes, part by part. */
function postingChanges(before: Posted, after: Posted): string[] {
  const offers = (sign: Posted) => sign.spots.map((spot) => spotName(spot));
  const [had, has] = [offers(before), offers(after)];
  const tables = (sign: Posted) => sign.paytables.map((it) => `${spotName(it.spot)} ${it.paytable}`);
  const set = (sign: Posted) =>
    Object.entries(sign.set ?? {})
      .filter(([key]) => key !== "wagers")
      .map(([key, value]) => `${key} ${value}`);
  const other = (now: string[], then: string[]) => now.filter((it) => !then.includes(it));
  return [
    ...(before.game === after.game ? [] : [after.game]),
    ...(before.configuration === after.configuration ? [] : [after.configuration.toUpperCase()]),
    ...(before.decks === after.decks ? [] : [`${after.decks} decks`]),
    ...other(has, had).map((spot) => `with ${spot}`),
    ...other(had, has).map((spot) => `without ${spot}`),
    ...other(tables(after), tables(before)).map((table) => `pay table ${table}`),
    ...other(set(after), set(before)),
    ...other(set(before), set(after)).map((setting) => `no longer ${setting}`),
  ];
}

/** What is announced, and from when. */
export const postingWords = catalogue(({ sign, from }: NextPosting, posted: Posted): string => {
  const changes = postingChanges(posted, sign);
  const time = new Date(from).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const what = changes.length > 0 ? `: ${changes.join(", ")}` : "";
  return `Posted anew from ${time}, between rounds${what}.`;
});

type Sentence<E> = (view: View, event: E) => string | string[];
type Sentences = { [E in Event as E["event"]]: Sentence<E> };

/** Told without a sentence, because others say it, or because it would only be noise. */
const silent = (): string[] => [];

const SENTENCES: Sentences = {
  posted: (view) => (view.version > 0 ? "The new posting holds: see the rules." : []),
  "posting-announced": (view, { sign, from }) => postingWords({ sign, from }, view.posted),
  "posting-withdrawn": () => "The new posting is withdrawn; the table stays as it is posted.",
  opened: () => "The table is open.",
  closed: () => "The table is closed.",
  "on-duty": silent,
  "off-duty": silent,
  called: () => "The dealer has called a supervisor.",
  "call-answered": (_, { name }) => `${name} has come to the table.`,
  seated: (view, { player, seat, name }) =>
    player === view.you.account ? `You sit at seat ${seat}.` : `${name} sits down at seat ${seat}.`,
  left: leftWords,
  away: (view, { player }) => presenceWords(view, player, "lost the connection"),
  back: (view, { player }) => presenceWords(view, player, "is back"),
  gone: (view, { player }) =>
    presenceWords(view, player, "is gone; the hand is played by the posted rule"),
  "bought-in": (view, { player, cents }) =>
    player === view.you.account ? `You bought chips for ${money(cents)}.` : [],
  "cashed-out": (view, { player, cents }) =>
    player === view.you.account ? `You leave with ${money(cents)}.` : [],
  filled: silent,
  credited: silent,
  "shoe-committed": (_, { discards, cards }) =>
    discards
      ? "The shoe ran out; the discards are shuffled."
      : `A new shoe of ${cards} cards is shuffled and committed.`,
  "cut-asked": () => "A player may cut the shoe.",
  "shoe-cut": (_, { place }) => `The shoe is cut at card ${place}.`,
  "cut-card": () => "The cut card is out: this is the last round of the shoe.",
  "shoe-opened": (_, { shoe }) => `Shoe ${shoe} is over; its seed is published, so anyone can check it.`,
  "shoe-lost": (_, { shoe }) => `Shoe ${shoe} is off the table: its secret is lost.`,
  "betting-opened": (_, { round }) => `Round ${round}: place your bets.`,
  "bet-placed": silent,
  "betting-closes": silent,
  ready: silent,
  started: (_, { round }) => `Round ${round} is dealt.`,
  dealt: (view, { cards }) => dealtWords(view, cards),
  "insurance-asked": silent,
  insured: (view, { seat, cents }) =>
    cents > 0 ? `${who(view, seat)} insured for ${money(cents)}.` : [],
  peeked: () => "The dealer has no blackjack.",
  asked: silent,
  acted: actedWords,
  "turn-asked": silent,
  "hole-turned": (_, { card }) => `The dealer turns the ${cardWords(card)}.`,
  paid: (view, { lines }) => lines.map((line) => lineWords(view, line)),
  ended: silent,
  "sensors-dark": () => "The progressive takes no wagers now; its sensors are dark.",
  "claims-asked": () => "A share of the meter is won; the dealer claims it.",
  claimed: (view, { seat, percent, hand, cards }) =>
    `${who(view, seat)} ${verb(view, seat, "claim")} ${shareOf(percent)} with ${shareHand(hand, cards)}.`,
  withdrawn: () => "The claim is withdrawn.",
  confirmed: silent,
  awarded: (view, { seat, percent, hand, cents }) =>
    `${who(view, seat)} ${verb(view, seat, "win")} ${shareOf(percent)}, ${money(cents)}, ` +
    `with ${shareHand(hand, fourCards(view, seat))}.`,
  waived: (_, { seat, reason }) => `A hand at seat ${seat} is not claimed: ${reason}.`,
  "hand-noted": silent,
  voided: (_, { round, why }) => `Round ${round} is void, all stakes are returned: ${voidWords(why)}.`,
};

/** A verb as one says it of oneself, or of others. */
const verb = (view: View, seat: number, word: string): string =>
  view.you.seats.includes(seat) && view.you.seats.length === 1 ? word : `${word}s`;

const shareOf = (percent: number): string =>
  percent === 100 ? "the whole meter" : `${percent} % of the meter`;

/** The cards a share is won with: the player's first two, the dealer's first two. */
function fourCards(view: View, seat: number): Card[] {
  const own = view.felt.seats.find((at) => at.seat === seat)?.hands[0]?.cards ?? [];
  return [...own.slice(0, 2), ...view.felt.dealer.slice(0, 2)];
}

const PLURALS: Record<string, string> = { six: "sixes" };
const COLOURS: Record<string, string> = { s: "black", c: "black", h: "red", d: "red" };

/** A hand of equal cards as a dealer calls it, such as “four black nines”. */
function shareHand(hand: Class, cards: Card[]): string {
  const many = { four: 4, three: 3 }[hand.split("-")[0] ?? ""];
  const rank = cards
    .map((card) => card.slice(0, -1))
    .find((rank, _, all) => all.filter((other) => other === rank).length === many);
  const one = rank && RANKS[rank];
  const suit = cards.find((card) => card.slice(0, -1) === rank)?.slice(-1) ?? "";
  if (!one || !many) return CLASSES[hand];
  const names = PLURALS[one] ?? `${one}s`;
  const count = many === 4 ? "four" : "three";
  if (hand.endsWith("same-colour")) return `${count} ${COLOURS[suit]} ${names}`;
  return hand.endsWith("suited") ? `${count} ${names} of ${SUITS[suit]}` : `${count} ${names}`;
}

/** One's own connection the page itself tells of. */
function presenceWords(view: View, account: number, what: string): string[] {
  const seat = view.seats.find(({ player }) => player?.account === account);
  return seat && account !== view.you.account ? [`${who(view, seat.seat)} ${what}.`] : [];
}

/** Whom a table waits for before it deals: who bets, is there and has not said so (T-15). */
export function waitsFor(view: View): string[] {
  const late = view.seats.filter(
    ({ player, bets }) =>
      player && player.account !== view.you.account && !player.ready && !player.away && bets.length > 0,
  );
  return [...new Set(late.map(({ player }) => nameOf(player?.name ?? "").name))];
}

function leftWords(view: View, event: Event & { event: "left" }): string {
  if (event.player === view.you.account) return `Your seat ${event.seat} is free again.`;
  const why =
    event.why === "player"
      ? "left"
      : event.why === "clock"
        ? "was away too long and lost the seat"
        : "was asked to give up the seat";
  return `${who(view, event.seat)} ${why}.`;
}

function actedWords(view: View, event: Event & { event: "acted" }, card?: Card): string {
  const mine = view.you.seats.includes(event.seat);
  const hand = event.hands[event.hand - 1];
  const again = event.action === "double" && (hand?.doubles ?? 0) > 1;
  const [you, they] = again ? REDOUBLE : DID[event.action];
  const to = event.action === "double" && hand ? ` to ${money(hand.stake)}` : "";
  const draws = card ? ` and ${mine ? "draw" : "draws"} the ${cardWords(card)}` : "";
  const clock = event.by === "clock" ? ", by the clock" : "";
  return `${who(view, event.seat)} ${mine ? you : they}${to}${draws}${clock}.`;
}

/** The card that a hand drew by its action, where the entry deals it that one alone. */
function drawn(entry: Entry, at: number): Card | undefined {
  const [event, next] = [entry.events[at], entry.events[at + 1]];
  if (event?.event !== "acted" || next?.event !== "dealt") return undefined;
  if (event.action !== "hit" && event.action !== "double") return undefined;
  const [first] = next.cards;
  const isIt = first?.seat === event.seat && first.hand === event.hand;
  return isIt ? (first.card ?? undefined) : undefined;
}

/** Everything an entry brought about, one sentence after the other. */
export const sentences = catalogue((before: View, after: View, entry: Entry): string[] => {
  return entry.events.flatMap((event, at) => {
    // An action and the card it draws are one thing to say.
    if (event.event === "acted") return actedWords(after, event, drawn(entry, at));
    if (event.event === "dealt" && drawn(entry, at - 1)) return dealtWords(after, event.cards.slice(1));
    // Who has left is known only before, who has come only after.
    const view = event.event === "left" ? before : after;
    return (SENTENCES[event.event] as Sentence<Event>)(view, event);
  });
});

function dealtWords(view: View, cards: DealtCard[]): string[] {
  const places = new Map<string, { seat: number; cards: string[] }>();
  for (const { seat, hand, card } of cards) {
    const key = `${seat}/${hand}`;
    const place = places.get(key) ?? { seat, cards: [] };
    place.cards.push(card ? cardWords(card) : "a card face down");
    places.set(key, place);
  }
  return [...places.values()].map(({ seat, cards: got }) => {
    const list = got.join(" and ");
    if (seat === 0) return `Dealer: ${list}.`;
    return `${who(view, seat)}: ${list}.`;
  });
}

/** What a visit came to, in a line. */
export const visitWords = catalogue((milliseconds: number, rounds: number, net: number): string => {
  const minutes = Math.floor(milliseconds / 60_000);
  const many = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  return `${many(minutes, "minute")}, ${many(rounds, "round")}, ${net > 0 ? "+" : ""}${money(net)}`;
});

/** How long something has lasted, in hours and minutes. */
export const duration = catalogue((milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
});
