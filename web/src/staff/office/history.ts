// The history of a meter, from the numbered news of its link.

import type { News, Spot } from "../../api/schema";

export interface Point {
  at: number;
  cents: number;
}

/** What a meter showed, entry by entry. */
export function pointsOf(news: News[], spot: Spot): Point[] {
  return news.flatMap(({ at, events }) =>
    events.flatMap((event): Point[] => {
      if (event.event !== "shown") return [];
      const shown = event.jackpots.find((jackpot) => jackpot.spot === spot);
      return shown ? [{ at, cents: shown.cents }] : [];
    }),
  );
}

/** A line of steps in a frame: a meter stays where it is until it is told anew. */
export function stepsOf(points: Point[], width: number, height: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return "";
  const span = Math.max(1, last.at - first.at);
  const most = Math.max(1, ...points.map(({ cents }) => cents));
  const x = (at: number) => ((at - first.at) / span) * width;
  const y = (cents: number) => height - (cents / most) * height;
  const [start, ...rest] = points;
  const steps = rest.map(({ at, cents }) => `H${x(at).toFixed(1)}V${y(cents).toFixed(1)}`);
  return `M0 ${y(start!.cents).toFixed(1)}${steps.join("")}H${width}`;
}
