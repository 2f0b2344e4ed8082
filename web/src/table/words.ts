// What is seen, in words: cards, money, spots, and a sentence for everything that happens.

import type { Entry, Event, HandView, PaidLine, View, WagerRules } from "../api/schema";

const RANKS: Record<string, string> = {
  A: "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
  "8": "eight", "9": "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** `7s` as “seven of spades”. */
export function cardWords(card: string): string {
  return `${RANKS[card.slice(0, -1)] ?? card} of ${SUITS[card.slice(-1)] ?? ""}`;
}

/** An amount of cents: whole dollars without, others with cents. */
export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const amount = Math.abs(cents);
  const dollars = Math.floor(amount / 100).toLocaleString("en-US");
  return amount % 100 === 0 ? `${sign}$${dollars}` : `${sign}$${dollars}.${String(amount % 100).padStart(2, "0")}`;
}

/** An amount with its cents, as meters show it. */
export function cents(amount: number): string {
  return (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

const SPOTS: Record<string, string> = {
  main: "Main", insurance: "Insurance", "match-up": "Match-Up", "match-down": "Match-Down",
  trilux: "TriLux", super3: "Super 3", "three-card": "Three Card", "bonus-7s": "Bonus 7’s",
  progressive: "Progressive", "progressive-1": "Monster $1", "progressive-5": "Monster $5",
  "special-bonus": "Special bonus", envy: "Envy bonus",
};

/** A spot's name on the felt. */
export function spotName(spot: string): string {
  return SPOTS[spot] ?? spot;
}

/** What may be staked on a wager, in a few words. */
export function limitsOf(wager: WagerRules): string {
  if (wager.least === wager.most) return money(wager.least);
  return `${money(wager.least)} to ${wager.at_most_main ? "main" : money(wager.most)}`;
}

/** What a hand counts, as the badge shows it; where a 21 always wins, it says so. */
export function badge(hand: HandView, always21 = false): string {
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
      return hand.soft ? `${hand.total - 10}/${hand.total}` : String(hand.total);
  }
}

/** What a hand counts, for the ear. */
export function badgeWords(hand: HandView, always21 = false): string {
  switch (hand.fate) {
    case "natural":
      return "natural";
    case "bust":
      return `bust with ${hand.total}`;
    case "surrendered":
    case "rescued":
      return `${hand.fate} with ${hand.total}`;
    default:
      return `${hand.soft && hand.total < 21 ? "soft " : ""}${hand.total}${hand.total === 21 && always21 ? ", which wins" : ""}${hand.cards.length > 4 ? ` in ${hand.cards.length} cards` : ""}`;
  }
}

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

const DID: Record<string, [string, string]> = {
  hit: ["hit", "hits"], stand: ["stand", "stands"], double: ["double", "doubles"], split: ["split", "splits"],
  surrender: ["surrender", "surrenders"], rescue: ["rescue the double", "rescues the double"],
};

/** What a line of the settlement means for its player. */
export function outcome(line: PaidLine): "won" | "lost" | "push" | "part" {
  if (line.returned > line.staked) return "won";
  if (line.returned === line.staked) return "push";
  return line.returned > 0 ? "part" : "lost";
}

/** `four-same-colour` as words. */
export const classWords = (name: string): string => name.replaceAll("-", " ");

/** A line of the settlement, in a sentence. */
export function lineWords(view: View, line: PaidLine): string {
  const name = who(view, line.seat);
  const hand = line.hand && (view.felt.seats.find((cards) => cards.seat === line.seat)?.hands.length ?? 1) > 1 ? ` hand ${line.hand}` : "";
  const spot = `${spotName(line.spot)}${hand}`;
  const net = line.returned - line.staked;
  const result = net > 0 ? `wins ${money(net)}` : net === 0 ? "pushes" : `loses ${money(-net)}`;
  return `${name}, ${spot} ${result}: ${line.reason}.`;
}

/** What happened, in a sentence; nothing where it would only be noise. */
export function sentence(view: View, event: Event): string | undefined {
  switch (event.event) {
    case "opened": return "The table is open.";
    case "closed": return "The table is closed.";
    case "seated": return event.player === view.you.account ? `You sit at seat ${event.seat}.` : `${event.name} sits down at seat ${event.seat}.`;
    case "left": {
      const why = event.why === "player" ? "left" : event.why === "clock" ? "was away too long and lost the seat" : "was asked to give up the seat";
      return event.player === view.you.account ? `Your seat ${event.seat} is free again.` : `${who(view, event.seat)} ${why}.`;
    }
    case "bought-in": return event.player === view.you.account ? `You bought chips for ${money(event.cents)}.` : undefined;
    case "cashed-out": return event.player === view.you.account ? `Your chips, ${money(event.cents)}, were changed back.` : undefined;
    case "shoe-committed": return event.discards ? "The shoe ran out; the discards are shuffled." : `A new shoe of ${event.cards} cards is shuffled and committed.`;
    case "cut-asked": return "A player may cut the shoe.";
    case "shoe-cut": return `The shoe is cut at card ${event.place}.`;
    case "cut-card": return "The cut card is out: this is the last round of the shoe.";
    case "shoe-opened": return `Shoe ${event.shoe} is over; its secret is told and anybody can check it.`;
    case "betting-opened": return `Round ${event.round}: place your bets.`;
    case "started": return `Round ${event.round} is dealt.`;
    case "insured": return event.cents > 0 ? `${who(view, event.seat)} insured for ${money(event.cents)}.` : undefined;
    case "peeked": return "The dealer has no natural.";
    case "acted": {
      const [you, they] = DID[event.action] ?? [event.action, event.action];
      const mine = view.you.seats.includes(event.seat);
      const clock = event.by === "clock" ? ", by the clock" : "";
      return `${who(view, event.seat)} ${mine ? you : they}${clock}.`;
    }
    case "hole-turned": return `The dealer turns the ${cardWords(event.card)}.`;
    case "sensors-dark": return "The progressive takes no wagers now; its sensors are dark.";
    case "claims-asked": return "A share of the meter is won; the dealer claims it.";
    case "claimed": return `${who(view, event.seat)} claims ${event.percent} % of the meter with ${classWords(event.hand)}.`;
    case "withdrawn": return "The claim is withdrawn.";
    case "awarded": return `${who(view, event.seat)}: award of ${money(event.cents)}, slip ${event.slip}.`;
    case "waived": return `A hand at seat ${event.seat} is not claimed: ${event.reason}.`;
    case "voided": return `Round ${event.round} is void, all stakes are returned: ${event.reason}.`;
    default: return undefined;
  }
}

/** Everything an entry brought about, one sentence after the other. */
export function sentences(before: View, after: View, entry: Entry): string[] {
  const said: string[] = [];
  for (const event of entry.events) {
    if (event.event === "dealt") said.push(...dealtWords(after, event.cards));
    else if (event.event === "paid") said.push(...event.lines.map((line) => lineWords(after, line)));
    else {
      // Who has left is known only before, who has come only after.
      const words = sentence(event.event === "left" ? before : after, event);
      if (words) said.push(words);
    }
  }
  return said;
}

function dealtWords(view: View, cards: { seat: number; hand: number; card?: string | null }[]): string[] {
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

/** How long something has lasted, in hours and minutes. */
export function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
