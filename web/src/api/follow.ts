// The one way to follow anything: first a view, then what comes after it, each under the
// number it has in the record. A table's stream tells its entries, without gaps and resumed
// by number; a link's feed tells whole views, because entries of a link are for the staff.

import ReconnectingSocket from "partysocket/ws";
import type { Entry, LinkView } from "./schema";
import { ENDINGS } from "../table/words";
import { heardAt } from "./client";

/** Who follows something. */
export interface Listener<Told> {
  /** The last version that is known here. */
  last(): number;
  /** The next that was told. */
  told(what: Told): void;
  /** The connection is there or lost; what is known may be old then. */
  connected(is: boolean): void;
  /** It is over for good, in words. */
  over(why: string): void;
}

export interface Following {
  stop(): void;
  /** Connects anew, because something is missing. */
  again(): void;
}

/** How long silence of a feed is fine; it beats every five seconds. */
const SILENCE_MS = 15_000;
const AGAIN_MS = 5000;

/** Follows a table until it is stopped. */
export function followTable(table: number, listener: Listener<Entry>): Following {
  const address = () => {
    const url = new URL(`/api/tables/${table}/stream?after=${listener.last()}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return url.href;
  };
  const socket = new ReconnectingSocket(address, undefined, {
    minReconnectionDelay: 300,
    maxReconnectionDelay: 5000,
    connectionTimeout: 5000,
  });
  socket.addEventListener("open", () => listener.connected(true));
  socket.addEventListener("message", (message) => {
    const said: unknown = JSON.parse(String(message.data));
    if (typeof said !== "object" || said === null || !("version" in said)) return;
    const entry = said as Entry;
    // What was missed comes late and says nothing about the time.
    if (entry.version === listener.last() + 1) heardAt(entry.at);
    if (entry.version > listener.last()) listener.told(entry);
  });
  socket.addEventListener("close", (event) => {
    const why = ENDINGS[event.code];
    if (why) {
      socket.close();
      listener.over(why);
    } else {
      listener.connected(false);
    }
  });
  return { stop: () => socket.close(), again: () => socket.reconnect() };
}

/** Follows the jackpots of a link until it is stopped. */
export function followLink(link: number, listener: Listener<LinkView>): Following {
  let source: EventSource;
  let heard = Date.now();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    heard = Date.now();
    listener.connected(true);
  };
  const open = () => {
    source = new EventSource(`/display/links/${link}/feed`);
    source.addEventListener("link", (event) => {
      hear();
      const view = JSON.parse(String(event.data)) as LinkView;
      if (view.version > listener.last()) listener.told(view);
    });
    source.addEventListener("beat", hear);
    source.addEventListener("error", () => {
      // A browser tries again by itself, unless it was told that it may not come in.
      if (source.readyState === EventSource.CLOSED) waiting = setTimeout(open, AGAIN_MS);
    });
  };
  const close = () => {
    clearTimeout(waiting);
    source.close();
  };
  open();
  const watch = setInterval(() => {
    if (Date.now() - heard > SILENCE_MS) listener.connected(false);
  }, 1000);
  return {
    stop: () => {
      clearInterval(watch);
      close();
    },
    again: () => {
      close();
      open();
    },
  };
}
