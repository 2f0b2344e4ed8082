// The dealer's keys: each in its place for the whole shift, with what it does now or why it does
// nothing; and the one that comes next. The table decides; this only says it beforehand.

import type { Body, Share, View } from "../../api/schema";

/** The keys in the order of the keypad. */
export const KEY_IDS = [
  "bets",
  "start",
  "turn",
  "hand",
  "end",
  "call",
  "chips",
  "free",
  "duty",
] as const;
export type KeyId = (typeof KEY_IDS)[number];

export interface Key {
  id: KeyId;
  label: string;
  /** What is sent; nothing for a key that opens a panel first. */
  body?: Body;
  /** Why it does nothing now. */
  why?: string;
}

/** What comes next: a key, or what the table waits for. */
export interface Next {
  key?: Key;
  label: string;
  note: string;
}

const isOpen = ({ state }: Share) => state.is === "claimed" || state.is === "confirmed";

/** Hands that win a share of a meter and are neither claimed nor waived. */
export function unclaimed(view: View): NonNullable<View["progressive"]>["hands"] {
  const { hands = [], claims = [] } = view.progressive ?? {};
  return hands.filter((hand) => !claims.some((it) => it.seat === hand.seat && it.spot === hand.spot));
}

/** Claims that wait for a supervisor or a card. */
export const openClaims = (view: View): Share[] => (view.progressive?.claims ?? []).filter(isOpen);

export const isLive = (view: View): boolean => view.posted.dealing === "live";

/** Whether this person deals here. */
export function deals(view: View, account: number): boolean {
  return view.duty.some((duty) => duty.role === "dealer" && duty.staff === account);
}

/** Why no key works at all, but the one for the duty. */
function offDuty(view: View, account: number): string | undefined {
  if (view.posted.staffing === "unattended") return "this table needs no staff";
  if (view.phase.phase === "closed") return "the table is closed";
  if (deals(view, account)) return undefined;
  const other = view.duty.find((duty) => duty.role === "dealer");
  return other ? `${other.name} deals here` : "go on duty first";
}

/** Why a game cannot be begun. */
function notStaffed(view: View): string | undefined {
  const floor = view.duty.some(({ role }) => role === "supervisor" || role === "executive");
  return floor ? undefined : "no supervisor is on duty";
}

const inGame = (view: View) =>
  view.phase.phase === "live-game" ||
  view.phase.phase === "claims" ||
  view.phase.phase === "turn" ||
  view.phase.phase === "insurance" ||
  view.phase.phase === "hole-card";

/** Why the dealer's keys do not deal: at some tables the server does, by its clock. */
const byClock = (view: View): string | undefined =>
  view.posted.dealing === "automatic" ? "the server’s clock deals here" : undefined;

function whyNotBets(view: View): string | undefined {
  if (byClock(view)) return byClock(view);
  if (isLive(view)) return "chips lie on the felt here";
  if (inGame(view)) return "a round is played";
  if (view.phase.phase === "betting") return "bets are open";
  if (view.phase.phase === "cut") return "the shoe is to be cut";
  return notStaffed(view);
}

function whyNotStart(view: View): string | undefined {
  if (byClock(view)) return byClock(view);
  if (inGame(view)) return isLive(view) ? "a game is played" : "a round is played";
  if (isLive(view)) return notStaffed(view);
  if (view.phase.phase !== "betting") return "open the bets first";
  return view.seats.some(({ bets }) => bets.length > 0) ? undefined : "no bets lie";
}

function whyNotHand(view: View): string | undefined {
  const { phase } = view.phase;
  if (phase !== "live-game" && phase !== "claims")
    return inGame(view) ? "the cards are not all turned" : "no game is played";
  if ((view.progressive?.lit.length ?? 0) === 0) return "no sensor was lit";
  if (isLive(view)) return undefined;
  const waits = unclaimed(view).length + openClaims(view).length;
  return waits > 0 ? undefined : "no hand wins a share";
}

function whyNotEnd(view: View): string | undefined {
  const { phase } = view.phase;
  if (phase !== "live-game" && phase !== "claims")
    return inGame(view) ? "the round ends by itself" : "no game is played";
  const missing = unclaimed(view)[0];
  if (missing) return `seat ${missing.seat} is not claimed`;
  const open = openClaims(view)[0];
  return open ? `seat ${open.seat}’s claim is open` : undefined;
}

