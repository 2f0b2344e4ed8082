import { beforeEach, describe, expect, it } from "vitest";
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

describe("a visit", () => {
  beforeEach(() => localStorage.clear());

  it("g_09 goes on at the next table", () => {
    const first = new Visit();
    first.open(7);
    first.add([line(1000, 2000), line(500, 0)]);
    const second = new Visit();
    second.open(7);
    expect(second.since).toBe(first.since);
    expect([second.rounds, second.staked, second.net]).toEqual([1, 1500, 500]);
    second.add([line(1000, 0)]);
    expect([second.rounds, second.net, second.last]).toEqual([2, -500, -1000]);
  });

  it("is somebody's own", () => {
    const ann = new Visit();
    ann.open(7);
    ann.add([line(1000, 2000)]);
    const ben = new Visit();
    ben.open(8);
    expect([ben.rounds, ben.net]).toEqual([0, 0]);
  });
});
