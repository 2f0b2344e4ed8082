// The queue between what has happened and what is shown: cards come one after the other,
// so that eyes can follow. What is true never waits for it, and it can only catch up.

import type { Entry, Event } from "../api/schema";

/** One thing to show, and how long it takes at normal speed. */
export interface Step {
  event?: Event;
  /** With the last step of an entry: its number, time and money. */
  entry?: Entry;
  milliseconds: number;
}

const LONGEST_QUEUE = 80;

/** The steps of an entry: every card on its own, in the order of the deal. */
export function stepsOf(entry: Entry): Step[] {
  const steps: Step[] = [];
  for (const event of entry.events) {
    if (event.event === "dealt") {
      // What the cards made of the hands is known with the last of them.
      event.cards.forEach((card, index) => {
        const fates = index === event.cards.length - 1 ? event.fates : [];
        steps.push({ event: { ...event, cards: [card], fates }, milliseconds: 190 });
      });
    } else {
      steps.push({ event, milliseconds: TIMES[event.event] ?? 0 });
    }
  }
  steps.push({ entry, milliseconds: 0 });
  return steps;
}

const TIMES: Partial<Record<Event["event"], number>> = {
  "hole-turned": 420,
  acted: 120,
  paid: 260,
  started: 120,
  insured: 100,
};

/** Shows steps one after the other. */
export class Show {
  private queue: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly apply: (step: Step) => void,
    /** How many times faster than normal; zero for at once. */
    private readonly speed: () => number,
  ) {}

  add(entry: Entry): void {
    this.queue.push(...stepsOf(entry));
    if (this.speed() === 0 || this.queue.length > LONGEST_QUEUE) this.finish();
    else if (this.timer === undefined) this.next();
  }

  /** Shows all that is left at once. */
  finish(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    const rest = this.queue;
    this.queue = [];
    for (const step of rest) this.apply(step);
  }

  /** Forgets what is left, because something newer is shown. */
  drop(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  /** Whether something has happened that is not shown yet. */
  get waiting(): boolean {
    return this.queue.length > 0;
  }

  private next = (): void => {
    this.timer = undefined;
    for (;;) {
      const step = this.queue.shift();
      if (!step) return;
      this.apply(step);
      const speed = this.speed();
      if (step.milliseconds > 0 && speed > 0) {
        // The longer the queue, the faster it goes.
        const hurry = this.queue.length > 40 ? 3 : 1;
        this.timer = setTimeout(this.next, step.milliseconds / speed / hurry);
        return;
      }
    }
  };
}
