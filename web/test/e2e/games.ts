// The games of the program under test, asked of the program: nothing here lists them.

import { spawnSync } from "node:child_process";
import type { Spot } from "../../src/api/schema";
import { PROGRAM } from "./house";

/** A game as far as an evening depends on it. */
export interface Game {
  id: string;
  doubles: number;
  rescue: boolean;
  insurance: boolean;
  /** Side wagers that can be made together, without those that a sensor takes. */
  sides: Spot[];
  /** All wagers besides the main wager that a table can post together with these. */
  wagers: Spot[];
}

function asked<T>(...words: string[]): T {
  return JSON.parse(spawnSync(PROGRAM, [...words, "--json"]).stdout.toString()) as T;
}

function game({ id, spots }: { id: string; spots: Spot[] }): Game {
  const { settings } = asked<{ settings: { key: string; value: string }[] }>("rules", id);
  const set = (key: string) => settings.find((setting) => setting.key === key)?.value;
  const isSide = (spot: Spot) =>
    !["main", "insurance"].includes(spot) && !spot.startsWith("progressive");
  const sides = spots.filter(isSide);
  // Sets of wagers exclude each other; the last of them is played.
  const last = sides
    .map((spot) => set(`${spot}.set`))
    .filter((name) => name !== "any")
    .at(-1);
  const fits = (spot: Spot) => ["any", undefined, last].includes(set(`${spot}.set`));
  return {
    id,
    doubles: Number(set("doubles")),
    rescue: set("rescue") !== "none",
    insurance: spots.includes("insurance"),
    sides: sides.filter(fits),
    wagers: spots.filter((spot) => spot !== "main" && fits(spot)),
  };
}

export const GAMES: Game[] = asked<{ id: string; spots: Spot[] }[]>("games").map(game);
