// The feed of a link's jackpots: a whole view with every change, and a beat in between.

import type { LinkView } from "./schema";

/** How long silence is fine; the feed beats every five seconds. */
const SILENCE_MS = 15_000;
const AGAIN_MS = 5000;

/** Follows a link until the answer is called; `silent` says that the last view may be old. */
export function feed(link: number, seen: (view: LinkView) => void, silent?: (is: boolean) => void): () => void {
  let source: EventSource;
  let heard = Date.now();
  let again: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    heard = Date.now();
    silent?.(false);
  };
  const open = () => {
    source = new EventSource(`/display/links/${link}/feed`);
    source.addEventListener("link", (event) => {
      hear();
      seen(JSON.parse(String(event.data)) as LinkView);
    });
    source.addEventListener("beat", hear);
    source.addEventListener("error", () => {
      // A browser tries again by itself, unless it was told that it may not come in.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  const watch = setInterval(() => { if (Date.now() - heard > SILENCE_MS) silent?.(true); }, 1000);
  return () => {
    clearInterval(watch);
    clearTimeout(again);
    source.close();
  };
}
