// What stands in reports, in words for people, and the days they are about. The figures themselves are
// the server's: what is worked out here is only how they are written and drawn.

import type { Report } from "../api/schema";
import { money } from "../table/words";
import { moment } from "../staff/words";
import { FIGURES } from "./words";

/** A row of a report, by column. */
export type Row = Report["rows"][number];

/** Over how long a report goes. */
export type Span = "day" | "week" | "month";

/** The first and the last gaming day, as `yyyymmdd`. */
export interface Days {
  from: number;
  until: number;
}

const DAY_MS = 86_400_000;
const dayNumber = (date: Date) =>
  date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** A gaming day as people write it. */
export const dayWords = (day: number) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

/** The days of the day, week (from Monday on) or month in which a day lies, itself as `yyyy-mm-dd`. */
export function daysOf(span: Span, day: string): Days {
  const date = asDate(day);
  if (span === "day") return { from: dayNumber(date), until: dayNumber(date) };
  if (span === "week") {
    const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS);
    return { from: dayNumber(monday), until: dayNumber(new Date(monday.getTime() + 6 * DAY_MS)) };
  }
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    from: dayNumber(new Date(Date.UTC(year, month, 1))),
    until: dayNumber(new Date(Date.UTC(year, month + 1, 0))),
  };
}

/** The same day so many spans later. */
export function moved(span: Span, day: string, by: number): string {
  const date = asDate(day);
  if (span === "month") {
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + by];
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10);
  }
  const days = span === "week" ? 7 * by : by;
  return new Date(date.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** An amount in micro-dollars, with every place it has. */
export function micros(amount: number): string {
  const rest = Math.abs(amount) % 10_000;
  const cents = money(Math.trunc(amount / 10_000));
  if (rest === 0) return cents;
  const sign = amount < 0 && Math.trunc(amount / 10_000) === 0 ? "−" : "";
  const whole = /\.\d\d$/.test(cents) ? cents : `${cents}.00`;
  return `${sign}${whole}${String(rest).padStart(4, "0").replace(/0+$/, "")}`;
}

/** A share in hundredths of a percent. */
export const percent = (share: number) => `${(share / 100).toFixed(2).replace("-", "−")} %`;

/** How long, in hours and minutes. */
export function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return FIGURES.hoursAndMinutes(Math.floor(minutes / 60), String(minutes % 60).padStart(2, "0"));
}

/** From so much play on a pace can be told, in milliseconds. */
const PACE_FROM = 300_000;

/** Rounds an hour of play; a dash where too little was played to tell. */
export const perHour = (rounds: number, played: number): string =>
  played >= PACE_FROM ? ((rounds * 3_600_000) / played).toFixed(0) : "–";

/** A cell for people. */
export function cell(kind: string | undefined, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (value === true) return FIGURES.yes;
  if (value === false) return FIGURES.no;
  if (typeof value !== "number") return String(value);
  switch (kind) {
    case "cents":
      return money(value);
    case "micros":
      return micros(value);
    case "moment":
      return value === 0 ? "" : moment(value);
    case "hundredths":
      return percent(value);
    case "lasting":
      return lasting(value);
    default:
      return String(value);
  }
}

/** The heading of a column. */
export const heading = (column: string) => FIGURES.column(column);

const NUMBERS = ["cents", "micros", "number", "hundredths", "lasting"];

/** Whether a column is set to the right. */
export const isNumber = (kind: string | undefined) => kind !== undefined && NUMBERS.includes(kind);

/** A number in a row; nothing where there is none. */
export const numberIn = (row: Row | undefined, column: string): number | undefined => {
  const value = row?.[column];
  return typeof value === "number" ? value : undefined;
};

/** What a hold and its band say, in a sentence. */
export function bandWords(row: Row): string {
  const [win, low, high] = [numberIn(row, "known_win"), numberIn(row, "low"), numberIn(row, "high")];
  const bet = numberIn(row, "known_bet") ?? 0;
  const without = String(row.without ?? "");
  const but = without ? ` ${FIGURES.leftOut(without)}` : "";
  if (win === undefined || low === undefined || high === undefined || bet === 0)
    return `${FIGURES.nothingWasBet}${but}`;
  const told = win < low ? FIGURES.winIsBelow : win > high ? FIGURES.winIsAbove : FIGURES.winIsWithin;
  return `${told(money(win), money(low), money(high))}${but}`;
}
