// Which news of a meter must wait for cards that are not seen here.

import type { LinkView, News } from "../api/schema";

/** So long after its award the cards of a round lie at the latest, at their own table. */
export const DEALT_MS = 5000;

/** Whether an award comes with the cards that win it: nobody has claimed it by hand before. */
export const comesWithCards = (before: LinkView, { events }: News): boolean =>
  events.some(
    (event) =>
      event.event === "awarded" &&
      before.jackpots.some(({ spot, pending }) => spot === event.spot && pending.length === 0),
  );
