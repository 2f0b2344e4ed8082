// Bets before they lie: what a person puts on the spots, step by step, and how it gets
// to the table. The server alone accepts; until it has, a stake is only an outline.

import type { Spot, Stake, WagerRules } from "../api/schema";
import { play } from "../sound";
import { isSensor } from "./claims";
import type { Table } from "./model.svelte";
import { money, spotName } from "./words";

export type Stakes = { [S in Spot]?: number };

const SETTLE_MS = 220;

export const stakesOf = (bets: Stake[]): Stakes =>
  Object.fromEntries(bets.map(({ spot, cents }) => [spot, cents]));
const entries = (stakes: Stakes) => Object.entries(stakes) as [Spot, number][];
const sum = (stakes: Stakes): number => entries(stakes).reduce((all, [, cents]) => all + cents, 0);
const same = (a: Stakes, b: Stakes): boolean =>
  [...entries(a), ...entries(b)].every(([spot]) => (a[spot] ?? 0) === (b[spot] ?? 0));

export class Bets {
  /** What is wanted, by seat; nothing for a seat whose bets are as the server has them. */
  private wanted = $state<Record<number, Stakes>>({});
  private before = $state<{ seat: number; stakes: Stakes }[]>([]);
  private last = $state.raw<Record<number, Stakes>>({});
  private timer: ReturnType<typeof setTimeout> | undefined;
  chip = $state(0);
  removing = $state(false);
  /** The seat that keys bet on. */
  seat = $state(0);
  /** What a rebet could not restore. */
  note = $state("");

  constructor(private readonly table: Table) {}

  /** What lies on a seat, as the server knows it. */
  accepted(seat: number): Stakes {
    return stakesOf(this.table.live?.seats[seat - 1]?.bets ?? []);
  }

  /** What is wanted on a seat. */
  of(seat: number): Stakes {
    return this.wanted[seat] ?? this.accepted(seat);
  }

  isPending(seat: number, spot: Spot): boolean {
    return (this.of(seat)[spot] ?? 0) !== (this.accepted(seat)[spot] ?? 0);
  }

