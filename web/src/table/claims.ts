// Sensors and claims of the progressive, folded as the server tells them.

import type { LineSpot, Share, Spot, View } from "../api/schema";
import type { Folds } from "./fold";

/** The spots that are sensors of the progressive. */
type Sensor = Extract<Spot, `progressive${string}`>;

/** Whether a spot is a sensor of the progressive. */
export const isSensor = (spot: LineSpot): spot is Sensor => spot.startsWith("progressive");

/** What the events of the progressive make of a view. */
export const CLAIMS = {
  "sensors-dark": (view) => {
    for (const seat of view.seats) seat.bets = seat.bets.filter(({ spot }) => !isSensor(spot));
  },
  "claims-asked": (view, { hands }) => {
    view.phase = { phase: "claims" };
    if (view.progressive) view.progressive.hands = hands;
  },
  claimed: (view, { seat, spot, hand, percent }) =>
    set(view, { seat, spot, hand, percent, state: { is: "claimed" } }),
  withdrawn: (view, { seat, spot }) => {
    drop(view, seat, spot);
    unconfirm(view, spot);
  },
  confirmed: (view, { awards }) => awards.forEach((award) => set(view, award)),
  awarded: (view, { seat, spot, hand, percent, cents, slip }) =>
    set(view, { seat, spot, hand, percent, state: { is: "awarded", cents, slip } }),
  waived: (view, { seat, spot }) => {
    const won = view.progressive?.hands.find((it) => it.seat === seat && it.spot === spot);
    if (won) set(view, { ...won, state: { is: "waived" } });
  },
  "hand-noted": (view, { seat, spot, hand, on }) => {
    if (on) set(view, { seat, spot, hand, percent: 0, state: { is: "noted" } });
    else drop(view, seat, spot);
  },
} satisfies Partial<Folds>;

function set(view: View, share: Share): void {
  const claims = view.progressive?.claims ?? [];
  const known = claims.findIndex((it) => it.seat === share.seat && it.spot === share.spot);
  claims.splice(known < 0 ? claims.length : known, known < 0 ? 0 : 1, share);
}

function drop(view: View, seat: number, spot: Spot): void {
  if (view.progressive)
    view.progressive.claims = view.progressive.claims.filter(
      (it) => it.seat !== seat || it.spot !== spot,
    );
}

/** The claims on a meter must be confirmed anew when one of them is withdrawn. */
function unconfirm(view: View, spot: string): void {
  for (const claim of view.progressive?.claims ?? [])
    if (claim.spot === spot && claim.state.is === "confirmed") claim.state = { is: "claimed" };
}
