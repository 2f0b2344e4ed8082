// The coach of this page: when to ask the server for worths, when to speak, when to warn.

import { ask, Refused } from "../api/client";
import type { Action, Coaching, JudgedDecision } from "../api/schema";
import { refusalWords } from "../refusals";
import { settings } from "../settings.svelte";
import type { Answer, Table } from "../table/model.svelte";
import { actionName } from "../table/words";
import { insuranceWarning, verdictWords, warningWords } from "./words";

/** Bets grow chip by chip: they are told of once no chip has come for so long. */
const BETS_LIE_MS = 250;

export class Coach {
  /** What was said last. */
  said = $state.raw<Coaching>();
  /** The decisions of this page's sitting, in order. */
  judged = $state.raw<JudgedDecision[]>([]);
  /** The last word on a decision, and the round it belongs to. */
  private verdictOf = $state.raw<{ round: number; judged: JudgedDecision }>();
  /** Why nothing can be said here. */
  trouble = $state("");
  private warned = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** Whether the table lets a coach speak. */
  get isAllowed(): boolean {
    const posted = this.table.live?.posted;
    return posted?.staffing === "unattended" && posted.dealing !== "live";
  }

  get isOn(): boolean {
    return settings.coach !== "off" && this.isAllowed && !this.trouble;
  }

  /** What the coach's answer depends on; empty where there is nothing to ask. */
  get topic(): string {
    const view = this.table.live;
    if (!view || !this.isOn) return "";
    const own = (seat: number) => view.you.seats.includes(seat);
    const bets = view.seats.filter(({ seat, bets }) => own(seat) && bets.length > 0);
    const hands = view.felt.seats.filter(({ seat }) => own(seat));
    if (bets.length === 0 && hands.length === 0) return "";
    return JSON.stringify([
      bets.map(({ bets }) => bets),
      view.felt.round,
      hands.map(({ insurance, hands }) => [insurance, hands]),
      view.ask && own(view.ask.seat) ? view.ask : null,
    ]);
  }

  /** Asks the server, as soon as nothing changes any more. */
  look(): void {
    clearTimeout(this.timer);
    const mine = this.table.live?.ask && this.table.mySeats.includes(this.table.live.ask.seat);
    this.timer = setTimeout(() => void this.read(), mine ? 0 : BETS_LIE_MS);
  }

  private async read(): Promise<void> {
    const round = this.table.live?.felt.round ?? 0;
    try {
      const said = await ask<Coaching>("GET", `/api/tables/${this.table.number}/coach`);
      if (said.version < (this.said?.version ?? 0)) return;
      this.said = said;
      const last = said.last ?? undefined;
      if (last && !this.judged.some(({ version }) => version === last.version)) {
        this.judged = [...this.judged, last];
        this.verdictOf = { round, judged: last };
      }
    } catch (error) {
      // A coach that does not answer is silent; one that is refused stays so.
      if (error instanceof Refused && error.code.startsWith("coach."))
        this.trouble = refusalWords(error);
    }
  }

  /** What was said to the question that is put now; nothing while it is not answered. */
  get now(): Coaching | undefined {
    const { live: view } = this.table;
    const [asked, said] = [view?.ask, this.said];
    if (!view || !asked || !said?.hand || said.hand.seat !== asked.seat) return undefined;
    if (asked.ask === "insurance") return said.insurance ? said : undefined;
    const hand = view.felt.seats.find(({ seat }) => seat === asked.seat)?.hands[asked.hand - 1];
    const isIt =
      said.best &&
      said.hand.hand === asked.hand &&
      said.hand.doubles === hand?.doubles &&
      said.hand.cards.join() === hand.cards.join();
    return isIt ? said : undefined;
  }

  /** What an action is worth, in cents of this bet, where the coach speaks before. */
  worth(action: Action): number | undefined {
    const now = settings.coach === "before" ? this.now : undefined;
    const worth = now?.actions[action];
    return worth === undefined || !now?.hand ? undefined : worth * now.hand.bet;
  }

  isBest(action: Action): boolean {
    return settings.coach === "before" && this.now?.best === action;
  }

  /** A quiet word on the last decision, as long as its round lies on the felt. */
  get verdict(): { text: string; right: boolean } | undefined {
    const last = this.verdictOf;
    if (!last || !this.isOn || this.table.shown?.felt.round !== last.round) return undefined;
    const right = last.judged.cost === 0;
    return settings.coach === "wrong" && right ? undefined : { text: verdictWords(last.judged), right };
  }

  /** Whether an answer is given at once; a costly one is warned of, and given when it comes again. */
  lets(answer: Answer): boolean {
    const now = this.now;
    if (settings.coach !== "wrong" || !this.isOn || !now?.hand) return true;
    const key = JSON.stringify([now.version, answer]);
    const warning = this.warned === key ? undefined : warningOf(now, answer);
    this.warned = warning ? key : "";
    if (warning) this.table.decline(warning);
    return !warning;
  }
}

/** What there is to say against an answer, if anything. */
function warningOf(now: Coaching, answer: Answer): string | undefined {
  const bet = now.hand?.bet ?? 0;
  if ("action" in answer) {
    const [best, made] = [now.best ? now.actions[now.best] : undefined, now.actions[answer.action]];
    if (!now.best || best === undefined || made === undefined || best - made < 1e-9) return undefined;
    const doubles = now.hand?.doubles ?? 0;
    const [better, chosen] = [actionName(now.best, doubles), actionName(answer.action, doubles)];
    return warningWords(better, Math.round((best - made) * bet), chosen);
  }
  const { insurance } = now;
  if (!insurance || insurance.most === 0) return undefined;
  const part = insurance.take ? 1 - answer.insure / insurance.most : answer.insure / insurance.most;
  const cost = Math.abs(insurance.worth) * part;
  return cost < 1e-9 ? undefined : insuranceWarning(insurance.take, Math.round(cost * bet));
}