  get total(): number {
    return this.table.mySeats.reduce((all, seat) => all + sum(this.of(seat)), 0);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRebet(): boolean {
    return this.table.mySeats.some((seat) => this.last[seat]);
  }

  get isBetting(): boolean {
    return this.table.live?.phase.phase === "betting";
  }

  /** What a stake must be, in a few words; nothing where it may be sent. */
  hint(seat: number): string | undefined {
    const stakes = this.of(seat);
    if (sum(stakes) === 0) return undefined;
    const main = stakes.main ?? 0;
    const rules = this.rule("main");
    if (main === 0) return "Every side wager needs a main wager.";
    if (rules && main < rules.least)
      return `The main wager is ${money(rules.least)} to ${money(rules.most)}.`;
    return undefined;
  }

  rule(spot: Spot): WagerRules | undefined {
    return this.table.rules?.wagers.find((wager) => wager.spot === spot);
  }

  /** Why a wager cannot be put down at all now; nothing where it can. */
  blocked(seat: number, spot: Spot): string | undefined {
    const rule = this.rule(spot);
    if (!rule) return undefined;
    const stakes = this.of(seat);
    if (rule.requires && !(stakes[rule.requires] ?? 0)) return `needs ${spotName(rule.requires)}`;
    const other = this.otherSet(rule);
    if (other) return `not beside ${spotName(other)}`;
    return undefined;
  }

  /** A spot of another set that somebody has staked; a round has one set only (A45). */
  private otherSet(rule: WagerRules): Spot | undefined {
    if (!rule.set) return undefined;
    for (const seat of this.table.live?.seats ?? []) {
      const stakes = this.table.mySeats.includes(seat.seat) ? this.of(seat.seat) : stakesOf(seat.bets);
      for (const [spot, cents] of entries(stakes)) {
        const set = this.rule(spot)?.set;
        if (cents > 0 && set && set !== rule.set) return spot;
      }
    }
    return undefined;
  }

  /** A chip onto a spot, or off it. */
  put(seat: number, spot: Spot, remove = this.removing): void {
    if (!this.isBetting) return;
    const rule = this.rule(spot);
    const unit = isSensor(spot);
    const chip = unit ? (rule?.least ?? this.chip) : this.chip;
    const now = this.of(seat)[spot] ?? 0;
    // A sensor is lit or not: its wager is exactly one unit.
    const next = unit ? (now > 0 ? 0 : chip) : Math.max(0, now + (remove ? -chip : chip));
    this.set(seat, { ...this.of(seat), [spot]: next });
  }

  /** Exactly this much onto a spot. */
  type(seat: number, spot: Spot, cents: number): void {
    this.set(seat, { ...this.of(seat), [spot]: Math.max(0, Math.round(cents)) });
  }

  private set(seat: number, stakes: Stakes, remember = true): void {
    if (remember) this.before.push({ seat, stakes: this.of(seat) });
    this.note = "";
    if (this.table.refusal?.place === "bets") this.table.refusal = undefined;
    this.wanted[seat] = Object.fromEntries(entries(stakes).filter(([, cents]) => cents > 0));
    this.seat = seat;
    play("chip");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), SETTLE_MS);
  }

  undo(): void {
    const step = this.before.pop();
    if (step) this.set(step.seat, step.stakes, false);
  }

  clear(): void {
    for (const seat of this.table.mySeats) if (sum(this.of(seat)) > 0) this.set(seat, {});
  }

  /** The bets of the last round again, as far as they are still possible. */
  rebet(times: number): void {
    const dropped: string[] = [];
    let left = this.table.live?.you.chips ?? 0;
    for (const seat of this.table.mySeats) {
      const stakes: Stakes = {};
      for (const [spot, cents] of entries(this.last[seat] ?? {})) {
        const wanted = isSensor(spot) ? cents : cents * times;
        const why = this.notAgain(spot, wanted, stakes, left);
        if (why) dropped.push(`${spotName(spot)} (${why})`);
        else {
          stakes[spot] = wanted;
          left -= wanted;
        }
      }
      if (sum(stakes) > 0) this.set(seat, stakes);
    }
    if (dropped.length > 0) {
      this.note = `Left out: ${dropped.join(", ")}.`;
      this.table.tellNow(this.note);
    }
  }

  /** Why a wager of the last round cannot be made again beside these; nothing where it can. */
  private notAgain(spot: Spot, wanted: number, beside: Stakes, left: number): string | undefined {
    const rule = this.rule(spot);
    if (!rule) return "not offered";
    // Without its main wager a seat has no others.
    const needs = [spot === "main" ? undefined : ("main" as const), rule.requires].find(
      (other) => other && !beside[other],
    );
    if (needs) return `needs ${spotName(needs)}`;
    const other = this.otherSet(rule);
    if (other) return `not beside ${spotName(other)}`;
    if (wanted > rule.most) return `at most ${money(rule.most)}`;
    if (rule.at_most_main && wanted > (beside.main ?? 0)) return "at most the main wager";
    return wanted > left ? "not enough chips" : undefined;
  }

  /** Sends what has changed; false if something was refused or is not complete. */
  async send(): Promise<boolean> {
    clearTimeout(this.timer);
    for (const seat of this.table.mySeats) {
      const stakes = this.wanted[seat];
      if (!stakes || !this.isBetting) continue;
      if (same(stakes, this.accepted(seat))) {
        delete this.wanted[seat];
        continue;
      }
      const hint = this.hint(seat);
      if (hint) return false;
      const sent = { ...stakes };
      if (this.table.busy) {
        this.timer = setTimeout(() => void this.send(), SETTLE_MS);
        return false;
      }
      if (!(await this.table.give({ do: "bet", seat, bets: sent }, "bets", seat))) return false;
      if (same(this.wanted[seat] ?? {}, sent)) delete this.wanted[seat];
    }
    return true;
  }

  /** All bets lie: sends what is left and says so. */
  async deal(): Promise<void> {
    if (!this.isBetting) return;
    const hint =
      this.total === 0
        ? "Put a chip on the main circle first."
        : this.table.mySeats.map((seat) => this.hint(seat)).find(Boolean);
    if (hint) {
      this.table.refusal = { place: "bets", text: hint };
      this.table.tellNow(hint);
      return;
    }
    while (this.table.busy) await new Promise((done) => setTimeout(done, 30));
    if (await this.send()) await this.table.give({ do: "ready" }, "bets");
  }

  /** The round has begun: what lay is remembered, what did not lie is gone. */
  started(seats: { seat: number; bets: Stake[] }[]): void {
    clearTimeout(this.timer);
    this.before = [];
    this.wanted = {};
    const own = seats.filter(({ seat }) => this.table.mySeats.includes(seat));
    if (own.length > 0)
      this.last = Object.fromEntries(own.map(({ seat, bets }) => [seat, stakesOf(bets)]));
  }
}
