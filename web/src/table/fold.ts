// The client's state is a fold of the server's numbered entries over its first view.
// Nothing the server has settled is settled again here: cards are put where it says,
// money moves as its transfers say, results are its lines. The only thing counted is
// what a hand's cards add up to, which everybody at a table does.

import type { Entry, Event, Felt, HandView, SeatCards, View } from "../api/schema";
import { claimsInto, isSensor } from "./claims";

const MICROS_PER_CENT = 10_000;
const EMPTY: Felt = { round: 0, seats: [], dealer: [], hole_down: false, lines: [], over: false };

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

function foldInto(view: View, event: Event): void {
  switch (event.event) {
    case "opened":
    case "shoe-cut":
      view.phase = { phase: "dealer" };
      if (event.event === "shoe-cut" && view.shoe) view.shoe.cut = event.place;
      break;
    case "closed":
      view.phase = { phase: "closed" };
      break;
    case "on-duty":
      view.duty.push({ role: event.role, staff: event.staff, name: event.name });
      break;
    case "off-duty":
      view.duty = view.duty.filter((duty) => duty.role !== event.role || duty.staff !== event.staff);
      break;
    case "seated":
      seated(view, event.seat, event.player, event.name);
      break;
    case "left":
      left(view, event.seat);
      break;
    case "shoe-committed":
      view.shoe = { shoe: event.shoe, root: event.root, cards: event.cards, dealt: 0, cut: 0, cut_card_out: false };
      break;
    case "cut-asked":
      view.phase = { phase: "cut", until: event.until };
      break;
    case "cut-card":
      if (view.shoe) view.shoe.cut_card_out = true;
      break;
    case "shoe-opened":
    case "shoe-lost":
      if (view.shoe?.shoe === event.shoe) delete view.shoe;
      break;
    default:
      roundInto(view, event);
  }
}

/** The events of bets and rounds. */
function roundInto(view: View, event: Event): void {
  switch (event.event) {
    case "betting-opened":
      view.round = event.round;
      notReady(view);
      view.phase = { phase: "betting", until: null };
      break;
    case "bet-placed": {
      const seat = view.seats[event.seat - 1];
      if (seat) seat.bets = event.bets;
      stopClockWithoutBets(view);
      break;
    }
    case "betting-closes":
      view.phase = { phase: "betting", until: event.until };
      break;
    case "ready":
      for (const seat of view.seats) if (seat.player?.account === event.player) seat.player.ready = true;
      break;
    case "started":
      started(view, event.round);
      break;
    case "dealt":
      for (const { seat, hand, card } of event.cards) dealt(view, seat, hand, card ?? undefined);
      break;
    case "hole-turned":
      view.felt.hole_down = false;
      view.felt.dealer.splice(1, 0, event.card);
      break;
    case "paid":
      view.felt.lines.push(...event.lines);
      break;
    case "ended":
      view.felt.over = true;
      ended(view);
      break;
    case "voided":
      view.felt = structuredClone(EMPTY);
      ended(view);
      break;
    default:
      answersInto(view, event);
  }
}

/** Questions and their answers. */
function answersInto(view: View, event: Event): void {
  switch (event.event) {
    case "insurance-asked":
      view.ask = { ask: "insurance", seat: event.seat, most: event.most };
      view.phase = { phase: "insurance", until: event.until ?? null };
      break;
    case "insured": {
      delete view.ask;
      const cards = seatCards(view, event.seat);
      if (cards) cards.insurance = event.cents;
      break;
    }
    case "asked": {
      const main = seatCards(view, event.seat)?.bets.find((stake) => stake.spot === "main")?.cents ?? 0;
      const adds: Record<string, number> = { double: event.double_adds ?? 0, split: main };
      const back: Record<string, number> = { surrender: event.gives_back ?? 0, rescue: event.gives_back ?? 0 };
      const legal = event.legal.map((action) => ({ action, adds: adds[action] ?? 0, gives_back: back[action] ?? 0 }));
      view.ask = { ask: "action", seat: event.seat, hand: event.hand, legal };
      view.phase = { phase: "turn", until: event.until ?? null };
      break;
    }
    case "acted":
      delete view.ask;
      acted(view, event.seat, event.hand, event.action, event.added ?? 0);
      break;
    case "turn-asked":
      delete view.ask;
      view.phase = { phase: "hole-card" };
      break;
    default:
      claimsInto(view, event);
  }
}

