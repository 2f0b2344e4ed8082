// A posting while it is filled in: what is chosen, and what the server says to it. Nothing is
// judged here; the browser asks.

import { ask } from "../api/client";
import { failureWords } from "../refusals";
import type {
  GameChoices,
  OpenTable,
  PostedWager,
  PostingFault,
  SettingChoice,
  Spot,
  Verdict,
  WagerChoice,
} from "../api/schema";
import { POSTING } from "./words";

export const LIMITS = ["minimum", "maximum", "step"] as const;
export type Limit = (typeof LIMITS)[number];

/** How long nothing must be typed until the server is asked. */
const PAUSE = 350;

/** `$1,250.50` or `1250.5` in cents; nothing for what is no amount. */
export function centsOf(text: string): number | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]!.replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

export class Posting {
  game = $state("");
  kind = $state<string>("shared");
  name = $state("");
  configuration = $state("");
  decks = $state(0);
  /** The set of wagers that is posted; none is the base game. */
  set = $state("");
  wagers = $state<Spot[]>([]);
  paytables = $state<Record<string, string>>({});
  /** Settings by their keys, limits among them, as they are typed. */
  values = $state<Record<string, string>>({});
  override = $state<string[]>([]);
  /** The name of the clocks; none are those of the kind. */
  clocks = $state("");
  /** The most seats of one player, and the dollars from which cards are needed, as typed. */
  seatsEach = $state("");
  cardFrom = $state("");
  twoCardsFrom = $state("");
  /** Whether the sensors of a live table stay lit from game to game. */
  sensorsStay = $state(false);

  choices = $state.raw<GameChoices>();
  verdict = $state.raw<Verdict>();
  /** Whether what is shown was said to something else than what is chosen now. */
  stale = $state(true);
  failed = $state("");

