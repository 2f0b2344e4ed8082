// A link's state is a fold of its numbered news over the first view, as a table's is of its
// entries. Everything here is an assignment; the table below has a line for every event, and
// the compiler misses one that is not there.

import type { LinkView, News, NewsEvent } from "../api/schema";

type Folds = { [E in NewsEvent as E["event"]]: (view: LinkView, event: E) => void };

/** How many awards a view lists. */
const HITS = 25;

/** The view after an entry; the given one is left as it is. */
export function applyNews(view: LinkView, news: News): LinkView {
  const next = structuredClone(view);
  for (const event of news.events) foldInto(next, event);
  next.version = news.version;
  next.at = news.at;
  return next;
}

const FOLDS = {
  opened: (view, { jackpots }) => (view.jackpots = jackpots),
  joined: (view, { table, name }) => {
    view.tables = [...view.tables, [table, name] as [number, string]].sort(([a], [b]) => a - b);
  },
  parted: (view, { table }) => (view.tables = view.tables.filter(([id]) => id !== table)),
  shown: (view, { jackpots }) => {
    for (const { spot, cents, pending } of jackpots) assign(view, spot, { cents, pending });
  },
  awarded: (view, { event: _, ...hit }) => (view.hits = [hit, ...view.hits].slice(0, HITS)),
  "backed-out": (view, { slip }) => {
    for (const hit of view.hits) if (hit.slip === slip) hit.backed_out = true;
  },
  "seed-set": (view, { spot, seed }) => assign(view, spot, { seed }),
  retired: (view, { spot }) => assign(view, spot, { retired: true }),
  stopped: (view, { why }) => (view.stopped = why),
  resumed: (view) => delete view.stopped,
} satisfies Folds;

function foldInto(view: LinkView, event: NewsEvent): void {
  // The table has a line for each event; the compiler cannot see that this is the event's own.
  (FOLDS[event.event] as (view: LinkView, event: NewsEvent) => void)(view, event);
}

type Jackpot = LinkView["jackpots"][number];

function assign(view: LinkView, spot: Jackpot["spot"], facts: Partial<Jackpot>): void {
  for (const jackpot of view.jackpots) if (jackpot.spot === spot) Object.assign(jackpot, facts);
}
