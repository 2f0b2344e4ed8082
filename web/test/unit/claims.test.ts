import { expect, it } from "vitest";
import type { Card, Event, ShareHand, View } from "../../src/api/schema";
import { applyEvent } from "../../src/table/fold";
import { viewOf } from "./table";

const hand: ShareHand = { seat: 1, spot: "progressive", hand: "four-same-colour", percent: 100 };
const cards: Card[] = ["7h", "7d", "7d", "7h"];

function after(...events: Event[]): View {
  const view = viewOf();
  view.seats[0]!.bets = [
    { spot: "main", cents: 1000 },
    { spot: "progressive", cents: 100 },
  ];
  return events.reduce(applyEvent, view);
}

const started: Event = { event: "started", round: 1, day: 20261116, profile: "profile" };
const claimed: Event = { event: "claimed", ...hand, cards };
const confirmed: Event = {
  event: "confirmed",
  awards: [{ ...hand, state: { is: "confirmed", cents: 200_000, needs: "supervisor" } }],
};

it("sensors are lit when the round starts, and dark where the progressive takes no wagers (P-16)", () => {
  expect(after(started).progressive).toEqual({ lit: [[1, "progressive"]], hands: [], claims: [] });
  const dark = after({ event: "sensors-dark", code: "link.stopped" }, started);
  expect(dark.progressive).toBeUndefined();
  expect(dark.felt.seats[0]!.bets).toEqual([{ spot: "main", cents: 1000 }]);
});

it("a claim goes from the button to the award, and anew through the supervisor when it changes", () => {
  const asked: Event = { event: "claims-asked", hands: [hand] };
  const states = (...events: Event[]) =>
    after(started, asked, ...events).progressive?.claims.map((claim) => claim.state);
  expect(after(started, asked).phase).toEqual({ phase: "claims" });
  expect(states(claimed)).toEqual([{ is: "claimed" }]);
  expect(states(claimed, confirmed)).toEqual([{ is: "confirmed", cents: 200_000, needs: "supervisor" }]);
  expect(states(claimed, confirmed, claimed)).toEqual([{ is: "claimed" }]);
  expect(states(claimed, { event: "withdrawn", seat: 1, spot: "progressive" })).toEqual([]);
  expect(states(claimed, confirmed, { event: "awarded", ...hand, slip: 7, cents: 200_000 })).toEqual([
    { is: "awarded", cents: 200_000, slip: 7 },
  ]);
  expect(states({ event: "waived", seat: 1, spot: "progressive", reason: "not shown", by: 3 })).toEqual([
    { is: "waived" },
  ]);
  expect(
    after(started, asked, claimed, { event: "ended", round: 1, staked: 0, returned: 0 }).progressive,
  ).toBeUndefined();
});