function seated(view: View, seat: number, account: number, name: string): void {
  const known = view.seats.find((other) => other.player?.account === account)?.player;
  const place = view.seats[seat - 1];
  if (place) place.player = { account, name, chips: known?.chips ?? 0, ready: known?.ready ?? false };
  if (account === view.you.account) view.you.seats = [...view.you.seats, seat].sort((a, b) => a - b);
}

function left(view: View, seat: number): void {
  const place = view.seats[seat - 1];
  if (place) {
    delete place.player;
    place.bets = [];
  }
  view.you.seats = view.you.seats.filter((own) => own !== seat);
  stopClockWithoutBets(view);
}

function stopClockWithoutBets(view: View): void {
  const none = view.seats.every((seat) => seat.bets.length === 0);
  if (none && view.phase.phase === "betting") view.phase = { phase: "betting", until: null };
}

function notReady(view: View): void {
  for (const seat of view.seats) if (seat.player) seat.player.ready = false;
}

function started(view: View, round: number): void {
  const seats: SeatCards[] = [];
  for (const { seat, bets } of view.seats) {
    const stake = bets.find((bet) => bet.spot === "main")?.cents;
    if (stake !== undefined) seats.push({ seat, bets, insurance: 0, hands: [newHand(stake)] });
  }
  const lit = seats.flatMap(({ seat, bets }) => bets.filter(({ spot }) => isSensor(spot)).map(({ spot }): [number, string] => [seat, spot]));
  if (lit.length > 0) view.progressive = { lit, hands: [], claims: [] };
  view.round = round;
  view.felt = { ...structuredClone(EMPTY), round, seats };
  for (const seat of view.seats) seat.bets = [];
  view.phase = view.posted.dealing === "live" ? { phase: "live-game" } : { phase: "dealer" };
}

function ended(view: View): void {
  delete view.ask;
  delete view.progressive;
  notReady(view);
  view.phase = { phase: "dealer" };
}

function newHand(stake: number): HandView {
  return { cards: [], total: 0, soft: false, stake, doubles: 0, fate: "open" };
}

function seatCards(view: View, seat: number): SeatCards | undefined {
  return view.felt.seats.find((cards) => cards.seat === seat);
}

function dealt(view: View, seat: number, hand: number, card: string | undefined): void {
  if (view.shoe) view.shoe.dealt += 1;
  if (seat === 0) {
    if (card === undefined) view.felt.hole_down = true;
    else view.felt.dealer.push(card);
    return;
  }
  const cards = seatCards(view, seat);
  const at = cards?.hands[hand - 1];
  if (!cards || !at || card === undefined) return;
  at.cards.push(card);
  count(at);
  const isFirst = cards.hands.length === 1 && at.cards.length === 2 && at.doubles === 0;
  if (isFirst && at.total === 21) at.fate = "natural";
}

function acted(view: View, seat: number, hand: number, action: string, added: number): void {
  const cards = seatCards(view, seat);
  const at = cards?.hands[hand - 1];
  if (!cards || !at) return;
  switch (action) {
    case "stand":
      at.fate = "stood";
      break;
    case "surrender":
      at.fate = "surrendered";
      break;
    case "rescue":
      at.fate = "rescued";
      break;
    case "double":
      at.stake += added;
      at.doubles += 1;
      break;
    case "split": {
      // The new hand stands directly behind the one it came from (A41).
      const other = newHand(added);
      other.cards = at.cards.splice(1, 1);
      count(at);
      count(other);
      cards.hands.splice(hand, 0, other);
      break;
    }
  }
}

/** What cards add up to; an ace counts eleven where it fits. */
export function totalOf(cards: readonly string[]): { total: number; soft: boolean } {
  let hard = 0;
  for (const card of cards) hard += valueOf(card);
  const soft = hard <= 11 && cards.some((card) => card.startsWith("A"));
  return { total: soft ? hard + 10 : hard, soft };
}

function valueOf(card: string): number {
  const rank = card.slice(0, -1);
  if (rank === "A") return 1;
  return /^[2-9]$/.test(rank) ? Number(rank) : 10;
}

function count(hand: HandView): void {
  Object.assign(hand, totalOf(hand.cards));
  if (hand.total > 21) hand.fate = "bust";
}