  private asked = 0;
  /** How often something was chosen or typed. */
  private changes = 0;
  /** The answer to the last question. */
  private answer: Promise<boolean> = Promise.resolve(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly own: OpenTable | undefined;

  /** The posting of a new table, or of one that is posted anew. */
  constructor(
    initial: OpenTable,
    readonly table?: number,
  ) {
    this.own = table === undefined ? undefined : initial;
    this.game = initial.game;
    this.kind = initial.kind ?? "shared";
    this.name = initial.name ?? "";
    this.configuration = initial.configuration ?? "";
    this.decks = initial.decks ?? 0;
    this.paytables = { ...initial.paytables };
    this.values = { ...initial.set };
    this.override = [...(initial.override ?? [])];
    if (this.own?.clocks) this.clocks = "own";
    this.seatsEach = initial.seats_each == null ? "" : String(initial.seats_each);
    const dollars = (cents: number | null | undefined) =>
      cents == null ? "" : (cents / 100).toFixed(2);
    this.cardFrom = dollars(initial.card_from);
    this.twoCardsFrom = dollars(initial.two_cards_from);
    this.sensorsStay = initial.sensors_stay ?? false;
  }

  /** Learns what can be chosen, and keeps of what was chosen what still can be. */
  async learn(wagers?: Spot[]): Promise<void> {
    const game = this.game;
    const under = this.configuration ? `?configuration=${encodeURIComponent(this.configuration)}` : "";
    const choices = await ask<GameChoices>("GET", `/api/games/${encodeURIComponent(game)}${under}`);
    if (game !== this.game) return;
    this.choices = choices;
    this.configuration = choices.configuration;
    if (!choices.decks.includes(this.decks)) this.decks = choices.default_decks;
    const known = new Set(choices.settings.map(({ key }) => key));
    this.values = Object.fromEntries(Object.entries(this.values).filter(([key]) => known.has(key)));
    if (wagers) {
      this.wagers = wagers;
      this.set = choices.wagers.find(({ spot, set }) => set && wagers.includes(spot))?.set ?? "";
    } else {
      this.choose(choices.sets[0]?.name ?? "");
    }
  }

  /** Another game begins anew. */
  async restart(game: string): Promise<void> {
    this.game = game;
    [this.configuration, this.decks] = ["", 0];
    [this.paytables, this.values, this.override] = [{}, {}, []];
    await this.learn();
  }

  /** Posts a set of wagers, with all that belong to none. */
  choose(set: string): void {
    this.set = set;
    this.wagers = this.offered.filter(({ spot }) => spot !== "main").map(({ spot }) => spot);
  }

  /** The wagers that can be posted beside the chosen set. */
  get offered(): WagerChoice[] {
    return (this.choices?.wagers ?? []).filter(({ set }) => !set || set === this.set);
  }

  isPosted(spot: Spot): boolean {
    return spot === "main" || this.wagers.includes(spot);
  }

  /** The pay tables of a wager with the decks that are chosen. */
  tables(wager: WagerChoice): string[] {
    return wager.paytables.filter(({ decks }) => decks.includes(this.decks)).map(({ id }) => id);
  }

  table_of(wager: WagerChoice): string {
    const tables = this.tables(wager);
    const chosen = this.paytables[wager.spot];
    return chosen && tables.includes(chosen) ? chosen : (tables[0] ?? "");
  }

  setting(key: string): SettingChoice | undefined {
    return this.choices?.settings.find((setting) => setting.key === key);
  }

  /** The settings of one place that concern what is posted. */
  settings(place: SettingChoice["place"]): SettingChoice[] {
    const wagers = this.choices?.wagers ?? [];
    const concerns = ({ key }: SettingChoice) => {
      const [section, part, id] = key.split(".");
      const wager = wagers.find(({ spot }) => spot === section);
      if (!wager) return true;
      if (!this.isPosted(wager.spot)) return false;
      const ofTable = part === "paytables" || part === "presets";
      return !ofTable || id === this.table_of(wager);
    };
    return (this.choices?.settings ?? []).filter((one) => one.place === place && concerns(one));
  }

  /** What is posted, as the server takes it. */
  get open(): OpenTable {
    const limits: Record<string, Record<string, number>> = {};
    const set: Record<string, string> = {};
    for (const [key, text] of Object.entries(this.values)) {
      const value = text.trim();
      const setting = this.setting(key);
      if (value === "" || value === setting?.value) continue;
      const [spot, limit] = key.split(".");
      const cents = setting?.place === "field" ? centsOf(value) : undefined;
      if (spot && limit && cents !== undefined) (limits[spot] ??= {})[limit] = cents;
      else set[key] = value;
    }
    const tables = this.offered
      .filter((wager) => this.isPosted(wager.spot) && this.paytables[wager.spot])
      .map((wager) => [wager.spot, this.table_of(wager)]);
    const clocks = this.choices?.clocks.find(({ name }) => name === this.clocks)?.clocks;
    return {
      game: this.game,
      kind: this.kind as OpenTable["kind"],
      name: this.name.trim() || null,
      configuration: this.configuration || null,
      decks: this.decks || null,
      wagers: [...this.wagers],
      paytables: Object.fromEntries(tables) as Record<string, string>,
      limits,
      set,
      override: [...this.override],
      clocks: this.clocks === "own" ? this.own?.clocks : clocks,
      seats_each: this.seatsEach === "" ? null : Number(this.seatsEach),
      card_from: centsOf(this.cardFrom) ?? null,
      two_cards_from: centsOf(this.twoCardsFrom) ?? null,
      sensors_stay: this.sensorsStay && this.kind === "live",
    };
  }

  /** What is shown, or on its way, was said to something else. */
  outdate(): void {
    this.changes += 1;
    this.stale = true;
    clearTimeout(this.timer);
  }

  /** Asks for a verdict once nothing has been typed for a moment. */
  changed(): void {
    this.outdate();
    this.timer = setTimeout(() => void this.judge(), PAUSE);
  }

  /** Asks for a verdict at once; whether the posting has no fault. */
  judge(): Promise<boolean> {
    clearTimeout(this.timer);
    this.answer = this.question(++this.asked);
    return this.answer;
  }

  private async question(asked: number): Promise<boolean> {
    const changes = this.changes;
    const at = this.table === undefined ? "" : `?table=${this.table}`;
    try {
      const verdict = await ask<Verdict>("POST", `/api/postings${at}`, this.open);
      // A later question was asked meanwhile: its answer holds for both.
      if (asked !== this.asked) return await this.answer;
      this.verdict = verdict;
      this.failed = "";
      const favouring = verdict.wagers.filter((wager) => wager.favours_player);
      const needed = this.override.filter((name) => favouring.some(({ offer }) => offer === name));
      if (verdict.wagers.length > 0 && needed.length < this.override.length) {
        this.override = needed;
        return await this.judge();
      }
      // What was typed meanwhile is asked about next.
      this.stale = changes !== this.changes;
      return this.all.length === 0;
    } catch (error) {
      if (asked !== this.asked) return await this.answer;
      this.failed = failureWords(error, POSTING.theServerDoesNotAnswer);
      return false;
    }
  }

  /** Amounts that are none: there is no form in which the server could be asked for them. */
  private get unreadable(): PostingFault[] {
    const typed = [
      ["card_from", this.cardFrom],
      ["two_cards_from", this.twoCardsFrom],
    ] as const;
    return typed
      .filter(([, text]) => text.trim() !== "" && centsOf(text) === undefined)
      .map(([field]) => ({ code: "table.sign", field, message: POSTING.noAmount }));
  }

  /** All that is wrong. */
  get all(): PostingFault[] {
    return [...this.unreadable, ...(this.verdict?.faults ?? [])];
  }

  /** What is wrong with a field. */
  faults(field: string): PostingFault[] {
    return this.all.filter((fault) => fault.field === field);
  }

  worth(spot: Spot): PostedWager | undefined {
    return this.verdict?.wagers.find((wager) => wager.spot === spot);
  }

  get favouring(): PostedWager[] {
    return (this.verdict?.wagers ?? []).filter((wager) => wager.favours_player);
  }
}
