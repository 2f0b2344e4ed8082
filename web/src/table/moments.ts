// What the whole table looks up for: a special bonus, a share of a meter. Nothing else has one, and
// nothing that returns less than its stake ever could.

import type { Card, Event, LinkView, PaidLine, View } from "../api/schema";
import { isSensor } from "./claims";

/** Something to look up for. */
export interface Moment {
  seat: number;
  /** Whose it is, empty where nobody knows; nothing for one’s own. */
  name?: string;
  won: "special-bonus" | "meter";
  /** How much of the meter, in per cent. */
  share?: number;
  cents: number;
  /** The cards that have won: of the hand, and of the dealer. */
  hand: number;
  cards: Card[];
}

/** How long a moment lasts, if nobody wants it shorter. */
export const MOMENT_MS = 3600;

/** The share of a meter a line has won, in per cent; nothing for other lines. */
function shareOf({ spot, reason }: PaidLine): number | undefined {
  if (!isSensor(spot) || reason.is !== "class") return undefined;
  return typeof reason.pay === "object" && "share" in reason.pay ? reason.pay.share : undefined;
}

/** The moment an event brings, after it; the greatest where it brings several. */
export function momentOf(view: View, event: Event): Moment | undefined {
  const found: Moment[] = [];
  const at = (seat: number, hand: number) => {
    const cards = view.felt.seats.find((cards) => cards.seat === seat)?.hands[hand - 1]?.cards ?? [];
    const own = view.you.seats.includes(seat);
    return { seat, hand, cards, name: own ? undefined : (view.seats[seat - 1]?.player?.name ?? "") };
  };
  if (event.event === "paid")
    for (const line of event.lines) {
      const share = shareOf(line);
      if (line.spot !== "special-bonus" && share === undefined) continue;
      const whose = at(line.seat, line.hand ?? 1);
      const won = share === undefined ? ("special-bonus" as const) : ("meter" as const);
      found.push({ ...whose, won, share, cents: line.returned });
    }
  if (event.event === "awarded")
    found.push({ ...at(event.seat, 1), won: "meter", share: event.percent, cents: event.cents });
  return found.sort((a, b) => b.cents - a.cents)[0];
}

/** The moment an award brings to all who see the meter. */
export function momentOfHit({ seat, percent, cents }: LinkView["hits"][number]): Moment {
  return { seat, name: "", won: "meter", share: percent, cents, hand: 1, cards: [] };
}

/** Whether a card of a hand is one of those that have won: of a share the first two. */
export function lifts(moment: Moment | undefined, seat: number, hand: number): number {
  if (!moment || moment.seat !== seat || moment.hand !== hand) return 0;
  return moment.won === "meter" ? 2 : moment.cards.length;
}
