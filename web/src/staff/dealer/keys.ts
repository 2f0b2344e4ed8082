// The dealer's keys: each in its place for the whole shift, with what it does now or why it does
// nothing; and the one that comes next. The table decides; this only says it beforehand.

import type { Body, Share, View } from "../../api/schema";
import { KEYS } from "./words";

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
  if (view.posted.staffing === "unattended") return KEYS.thisTableNeedsNoStaff;
  if (view.phase.phase === "closed") return KEYS.theTableIsClosed;
  if (deals(view, account)) return undefined;
  const other = view.duty.find((duty) => duty.role === "dealer");
  return other ? KEYS.dealsHere(other.name) : KEYS.goOnDutyFirst;
}

/** Why a game cannot be begun. */
function notStaffed(view: View): string | undefined {
  const floor = view.duty.some(({ role }) => role === "supervisor" || role === "executive");
  return floor ? undefined : KEYS.noSupervisorIsOnDuty;
}

const inGame = (view: View) =>
  view.phase.phase === "live-game" ||
  view.phase.phase === "claims" ||
  view.phase.phase === "turn" ||
  view.phase.phase === "insurance" ||
  view.phase.phase === "hole-card";

/** Why the dealer's keys do not deal: at some tables the server does, by its clock. */
const byClock = (view: View): string | undefined =>
  view.posted.dealing === "automatic" ? KEYS.theServersClockDealsHere : undefined;

function whyNotBets(view: View): string | undefined {
  if (byClock(view)) return byClock(view);
  if (isLive(view)) return KEYS.chipsLieOnTheFelt;
  if (inGame(view)) return KEYS.aRoundIsPlayed;
  if (view.phase.phase === "betting") return KEYS.betsAreOpen;
  if (view.phase.phase === "cut") return KEYS.theShoe;
  return notStaffed(view);
}

function whyNotStart(view: View): string | undefined {
  if (byClock(view)) return byClock(view);
  if (inGame(view)) return isLive(view) ? KEYS.aGameIsPlayed : KEYS.aRoundIsPlayed;
  if (isLive(view)) return notStaffed(view);
  if (view.phase.phase !== "betting") return KEYS.openTheBetsFirst;
  return view.seats.some(({ bets }) => bets.length > 0) ? undefined : KEYS.noBetsLie;
}

function whyNotHand(view: View): string | undefined {
  const { phase } = view.phase;
  if (phase !== "live-game" && phase !== "claims")
    return inGame(view) ? KEYS.theCardsAreNotAll : KEYS.noGameIsPlayed;
  if ((view.progressive?.lit.length ?? 0) === 0) return KEYS.noSensorWasLit;
  if (isLive(view)) return undefined;
  const waits = unclaimed(view).length + openClaims(view).length;
  return waits > 0 ? undefined : KEYS.noHandWinsAShare;
}

function whyNotEnd(view: View): string | undefined {
  const { phase } = view.phase;
  if (phase !== "live-game" && phase !== "claims")
    return inGame(view) ? KEYS.theRoundEndsByItself : KEYS.noGameIsPlayed;
  const missing = unclaimed(view)[0];
  if (missing) return KEYS.seatIsNotClaimed(missing.seat);
  const open = openClaims(view)[0];
  return open ? KEYS.seatSClaimIsOpen(open.seat) : undefined;
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
    key("bets", KEYS.openBets, whyNotBets(view), { do: "open-betting" }),
    key("start", live ? KEYS.startGame : KEYS.deal, whyNotStart(view), { do: "deal" }),
    key("turn", KEYS.holeCard, live ? KEYS.cardsAreTurnedByHand : turnWhy(view), { do: "turn" }),
    key("hand", KEYS.handButton, whyNotHand(view)),
    key("end", KEYS.endGame, whyNotEnd(view), { do: "end-game" }),
    key("call", KEYS.call, view.call ? KEYS.hasCalled(view.call.name) : undefined, {
      do: "call-supervisor",
    }),
    key("chips", KEYS.sellChips, seated ? undefined : KEYS.nobodySitsHere),
    key(
      "free",
      KEYS.freeASeat,
      !seated ? KEYS.nobodySitsHere : between ? undefined : KEYS.aRoundIsPlayed,
    ),
  ]) as Record<KeyId, Key>;
  return { ...keys, duty: dutyKey(view, account) };
}

const turnWhy = (view: View) =>
  byClock(view) ?? (view.phase.phase === "hole-card" ? undefined : KEYS.notTheDealersTurn);

function dutyKey(view: View, account: number): Key {
  if (deals(view, account)) return { id: "duty", label: "PAUSE", body: { do: "off-duty" } };
  const other = view.duty.find((duty) => duty.role === "dealer");
  const none = view.posted.staffing === "unattended" ? KEYS.thisTableNeedsNoStaff : undefined;
  const why = none ?? (other ? KEYS.dealsHere(other.name) : undefined);
  return { id: "duty", label: KEYS.onDuty, body: { do: "on-duty" }, why };
}

/** What comes next at the table. */
export function nextOf(view: View, keys: Record<KeyId, Key>): Next {
  const take = (id: KeyId, note: string): Next => ({ key: keys[id], label: keys[id].label, note });
  const wait = (label: string, note: string): Next => ({ label, note });
  if (keys.duty.label === "ON DUTY")
    return keys.duty.why ? wait(KEYS.wait, keys.duty.why) : take("duty", KEYS.theTableWaits);
  if (view.phase.phase === "closed") return wait("CLOSED", KEYS.aSupervisorOpensTheTable);
  const missing = unclaimed(view)[0];
  if (missing) return take("hand", KEYS.seatWinsAShareClaim(missing.seat));
  const open = openClaims(view)[0];
  if (open && !view.call && open.state.is === "claimed")
    return take("call", KEYS.seatSClaimWaits(open.seat));
  if (open)
    return wait(open.state.is === "confirmed" ? "CARD" : "WAIT", KEYS.seatSClaimIsOpen(open.seat));
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
      return take("end", KEYS.gameCardsHandButtonsThen(view.round));
    case "hole-card":
      return take("turn", KEYS.turnItAndPlay);
    case "turn":
    case "insurance": {
      const what = view.phase.phase === "turn" ? KEYS.seatDecides : KEYS.isAskedForInsurance;
      return wait(KEYS.wait, view.ask ? what(view.ask.seat) : KEYS.theCardsAreDealt);
    }
    case "cut":
      return wait(KEYS.wait, KEYS.aPlayerCutsTheShoe);
    case "betting":
      return keys.start.why ? wait(KEYS.wait, keys.start.why) : take("start", KEYS.takeTheBetsAndDeal);
    default: {
      const first = keys[isLive(view) ? "start" : "bets"];
      if (first.why) return wait(KEYS.wait, first.why);
      return take(first.id, isLive(view) ? KEYS.game(view.round + 1) : KEYS.round(view.round + 1));
    }
  }
}
