// What has been staked and handed back at own seats since a table was opened in this
// browser, for the line at the top and the reality check.

import type { PaidLine } from "../api/schema";

export class Sitting {
  since = $state(Date.now());
  /** When the last reality check was answered; at first, when the sitting began. */
  checked = $state(Date.now());
  staked = $state(0);
  returned = $state(0);
  /** What the last round came to. */
  last = $state<number>();
  private readonly place: string;

  constructor(table: number) {
    this.place = `bahama.sitting.${table}`;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.place) ?? "{}") as Partial<Sitting>;
      this.since = kept.since ?? this.since;
      this.checked = kept.checked ?? this.since;
      this.staked = kept.staked ?? 0;
      this.returned = kept.returned ?? 0;
    } catch {
      // A new sitting then.
    }
    this.keep();
  }

  get net(): number {
    return this.returned - this.staked;
  }

  /** The reality check is answered. */
  check(): void {
    this.checked = Date.now();
    this.keep();
  }

  /** Counts the lines of a round that has ended. */
  add(lines: PaidLine[]): void {
    if (lines.length === 0) return;
    const staked = lines.reduce((sum, line) => sum + line.staked, 0);
    const returned = lines.reduce((sum, line) => sum + line.returned, 0);
    this.last = returned - staked;
    this.staked += staked;
    this.returned += returned;
    this.keep();
  }

  private keep(): void {
    try {
      sessionStorage.setItem(
        this.place,
        JSON.stringify({
          since: this.since,
          checked: this.checked,
          staked: this.staked,
          returned: this.returned,
        }),
      );
    } catch {
      // It lasts as long as the page then.
    }
  }
}
