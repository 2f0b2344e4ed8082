// Bets before they lie: what a person puts on the spots, step by step, and how it gets
// to the table. The server alone accepts; until it has, a stake is only an outline. What may
// lie, and why the rest may not, it is asked.

import type { BetOffers, LeftOut, Spot, Stake, WagerRules } from "../api/schema";
import { play } from "../sound";
import { isSensor } from "./claims";
import type { Table } from "./model.svelte";
import { droppedWords, leftOutWords, notBetWords } from "./words";
import { BETS } from "./page";

export type Stakes = { [S in Spot]?: number };

const SETTLE_MS = 220;
const LOOK_MS = 100;
const NOTE_MS = 8000;

export const stakesOf = (bets: Stake[]): Stakes =>
  Object.fromEntries(bets.map(({ spot, cents }) => [spot, cents]));
const entries = (stakes: Stakes) => Object.entries(stakes) as [Spot, number][];
const sum = (stakes: Stakes): number => entries(stakes).reduce((all, [, cents]) => all + cents, 0);
const same = (a: Stakes, b: Stakes): boolean =>
  [...entries(a), ...entries(b)].every(([spot]) => (a[spot] ?? 0) === (b[spot] ?? 0));

/** Something a seat must be told of its bets; of a chip that came back, the spot it lay on. */
export interface Note {
  seat: number;
  text: string;
  spot?: Spot;
}

export class Bets {
  /** What is wanted, by seat; nothing for a seat whose bets are as the server has them. */
  private wanted = $state<Record<number, Stakes>>({});
  private before = $state<{ seat: number; stakes: Stakes }[]>([]);
  private last = $state.raw<Record<number, Stakes>>({});
  /** What the table says to the stakes of a seat, and to which. */
  private answers = $state.raw<Record<number, { stakes: Stakes; said: BetOffers }>>({});
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looking: ReturnType<typeof setTimeout> | undefined;
  private forgetting: ReturnType<typeof setTimeout> | undefined;
  chip = $state(0);
  removing = $state(false);
  /** The seat that keys bet on. */
  seat = $state(0);
  /** What came back or came off, and why. */
  note = $state.raw<Note>();
  /** The circle somebody looks at. */
  looked = $state.raw<{ seat: number; spot: Spot }>();

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

  /** All that is wanted. */
  get total(): number {
    return this.table.mySeats.reduce((all, seat) => all + sum(this.of(seat)), 0);
  }

  /** All that lies. */
  get laid(): number {
    return this.table.mySeats.reduce((all, seat) => all + sum(this.accepted(seat)), 0);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRebet(): boolean {
    return this.lastTotal > 0;
  }

  /** What the bets of the last round came to. */
  get lastTotal(): number {
    return this.table.mySeats.reduce((all, seat) => all + sum(this.last[seat] ?? {}), 0);
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

  /** What the stakes of a seat still need to lie; what can never lie comes back with a note. */
  hint(seat: number): string | undefined {
    const stakes = this.of(seat);
    const left = this.answer(seat)?.left_out[0];
    return left && this.mayBeCompleted(left, stakes[left.spot] ?? 0) ? this.words(left) : undefined;
  }

  private words({ spot, why }: LeftOut): string {
    return leftOutWords(spot, why);
  }

  rule(spot: Spot): WagerRules | undefined {
    return this.table.rules?.wagers.find((wager) => wager.spot === spot);
  }

  /** Why a wager cannot be put down at all now; nothing where it can. */
  blocked(seat: number, spot: Spot): string | undefined {
    const not = this.answer(seat)?.offers.find((offer) => offer.spot === spot)?.not;
    return not ? notBetWords(not) : undefined;
  }

  /** Somebody looks at a circle, or does not any more. */
  lookAt(seat: number, spot: Spot, is: boolean): void {
    if (is) this.looked = { seat, spot };
    else if (this.looked?.seat === seat && this.looked.spot === spot) this.looked = undefined;
  }

  /** Says something of a seat's bets, to eyes for a while and to ears at once. */
  say(note: Note): void {
    this.note = note;
    this.table.tellNow(note.text);
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => {
      if (this.note === note) this.note = undefined;
    }, NOTE_MS);
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
    if (next === now) return;
    if (rule && !unit && next > now && next > rule.most) {
      const why = { is: "limits", least: rule.least, most: rule.most } as const;
      this.say({ seat, spot, text: this.words({ spot, why }) });
      return;
    }
    this.set(seat, { ...this.of(seat), [spot]: next });
  }

  /** Exactly this much onto a spot. */
  type(seat: number, spot: Spot, cents: number): void {
    this.set(seat, { ...this.of(seat), [spot]: Math.max(0, Math.round(cents)) });
  }

  private set(seat: number, stakes: Stakes, remember = true): void {
    if (remember) this.before.push({ seat, stakes: this.of(seat) });
    this.note = undefined;
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

  /** The bets of the last round again, as far as they are still possible; whether all were. */
  async rebet(times: number): Promise<boolean> {
    const dropped: string[] = [];
    for (const seat of this.table.mySeats) {
      const again = entries(this.last[seat] ?? {}).map(([spot, cents]) => [
        spot,
        isSensor(spot) ? cents : cents * times,
      ]);
      const said = await this.ask(seat, Object.fromEntries(again) as Stakes);
      if (!said) return false;
      dropped.push(...said.left_out.map(({ spot, why }) => droppedWords(spot, why)));
      if (said.fit.length === 0) continue;
      this.set(seat, stakesOf(said.fit));
      // The next seat has what this one leaves.
      if (!(await this.send())) return false;
    }
    const [seat] = this.table.mySeats;
    if (seat && dropped.length > 0) this.say({ seat, text: BETS.leftOut(dropped.join(", ")) });
    return dropped.length === 0;
  }

  /**
   * Sends what has changed, as far as the table says that it may lie. A chip that may not comes
   * back; what is left of a bet after chips were taken off comes off whole, with all that needs
   * it (T-16). False if something does not lie yet.
   */
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
      if (said && said.left_out.length > 0 && this.gives(seat, sent, said)) return this.send();
      const fit = said ? stakesOf(said.fit) : sent;
      if (!same(fit, this.accepted(seat)) && !(await this.lay(seat, fit))) return false;
      if (!same(this.wanted[seat] ?? {}, sent) || !same(fit, sent)) return false;
      delete this.wanted[seat];
    }
    return true;
  }

