// The jackpots of a link as a page knows them: the first view, and the news folded over it. What
// the house holds is told to nobody by news, so the staff's pages read it again with each.

import { ask } from "../api/client";
import { follow, type Following } from "../api/follow";
import type { LinkView, News } from "../api/schema";
import { comesWithCards } from "./cards";
import { applyNews } from "./fold";

/** How long to wait before the first view is asked for again. */
const AGAIN_MS = 5000;

/** News that come together are read for the staff once. */
const GATHER_MS = 120;

/** The table's own news comes by another socket: so long a meter waits for the cards. */
const CARDS_MS = 200;
export class Link {
  view = $state.raw<LinkView>();
  /** What is shown: a meter tells nothing before the cards do. */
  shown = $state.raw<LinkView>();
  private held = false;
  /** When the newest of the news may be shown. */
  private due = 0;
  /** Whether what is known may be old. */
  old = $state(false);
  private following: Following | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private reading: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  /** Where no cards are seen, an award waits until they lie at their table. */
  constructor(
    readonly number: number,
    private readonly awardMs = CARDS_MS,
  ) {}

  /** Reads the link and begins to follow it; tries again where the server does not answer. */
  async open(): Promise<void> {
    try {
      this.view = await ask<LinkView>("GET", `/api/links/${this.number}`);
      this.shown = this.view;
    } catch {
      this.old = true;
      if (!this.stopped) this.waiting = setTimeout(() => void this.open(), AGAIN_MS);
      return;
    }
    if (this.stopped) return;
    this.following = follow<News>("links", this.number, {
      last: () => this.view?.version ?? 0,
      told: (news) => this.take(news),
      connected: (is) => {
        if (is && this.old) this.readSoon();
        this.old = !is;
      },
      over: () => (this.old = true),
    });
  }

  /** Where a command to it goes, and what its sender has seen. */
  get seen(): { number: number; version: number } {
    return { number: this.number, version: this.view?.version ?? 0 };
  }

  /** A jackpot's name. */
  nameOf(spot: string): string {
    return this.view?.jackpots.find((jackpot) => jackpot.spot === spot)?.name ?? spot;
  }

  /** Reads it as it is now. */
  async read(): Promise<void> {
    const view = await ask<LinkView>("GET", `/api/links/${this.number}`).catch(() => undefined);
    if (!view || this.stopped || view.version < (this.view?.version ?? 0)) return;
    this.view = view;
    if (!this.held) this.shown = view;
  }

  private readSoon(): void {
    if (this.stopped || !this.view?.office) return;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => void this.read(), GATHER_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.waiting);
    clearTimeout(this.reading);
    this.following?.stop();
  }

  /** Cards are on their way; what they change is not shown yet. */
  hold(): void {
    this.held = true;
  }

  /** All cards lie. */
  release(): void {
    this.held = false;
    this.shown = this.view;
  }

  /** Takes the next news; versions have no gaps, so what does not follow is asked for again. */
  private take(news: News): void {
    const before = this.view;
    if (!before) return;
    if (news.version === before.version + 1) {
      this.view = applyNews(before, news);
      this.showLater(this.view, comesWithCards(before, news));
    } else this.following?.again();
    this.readSoon();
  }

  /** Shows a view once the cards lie that it tells of, and after whatever came before it. */
  private showLater(view: LinkView, isAward: boolean): void {
    this.due = Math.max(this.due, Date.now() + (isAward ? this.awardMs : CARDS_MS));
    setTimeout(() => {
      if (!this.held && !this.stopped && view.version >= (this.shown?.version ?? 0)) this.shown = view;
    }, this.due - Date.now());
  }
}
