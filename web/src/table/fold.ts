// The client's state is a fold of the server's numbered entries over its first view.
// Everything here is an assignment: cards, totals, offers, fates and results are put where
// the server says, money moves as its transfers say. The table below has a line for every
// event; the compiler misses one that is not there.

import type {
  Card,
  Entry,
  Event,
  Felt,
  HandFate,
  HandView,
  Phase,
  SeatCards,
  View,
} from "../api/schema";
import { CLAIMS, isSensor } from "./claims";

/** What each event makes of a view. */
export type Folds = { [E in Event as E["event"]]: (view: View, event: E) => void };

const MICROS_PER_CENT = 10_000;
/** A felt with nothing on it. */
export const EMPTY: Felt = {
  round: 0,
  seats: [],
  dealer: [],
  dealer_counts: { total: 0, soft: false },
  dealer_fate: "open",
  hole_down: false,
  lines: [],
  over: false,
};

/** The view after an entry; the given one is left as it is. */
export function applyEntry(view: View, entry: Entry): View {
  const next = structuredClone(view);
  for (const event of entry.events) foldInto(next, event);
  seal(next, entry);
  return next;
}

/** The view after one event of an entry that is not yet sealed. */
export function applyEvent(view: View, event: Event): View {
  const next = structuredClone(view);
  foldInto(next, event);
  return next;
}

/** Ends an entry: its number, its time and the money it moved. */
export function seal(view: View, entry: Entry): void {
  view.version = entry.version;
  view.at = entry.at;
  if (entry.events.some(({ event }) => event === "posted")) view.posted_at = entry.at;
  for (const { from, to, micros } of entry.transfers ?? []) {
    move(view, from, -micros / MICROS_PER_CENT);
    move(view, to, micros / MICROS_PER_CENT);
  }
}

function move(view: View, account: string, cents: number): void {
  if (account === "tray" && view.tray !== undefined && view.tray !== null) view.tray += cents;
  const number = /^player:(\d+)$/.exec(account)?.[1];
  if (number === undefined) return;
  const id = Number(number);
  if (view.you.account === id) view.you.chips += cents;
  for (const seat of view.seats) if (seat.player?.account === id) seat.player.chips += cents;
}

const FOLDS = {
  ...CLAIMS,
  posted: (view, { sign }) => {
    // A sign that was announced sweeps the felt of the round before.
    if (view.next) view.felt = structuredClone(EMPTY);
    view.posted = sign;
    delete view.next;
  },
  "posting-announced": (view, { sign, from }) => (view.next = { sign, from }),
  "posting-withdrawn": (view) => delete view.next,
  opened: (view) => wait(view, { phase: "dealer" }),
  closed: (view) => wait(view, { phase: "closed" }),
  "on-duty": (view, { role, staff, name }) => view.duty.push({ role, staff, name }),
  "off-duty": (view, { role, staff }) =>
    (view.duty = view.duty.filter((duty) => duty.role !== role || duty.staff !== staff)),
  called: (view, { by, name }) => (view.call = { since: view.at, by, name }),
  "call-answered": (view) => delete view.call,
  seated,
  left,
  away: (view, { player }) => isAway(view, player, true),
  back: (view, { player }) => isAway(view, player, false),
  gone: nothing,
  "bought-in": nothing,
  "cashed-out": nothing,
  filled: nothing,
  credited: nothing,
  "shoe-committed": (view, { shoe, root, cards }) =>
    (view.shoe = { shoe, root, cards, dealt: 0, cut: 0, cut_card_out: false }),
  "cut-asked": (view, { until, least, most }) => wait(view, { phase: "cut", until, least, most }),
  "shoe-cut": (view, { place }) => {
    if (view.shoe) view.shoe.cut = place;
    wait(view, { phase: "dealer" });
  },
  "cut-card": (view) => {
    if (view.shoe) view.shoe.cut_card_out = true;
  },
  "shoe-opened": putAway,
  "shoe-lost": putAway,
  "betting-opened": (view, { round }) => {
    view.round = round;
    notReady(view);
    wait(view, { phase: "betting", until: null });
  },
  "bet-placed": (view, { seat, bets }) => {
    const place = view.seats[seat - 1];
    if (place) place.bets = bets;
  },
  "betting-closes": (view, { until }) => wait(view, { phase: "betting", until: until ?? null }),
  ready: (view, { player }) => {
    for (const seat of view.seats) if (seat.player?.account === player) seat.player.ready = true;
  },
  started,
  dealt: (view, { cards, fates }) => {
    for (const card of cards) dealt(view, card);
    becomes(view, fates);
  },
  "insurance-asked": (view, { seat, most, until }) => {
    view.ask = { ask: "insurance", seat, most };
    wait(view, { phase: "insurance", until: until ?? null });
  },
  insured: (view, { seat, cents, fates }) => {
    delete view.ask;
    const cards = seatCards(view, seat);
    if (cards) cards.insurance = cents;
    becomes(view, fates);
  },
  peeked: nothing,
  asked: (view, { seat, hand, legal, not, until }) => {
    view.ask = { ask: "action", seat, hand, legal, not };
    wait(view, { phase: "turn", until: until ?? null });
  },
  acted: (view, { seat, hands, fates }) => {
    delete view.ask;
    const cards = seatCards(view, seat);
    if (cards) cards.hands = hands;
    becomes(view, fates);
  },
  "turn-asked": (view) => wait(view, { phase: "hole-card" }),
  "hole-turned": (view, { card, counts, fate }) => {
    view.felt.hole_down = false;
    view.felt.dealer.splice(1, 0, card);
    view.felt.dealer_counts = counts;
    view.felt.dealer_fate = fate;
  },
  paid: (view, { lines }) => view.felt.lines.push(...lines),
  ended: (view) => {
    view.felt.over = true;
    ended(view);
  },
  voided: (view) => {
    view.felt = structuredClone(EMPTY);
    ended(view);
  },
} satisfies Folds;

