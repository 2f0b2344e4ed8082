// A table as this page knows it: the server's entries folded over its first view, once
// at once (what is true) and once at the speed of eyes (what is shown).

import { ask, command, topUp, wallet, whoAmI } from "../api/client";
import type {
  Action,
  BetOffers,
  Body,
  Entry,
  Event,
  Me,
  PaidLine,
  PersonView,
  Spot,
  TableRules,
  View,
} from "../api/schema";
import { follow, type Following } from "../api/follow";
import { Link } from "../link/model.svelte";
import { failureWords } from "../refusals";
import { moves, showSpeed } from "../settings.svelte";
import { play } from "../sound";
import { isSensor } from "./claims";
import { momentOf, MOMENT_MS, type Moment } from "./moments";
import { timed, timedView } from "./clock";
import { applyEntry, applyEvent, seal } from "./fold";
import { Show, type Step } from "./show";
import { Visit } from "./visit.svelte";
import { sentences, visitWords } from "./words";
import { MODEL } from "./page";

/** A sentence of the log, under the round it belongs to. */
export interface LogLine {
  key: number;
  round: number;
  text: string;
}

/** Where a refusal is shown: beside the bets of a seat, the actions, a seat, or the page. */
export type Place = "bets" | "actions" | "seat" | "page";

/** What a player answers when the table asks. */
export type Answer = { action: Action } | { insure: number };

/** The chips one sits down with and buys at once, in cents, within what the table sells. */
const CHIPS = 50_000;
const BOTS = 4;
const LOG_LINES = 400;
const DECLINED_MS = 5000;

export class Table {
  readonly number: number;
  me = $state.raw<Me>();
  rules = $state.raw<TableRules>();
  /** What is true. */
  live = $state.raw<View>();
  /** What is shown; it is true a moment later. */
  shown = $state.raw<View>();
  connected = $state(false);
  /** One's own wallet, where the table plays for wallets. */
  person = $state.raw<PersonView>();
  /** The jackpots this table plays for. */
  link = $state.raw<Link>();
  /** Why the page has stopped for good. */
  over = $state<string>();
  /** Whether a command is on its way; a second one waits for it. */
  busy = $state(false);
  refusal = $state<{ place: Place; seat?: number; text: string }>();
  log = $state<LogLine[]>([]);
  /** What a screen reader is told, politely. */
  said = $state<{ key: number; text: string }[]>([]);
  /** What a screen reader is told at once: your turn, errors. */
  alert = $state("");
  readonly visit = new Visit();

  /** What the visit came to, after one has left. */
  goodbye = $state("");
  /** Whether an answer is given at once: a coach may hold it back. */
  lets: (answer: Answer) => boolean = () => true;

  /** What the table looks up for now. */
  moment = $state.raw<Moment>();
  private ending: ReturnType<typeof setTimeout> | undefined;

  private show: Show;
  private stream: Following | undefined;
  private keys = 0;
  private early = new Map<number, Entry>();
  /** Whether a fresh view is on its way. */
  private reading = false;
  /** What was shown before the entry that is being shown. */
  private before: View | undefined;

  constructor(number: number) {
    this.number = number;
    this.show = new Show((step) => this.apply(step), showSpeed);
  }

  /** Reads the table and begins to follow it. */
  async open(): Promise<void> {
    this.me = await whoAmI();
    if (this.me?.role === "player") void this.visit.read();
    const view = await ask<View>("GET", `/api/tables/${this.number}`);
    this.take(view);
    this.stream = follow<Entry>("tables", this.number, {
      last: () => this.live?.version ?? 0,
      told: (entry) => this.receive(entry),
      behind: () => void this.readAgain(),
      connected: (is) => {
        if (this.connected && !is) this.tellNow(MODEL.theConnectionIsLostTrying);
        if (!this.connected && is && this.alert.trimEnd() === MODEL.theConnectionIsLostTrying) {
          this.tellNow(MODEL.theConnectionIsBack);
          void this.readClock();
        }
        this.connected = is;
      },
      over: (why) => {
        this.over = why;
        this.connected = false;
        this.tellNow(why);
      },
    });
    this.followLink(view);
    void this.readWallet();
    await this.readRules();
  }

