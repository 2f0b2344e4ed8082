// What each of the staff may do next: what waits for somebody first, the longest waiting before the
// rest, then tables that lack somebody, then where one works already.

import type { BoardRow, LinkView, Me } from "../api/schema";
import { alarmsOf, lacks } from "../staff/floor/board.svelte";
import { money } from "../table/words";
import { NEXT } from "./words";

export interface Next {
  key: string;
  href: string;
  text: string;
  /** Since when it waits, by the server's clock; nothing where nobody knows. */
  since?: number;
  /** Whether somebody waits for it. */
  waits: boolean;
}

const isOnDuty = ({ duty }: BoardRow, me: Me) =>
  duty.some(({ staff, role }) => staff === me.account && role === me.role);

/** What waits at the tables for somebody who looks after the floor. */
function floorNext(me: Me, rows: BoardRow[]): Next[] {
  const alarms = rows.flatMap(alarmsOf).sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  const lacking = rows.filter((row) => lacks(row) !== "");
  return [
    ...alarms.map(({ key, table, name, text, since }) => ({
      key,
      href: `/floor/${table}`,
      text: NEXT.atTable(table, name, text),
      since,
      waits: true,
    })),
    ...lacking.map((row) => ({
      key: `lacks-${row.summary.table}`,
      href: `/floor/${row.summary.table}`,
      text: NEXT.lacks(row.summary.table, row.summary.name, lacks(row)),
      waits: true,
    })),
    ...rows.filter((row) => isOnDuty(row, me)).map((row) => own(row, "floor", NEXT.youAreOnDutyAt)),
  ];
}

function own(row: BoardRow, page: string, words: (table: number, name: string) => string): Next {
  const { table, name } = row.summary;
  return { key: `own-${table}`, href: `/${page}/${table}`, text: words(table, name), waits: false };
}

/** A dealer goes on where he deals, or to a table that has no dealer. */
function dealerNext(me: Me, rows: BoardRow[]): Next[] {
  const deals = rows.filter((row) => isOnDuty(row, me));
  const isFree = ({ summary, duty }: BoardRow) =>
    summary.open && summary.staffing === "attended" && !duty.some(({ role }) => role === "dealer");
  return [
    ...deals.map((row) => ({ ...own(row, "dealer", NEXT.youDealAt), waits: true })),
    ...rows.filter(isFree).map((row) => ({
      key: `free-${row.summary.table}`,
      href: `/dealer/${row.summary.table}`,
      text: NEXT.needsADealer(row.summary.table, row.summary.name),
      waits: deals.length === 0,
    })),
  ];
}

/** What waits at the cage: slips, what winners owe, accounts that are short. */
function cageNext(links: LinkView[]): Next[] {
  return links.flatMap(({ link, name, office, exhibition }) => {
    if (!office || exhibition) return [];
    const one = (what: string, text: string): Next => ({
      key: `${what}-${link}`,
      href: "/cage",
      text,
      waits: true,
    });
    const short = office.funds && office.funds.short > 0 ? office.funds.short : 0;
    return [
      ...(office.unpaid.length > 0 ? [one("slips", NEXT.slipsToPay(name, office.unpaid.length))] : []),
      ...(office.owed.length > 0 ? [one("owed", NEXT.winnersOwe(name, office.owed.length))] : []),
      ...(short > 0 ? [one("short", NEXT.accountLacks(name, money(short)))] : []),
    ];
  });
}

/** What somebody of the staff may do next. */
export function nextFor(me: Me, rows: BoardRow[], links: LinkView[]): Next[] {
  switch (me.role) {
    case "dealer":
      return dealerNext(me, rows);
    case "cage":
      return cageNext(links);
    case "supervisor":
    case "executive":
      return [...floorNext(me, rows), ...cageNext(links)];
    default:
      return [];
  }
}
