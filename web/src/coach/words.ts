// The coach's catalogue: what answers are called, what they were worth, what a chart says.

import type {
  Action,
  ChartCell,
  ChartPart,
  ChartRow,
  JudgedDecision,
  NearBonus,
  RowKind,
  Spot,
} from "../api/schema";
import { catalogue } from "../language";
import { actionName, money, spotName } from "../table/words";

/** When the coach speaks. */
export const MODES = catalogue({
  off: { name: "Off", about: "No coach." },
  after: { name: "After", about: "A word after each decision." },
  before: { name: "Before", about: "The value of every choice, before you choose." },
  wrong: { name: "Only when wrong", about: "Asks again before a choice that costs you." },
});

export type CoachMode = keyof typeof MODES;

/** An amount with its sign. */
export const signed = (cents: number): string => (cents > 0 ? `+${money(cents)}` : money(cents));

/** What a cost comes to; less than a cent is something all the same. */
const costs = (cents: number): string => (cents === 0 ? "less than a cent" : money(cents));

/** The answer that was best, as a button says it. */
function bestOf({ best, insurance, hand }: JudgedDecision): string {
  if (best) return actionName(best, hand.doubles);
  return insurance?.take ? "Insurance" : "No insurance";
}

/** The answer that was given. */
export const madeOf = catalogue(({ made, insured, hand }: JudgedDecision): string => {
  if (made) return actionName(made, hand.doubles);
  return insured ? `Insurance of ${money(insured)}` : "No insurance";
});

/** A quiet word after a decision. */
export const verdictWords = catalogue((judged: JudgedDecision): string => {
  if (judged.cost === 0) return `${madeOf(judged)} was right.`;
  return `${bestOf(judged)} was better by ${costs(judged.cost_cents)}.`;
});

/** What is said before a choice that costs something. */
export const warningWords = catalogue((better: string, cents: number, chosen: string): string => {
  return `${better} is better by ${costs(cents)}. Press again for ${chosen}.`;
});

/** What is said before insurance that costs something, or is missed. */
export const insuranceWarning = catalogue((take: boolean, cents: number): string => {
  const better = take ? "Insurance" : "No insurance";
  return `${better} is better by ${costs(cents)}. Press again to do it all the same.`;
});

/** A hand against an up-card. */
export const handWords = catalogue((cards: string[], up: string): string => {
  const rank = (card: string) => card.slice(0, -1).replace("T", "10");
  return `${cards.map(rank).join("-")} against ${rank(up)}`;
});

/** What a wager costs on average; below zero it brings something. */
export const priceWords = catalogue((edge: number, cents: number): string => {
  const price = edge * cents;
  if (Math.abs(price) < 0.5) return "costs less than a cent on average";
  return price > 0
    ? `costs ${money(Math.round(price))} on average`
    : `brings ${money(Math.round(-price))} on average`;
});

/** What a wager costs, with its name and its stake. */
export const sideWords = catalogue(
  (spot: Spot, edge: number, cents: number): string =>
    `${money(cents)} on ${spotName(spot)} ${priceWords(edge, cents)}.`,
);

/** What insurance is worth. */
export const insuranceWords = catalogue((most: number, cents: number): string =>
  cents < 0
    ? `Insuring ${money(most)} costs ${costs(Math.round(-cents))} on average.`
    : `Insuring ${money(most)} brings ${costs(Math.round(cents))} on average.`,
);

/** What decisions have cost together. */
export const tallyWords = catalogue((decisions: number, mistakes: number, cents: number): string => {
  const many = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  if (mistakes === 0) return `${many(decisions, "decision")}, no mistake.`;
  return `${many(decisions, "decision")}, ${many(mistakes, "mistake")}: ${costs(cents)} given away.`;
});

export const PARTS: Record<ChartPart, string> = catalogue({
  "two-cards": "First two cards",
  "more-cards": "Three or more cards",
  "after-double": "After a double",
});

