import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Refused } from "../../src/api/client";
import { failureWords, REFUSALS, refusalWords } from "../../src/refusals";

/** What only the staff can meet: at a link, at the cage, with cards, on duty, at a dealt table. */
const STAFF = `
  adjust.reason amount.none award.order award.posted bank.short call.none call.open card.dealer
  card.level card.misread card.missing card.pin card.proof card.refused card.two-executives
  card.two-persons card.unknown card.wait claim.cards claim.confirmed claim.contradicts claim.earlier
  claim.evidence claim.made claim.missing claim.no-hand claim.none claim.not-confirmed
  claim.not-lit claim.open claim.unsupported contribution.unreasonable deposit.reversed
  deposit.unknown display.malformed display.revoked display.unknown duty.none duty.off
  duty.supervisor duty.taken game.none game.started jackpot.retired jackpot.unknown link.busy
  link.joined link.kind link.never-funded link.new link.open link.running link.sign link.table
  link.terms meter.limit meter.short parameters.advice parameters.rates reason.missing
  slip.at-cage slip.identity slip.not-owed slip.note slip.owes-less slip.paid slip.tax-form slip.unknown
  slip.void slip.winner staff.card staff.malformed staff.revoked staff.unknown swipe.malformed
`
  .trim()
  .split(/\s+/);

interface Interface {
  components: { schemas: { RefusalCode: { enum: string[] } } };
}

describe("a refusal", () => {
  it("has words for every code that a player can meet", () => {
    const file = join(import.meta.dirname, "../../../docs/openapi.json");
    const { components } = JSON.parse(readFileSync(file, "utf8")) as Interface;
    const codes = components.schemas.RefusalCode.enum;
    expect(codes.length).toBeGreaterThan(100);
    const known = Object.keys(REFUSALS).filter((code) => code !== "connection.lost");
    expect([...known, ...STAFF].sort()).toEqual([...codes].sort());
  });

  it("is a sentence", () => {
    for (const [code, words] of Object.entries(REFUSALS)) expect(words, code).toMatch(/^[A-Z].*\.$/);
  });

  it("keeps the server's sentence where there are no words for its code", () => {
    const refused = (code: string, message: string) => new Refused(code, message, 409);
    expect(refusalWords(refused("bank.short", "the bank holds $5, not $6"))).toBe(
      "The bank holds $5, not $6.",
    );
    expect(refusalWords(refused("seat.taken", "seat 3 is taken"))).toBe("Somebody sits there already.");
    expect(failureWords(new TypeError("fetch failed"), "Nobody answers.")).toBe("Nobody answers.");
  });
});