/** All keys as they are now. */
export function keysOf(view: View, account: number): Record<KeyId, Key> {
  const off = offDuty(view, account);
  const seated = view.seats.some(({ player }) => player);
  const between = view.phase.phase === "dealer" || view.phase.phase === "betting";
  const key = (id: KeyId, label: string, why: string | undefined, body?: Body): [KeyId, Key] => [
    id,
    { id, label, body, why: off ?? why },
  ];
  const live = isLive(view);
  const keys = Object.fromEntries([
    key("bets", "OPEN BETS", whyNotBets(view), { do: "open-betting" }),
    key("start", live ? "START GAME" : "DEAL", whyNotStart(view), { do: "deal" }),
    key("turn", "HOLE CARD", live ? "cards are turned by hand here" : turnWhy(view), { do: "turn" }),
    key("hand", "HAND BUTTON", whyNotHand(view)),
    key("end", "END GAME", whyNotEnd(view), { do: "end-game" }),
    key("call", "CALL", view.call ? `${view.call.name} has called` : undefined, {
      do: "call-supervisor",
    }),
    key("chips", "SELL CHIPS", seated ? undefined : "nobody sits here"),
    key("free", "FREE A SEAT", !seated ? "nobody sits here" : between ? undefined : "a round is played"),
  ]) as Record<KeyId, Key>;
  return { ...keys, duty: dutyKey(view, account) };
}

const turnWhy = (view: View) =>
  byClock(view) ?? (view.phase.phase === "hole-card" ? undefined : "not the dealer’s turn");

function dutyKey(view: View, account: number): Key {
  if (deals(view, account)) return { id: "duty", label: "PAUSE", body: { do: "off-duty" } };
  const other = view.duty.find((duty) => duty.role === "dealer");
  const none = view.posted.staffing === "unattended" ? "this table needs no staff" : undefined;
  const why = none ?? (other ? `${other.name} deals here` : undefined);
  return { id: "duty", label: "ON DUTY", body: { do: "on-duty" }, why };
}

/** What comes next at the table. */
export function nextOf(view: View, keys: Record<KeyId, Key>): Next {
  const take = (id: KeyId, note: string): Next => ({ key: keys[id], label: keys[id].label, note });
  const wait = (label: string, note: string): Next => ({ label, note });
  if (keys.duty.label === "ON DUTY")
    return keys.duty.why ? wait("WAIT", keys.duty.why) : take("duty", "the table waits for a dealer");
  if (view.phase.phase === "closed") return wait("CLOSED", "a supervisor opens the table");
  const missing = unclaimed(view)[0];
  if (missing) return take("hand", `seat ${missing.seat} wins a share: claim it`);
  const open = openClaims(view)[0];
  if (open && !view.call && open.state.is === "claimed")
    return take("call", `seat ${open.seat}’s claim waits for a supervisor`);
  if (open)
    return wait(open.state.is === "confirmed" ? "CARD" : "WAIT", `seat ${open.seat}’s claim is open`);
  return nextKey(view, keys, take, wait);
}

function nextKey(
  view: View,
  keys: Record<KeyId, Key>,
  take: (id: KeyId, note: string) => Next,
  wait: (label: string, note: string) => Next,
): Next {
  switch (view.phase.phase) {
    case "live-game":
    case "claims":
      return take("end", `game ${view.round}: cards, hand buttons, then end it`);
    case "hole-card":
      return take("turn", "turn it and play the hand");
    case "turn":
    case "insurance": {
      const what = view.phase.phase === "turn" ? "decides" : "is asked for insurance";
      return wait("WAIT", view.ask ? `seat ${view.ask.seat} ${what}` : "the cards are dealt");
    }
    case "cut":
      return wait("WAIT", "a player cuts the shoe");
    case "betting":
      return keys.start.why ? wait("WAIT", keys.start.why) : take("start", "take the bets and deal");
    default: {
      const first = keys[isLive(view) ? "start" : "bets"];
      if (first.why) return wait("WAIT", first.why);
      return take(first.id, isLive(view) ? `game ${view.round + 1}` : `round ${view.round + 1}`);
    }
  }
}
