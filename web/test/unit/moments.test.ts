// What the table looks up for, and what it does not.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event, LinkView, PaidLine } from "../../src/api/schema";
import { Filling } from "../../src/link/filling.svelte";
import { settings } from "../../src/settings.svelte";
import { lifts, momentOf } from "../../src/table/moments";
import { viewOf } from "./table";

function paid(...lines: Partial<PaidLine>[]): Event {
  return { event: "paid", lines: lines as PaidLine[] };
}
const share = (percent: number): PaidLine["reason"] => ({
  is: "class",
  class: "four-same-colour",
  pay: { share: percent },
});

describe("a moment", () => {
  const view = viewOf();
  view.felt.seats = [
    {
      seat: 1,
      bets: [],
      insurance: 0,
      hands: [
        { cards: ["7d", "7h", "7d"], total: 21, soft: false, stake: 2500, doubles: 0, fate: "open" },
      ],
    },
  ];

  it("is a special bonus, with the cards that won it", () => {
    const line = { seat: 1, hand: 1, spot: "special-bonus", staked: 0, returned: 500_000 } as const;
    const moment = momentOf(view, paid({ ...line, reason: { is: "special-bonus" } }));
    expect(moment).toMatchObject({ won: "special-bonus", cents: 500_000, seat: 1, name: undefined });
    expect(lifts(moment, 1, 1)).toBe(3);
    expect(lifts(moment, 2, 1)).toBe(0);
  });

  it("is a share of a meter, with the first two cards", () => {
    const line = { seat: 1, hand: 1, spot: "progressive", staked: 100, returned: 200_012 } as const;
    const moment = momentOf(view, paid({ ...line, reason: share(100) }));
    expect(moment).toMatchObject({ won: "meter", share: 100, cents: 200_012 });
    expect(lifts(moment, 1, 1)).toBe(2);
  });

  it("is nobody's own at a seat without a name, as live tables have them", () => {
    const line = { seat: 2, hand: 1, spot: "progressive", staked: 100, returned: 200_012 } as const;
    expect(momentOf(view, paid({ ...line, reason: share(100) }))?.name).toBe("");
  });

  it("is the greatest of several", () => {
    const line = { seat: 1, hand: 1, staked: 100 };
    const two = paid(
      { ...line, spot: "progressive", returned: 20_000, reason: share(10) },
      { ...line, spot: "special-bonus", staked: 0, returned: 100_000, reason: { is: "special-bonus" } },
    );
    expect(momentOf(view, two)?.won).toBe("special-bonus");
  });

  it("is nothing else: no fixed pay, no envy, no return below the stake", () => {
    const line = { seat: 1, hand: 1, staked: 1000 };
    const others = paid(
      { ...line, spot: "main", returned: 500, reason: { is: "surrendered" } },
      { ...line, spot: "main", returned: 2500, reason: { is: "natural", pays: { win: 3, per: 2 } } },
      { ...line, spot: "envy", staked: 0, returned: 5000, reason: { is: "envy", bonuses: 1 } },
      {
        ...line,
        spot: "progressive",
        staked: 100,
        returned: 20_000,
        reason: { is: "class", class: "four", pay: { for: { pay: 200, per: 1 } } },
      },
    );
    expect(momentOf(view, others)).toBeUndefined();
  });
});

describe("a meter", () => {
  const link = (cents: number, hit = 0): LinkView =>
    ({
      jackpots: [{ spot: "progressive", cents }],
      hits: hit > 0 ? [{ spot: "progressive", cents: hit, backed_out: false }] : [],
    }) as unknown as LinkView;
  const shown = (filling: Filling, cents: number) => filling.of({ spot: "progressive", cents });

  beforeEach(() => void (settings.motion = "full"));
  afterEach(() => {
    settings.motion = "system";
    vi.restoreAllMocks();
  });

  it("is empty when all of it was won, fills anew, and never shows more than it holds (P-20)", () => {
    const filling = new Filling();
    filling.step(link(300_000));
    expect(shown(filling, 300_000)).toBe(300_000);
    filling.step(link(200_000, 300_000));
    expect(shown(filling, 200_000)).toBe(0);
    let steps = 0;
    for (let before = 0; filling.step(link(200_000, 300_000)); steps += 1) {
      const now = shown(filling, 200_000);
      expect(now).toBeGreaterThan(before);
      expect(now).toBeLessThan(200_000);
      before = now;
    }
    expect(steps).toBeGreaterThan(5);
    expect(shown(filling, 200_000)).toBe(200_000);
  });

  it("goes down at once by a part", () => {
    const filling = new Filling();
    filling.step(link(300_000));
    filling.step(link(270_000, 30_000));
    expect(shown(filling, 270_000)).toBe(270_000);
  });

  it("counts nothing where nothing moves", () => {
    settings.motion = "reduced";
    const filling = new Filling();
    filling.step(link(300_000));
    filling.step(link(200_000, 300_000));
    expect(shown(filling, 200_000)).toBe(200_000);
  });
});
