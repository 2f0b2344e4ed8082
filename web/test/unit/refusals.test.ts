import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Refused } from "../../src/api/client";
import type { RefusalFacts } from "../../src/api/schema";
import { failureWords, NAMED, REFUSALS, refusalWords } from "../../src/refusals";

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

  it("says what it names", () => {
    const said: [RefusalFacts, string][] = [
      [
        { is: "bet", spot: "main", why: { is: "limits", least: 500, most: 50_000 } },
        "Main takes $5 to $500.",
      ],
      [
        { is: "bet", spot: "insurance", why: { is: "limits", least: 0, most: 750 } },
        "Insurance takes at most $7.50.",
      ],
      [
        { is: "bet", spot: "trilux", why: { is: "not-offered", plays: ["match-up", "match-down"] } },
        "This table plays Match, not TriLux.",
      ],
      [
        { is: "bet", spot: "super3", why: { is: "not-offered", plays: [] } },
        "This table does not offer Super 3.",
      ],
      [{ is: "bet", spot: "super3", why: { is: "needs", spot: "trilux" } }, "Super 3: needs TriLux."],
      [{ is: "not-legal", action: "rescue", doubles: 0, why: "game" }, "Rescue: this game has none."],
      [{ is: "not-legal", action: "double", doubles: 1, why: "limit" }, "Redouble: above the limit."],
      [{ is: "games", most: 4 }, "A seat takes at most 4 games."],
      [{ is: "turn", seat: 3 }, "Seat 3 is playing now."],
      [{ is: "hand", hand: 2 }, "Hand 2 of this seat is played first."],
      [{ is: "not-yet", due: "insurance" }, "Not yet: the table waits for answers about insurance."],
      [{ is: "wait", seconds: 12 }, "Wait 12 seconds, then try again."],
      [{ is: "wait", seconds: 1 }, "Wait a second, then try again."],
      [{ is: "cut", least: 26, most: 286 }, "The shoe is cut between card 26 and card 286."],
      [{ is: "seats", seat: 9, seats: 7 }, "This table has seats 1 to 7."],
      [{ is: "seats-each", most: 2 }, "You hold 2 seats at most."],
      [{ is: "seat-taken", seat: 3 }, "Somebody sits at seat 3 already."],
      [{ is: "seat-not-yours", seat: 3 }, "Seat 3 is not yours."],
      [{ is: "seat-empty", seat: 3 }, "Nobody sits at seat 3."],
      [{ is: "seat-in-round", seat: 3 }, "Finish this hand first: seat 3 is in the round."],
      [{ is: "elsewhere", table: 2 }, "You sit at table 2: leave it first, or play there."],
      [{ is: "buy-in", least: 2_000, most: 100_000 }, "This table sells chips from $20 to $1,000."],
      [
        { is: "chips", needs: 2_000, has: 1_250 },
        "That takes $20, and you have $12.50 here: buy chips, or stake less.",
      ],
      [{ is: "wallet", needs: 50_000, has: 20_000 }, "That takes $500, and your wallet holds $200."],
      [
        { is: "wallet-full", has: 90_000 },
        "Your wallet holds $900; it is topped up when it holds less.",
      ],
      [{ is: "tray", has: 5_000 }, "The table’s tray holds $50, not so much."],
      [{ is: "stopped", why: { is: "funds-short" } }, "The progressive takes no wagers: funds short."],
    ];
    for (const [facts, words] of said)
      expect(refusalWords(new Refused("act.turn", "as the server says it", 409, facts))).toBe(words);
    expect(new Set(said.map(([{ is }]) => is))).toEqual(new Set(Object.keys(NAMED)));
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