  /** Follows the link of the table's sign, in place of another one. */
  private followLink(view: View): void {
    const link = view.posted.link?.link;
    if (link === this.link?.number) return;
    this.link?.stop();
    this.link = link === undefined ? undefined : new Link(link);
    void this.link?.open();
  }

  /** The table plays by another sign: its rules, limits and meters are read again. */
  private postedAnew(view: View): void {
    this.rules = undefined;
    this.followLink(view);
    void this.readRules();
  }

  /** The rules are needed for limits and panels; the table can be seen without them. */
  private async readRules(): Promise<void> {
    for (let tries = 1; !this.rules && !this.over; tries += 1) {
      try {
        this.rules = await ask<TableRules>("GET", `/api/tables/${this.number}/rules`);
      } catch {
        await new Promise((done) => setTimeout(done, 1000 * tries));
      }
    }
  }

  stop(): void {
    this.stream?.stop();
    this.link?.stop();
    this.show.drop();
  }

  private take(view: View): void {
    this.show.drop();
    this.before = undefined;
    this.live = timedView(view);
    this.shown = this.live;
    this.link?.release();
  }

  /** What was put while the line was lost has waited for a while: how long is left is asked. */
  private async readClock(): Promise<void> {
    const view = await ask<View>("GET", `/api/tables/${this.number}`).catch(() => undefined);
    if (!view) return;
    const { version, phase } = timedView(view);
    if (this.live?.version === version) this.live = { ...this.live, phase };
    if (this.shown?.version === version) this.shown = { ...this.shown, phase };
  }

  /** Too much was missed to be told: the table as it is now. */
  private async readAgain(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    const view = await ask<View>("GET", `/api/tables/${this.number}`).catch(() => undefined);
    this.reading = false;
    if (!view) return this.stream?.again();
    if (this.live && view.version <= this.live.version) return;
    this.take(view);
    this.followLink(view);
    for (const version of this.early.keys()) if (version <= view.version) this.early.delete(version);
    const next = this.early.get(view.version + 1);
    if (next) this.receive(next);
  }

  /** Takes an entry, from the stream or as the answer to a command, in its turn. */
  receive(entry: Entry): void {
    if (!this.live || entry.version <= this.live.version) return;
    this.early.set(entry.version, timed(entry));
    for (
      let next = this.early.get(this.live.version + 1);
      next;
      next = this.early.get(this.live.version + 1)
    ) {
      this.early.delete(next.version);
      this.live = applyEntry(this.live, next);
      this.show.add(next);
      if (next.events.some(({ event }) => event === "posted")) this.postedAnew(this.live);
    }
    // An answer may come before the stream has told what happened in between; a stream
    // that does not tell is opened again.
    if (this.early.size > 32 && !this.reading) this.stream?.again();
  }

  /** Shows everything at once; whether there was anything that was not shown yet. */
  skip(): boolean {
    const waited = this.show.waiting;
    this.show.finish();
    if (!waited) this.moment = undefined;
    return waited;
  }

  private apply(step: Step): void {
    if (!this.shown) return;
    this.before ??= this.shown;
    if (step.event) {
      this.shown = applyEvent(this.shown, step.event);
      this.sound(step);
      this.lookUp(step.event);
    }
    if (step.entry) {
      const next = structuredClone(this.shown);
      seal(next, step.entry);
      this.shown = next;
      // Nothing is told before the cards tell it: log, result and meters come with the last one.
      this.tell(this.before, next, step.entry);
      this.count(this.before, next, step.entry);
      this.before = undefined;
      if (!this.show.waiting) this.link?.release();
    } else this.link?.hold();
  }

