// The jackpots of a link as a page knows them: the first view, and the news folded over it.

import { ask } from "../api/client";
import { follow, type Following } from "../api/follow";
import type { LinkView, News } from "../api/schema";
import { applyNews } from "./fold";

/** How long to wait before the first view is asked for again. */
const AGAIN_MS = 5000;

/** The table's own news comes by another socket: so long a meter waits for the cards. */
const CARDS_MS = 200;

export class Link {
  view = $state.raw<LinkView>();
  /** What a table shows: a meter tells nothing before its cards do. */
  shown = $state.raw<LinkView>();
  private held = false;
  private releasing: ReturnType<typeof setTimeout> | undefined;
  /** Whether what is known may be old. */
  old = $state(false);
  private following: Following | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(readonly number: number) {}

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
      connected: (is) => (this.old = !is),
      over: () => (this.old = true),
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.waiting);
    clearTimeout(this.releasing);
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
    if (!this.view) return;
    if (news.version === this.view.version + 1) this.view = applyNews(this.view, news);
    else this.following?.again();
    clearTimeout(this.releasing);
    this.releasing = setTimeout(() => {
      if (!this.held) this.shown = this.view;
    }, CARDS_MS);
  }
}
