// What an auditor looks for and takes away: addresses with their filters, events in words, files.

import type { AuditCheck, LogPage, RecordPage } from "../api/schema";
import { CHECK } from "./words";

/** What is looked for in the record. */
export interface InRecord {
  of: "table" | "link" | "wallet";
  number: string;
  kind: string;
  person: string;
  from: string;
  until: string;
}

/** What is looked for in the security log. */
export interface InLog {
  what: string;
  person: string;
  from: string;
  until: string;
}

/** A query of what is filled in; days lose their hyphens. */
export function queryOf(wanted: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    const text = String(value ?? "").trim();
    if (text === "") continue;
    const isDay = name === "from" || name === "until";
    query.set(name, isDay ? text.replaceAll("-", "") : text);
  }
  return query.toString();
}

/** The address of a page of the record. */
export function recordAddress(wanted: InRecord, before?: number): string {
  const { of, number, ...rest } = wanted;
  return `/api/audit/record?${queryOf({ [of]: number, ...rest, before })}`;
}

/** The address of a page of the security log. */
export const logAddress = (wanted: InLog, before?: number): string =>
  `/api/audit/log?${queryOf({ ...wanted, before })}`;

type Entry = RecordPage["entries"][number];

/** An event in a line: its word, and what stands in it. */
export function eventWords(event: Entry["events"][number]): string {
  const { event: word, ...facts } = event;
  const told = Object.entries(facts).map(([name, value]) => `${name} ${factWords(value)}`);
  return [String(word), ...told].join(", ");
}

function factWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** The rounds an entry is about, to be replayed. */
export const roundsOf = (entry: Entry): number[] =>
  entry.events.flatMap(({ event, round }) =>
    (event === "ended" || event === "voided") && typeof round === "number" ? [round] : [],
  );

/** One JSON document a line, as `bahama audit log` writes them. */
export const linesOf = (rows: (Entry | LogPage["lines"][number])[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** What a check has come to, in a sentence. */
export function checkWords(check: AuditCheck): string {
  if (check.started == null) return CHECK.nothingWasChecked;
  if (check.running) return CHECK.checking(check.at, check.done, check.of);
  if (check.failed) return CHECK.notFinished(check.failed);
  const found = check.faults.length;
  if (found > 0) return found === 1 ? CHECK.oneFault : CHECK.faults(found);
  return CHECK.whole(check.chains, check.entries, check.security_log, check.settled_alike);
}

/** Has the browser save a text. */
export function save(name: string, text: string, kind: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