const NEAR: Record<NearBonus, string> = {
  mixed: "if 6-7-8 or 7-7-7 is possible",
  suited: "if suited 6-7-8 or 7-7-7 is possible",
  "bonus-suit": "if 6-7-8 or 7-7-7 in the bonus suit is possible",
};
const NEAR_MARKS: Record<NearBonus, string> = { mixed: "*", suited: "†", "bonus-suit": "‡" };

/** The letter of a play; the same as in printed charts. */
export const LETTERS: Record<Action, string> = {
  hit: "H",
  stand: "S",
  double: "D",
  split: "P",
  surrender: "R",
  rescue: "X",
};

const card = (value: number) => (value === 1 ? "A" : String(value));

const ROWS: Record<RowKind, (part: ChartPart, value: number) => string> = {
  hard: (_, value) => String(value),
  soft: (part, value) => (part === "two-cards" ? `A-${value - 11}` : `soft ${value}`),
  pair: (_, value) => `${card(value)}-${card(value)}`,
};

/** What a row of a chart is called. */
export const rowName = catalogue(
  (part: ChartPart, { kind, value }: Pick<ChartRow, "kind" | "value">): string =>
    ROWS[kind](part, value),
);

/** What a column is called. */
export const upName = (up: number): string => card(up);

/** What a cell says, in a letter or two and the mark of an exception. */
export function cellCode({ plays, but }: ChartCell): string {
  const first = plays[0] ?? "stand";
  const open = first === "hit" || first === "stand" || first === "rescue" || first === "split";
  const other = open ? undefined : plays.at(-1);
  const mark = but ? (but.possible ? NEAR_MARKS[but.possible] : String(but.cards ?? "")) : "";
  return `${LETTERS[first]}${other && other !== first ? LETTERS[other].toLowerCase() : ""}${mark}`;
}

/** What a cell says, in words. */
export const cellWords = catalogue(({ plays, but }: ChartCell): string => {
  const said = plays.map((play) => actionName(play, 0).toLowerCase()).join(", else ");
  if (!but) return said;
  const when = but.possible ? NEAR[but.possible] : `with ${but.cards ?? 0} or more cards`;
  return `${said}; ${actionName(but.play, 0).toLowerCase()} ${when}`;
});

/** What the page of the coach says besides. */
export const COACH = catalogue({
  title: "Coach",
  mode: "When the coach speaks",
  now: (hand: string, bet: number) => `${hand}, your ${money(bet)}`,
  best: "best",
  waiting: "The coach is working it out.",
  nothing: "When it is your turn, the value of every choice stands here.",
  fresh: "Exact values on a fresh shoe, each choice followed by the best play.",
  sides: "Side wagers",
  verdicts: "Your decisions",
  drill: "Drill hands",
  chart: "Chart",
  showChart: "Show the chart",
  chartWaits: "The chart is worked out; the first time takes a few seconds.",
  chartAbout: (bet: number, edge: number, cost: number) =>
    `For ${money(bet)} on Main. Following it the house keeps ${percent(edge)}; ` +
    `looking at every card as well would save ${percent(cost)}.`,
  chartKey:
    "H hit, S stand, D double, P split, R surrender, X rescue; a small letter: where that is not allowed.",
  chartExceptions: "A number: hit with so many cards. * † ‡: while a 6-7-8 or 7-7-7 is possible.",
  dealer: "Dealer shows",
  hand: "Hand",
  refused: "The coach cannot help at this table.",
});

/** What a review of decisions says besides. */
export const REVIEW = catalogue({
  title: "Was that right?",
  visit: "Review this visit",
  waiting: "The coach is looking at it.",
  none: "Nothing was decided.",
  failed: "The server does not answer.",
  hand: "Hand",
  dealer: "Dealer",
  against: "against",
  made: (answer: string) => `You chose: ${answer}.`,
  again: "Try again",
  choices: "Choices",
  ask: (cards: string[], up: string) => `${cards.join(", ")} against the ${up}. What now?`,
  solved: (answer: string) => `${answer}: that is it.`,
  missed: (answer: string) => `${answer} is not the best. Once more?`,
});

/** A part in per cent. */
export const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;
