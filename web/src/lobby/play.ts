// Sitting down in one click.

import { ask, becomeGuest, command, wallet, whoAmI } from "../api/client";
import type { Lobby, Me, Opened, OpenTable, TableSummary, View } from "../api/schema";
import { PLAY } from "./words";

/** The chips one sits down with, in cents, within what the table sells. */
const CHIPS = 50_000;

/** Where somebody's page of a table is. */
export function pageOf(role: string, table: number): string {
  // The cage pays for all tables at once.
  if (role === "cage") return "/cage";
  const pages: Record<string, string> = {
    player: "table",
    dealer: "dealer",
    spectator: "display",
    house: "display",
  };
  return `/${pages[role] ?? "floor"}/${table}`;
}

/**
 * A shared table with a free seat: where people play first, then one where nobody sits at all.
 * Where everybody has lost the connection nobody keeps one company.
 */
export function bestTable(tables: TableSummary[]): TableSummary | undefined {
  const fits = tables.filter(
    (table) =>
      table.open &&
      !table.private &&
      !table.exhibition &&
      table.staffing === "unattended" &&
      table.taken < table.seats,
  );
  const living = ({ taken, away }: TableSummary) => (taken > away ? 0 : taken === 0 ? 1 : 2);
  return fits.sort((a, b) => living(a) - living(b) || a.table - b.table)[0];
}

/** Signs a visitor in as a guest if need be, sits down and goes to the table. */
export async function playNow(me: Me | undefined, at?: number): Promise<string> {
  if (!me) await becomeGuest();
  const lobby = await ask<Lobby>("GET", "/api/tables");
  const table = at ?? (await ownTable(lobby.tables)) ?? bestTable(lobby.tables)?.table;
  // Where no seat is free a fresh table is one's own.
  if (table === undefined) return practise(me, lobby.tables[0]?.game ?? "");
  await sitDown(table);
  return `/table/${table}`;
}

/** The shared table at which one sits already: nobody sits at two of them. */
async function ownTable(tables: TableSummary[]): Promise<number | undefined> {
  const person = await wallet().catch(() => undefined);
  const shared = tables.filter((it) => !it.private && it.staffing === "unattended" && it.open);
  return shared.find((it) => person?.tables.includes(it.table))?.table;
}

async function sitDown(table: number): Promise<void> {
  const view = await ask<View>("GET", `/api/tables/${table}`);
  if (view.you.seats.length > 0) return;
  // The middle of the table first: there one sees everything.
  const free = view.seats.filter((seat) => !seat.player).map((seat) => seat.seat);
  const seat = free.sort((a, b) => Math.abs(a - 4) - Math.abs(b - 4))[0];
  if (seat === undefined) return;
  const [least, most] = view.posted.buy_in;
  await command(table, view.version, {
    do: "sit",
    seat,
    buy_in: Math.min(most, Math.max(least, CHIPS)),
  });
}

/** The kinds of table a supervisor opens. */
export const KINDS = [
  ["shared", PLAY.unattendedDealtByTheServer],
  ["attended", PLAY.attendedDealtByTheServer],
  ["keypad", PLAY.attendedDealtAtTheDealers],
  ["live", PLAY.livePhysicalCardsTheProgressive],
] as const;

/** Opens a table as posted and goes to one's page of it; a player sits down at it. */
export async function openPosted(me: Me | undefined, posting: OpenTable): Promise<string> {
  const { table } = await ask<Opened>("POST", "/api/tables", posting);
  if (me && me.role !== "player") return pageOf(me.role, table);
  await sitDown(table);
  return `/table/${table}`;
}

/** Opens a practice table of one's own and sits down at it. */
export async function practise(me: Me | undefined, game: string): Promise<string> {
  if (!me) await becomeGuest();
  else await whoAmI();
  return openPosted(me, { game, kind: "practice" });
}
