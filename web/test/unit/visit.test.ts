import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaidLine } from "../../src/api/schema";
import { Visit } from "../../src/table/visit.svelte";

const line = (staked: number, returned: number): PaidLine => ({
  seat: 1,
  spot: "main",
  hand: 1,
  staked,
  returned,
  result: returned > staked ? "won" : "lost",
  reason: { is: "pushes", total: 18 },
});

const MINUTE = 60_000;

/** The server's word on the visit, by a clock that is an hour ahead of this browser's. */
function counted(minutes: number, rounds: number, staked: number, returned: number): void {
  const now = Date.now() + 60 * MINUTE;
  const told = { since: now - minutes * MINUTE, now, rounds, staked, returned };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(told))));
}

describe("a visit", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it("is what the server counts over all tables, and the round that is shown (G-09)", async () => {
    counted(38, 40, 100_000, 105_400);
    const visit = new Visit();
    await visit.read();
    expect(Math.round((Date.now() - visit.since) / MINUTE)).toBe(38);
    expect([visit.rounds, visit.net]).toEqual([40, 5400]);
    visit.add([line(1000, 2500), line(500, 0)]);
    expect([visit.rounds, visit.net, visit.last]).toEqual([41, 6400, 1000]);
  });

  it("keeps what it knows while the server does not answer", async () => {
    counted(5, 1, 1000, 0);
    const visit = new Visit();
    await visit.read();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    await visit.read();
    expect([visit.rounds, visit.net]).toEqual([1, -1000]);
  });

  it("is checked from its beginning, and from the last answer at whichever table", async () => {
    counted(90, 3, 1000, 1000);
    const first = new Visit();
    await first.read();
    expect(first.checked).toBe(first.since);
    first.check();
    const second = new Visit();
    await second.read();
    expect(Date.now() - second.checked).toBeLessThan(MINUTE);
  });
});
