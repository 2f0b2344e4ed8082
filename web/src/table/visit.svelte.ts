// A visit: how long somebody has played in this browser, at whichever tables, and what it came
// to, for the line at the top and the reality check (G-09).

import type { PaidLine } from "../api/schema";

const PLACE = "bahama.visit";
/** Who does nothing for so long has gone, and comes for another visit. */
const OVER_MS = 30 * 60_000;

interface Kept {
  account: number;
  since: number;
  /** When the last reality check was answered; at first, when the visit began. */
  checked: number;
  /** When something was last done. */
  seen: number;
  rounds: number;
  staked: number;
  returned: number;
}

const begun = (account: number): Kept => {
  const now = Date.now();
  return { account, since: now, checked: now, seen: now, rounds: 0, staked: 0, returned: 0 };
};

export class Visit {
  private kept = $state<Kept>(begun(0));
  /** What the last round came to. */
  last = $state<number>();

  /** Goes on with the visit of this person, or begins one. */
  open(account: number): void {
    const known = read();
    const goesOn = known?.account === account && Date.now() - known.seen < OVER_MS;
    this.kept = goesOn ? known : begun(account);
    this.keep();
  }

  get since(): number {
    return this.kept.since;
  }
  get checked(): number {
    return this.kept.checked;
  }
  get rounds(): number {
    return this.kept.rounds;
  }
  get staked(): number {
    return this.kept.staked;
  }
  get returned(): number {
    return this.kept.returned;
  }
  get net(): number {
    return this.returned - this.staked;
  }

  /** The reality check is answered. */
  check(): void {
    this.kept.checked = Date.now();
    this.keep();
  }

  /** Counts the lines of a round that has ended. */
  add(lines: PaidLine[]): void {
    if (lines.length === 0) return;
    const staked = lines.reduce((sum, line) => sum + line.staked, 0);
    const returned = lines.reduce((sum, line) => sum + line.returned, 0);
    this.last = returned - staked;
    // Another tab may have counted meanwhile.
    const known = read();
    if (known?.account === this.kept.account && known.rounds > this.kept.rounds) this.kept = known;
    this.kept.rounds += 1;
    this.kept.staked += staked;
    this.kept.returned += returned;
    this.keep();
  }

  private keep(): void {
    this.kept.seen = Date.now();
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept));
    } catch {
      // It lasts as long as the page then.
    }
  }
}

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "null") as Partial<Kept> | null;
    return kept?.account && kept.since && kept.seen ? { ...begun(0), ...kept } : undefined;
  } catch {
    return undefined;
  }
}
