// Bets before they lie: what a person puts on the spots, step by step, and how it gets
// to the table. The server alone accepts; until it has, a stake is only an outline. What may
// lie, and why the rest may not, it is asked.

import type { BetOffers, Spot, Stake, WagerRules } from "../api/schema";
import { play } from "../sound";
import { isSensor } from "./claims";
import type { Table } from "./model.svelte";
import { notBetWords, spotName } from "./words";

export type Stakes = { [S in Spot]?: number };

const SETTLE_MS = 220;
const LOOK_MS = 100;

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
  /** What the table says to the stakes of a seat, and to which. */
  private answers = $state.raw<Record<number, { stakes: Stakes; said: BetOffers }>>({});
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looking: ReturnType<typeof setTimeout> | undefined;
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

  /** Asks the table what it says to stakes; nothing where it says nothing. */
  private async ask(seat: number, stakes: Stakes): Promise<BetOffers | undefined> {
    const said = await this.table.betOffers(seat, stakes);
    if (said) this.answers = { ...this.answers, [seat]: { stakes, said } };
    return said;
  }

  /** Asks again for one's own seats: what may lie depends on what others have put down. */
  look(): void {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => {
      for (const seat of this.table.mySeats) if (this.isBetting) void this.ask(seat, this.of(seat));
    }, LOOK_MS);
  }

  /** What the table says to the stakes as they are; nothing while that is not known. */
  private answer(seat: number): BetOffers | undefined {
    const known = this.answers[seat];
    return known && same(known.stakes, this.of(seat)) ? known.said : undefined;
  }

  /** Why the stakes of a seat may not lie, in a few words; nothing where they may. */
  hint(seat: number): string | undefined {
    const left = this.answer(seat)?.left_out[0];
    return left && `${spotName(left.spot)}: ${notBetWords(left.why)}.`;
  }

  rule(spot: Spot): WagerRules | undefined {
    return this.table.rules?.wagers.find((wager) => wager.spot === spot);
  }

  /** Why a wager cannot be put down at all now; nothing where it can. */
  blocked(seat: number, spot: Spot): string | undefined {
    const not = this.answer(seat)?.offers.find((offer) => offer.spot === spot)?.not;
    return not ? notBetWords(not) : undefined;
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
  async rebet(times: number): Promise<void> {
    const dropped: string[] = [];
    for (const seat of this.table.mySeats) {
      const again = entries(this.last[seat] ?? {}).map(([spot, cents]) => [
        spot,
        isSensor(spot) ? cents : cents * times,
      ]);
      const said = await this.ask(seat, Object.fromEntries(again) as Stakes);
      if (!said) continue;
      dropped.push(...said.left_out.map(({ spot, why }) => `${spotName(spot)} (${notBetWords(why)})`));
      if (said.fit.length === 0) continue;
      this.set(seat, stakesOf(said.fit));
      // The next seat has what this one leaves.
      await this.send();
    }
    if (dropped.length > 0) {
      this.note = `Left out: ${dropped.join(", ")}.`;
      this.table.tellNow(this.note);
    }
  }

  /** Sends what has changed; false if something was refused or may not lie. */
  async send(): Promise<boolean> {
    clearTimeout(this.timer);
    for (const seat of this.table.mySeats) {
      const stakes = this.wanted[seat];
      if (!stakes || !this.isBetting) continue;
      if (same(stakes, this.accepted(seat))) {
        delete this.wanted[seat];
        continue;
      }
      const sent = { ...stakes };
      const said = await this.ask(seat, sent);
      // More chips have come meanwhile, and are sent with their own.
      if (!same(this.wanted[seat] ?? {}, sent)) return false;
      const hint = this.hint(seat);
      if (hint) this.table.tellNow(hint);
      if (said && said.left_out.length > 0) return false;
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
    while (this.table.busy) await new Promise((done) => setTimeout(done, 30));
    if (this.total > 0 && (await this.send())) {
      await this.table.give({ do: "ready" }, "bets");
      return;
    }
    const hint =
      this.total === 0
        ? "Put a chip on the main circle first."
        : this.table.mySeats.map((seat) => this.hint(seat)).find(Boolean);
    if (hint) {
      this.table.refusal = { place: "bets", text: hint };
      this.table.tellNow(hint);
    }
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
