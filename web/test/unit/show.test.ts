import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { realityMinutes, settings } from "../../src/settings.svelte";
import { Show, type Step } from "../../src/table/show";
import { entryOf } from "./table";

const dealt = (version: number, cards: number) =>
  entryOf(version, [
    {
      event: "dealt",
      cards: Array.from({ length: cards }, () => ({ seat: 1, hand: 1, card: "7s" as const })),
    },
  ]);

describe("the show", () => {
  let shown: Step[];
  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
  });
  afterEach(() => void vi.useRealTimers());
  const cards = () => shown.filter((step) => step.event).length;

  it("deals card after card, each within 300 ms", () => {
    const show = new Show(
      (step) => shown.push(step),
      () => 1,
    );
    show.add(dealt(1, 4));
    for (let card = 1; card <= 4; card += 1) {
      expect(cards()).toBe(card);
      const before = Date.now();
      vi.advanceTimersToNextTimer();
      expect(Date.now() - before).toBeLessThanOrEqual(300);
    }
    expect(shown.at(-1)?.entry?.version).toBe(1);
    expect(show.waiting).toBe(false);
  });

  it("shows everything at once where nothing moves, and when somebody is impatient", () => {
    new Show(
      (step) => shown.push(step),
      () => 0,
    ).add(dealt(1, 4));
    expect(cards()).toBe(4);
    const show = new Show(
      (step) => shown.push(step),
      () => 1,
    );
    show.add(dealt(2, 4));
    expect(cards()).toBe(5);
    show.finish();
    expect(cards()).toBe(8);
    vi.runAllTimers();
    expect(cards()).toBe(8);
  });

  it("never falls far behind", () => {
    const show = new Show(
      (step) => shown.push(step),
      () => 1,
    );
    for (let version = 1; version <= 30; version += 1) show.add(dealt(version, 4));
    expect(cards()).toBeGreaterThan(30);
    vi.runAllTimers();
    expect(cards()).toBe(120);
    expect(shown.filter((step) => step.entry).map((step) => step.entry?.version)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });
});

it("has the reality check as often as the player or the house wants it, whichever is sooner", () => {
  const minutes = (own: number, house: number) => {
    settings.reality = own;
    return realityMinutes(house);
  };
  expect([minutes(60, 0), minutes(0, 30), minutes(60, 30), minutes(15, 30), minutes(0, 0)]).toEqual([
    60, 30, 30, 15, 0,
  ]);
});
