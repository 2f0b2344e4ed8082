// The one way to follow anything: first a view, then what comes after it, each under the
// number it has in the record, without gaps and resumed by number. A table tells its
// entries, a link what everybody may know of its own.

import ReconnectingSocket from "partysocket/ws";
import { ENDINGS } from "../table/words";

/** Something that is told: it has a number. */
interface Numbered {
  version: number;
}

/** Who follows something. */
export interface Listener<Told> {
  /** The last version that is known here. */
  last(): number;
  /** The next that was told. */
  told(what: Told): void;
  /** The connection is there or lost; what is known may be old then. */
  connected(is: boolean): void;
  /** What is known here is too old to be followed on from: a fresh view is needed. */
  behind?(): void;
  /** It is over for good, in words. */
  over(why: string): void;
}

export interface Following {
  stop(): void;
  /** Connects anew, because something is missing. */
  again(): void;
}

/** How long silence of a link or the board is fine; it beats every five seconds, however long it rests. */
const SILENCE_MS = 15_000;

/** Follows a table, a link or the board of the floor until it is stopped. */
export function follow<Told extends Numbered>(
  what: "tables" | "links" | "floor",
  number: number | undefined,
  listener: Listener<Told>,
): Following {
  const address = () => {
    const path = number === undefined ? what : `${what}/${number}`;
    const url = new URL(`/api/${path}/stream?after=${listener.last()}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return url.href;
  };
  const socket = new ReconnectingSocket(address, undefined, {
    minReconnectionDelay: 300,
    maxReconnectionDelay: 5000,
    connectionTimeout: 5000,
  });
  const silence = new Silence(what !== "tables", () => {
    listener.connected(false);
    socket.reconnect();
  });
  socket.addEventListener("open", () => listener.connected(true));
  socket.addEventListener("message", (message) => {
    silence.broken();
    const said: unknown = JSON.parse(String(message.data));
    if (typeof said !== "object" || said === null) return;
    if ("hello" in said && (said.hello as { after: number }).after > listener.last())
      listener.behind?.();
    if (!("version" in said)) return;
    const told = said as Told;
    if (told.version > listener.last()) listener.told(told);
  });
  socket.addEventListener("close", (event) => {
    const why = ENDINGS[event.code];
    if (why) {
      stop();
      listener.over(why);
    } else {
      listener.connected(false);
    }
  });
  const stop = () => {
    silence.stop();
    socket.close();
  };
  return { stop, again: () => socket.reconnect() };
}

/** Watches whether anything is heard at all, where something must be. */
class Silence {
  private readonly watch: ReturnType<typeof setInterval> | undefined;
  private heard = Date.now();

  constructor(matters: boolean, lasts: () => void) {
    if (!matters) return;
    this.watch = setInterval(() => {
      if (Date.now() - this.heard <= SILENCE_MS) return;
      this.broken();
      lasts();
    }, 1000);
  }

  broken(): void {
    this.heard = Date.now();
  }

  stop(): void {
    clearInterval(this.watch);
  }
}
