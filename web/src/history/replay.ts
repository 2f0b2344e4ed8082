// A finished round step by step, folded from its record as a table is from its entries (G-08).

import { ask } from "../api/client";
import type { Entry, News, RoundHistory, Spot, View } from "../api/schema";
import { applyEvent, EMPTY } from "../table/fold";
import { stepsOf } from "../table/show";
import { sentences } from "../table/words";

/** One step of a round: what lay after it, and what it was in words. */
export interface Frame {
  view: View;
  text: string;
  at: number;
}

/** The table before a round: nothing but what lay on its seats. */
function before(history: RoundHistory, account: number | undefined): View {
  const own = history.bets.filter(({ player }) => player === account).map(({ seat }) => seat);
  return {
    table: history.table,
    version: 0,
    at: history.started,
    posted_at: 0,
    // Of the sign only the way of dealing matters to a fold; rounds are told of dealt ones.
    posted: { dealing: "automatic" } as View["posted"],
    phase: { phase: "betting", until: null },
    round: history.round,
    seats: [1, 2, 3, 4, 5, 6, 7].map((seat) => ({
      seat,
      bets: history.bets.find((at) => at.seat === seat)?.bets ?? [],
    })),
    felt: structuredClone(EMPTY),
    duty: [],
    you: { account: account ?? 0, role: "player", seats: own, chips: 0 },
  };
}

/** Every step of a round that has words, in its order; the cards one by one. */
export function framesOf(history: RoundHistory, account: number | undefined): Frame[] {
  const frames: Frame[] = [];
  let now = before(history, account);
  for (const entry of history.entries)
    for (const { event } of stepsOf(entry)) {
      if (!event) continue;
      const next = applyEvent(now, event);
      const words = sentences(now, next, { ...entry, events: [event] });
      now = next;
      if (event.event === "betting-opened") return frames;
      if (words.length > 0) frames.push({ view: next, text: words.join(" "), at: entry.at });
    }
  return frames;
}

/** What a meter showed before and after a round, in cents. */
export interface MeterChange {
  spot: Spot;
  before?: number;
  after: number;
}

const linkOf = (entry: Entry) =>
  entry.with?.flatMap((partner) => ("link" in partner ? [partner.link] : []))[0];

/** How far before a round its meters are looked for. */
const BACK = 100;

/** The meters of a round that played for them; nothing where it did not. */
export async function metersOf(history: RoundHistory): Promise<MeterChange[]> {
  const links = history.entries.flatMap((entry) => linkOf(entry) ?? []);
  const [first, last] = [links[0], links.at(-1)];
  if (!first || !last) return [];
  const after = Math.max(0, first.version - BACK);
  const news = await ask<News[]>("GET", `/api/links/${first.link}/news?after=${after}`);
  const changes = new Map<Spot, MeterChange>();
  for (const { version, events } of news.filter((one) => one.version <= last.version))
    for (const event of events)
      if (event.event === "shown" || event.event === "opened")
        for (const { spot, cents } of event.jackpots) {
          const known = changes.get(spot);
          changes.set(spot, {
            spot,
            before: version < first.version ? cents : known?.before,
            after: cents,
          });
        }
  return [...changes.values()];
}
