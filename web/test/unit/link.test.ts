// The fold of a link's news is the server's own view after every entry. The server's tests
// write both; every event stands among them.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { LinkView, News, NewsEvent } from "../../src/api/schema";
import { comesWithCards } from "../../src/link/cards";
import { applyNews } from "../../src/link/fold";

interface Told {
  news?: News;
  view: LinkView;
}

/** Tests run in the folder of the application. */
const GOLDEN = "../crates/table/tests/all/link/news/golden.jsonl";
const lines = readFileSync(GOLDEN, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line.slice(line.indexOf("\t") + 1)) as Told);

/** Every event there is; the compiler asks for one that is missing. */
const EVENTS: Record<NewsEvent["event"], true> = {
  opened: true,
  joined: true,
  parted: true,
  shown: true,
  awarded: true,
  "backed-out": true,
  "seed-set": true,
  retired: true,
  stopped: true,
  resumed: true,
};

it("folds news to the server's own view after every entry", () => {
  const met = new Set<string>();
  let view: LinkView | undefined;
  for (const { news, view: after } of lines) {
    if (news && view) {
      expect(news.version).toBe(view.version + 1);
      const next = applyNews(view, news);
      expect(JSON.parse(JSON.stringify(next))).toEqual(after);
      for (const { event } of news.events) met.add(event);
    }
    view = after;
  }
  expect([...met].sort()).toEqual(Object.keys(EVENTS).sort());
});

it("knows which awards come with their cards, and which were claimed by hand before", () => {
  const found = new Set<boolean>();
  let view: LinkView | undefined;
  for (const { news, view: after } of lines) {
    const award = news?.events.find((event) => event.event === "awarded");
    if (news && view && award) {
      const jackpot = view.jackpots.find(({ spot }) => spot === award.spot)!;
      expect(comesWithCards(view, news)).toBe(jackpot.pending.length === 0);
      found.add(jackpot.pending.length === 0);
    } else if (news && view) expect(comesWithCards(view, news)).toBe(false);
    view = after;
  }
  expect(found.has(false)).toBe(true);
});