function foldInto(view: View, event: Event): void {
  // The table has a line for each event; the compiler cannot see that this is the event's own.
  // A copy goes into the view: what is true and what is shown both fold the same event.
  (FOLDS[event.event] as (view: View, event: Event) => void)(view, structuredClone(event));
}

function nothing(): void {}

function wait(view: View, phase: Phase): void {
  view.phase = phase;
  delete view.left_ms;
}

function seated(
  view: View,
  { seat, player: account, name }: { seat: number; player: number; name: string },
): void {
  const known = view.seats.find((other) => other.player?.account === account)?.player;
  const place = view.seats[seat - 1];
  const { chips = 0, ready = false } = known ?? {};
  if (place) place.player = { account, name, chips, ready };
  if (account === view.you.account) view.you.seats = [...view.you.seats, seat].sort((a, b) => a - b);
}

/** Whether a player has lost the connection. */
function isAway(view: View, account: number, away: boolean): void {
  for (const { player } of view.seats) {
    if (player?.account !== account) continue;
    if (away) player.away = true;
    else delete player.away;
  }
}

function left(view: View, { seat }: { seat: number }): void {
  const place = view.seats[seat - 1];
  if (place) {
    delete place.player;
    place.bets = [];
  }
  view.you.seats = view.you.seats.filter((own) => own !== seat);
}

function putAway(view: View, { shoe }: { shoe: number }): void {
  if (view.shoe?.shoe === shoe) delete view.shoe;
}

function notReady(view: View): void {
  for (const seat of view.seats) if (seat.player) seat.player.ready = false;
}

/** The bets that lie are those of the round. */
function started(view: View, { round }: { round: number }): void {
  const seats: SeatCards[] = [];
  for (const { seat, bets } of view.seats) {
    const stake = bets.find((bet) => bet.spot === "main")?.cents;
    if (stake !== undefined) seats.push({ seat, bets, insurance: 0, hands: [newHand(stake)] });
  }
  const lit = view.seats.flatMap(({ seat, bets }) =>
    bets
      .map(({ spot }) => spot)
      .filter(isSensor)
      .map((spot): [number, typeof spot] => [seat, spot]),
  );
  if (lit.length > 0) view.progressive = { lit, hands: [], claims: [] };
  view.round = round;
  view.felt = { ...structuredClone(EMPTY), round, seats };
  // Sensors of a live table may stay lit, where the sign says so.
  const stay = view.posted.dealing === "live" && view.posted.sensors_stay;
  if (!stay) for (const seat of view.seats) seat.bets = [];
  wait(view, { phase: view.posted.dealing === "live" ? "live-game" : "dealer" });
}

function ended(view: View): void {
  delete view.ask;
  delete view.progressive;
  notReady(view);
  wait(view, { phase: "dealer" });
}

function newHand(stake: number): HandView {
  return { cards: [], total: 0, soft: false, stake, doubles: 0, fate: "open" };
}

function seatCards(view: View, seat: number): SeatCards | undefined {
  return view.felt.seats.find((cards) => cards.seat === seat);
}

type Dealt = Extract<Event, { event: "dealt" }>["cards"][number];

function dealt(view: View, { seat, hand, card, counts }: Dealt): void {
  if (view.shoe) view.shoe.dealt += 1;
  if (seat === 0 && !card) view.felt.hole_down = true;
  if (!card || !counts) return;
  if (seat === 0) {
    view.felt.dealer.push(card);
    view.felt.dealer_counts = counts;
    return;
  }
  const at = seatCards(view, seat)?.hands[hand - 1];
  if (at) Object.assign(at, counts, { cards: [...at.cards, card] satisfies Card[] });
}

/** What has become of hands, the dealer's too. */
function becomes(view: View, fates: HandFate[] = []): void {
  for (const { seat, hand, fate } of fates) {
    const at = seatCards(view, seat)?.hands[hand - 1];
    if (seat === 0) view.felt.dealer_fate = fate;
    else if (at) at.fate = fate;
  }
}