  /** Shows a moment, where things move; it delays nothing, and the next key or click ends it. */
  private lookUp(event: Event): void {
    const moment = this.shown && moves() ? momentOf(this.shown, event) : undefined;
    if (!moment) return;
    clearTimeout(this.ending);
    this.moment = moment;
    this.ending = setTimeout(() => (this.moment = undefined), MOMENT_MS);
  }

  private sound({ event }: Step): void {
    const mine = (seat: number) => this.shown?.you.seats.includes(seat) ?? false;
    switch (event?.event) {
      case "dealt":
      case "hole-turned":
        play("card");
        break;
      case "bet-placed":
        play("chip");
        break;
      case "asked":
      case "insurance-asked":
        if (mine(event.seat)) play("turn");
        break;
      case "paid": {
        const own = event.lines.filter((line) => mine(line.seat));
        const net = own.reduce((sum, line) => sum + line.returned - line.staked, 0);
        const great = (line: PaidLine) =>
          line.spot === "special-bonus" || (isSensor(line.spot) && line.returned >= 100 * line.staked);
        if (own.some(great)) play("jackpot");
        // A return below the stake is no win, and nothing celebrates it.
        else if (net > 0) play("win");
        else if (net < 0) play("lose");
        break;
      }
    }
  }

  /** Writes the log and tells screen readers. */
  private tell(before: View, after: View, entry: Entry): void {
    const said = sentences(before, after, entry);
    const round = entry.events.some((event) => event.event === "betting-opened")
      ? before.round
      : after.round;
    for (const text of said) this.log.push({ key: (this.keys += 1), round, text });
    if (this.log.length > LOG_LINES) this.log.splice(0, this.log.length - LOG_LINES);
    if (said.length > 0)
      this.said = [...this.said.slice(-20), { key: (this.keys += 1), text: said.join(" ") }];
    const asked = after.ask;
    if (asked && after.you.seats.includes(asked.seat)) this.tellNow(this.turnWords(after));
  }

  private turnWords(view: View): string {
    const { ask: asked } = view;
    if (!asked) return "";
    if (asked.ask === "insurance") return MODEL.insuranceTheDealerShows;
    const seat = view.felt.seats.find((cards) => cards.seat === asked.seat);
    const hand = seat?.hands[asked.hand - 1];
    const which = (seat?.hands.length ?? 1) > 1 ? asked.hand : undefined;
    return MODEL.yourTurn(hand?.total ?? "", hand?.soft ?? false, which);
  }

  tellNow(text: string): void {
    // The same words twice are read twice only if something changes.
    this.alert = this.alert === text ? `${text} ` : text;
  }

  private count(before: View, after: View, entry: Entry): void {
    if (!entry.events.some((event) => event.event === "ended")) return;
    this.visit.add(after.felt.lines.filter((line) => before.you.seats.includes(line.seat)));
  }

