// What a person has chosen for this browser, kept in it.

import type { CoachMode } from "./coach/words";
import { KEY_NAMES } from "./keyNames";

export type Speed = "off" | "fast" | "normal";
export type Motion = "system" | "reduced" | "full";
export type Theme = "dark" | "light";
export type Deck = "two-colour" | "four-colour" | "high-contrast";

/** What keys can do; the same letters as in the terminal. */
export const KEYS = {
  hit: { key: "h", name: KEY_NAMES.hit },
  stand: { key: "s", name: KEY_NAMES.stand },
  double: { key: "d", name: KEY_NAMES.double },
  split: { key: "p", name: KEY_NAMES.split },
  giveUp: { key: "r", name: KEY_NAMES.surrenderOrRescue },
  insure: { key: "i", name: KEY_NAMES.insure },
  noInsurance: { key: "n", name: KEY_NAMES.noInsurance },
  deal: { key: " ", name: KEY_NAMES.deal },
  add: { key: "a", name: KEY_NAMES.addAChip },
  undo: { key: "u", name: KEY_NAMES.undo },
  clear: { key: "c", name: KEY_NAMES.clearBets },
  rebet: { key: "b", name: KEY_NAMES.rebet },
  chipUp: { key: ".", name: KEY_NAMES.largerChip },
  chipDown: { key: ",", name: KEY_NAMES.smallerChip },
  mute: { key: "m", name: KEY_NAMES.soundOnOrOff },
  help: { key: "?", name: KEY_NAMES.keys },
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
