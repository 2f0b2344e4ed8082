// Asking the server: requests with the anti-forgery token, refusals as errors with their
// stable code, and commands that are done once however often they must be sent.

import type {
  Body,
  Entry,
  EntryLinkEvent,
  ErrorBody,
  LinkBody,
  Me,
  OpenTable,
  Outcome,
  PersonView,
  Proven,
  RefusalFacts,
  SessionView,
  StaffBody,
  StaffDone,
} from "./schema";

/** What the server refused: its code, its own words, and what they name. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly facts?: RefusalFacts | null,
  ) {
    super(message);
  }
}

let me: Me | undefined;

export async function ask<T>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<T> {
  const headers: Record<string, string> = { ...more };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (me) headers["x-bahama-csrf"] = me.csrf;
  const response = await fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = text ? JSON.parse(text) : undefined;
  if (response.ok) return answer as T;
  const error = (answer as ErrorBody | undefined)?.error;
  throw new Refused(
    error?.code ?? "server.failed",
    error?.message ?? "the server does not answer",
    response.status,
    error?.facts,
  );
}

/** Who is signed in, if anybody. */
export async function whoAmI(): Promise<Me | undefined> {
  me = (await ask<SessionView>("GET", "/api/session")).me ?? undefined;
  return me;
}

/** Becomes a guest with play money. */
export async function becomeGuest(): Promise<Me> {
  me = await ask<Me>("POST", "/api/guest", {});
  return me;
}

/** Signs in. */
export async function signIn(name: string, password: string): Promise<Me> {
  me = await ask<Me>("POST", "/api/sign-in", { name, password });
  return me;
}

/** Goes on in another of one's roles; the sign-in is a new one. */
export async function chooseRole(role: Me["role"]): Promise<Me> {
  me = await ask<Me>("POST", "/api/me/role", { role });
  return me;
}

/** Keeps a guest's account under a name and a password; its sign-in is a new one. */
export async function keepAccount(name: string, password: string): Promise<Me> {
  me = await ask<Me>("POST", "/api/me/keep", { name, password });
  return me;
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Gives a command to a table. */
export function command(table: number, expected: number, body: Body): Promise<Entry> {
  return give<Entry>(`/api/tables/${table}/commands`, expected, body);
}

/** A card of the staff with its PIN, as somebody has just shown it. */
export interface ShownCard {
  card: string;
  pin: string;
}

/** Gives a command to a table with the cards it needs. */
export function signedCommand(
  table: number,
  expected: number,
  body: Body,
  cards: ShownCard[],
): Promise<Entry> {
  if (cards.length === 0) return command(table, expected, body);
  return sign<Entry>(`/api/tables/${table}`, expected, body, cards);
}

/** Gives a command to a link, with the cards it needs. */
export function linkCommand(
  link: number,
  expected: number,
  body: LinkBody,
  cards: ShownCard[] = [],
): Promise<EntryLinkEvent> {
  if (cards.length === 0) return give<EntryLinkEvent>(`/api/links/${link}/commands`, expected, body);
  return sign<EntryLinkEvent>(`/api/links/${link}`, expected, body, cards);
}

/** Changes the staff or a card, with an executive's card. */
export function staffCommand(body: StaffBody, cards: ShownCard[]): Promise<StaffDone> {
  if (cards.length === 0) return give<StaffDone>("/api/staff/commands", 0, body);
  return sign<StaffDone>("/api/staff", 0, body, cards);
}

/**
 * Shows cards for one command and sends it with their proofs. A proof opens it once, so it is
 * not sent again where the answer is lost: what became of it is asked for by its id.
 */
async function sign<T>(base: string, expected: number, body: unknown, cards: ShownCard[]): Promise<T> {
  const id = crypto.randomUUID();
  const command = { id, expected, body };
  const proofs: string[] = [];
  for (const { card, pin } of cards)
    proofs.push((await ask<Proven>("POST", `${base}/swipes`, { card, pin, command })).proof);
  try {
    return await ask<T>("POST", `${base}/commands`, command, { "x-bahama-proof": proofs.join(",") });
  } catch (error) {
    if (error instanceof Refused && error.code !== "store.failed") throw error;
    return await found<T>(base, id);
  }
}

/** The entry that a command brought about whose answer was lost. */
async function found<T>(base: string, id: string): Promise<T> {
  for (let tries = 0; tries < 5; tries += 1) {
    await pause(400 * (tries + 1));
    try {
      const { version } = await ask<Outcome>("GET", `${base}/commands/${id}`);
      if (version === null || version === undefined) break;
      const [entry] = await ask<T[]>("GET", `${base}/events?after=${version - 1}`);
      if (entry) return entry;
    } catch {
      // It is asked again in a moment.
    }
  }
  throw new Refused(
    "connection.lost",
    "the answer was lost; look whether it was done, then show the card again",
    0,
  );
}

/** Posts a table anew, at once or from a time on. */
export async function postAnew(
  table: number,
  expected: number,
  from: number | null,
  posting: OpenTable,
): Promise<void> {
  await send(`/api/tables/${table}/posting`, { expected, from, posting });
}

/** What somebody knows of himself: his wallet, and where he sits. */
export function wallet(): Promise<PersonView> {
  return ask<PersonView>("GET", "/api/me/wallet");
}

/** Fills one's wallet with play money; what it holds then. */
export async function topUp(): Promise<PersonView> {
  await give("/api/me/wallet/commands", 0, { do: "top-up" });
  return wallet();
}

function give<T>(path: string, expected: number, body: unknown): Promise<T> {
  return send<T>(path, { expected, body });
}

/**
 * Sends a command. It keeps its id until it is answered, so that a lost answer never means a
 * second bet.
 */
async function send<T>(path: string, command: object): Promise<T> {
  const id = crypto.randomUUID();
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask<T>("POST", path, { id, ...command });
    } catch (error) {
      const lost = !(error instanceof Refused) || error.code === "store.failed";
      if (!lost || tries >= 5)
        throw lost
          ? new Refused("connection.lost", "there is no connection; nothing is known yet", 0)
          : error;
      await pause(400 * (tries + 1));
    }
  }
}
