// Cards as a dealer keys them: by letters as on the felt (`7s`, `10h`, `kd`), by digits alone
// (rank 01 to 13, suit 1 to 4), or by a scanner that types either.

import type { Card } from "../api/schema";
import { KEYED } from "./page";

/** The ranks in the order of their two digits, the ace first. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
/** The suits in the order of their digit. */
export const SUITS = ["s", "h", "d", "c"] as const;

export interface Keyed {
  /** The cards that are complete. */
  cards: Card[];
  /** What is typed of the next one. */
  rest: string;
  /** What is wrong, in words. */
  wrong?: string;
}

const DIGITS = /^(0[1-9]|1[0-3])([1-4])/;
const LETTERS = /^(10|[2-9atjqk])([shdc])/i;
/** The beginning of a card in either way. */
const BEGUN = /^(?:$|[01]$|0[1-9]$|1[0-3]$|(?:10|[2-9atjqk])$)/i;

/** Reads what was typed so far. */
export function readCards(text: string): Keyed {
  const cards: Card[] = [];
  let rest = text.replace(/[\s,;-]+/g, "");
  for (;;) {
    const digits = DIGITS.exec(rest);
    const letters = digits ? undefined : LETTERS.exec(rest);
    if (digits) cards.push(`${RANKS[Number(digits[1]) - 1]}${SUITS[Number(digits[2]) - 1]}` as Card);
    else if (letters) {
      const rank = letters[1]!.toUpperCase().replace("10", "T");
      cards.push(`${rank}${letters[2]!.toLowerCase()}` as Card);
    } else break;
    rest = rest.slice((digits ?? letters)![0].length);
  }
  if (BEGUN.test(rest)) return { cards, rest };
  return { cards, rest, wrong: KEYED.isNoCardType7s(rest) };
}

/** Cards as they are typed. */
export const typed = (cards: readonly Card[]): string => cards.join(" ");
