// A visit: how long somebody has played, at whichever tables, and what it came to, for the line
// at the top and the reality check. The server counts it from the record (G-09); this page adds
// a round when its cards have told it, and otherwise repeats what the server says.

import { ask } from "../api/client";
import type { PaidLine, Visit as Counted } from "../api/schema";

/** When the last reality check was answered, which is a matter of this browser. */
const PLACE = "bahama.checked";

export class Visit {
  private counted = $state<Omit<Counted, "now">>({
    since: Date.now(),
    rounds: 0,
    staked: 0,
    returned: 0,
  });
  private answered = $state(0);
  /** What the last round came to. */
  last = $state<number>();

  /** Asks the server; it says how long the visit lasts by a clock of its own. */
  async read(): Promise<void> {
    const told = await ask<Counted>("GET", "/api/me/visit").catch(() => undefined);
    if (!told) return;
    const { now, since, rounds, staked, returned } = told;
    this.counted = { since: Date.now() - Math.max(0, now - since), rounds, staked, returned };
    this.answered = Number(localStorage.getItem(PLACE) ?? 0);
  }

  get since(): number {
    return this.counted.since;
  }
  get checked(): number {
    return Math.max(this.since, this.answered);
  }
  get rounds(): number {
    return this.counted.rounds;
  }
  get staked(): number {
    return this.counted.staked;
  }
  get returned(): number {
    return this.counted.returned;
  }
  get net(): number {
    return this.returned - this.staked;
  }

  /** The reality check is answered. */
  check(): void {
    this.answered = Date.now();
    try {
      localStorage.setItem(PLACE, String(this.answered));
    } catch {
      // It is asked again on the next page then.
    }
  }

  /** Counts the lines of a round that has ended and is shown. */
  add(lines: PaidLine[]): void {
    if (lines.length === 0) return;
    const staked = lines.reduce((sum, line) => sum + line.staked, 0);
    const returned = lines.reduce((sum, line) => sum + line.returned, 0);
    this.last = returned - staked;
    this.counted.rounds += 1;
    this.counted.staked += staked;
    this.counted.returned += returned;
  }
}
