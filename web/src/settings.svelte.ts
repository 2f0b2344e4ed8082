// What a person has chosen for this browser, kept in it.

import type { CoachMode } from "./coach/words";
import { SETTINGS } from "";

export type Speed = "off" | "fast" | "normal";
export type Motion = "system" | "reduced" | "full";
export type Theme = "dark" | "light";
export type Deck = "two-colour" | "four-colour" | "high-contrast";

/** What keys can do; the same letters as in the terminal. */
export const KEYS = {
  hit: { key: "h", name: SETTINGS.hit },
  stand: { key: "s", name: SETTINGS.stand },
  double: { key: "d", name: SETTINGS.double },
  split: { key: "p", name: SETTINGS.split },
  giveUp: { key: "r", name: SETTINGS.surrenderOrRescue },
  insure: { key: "i", name: SETTINGS.insure },
  noInsurance: { key: "n", name: SETTINGS.noInsurance },
  deal: { key: " ", name: SETTINGS.deal },
  add: { key: "a", name: SETTINGS.addAChip },
  undo: { key: "u", name: SETTINGS.undo },
  clear: { key: "c", name: SETTINGS.clearBets },
  rebet: { key: "b", name: SETTINGS.rebet },
  chipUp: { key: ".", name: SETTINGS.largerChip },
  chipDown: { key: ",", name: SETTINGS.smallerChip },
  mute: { key: "m", name: SETTINGS.soundOnOrOff },
  help: { key: "?", name: SETTINGS.keys },
} as const;

export type KeyAction = keyof typeof KEYS;

interface Stored {
  speed: Speed;
  motion: Motion;
  deck: Deck;
  /** How the staff's pages look. */
  theme: Theme;
  sound: boolean;
  volume: number;
  keysOn: boolean;
  keys: Record<KeyAction, string>;
  log: boolean;
  /** Minutes between reality checks; zero for none. */
  reality: number;
  /** Whether the net result and time of the sitting are shown. */
  sitting: boolean;
  /** When the coach speaks. */
  coach: CoachMode;
}

const PLACE = "bahama.settings";

function defaults(): Stored {
  const keys = Object.fromEntries(Object.entries(KEYS).map(([action, { key }]) => [action, key]));
  return {
    speed: "normal",
    motion: "system",
    deck: "two-colour",
    theme: "dark",
    sound: true,
    volume: 0.5,
    keysOn: true,
    keys: keys as Record<KeyAction, string>,
    log: false,
    reality: 60,
    sitting: true,
    coach: "off",
  };
}

function read(): Stored {
  const made = defaults();
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    if (typeof stored !== "object" || stored === null) return made;
    const known = stored as Partial<Stored>;
    return { ...made, ...known, keys: { ...made.keys, ...known.keys } };
  } catch {
    // A browser that keeps nothing, or something unreadable, has the defaults.
    return made;
  }
}

export const settings = $state<Stored>(read());

/** Keeps the settings; to be called after every change. */
export function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // They last as long as the page then.
  }
}

/** Minutes between reality checks, with what the house asks for; zero for none. */
export function realityMinutes(house: number): number {
  if (house === 0 || settings.reality === 0) return house || settings.reality;
  return Math.min(house, settings.reality);
}

const wantsLess =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

/** Whether things move; the own switch overrides the system's both ways. */
export function moves(): boolean {
  if (settings.speed === "off") return false;
  if (settings.motion === "system") return !(wantsLess?.matches ?? false);
  return settings.motion === "full";
}

/** How much faster than normal things are shown; zero for at once. */
export function showSpeed(): number {
  if (!moves() || document.hidden) return 0;
  return settings.speed === "fast" ? 3 : 1;
}

/** Where the deck and motion are chosen in the style sheet. */
export function mark(root: HTMLElement): void {
  root.dataset.deck = settings.deck;
  root.dataset.motion = moves() ? "full" : "reduced";
}
