// The stream of a table: entries in order and without gaps, resumed by number.

import ReconnectingSocket from "partysocket/ws";
import type { Entry } from "./schema";
import { heardAt } from "./client";

/** Endings after which nothing is tried again, in words. */
const ENDINGS: Record<number, string> = {
  4001: "You have signed out.",
  4002: "You have signed in elsewhere; this page has stopped.",
  4003: "Your access has been withdrawn.",
  4004: "You were away too long; sign in again.",
};

export interface Listener {
  /** The last version that is known here. */
  last(): number;
  entry(entry: Entry): void;
  /** The connection is there or lost. */
  connected(is: boolean): void;
  /** It is over for good, in words. */
  over(why: string): void;
}

/** Follows a table until it is stopped. */
export function follow(table: number, listener: Listener): { stop(): void; again(): void } {
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
    listener.entry(entry);
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
