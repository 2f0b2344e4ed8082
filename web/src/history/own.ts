// One's own rounds and chips over tables and days: what is listed, what it comes to, and whether
// it is what the ledger says (G-02, G-04).

import { ask } from "../api/client";
import type { OwnWager, OwnWagers, PlayerStatement, RoundSummary } from "../api/schema";

/** What is looked for; nothing in a field is everything. */
export interface Filter {
  table: string;
  from: string;
  to: string;
  result: "" | "won" | "lost" | "even";
}

/** So many rounds are in one answer, as long as there are more. */
export const PAGE = 50;

/** The table and the days of a question; what is not said is left out. */
function asking({ table, from, to }: Partial<Filter>): URLSearchParams {
  const asked = new URLSearchParams();
  if (table) asked.set("table", table);
  if (from) asked.set("from", String(dayOf(from)));
  if (to) asked.set("to", String(dayOf(to)));
  return asked;
}

/** The rounds that are looked for before one of them, newest first; the newest without it. */
export function readRounds(filter: Partial<Filter>, last?: RoundSummary): Promise<RoundSummary[]> {
  const asked = asking(filter);
  if (filter.result) asked.set("result", filter.result);
  if (last) asked.set("before", `${last.ended},${last.table},${last.round}`);
  return ask<RoundSummary[]>("GET", `/api/me/rounds?${asked}`);
}

const dateOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The last twelve months as `yyyy-mm`, this one first. */
export const lastMonths = (now: Date): string[] =>
  Array.from({ length: 12 }, (_, ago) => dateOf(now.getFullYear(), now.getMonth() - ago, 1).slice(0, 7));

/** The days of a month; of none, all days. */
export function daysOf(month: string): Pick<Filter, "from" | "to"> {
  const [year, number] = month.split("-").map(Number);
  if (!year || !number) return { from: "", to: "" };
  return { from: dateOf(year, number - 1, 1), to: dateOf(year, number, 0) };
}

/** The month whose days these are; nothing for other days. */
export function monthOf({ from, to }: Pick<Filter, "from" | "to">): string {
  const month = from.slice(0, 7);
  return month !== "" && daysOf(month).from === from && daysOf(month).to === to ? month : "";
}

/** What one’s wagers came to at these tables on these days. */
export function readWagers(filter: Filter): Promise<OwnWagers> {
  return ask<OwnWagers>("GET", `/api/me/wagers?${asking(filter)}`);
}

/** The wagers of each game, its main wager first. */
export function byGame(wagers: OwnWager[]): { game: string; name: string; wagers: OwnWager[] }[] {
  const games = [...new Set(wagers.map(({ game }) => game))];
  return games.map((game) => {
    const own = wagers.filter((one) => one.game === game);
    const mainFirst = own.sort((a, b) => Number(b.wager === "main") - Number(a.wager === "main"));
    return { game, name: own[0]?.name ?? game, wagers: mainFirst };
  });
}

/** A day of a date field as the gaming day the server numbers. */
const dayOf = (date: string) => Number(date.replaceAll("-", ""));

export function netOf({ staked, returned }: RoundSummary): number {
  return (returned ?? 0) - (staked ?? 0);
}

/** What rounds come to together. */
export function sumOf(rounds: RoundSummary[]): { staked: number; returned: number; net: number } {
  const staked = rounds.reduce((sum, round) => sum + (round.staked ?? 0), 0);
  const returned = rounds.reduce((sum, round) => sum + (round.returned ?? 0), 0);
  return { staked, returned, net: returned - staked };
}

/** The movements of one's chips on these days, at all tables or at one. */
export function readStatement(filter: Filter): Promise<PlayerStatement> {
  return ask<PlayerStatement>("GET", `/api/me/statement?${asking(filter)}`);
}

/** A statement in a few figures: what was bought, cashed and played, from opening to closing. */
export interface Figures {
  bought: number;
  cashed: number;
  played: number;
  /** Whether opening and movements make the closing. */
  ties: boolean;
}

/** Chips come from and go to these accounts outside of play. */
const isCash = (account: string) => account === "cage" || account.startsWith("person:");

export function figuresOf({ opening, lines, closing }: PlayerStatement): Figures {
  const sum = (all: typeof lines) => all.reduce((so, line) => so + line.cents, 0);
  const cash = lines.filter((line) => isCash(line.other));
  const bought = sum(cash.filter((line) => line.cents > 0));
  const cashed = -sum(cash.filter((line) => line.cents < 0));
  const played = sum(lines.filter((line) => !isCash(line.other)));
  return { bought, cashed, played, ties: opening + bought - cashed + played === closing };
}

/** Rounds as lines for a spreadsheet. */
export function csvOf(rounds: RoundSummary[]): string {
  const lines = rounds.map((round) =>
    [
      round.table,
      round.round,
      round.day,
      new Date(round.ended).toISOString(),
      ((round.staked ?? 0) / 100).toFixed(2),
      ((round.returned ?? 0) / 100).toFixed(2),
      round.voided ? "void" : "",
    ].join(","),
  );
  return ["table,round,day,ended,staked,returned,state", ...lines].join("\n") + "\n";
}
