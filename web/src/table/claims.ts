// Sensors and claims of the progressive, folded as the server tells them.

import type { ClaimView, Event, View } from "../api/schema";

/** Whether a spot is a sensor of the progressive. */
export const isSensor = (spot: string): boolean => spot.startsWith("progressive");

/** The events of the progressive. */
export function claimsInto(view: View, event: Event): void {
  switch (event.event) {
    case "sensors-dark":
      for (const seat of view.seats) seat.bets = seat.bets.filter(({ spot }) => !isSensor(spot));
      break;
    case "claims-asked":
      view.phase = { phase: "claims" };
      if (view.progressive) view.progressive.hands = event.hands;
      break;
    case "claimed":
      set(view, { seat: event.seat, spot: event.spot, hand: event.hand, state: { is: "claimed" } });
      unconfirm(view);
      break;
    case "withdrawn":
      drop(view, event.seat, event.spot);
      unconfirm(view);
      break;
    case "confirmed":
      for (const { seat, spot, cents, needs } of event.awards) {
        const claim = view.progressive?.claims.find((it) => it.seat === seat && it.spot === spot);
        if (claim) claim.state = { is: "confirmed", cents, needs };
      }
      break;
    case "awarded":
      set(view, { seat: event.seat, spot: event.spot, hand: event.hand, state: { is: "awarded", cents: event.cents, slip: event.slip } });
      break;
    case "waived": {
      const hand = view.progressive?.hands.find((it) => it.seat === event.seat && it.spot === event.spot)?.hand;
      if (hand) set(view, { seat: event.seat, spot: event.spot, hand, state: { is: "waived" } });
      break;
    }
    case "hand-noted":
      if (event.on) set(view, { seat: event.seat, spot: event.spot, hand: event.hand, state: { is: "noted" } });
      else drop(view, event.seat, event.spot);
      break;
  }
}

function set(view: View, claim: ClaimView): void {
  drop(view, claim.seat, claim.spot);
  view.progressive?.claims.push(claim);
}

function drop(view: View, seat: number, spot: string): void {
  if (view.progressive) view.progressive.claims = view.progressive.claims.filter((it) => it.seat !== seat || it.spot !== spot);
}

/** A group whose claims have changed must be confirmed anew. */
function unconfirm(view: View): void {
  for (const claim of view.progressive?.claims ?? []) if (claim.state.is === "confirmed") claim.state = { is: "claimed" };
}
