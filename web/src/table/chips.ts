// Amounts as the chips they are paid in.

/** The most chips of a stack that are drawn; the amount stands on the topmost. */
const MOST_DRAWN = 5;

/** The fewest chips that make an amount, the largest first; what no chip makes is left out. */
export function chipsOf(cents: number, denominations: number[]): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const chip of [...denominations].sort((a, b) => b - a))
    for (; chip > 0 && left >= chip; left -= chip) chips.push(chip);
  return chips;
}

/** The chips of an amount that are drawn, from the lowest: of a high stack each kind at least once. */
export function stackOf(cents: number, denominations: number[]): number[] {
  const chips = chipsOf(cents, denominations);
  if (chips.length <= MOST_DRAWN) return chips.length > 0 ? chips : [cents];
  const kinds = [...new Set(chips)];
  const more = chips.filter((chip, at) => chips.indexOf(chip) !== at);
  return [...kinds, ...more].slice(0, MOST_DRAWN).sort((a, b) => b - a);
}
