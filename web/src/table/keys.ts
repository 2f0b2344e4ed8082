// Single keys: what they do stands in the settings, and they can be switched off.

import { keep, settings, type KeyAction } from "../settings.svelte";
import type { Bets } from "./bets.svelte";
import type { Table } from "./model.svelte";
import { money } from "./words";
import { KEYS } from "./page";

/** Whether the keyboard, or whatever speaks for it, has put the focus where it is. */
let walked = true;
let moved: "key" | "pointer" = "key";
const WALKS = new Set(["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/** Notes what moves the focus, so that Space never repeats the last click of a mouse. */
export function watchFocus(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  addEventListener("keydown", ({ key }) => WALKS.has(key) && (moved = "key"), options);
  addEventListener("pointerdown", () => ((moved = "pointer"), (walked = false)), options);
  addEventListener("focusin", () => (walked = moved === "key"), options);
  // Some browsers click with the key's way up, whatever became of its way down.
  addEventListener("keyup", (event) => taken.delete(event.key) && event.preventDefault(), options);
  return () => ending.abort();
}
const taken = new Set<string>();

const actions = () => Object.entries(settings.keys) as [KeyAction, string][];

/** What a key asks for; nothing where it belongs to something that is being typed in. */
function actionOf(event: KeyboardEvent): KeyAction | number | undefined {
  if (!settings.keysOn || event.ctrlKey || event.altKey || event.metaKey || event.repeat)
    return undefined;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, select, textarea, dialog")) return undefined;
  const pressed = event.key.toLowerCase();
  const confirms = pressed === " " || pressed === "enter";
  // Space and Enter press the control to which the keyboard has gone; otherwise the one that
  // goes on with the game, whatever was clicked last.
  if (confirms && walked && target?.closest("button, a, [role=button]")) return undefined;
  if (/^[1-7]$/.test(pressed)) return Number(pressed);
  const found = actions().find(([, key]) => key === pressed)?.[0];
  return found ?? (pressed === "enter" ? "deal" : undefined);
}

/** Does what a key asks for; `help` opens the list of keys. */
export function press(event: KeyboardEvent, table: Table, bets: Bets, help: () => void): void {
  const wanted = actionOf(event);
  if (wanted === undefined) {
    table.skip();
    return;
  }
  event.preventDefault();
  taken.add(event.key);
  // Whoever presses a key while cards fly wants to see them, and has not seen what to answer.
  if (table.skip()) return;
  if (typeof wanted === "number") chooseSeat(table, bets, wanted);
  else if (wanted === "help") help();
  else DOES[wanted](table, bets);
}

function chooseSeat(table: Table, bets: Bets, seat: number): void {
  if (!table.mySeats.includes(seat)) return;
  bets.seat = seat;
  table.tellNow(KEYS.seat(seat));
}

function chooseChip(table: Table, bets: Bets, step: number): void {
  const chips = table.live?.posted.chips ?? [];
  const next = chips[chips.indexOf(bets.chip) + step];
  if (next === undefined) return;
  bets.chip = next;
  table.tellNow(KEYS.chip(money(next)));
}

function add(table: Table, bets: Bets): void {
  const seat = table.mySeats.includes(bets.seat) ? bets.seat : table.mySeats[0];
  if (seat) bets.put(seat, "main", false);
}

function mute(table: Table): void {
  settings.sound = !settings.sound;
  keep();
  table.tellNow(settings.sound ? KEYS.soundOn : KEYS.soundOff);
}

const DOES: Record<Exclude<KeyAction, "help">, (table: Table, bets: Bets) => void> = {
  hit: (table) => table.act("hit"),
  stand: (table) => table.act("stand"),
  double: (table) => table.act("double"),
  split: (table) => table.act("split"),
  giveUp: (table) => table.act(table.offers("surrender") ? "surrender" : "rescue"),
  insure: (table) => table.insure(),
  noInsurance: (table) => table.insure(0),
  deal: (_, bets) => void bets.deal(),
  add,
  undo: (_, bets) => bets.undo(),
  clear: (_, bets) => bets.clear(),
  rebet: (_, bets) => void bets.rebet(1),
  chipUp: (table, bets) => chooseChip(table, bets, 1),
  chipDown: (table, bets) => chooseChip(table, bets, -1),
  mute,
};