  /** Gives a command; false if it was refused, which is said where it happened. */
  async give(body: Body, place: Place, seat?: number): Promise<boolean> {
    if (this.busy || !this.live) return false;
    this.busy = true;
    try {
      this.receive(await command(this.number, this.live.version, body));
      if (this.refusal?.place === place) this.refusal = undefined;
      return true;
    } catch (error) {
      this.refuse(error, place, seat);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Shows a refusal where it happened. */
  refuse(error: unknown, place: Place, seat?: number): void {
    const text = failureWords(error, MODEL.theServerDoesNotAnswer);
    this.refusal = { place, seat, text };
    this.tellNow(text);
  }

  /** Says for a while why something cannot be done that was never sent. */
  decline(text: string): void {
    this.refusal = { place: "actions", text };
    this.tellNow(text);
    setTimeout(() => {
      if (this.refusal?.text === text) this.refusal = undefined;
    }, DECLINED_MS);
  }

  /** What the table says to stakes that are not put down yet; nothing where it does not answer. */
  async betOffers(seat: number, stakes: { [S in Spot]?: number }): Promise<BetOffers | undefined> {
    const bets = Object.entries(stakes).map(([spot, cents]) => `${spot}:${cents}`);
    const question = `seat=${seat}&bets=${bets.join(",")}`;
    return ask<BetOffers>("GET", `/api/tables/${this.number}/offers?${question}`).catch(() => undefined);
  }

  private get chips(): number {
    const [least, most] = this.live?.posted.buy_in ?? [CHIPS, CHIPS];
    return Math.min(most, Math.max(least, CHIPS));
  }

  async sit(seat: number): Promise<void> {
    const buys = this.live?.posted.staffing === "unattended" && this.mySeats.length === 0;
    const cents = Math.min(this.chips, this.person?.wallet ?? CHIPS);
    if (!(await this.give({ do: "sit", seat, buy_in: buys ? cents : 0 }, "seat", seat))) return;
    this.goodbye = "";
    void this.readWallet();
  }

  /** Whether the wallet is too empty for the smallest buy-in: then it is filled first. */
  get isBroke(): boolean {
    return (this.person?.wallet ?? CHIPS) < (this.live?.posted.buy_in[0] ?? 0);
  }

  /** Buys chips from the wallet; false if that was refused. */
  async buy(cents: number): Promise<boolean> {
    const seat = this.mySeats[0];
    const bought = seat !== undefined && (await this.give({ do: "buy-in", seat, cents }, "page"));
    if (bought) void this.readWallet();
    return bought;
  }

  /** Fills one's wallet with play money. */
  async fillWallet(): Promise<void> {
    try {
      this.person = await topUp();
      this.tellNow(MODEL.yourWalletIsFullAgain);
    } catch (error) {
      this.refuse(error, "page");
    }
  }

  private async readWallet(): Promise<void> {
    if (this.me?.role !== "player") return;
    this.person = await wallet().catch(() => undefined);
  }

  /** Leaves all seats, and says what the visit came to. */
  async leave(): Promise<void> {
    for (const seat of [...this.mySeats]) if (!(await this.give({ do: "leave", seat }, "page"))) return;
    await this.visit.read();
    this.goodbye = visitWords(Date.now() - this.visit.since, this.visit.rounds, this.visit.net);
    this.tellNow(this.goodbye);
    void this.readWallet();
  }

  async askBots(): Promise<void> {
    try {
      await ask("POST", `/api/tables/${this.number}/bots`, { bots: BOTS });
    } catch (error) {
      this.refuse(error, "page");
    }
  }

  /** Whether bots can be asked to this table. */
  get takesBots(): boolean {
    const view = this.live;
    return Boolean(
      view &&
      view.posted.staffing === "unattended" &&
      view.posted.dealing === "automatic" &&
      view.seats.filter((seat) => !seat.player).length > 1,
    );
  }

  /** Whether an action may be taken on a hand of one's own now. */
  offers(action: Action): boolean {
    const asked = this.live?.ask;
    return (
      asked?.ask === "action" &&
      this.mySeats.includes(asked.seat) &&
      asked.legal.some((offer) => offer.action === action)
    );
  }

  act(action: Action): void {
    const asked = this.live?.ask;
    if (asked?.ask === "action" && this.offers(action) && !this.busy && this.lets({ action }))
      void this.give({ do: "act", seat: asked.seat, hand: asked.hand, action }, "actions");
  }

  /** Answers the question for insurance; without an amount for the most. */
  insure(cents?: number): void {
    const asked = this.live?.ask;
    if (asked?.ask !== "insurance" || !this.mySeats.includes(asked.seat) || this.busy) return;
    const insure = cents ?? asked.most;
    if (this.lets({ insure }))
      void this.give({ do: "insure", seat: asked.seat, cents: insure }, "actions");
  }

  cut(place: number): void {
    void this.give({ do: "cut", place }, "actions");
  }

  get mySeats(): number[] {
    return this.live?.you.seats ?? [];
  }

  /** Whether this page's person is asked now. */
  get myTurn(): boolean {
    const asked = this.shown?.ask;
    return asked !== undefined && asked !== null && this.mySeats.includes(asked.seat);
  }
}
