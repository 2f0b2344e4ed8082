// Why an action cannot be taken now, in a few words; the server's list of what is legal
// decides, this only says what a dealer would say.

import type { Ask, HandView, View } from "../api/schema";
import { totalOf } from "./fold";
import { money } from "./words";

type Asked = Extract<Ask, { ask: "action" }>;

/** Why not; nothing where it may be done. */
export function refusalOf(view: View, asked: Asked | undefined, hand: HandView | undefined, action: string): string | undefined {
  if (!asked || !hand) return "not your turn";
  const offered = asked.legal.find((legal) => legal.action === action);
  if (offered) return offered.adds > view.you.chips ? `needs ${money(offered.adds)}, you have ${money(view.you.chips)}` : undefined;
  const isDealt = (view.felt.seats.find((at) => at.seat === asked.seat)?.hands.length ?? 1) === 1;
  const { cards, doubles } = hand;
  switch (action) {
    case "hit":
      return doubles > 0 ? "a doubled hand takes no more cards" : "split aces get one card each";
    case "double":
      return doubles > 0 ? "not again on this hand, or above the limit" : "not on this hand, or above the limit";
    case "split": {
      const same = cards.length === 2 && totalOf([cards[0]!]).total === totalOf([cards[1]!]).total;
      return same ? "no further hand may be made of this pair" : "needs two cards of the same value";
    }
    case "surrender":
      return isDealt && cards.length === 2 && doubles === 0 ? "not in this game" : "only on the first two cards";
    case "rescue":
      return doubles === 0 ? "only after a double" : "not on this hand";
    default:
      return "not now";
  }
}
