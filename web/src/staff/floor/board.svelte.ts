// The floor as its staff see it: a row for every table, whole with each change, and what needs
// somebody.

import { ask } from "../../api/client";
import { follow, type Following } from "../../api/follow";
import type { Board, BoardRow } from "../../api/schema";
import { className, money } from "../../table/words";
import { BOARD } from "./words";

/** How long to wait before the board is asked for again. */
const AGAIN_MS = 3000;

/** Something that needs somebody. */
export interface Alarm {
  key: string;
  table: number;
  name: string;
  what: "call" | "claim" | "tray";
  text: string;
  /** Since when, by the server's clock; nothing where nobody knows. */
  since?: number;
}

/** What a table needs somebody for. */
export function alarmsOf(row: BoardRow): Alarm[] {
  const { table, name, call } = row.summary;
  const one = (what: Alarm["what"], text: string, since?: number | null): Alarm => ({
    key: `${table}-${what}-${since ?? 0}`,
    table,
    name,
    what,
    text,
    since: since ?? undefined,
  });
  const alarms: Alarm[] = [];
  if (call) alarms.push(one("call", BOARD.callsASupervisor(call.name), call.since));
  const open = row.claims.filter(({ state }) => state.is === "claimed" || state.is === "confirmed");
  const hands = [...row.hands, ...open];
  if (hands.length > 0) {
    const which = hands.map(({ seat, hand }) => BOARD.handOf(seat, className(hand))).join(", ");
    const step = row.hands.length > 0 ? BOARD.toClaim : claimStep(open.map(({ state }) => state.is));
    alarms.push(one("claim", BOARD.jackpot(step, which), row.claimed_since));
  }
  if (row.tray < 0) alarms.push(one("tray", BOARD.trayMoreWasPaidThan(money(row.tray))));
  return alarms;
}

/** Whom an open table lacks before anybody can play; nothing where it lacks nobody. */
export function lacks({ summary, duty }: BoardRow): string {
  if (!summary.open || summary.staffing !== "attended") return "";
  const has = (isDealer: boolean) => duty.some(({ role }) => (role === "dealer") === isDealer);
  if (has(true)) return has(false) ? "" : BOARD.aSupervisor;
  return has(false) ? BOARD.aDealer : BOARD.aDealerAndASupervisor;
}

const claimStep = (states: string[]) =>
  states.includes("claimed") ? BOARD.toConfirm : BOARD.waitsForACard;

/** Rows with those that have changed put in their places. */
export function merged(rows: BoardRow[], changed: BoardRow[]): BoardRow[] {
  const all = new Map(rows.map((row) => [row.summary.table, row]));
  for (const row of changed) all.set(row.summary.table, row);
  return [...all.values()].sort((a, b) => a.summary.table - b.summary.table);
}

export class Floor {
  rows = $state.raw<BoardRow[]>([]);
  day = $state(0);
  /** Whether anything is known yet. */
  known = $state(false);
  /** Why what is known may be old; nothing if it is not. */
  lost = $state("");
  /** What the server's clock shows now. */
  now = $state(Date.now());
  private ahead = 0;
  private following: Following | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private clock: ReturnType<typeof setInterval> | undefined;

  async open(): Promise<void> {
    this.clock ??= setInterval(() => (this.now = Date.now() + this.ahead), 1000);
    try {
      this.take(await ask<Board>("GET", "/api/floor"));
    } catch (error) {
      this.lost = error instanceof Error ? error.message : BOARD.theServerDoesNotAnswer;
      this.waiting = setTimeout(() => void this.open(), AGAIN_MS);
      return;
    }
    this.following = follow<Board>("floor", undefined, {
      // Rows are whole: nothing is missed that the next board does not have.
      last: () => 0,
      told: (board) => this.take(board),
      connected: (is) => (this.lost = is ? "" : BOARD.theConnectionIsLostTrying),
      over: (why) => (this.lost = why),
    });
  }

  stop(): void {
    clearTimeout(this.waiting);
    clearInterval(this.clock);
    this.following?.stop();
  }

  private take(board: Board): void {
    this.ahead = board.at - Date.now();
    this.now = board.at;
    this.day = board.day;
    this.rows = merged(this.rows, board.tables);
    this.known = true;
    this.lost = "";
  }

  /** The open tables that wait for somebody to go on duty. */
  get lacking(): { table: number; who: string }[] {
    const all = this.rows.map((row) => ({ table: row.summary.table, who: lacks(row) }));
    return all.filter(({ who }) => who !== "");
  }

  /** Everything that needs somebody, the longest waiting first. */
  get alarms(): Alarm[] {
    const all = this.rows.flatMap(alarmsOf);
    return all.sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  }
}