  /** Puts stakes down; false if they do not lie. */
  private async lay(seat: number, stakes: Stakes): Promise<boolean> {
    if (this.table.busy) {
      this.timer = setTimeout(() => void this.send(), SETTLE_MS);
      return false;
    }
    const lies = await this.table.give({ do: "bet", seat, bets: stakes }, "bets", seat);
    // What the table refused after all does not stay as if it were on its way.
    if (!lies) delete this.wanted[seat];
    return lies;
  }

  /** Takes back what may not lie, and says so; false where more chips may still complete it. */
  private gives(seat: number, sent: Stakes, { fit, left_out }: BetOffers): boolean {
    const lies = this.accepted(seat);
    const less = entries(lies).filter(([spot, cents]) => (sent[spot] ?? 0) < cents);
    const more = entries(sent).filter(([spot, cents]) => cents > (lies[spot] ?? 0));
    if (less.length > 0 && more.length === 0) {
      const off = left_out.map(({ spot, why }) => droppedWords(spot, why));
      this.wanted[seat] = stakesOf(fit);
      this.say({ seat, text: BETS.takenOffToo(off.join(", ")) });
      return true;
    }
    const never = left_out.filter(
      (left) =>
        !this.mayBeCompleted(left, sent[left.spot] ?? 0) && more.some(([spot]) => spot === left.spot),
    );
    const only = left_out.every((left) => this.mayBeCompleted(left, sent[left.spot] ?? 0));
    if (only) return false;
    const back = never.length > 0 ? never.map(({ spot }) => spot) : more.map(([spot]) => spot);
    if (back.length === 0) return false;
    const kept = entries(sent).filter(([spot]) => !back.includes(spot));
    const before = back.map((spot) => [spot, lies[spot] ?? 0] as const).filter(([, cents]) => cents > 0);
    this.wanted[seat] = Object.fromEntries([...kept, ...before]);
    this.say({ seat, spot: back[0], text: this.words(never[0] ?? left_out[0]!) });
    return true;
  }

  /** Whether further chips can make a stake possible: it is on its way until then. */
  private mayBeCompleted({ spot, why }: LeftOut, cents: number): boolean {
    if (why.is === "limits") return cents < why.least;
    return why.is === "needs" && why.spot === "main" && !isSensor(spot);
  }

  /** The one button of the bets: what lies is dealt, and where nothing does, the same bets again. */
  async deal(): Promise<void> {
    if (!this.isBetting) return;
    while (this.table.busy) await new Promise((done) => setTimeout(done, 30));
    if (this.total === 0 && this.canRebet) {
      if (await this.rebet(1)) await this.table.give({ do: "ready" }, "bets");
      return;
    }
    if (this.total > 0 && (await this.send())) {
      await this.table.give({ do: "ready" }, "bets");
      return;
    }
    const hint =
      this.total === 0 ? BETS.putAChip : this.table.mySeats.map((seat) => this.hint(seat)).find(Boolean);
    if (hint) {
      this.table.refusal = { place: "bets", text: hint };
      this.table.tellNow(hint);
    }
  }

  /** The round has begun: what lay is remembered, what did not lie is gone. */
  started(seats: { seat: number; bets: Stake[] }[]): void {
    clearTimeout(this.timer);
    this.note = undefined;
    const own = seats.filter(({ seat }) => this.table.mySeats.includes(seat));
    const late = Object.entries(this.wanted).find(([seat, stakes]) => {
      const lay = own.find((at) => at.seat === Number(seat));
      return !same(stakes, stakesOf(lay?.bets ?? []));
    });
    if (late) this.say({ seat: Number(late[0]), text: BETS.theBetsHadClosedYour });
    this.before = [];
    this.wanted = {};
    if (own.length > 0)
      this.last = Object.fromEntries(own.map(({ seat, bets }) => [seat, stakesOf(bets)]));
  }
}
