// What the pages of reports and audit work out by themselves: days, words, addresses.

import { describe, expect, it } from "vitest";
import { checkWords, eventWords, logAddress, recordAddress } from "../../src/audit/look";
import type { AuditCheck } from "../../src/api/schema";
import { bandWords, cell, daysOf, micros, moved, perHour } from "../../src/reports/figures";

describe("the days of a report", () => {
  it("are a day, a week from Monday on, a month to its last day", () => {
    expect(daysOf("day", "2026-11-18")).toEqual({ from: 20261118, until: 20261118 });
    expect(daysOf("week", "2026-11-18")).toEqual({ from: 20261116, until: 20261122 });
    expect(daysOf("week", "2026-11-15")).toEqual({ from: 20261109, until: 20261115 });
    expect(daysOf("month", "2028-02-10")).toEqual({ from: 20280201, until: 20280229 });
  });

  it("move by one of them, and a month ends on its last day", () => {
    expect(moved("day", "2026-12-31", 1)).toBe("2027-01-01");
    expect(moved("week", "2026-11-18", -1)).toBe("2026-11-11");
    expect(moved("month", "2026-01-31", 1)).toBe("2026-02-28");
  });
});

describe("a cell", () => {
  it("is written by its kind", () => {
    expect(cell("cents", 123_456)).toBe("$1,234.56");
    expect(cell("hundredths", -125)).toBe("−1.25 %");
    expect(cell("lasting", 3_720_000)).toBe("1 h 02 min");
    expect(cell("number", 20261118)).toBe("20261118");
    expect(cell("words", null)).toBe("");
    expect(cell("words", true)).toBe("yes");
  });

  it("has every place that micro-dollars have", () => {
    expect(micros(250_000_000)).toBe("$250");
    expect(micros(12_345)).toBe("$0.012345");
    expect(micros(-5)).toBe("−$0.000005");
    expect(micros(1_230_000)).toBe("$1.23");
  });
});

it("says rounds an hour only of what was played", () => {
  expect(perHour(90, 5_400_000)).toBe("60");
  expect(perHour(0, 0)).toBe("–");
  expect(perHour(6, 111), "six rounds in a moment are no pace").toBe("–");
});

it("says where a win lies in its band, and what the band leaves out", () => {
  const row = { known_win: 500, known_bet: 10_000, low: -1_000, high: 2_000, without: "" };
  expect(bandWords(row)).toBe("A win of $5 lies within −$10 to $20, where the law expects 95 of 100.");
  expect(bandWords({ ...row, known_win: 2_100 })).toContain("lies above");
  expect(bandWords({ ...row, known_win: -1_100 })).toContain("lies below");
  expect(bandWords({ ...row, known_bet: 0, without: "main" })).toBe(
    "Nothing was bet on a wager whose law is known. Left out, as their law is not known here yet: main.",
  );
});

it("asks for what is filled in alone, with days as the record has them", () => {
  const all = { kind: "", person: "", from: "", until: "" };
  expect(recordAddress({ of: "table", number: "3", ...all })).toBe("/api/audit/record?table=3");
  expect(
    recordAddress({ of: "link", number: "1", ...all, kind: "awarded", from: "2026-11-16" }, 40),
  ).toBe("/api/audit/record?link=1&kind=awarded&from=20261116&before=40");
  expect(logAddress({ what: "card.", person: "7", from: "", until: "" })).toBe(
    "/api/audit/log?what=card.&person=7",
  );
});

it("tells events with all that stands in them, and checks in a sentence", () => {
  expect(eventWords({ event: "filled", cents: 500, card: 3 })).toBe("filled, cents 500, card 3");
  const check: AuditCheck = {
    running: false,
    started: null,
    ended: null,
    by: "",
    done: 0,
    of: 0,
    at: "",
    chains: 0,
    entries: 0,
    security_log: 0,
    settled_alike: 0,
    not_settled: 0,
    faults: [],
    failed: null,
  };
  expect(checkWords(check)).toContain("Nothing was checked");
  expect(checkWords({ ...check, started: 1, running: true, at: "table 3", done: 2, of: 9 })).toBe(
    "Checking table 3: 2 of 9.",
  );
  const fault = { where: "table 3", version: 7, cause: "it was changed" };
  expect(checkWords({ ...check, started: 1, faults: [fault] })).toBe("One fault was found.");
  expect(checkWords({ ...check, started: 1, chains: 4 })).toMatch(/^Whole: 4 chains/);
});
