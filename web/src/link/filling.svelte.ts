// Meters as they are seen: they count up, never show more than what is payable, and are empty for a
// moment when the whole of them was won, before they fill anew.

import type { LinkView } from "../api/schema";
import { moves } from "../settings.svelte";

const STEP_MS = 40;
/** The longest a meter counts, in steps. */
const STEPS = 30;

export class Filling {
  private shown = $state<Record<string, number>>({});

  /** What is shown of a meter. */
  of({ spot, cents }: { spot: string; cents: number }): number {
    return Math.min(this.shown[spot] ?? cents, cents);
  }

  /** Counts on towards a link's meters; whether there is more to count. */
  step(link: LinkView | undefined): boolean {
    let more = false;
    for (const { spot, cents: target } of link?.jackpots ?? []) {
      const before = this.shown[spot] ?? target;
      const whole = link?.hits.find((hit) => hit.spot === spot && !hit.backed_out);
      if (!moves()) this.shown[spot] = target;
      // Down at once; to nothing where all of it was won.
      else if (target < before) this.shown[spot] = whole && whole.cents >= before ? 0 : target;
      else
        this.shown[spot] = Math.min(target, before + Math.max(1, Math.ceil((target - before) / STEPS)));
      more ||= this.shown[spot] !== target;
    }
    return more;
  }

  /** Counts until somebody stops it. */
  run(link: () => LinkView | undefined): () => void {
    const timer = setInterval(() => this.step(link()), STEP_MS);
    return () => clearInterval(timer);
  }
}
