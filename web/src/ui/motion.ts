// How cards come to their places: from the shoe, within 300 milliseconds.

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moves, settings } from "../settings.svelte";

/** From the shoe to where it lies. */
export function deal(node: Element): TransitionConfig {
  const shoe = document.getElementById("shoe")?.getBoundingClientRect();
  if (!moves() || !shoe) return { duration: 0 };
  const to = node.getBoundingClientRect();
  const [x, y] = [shoe.left - to.left, shoe.top - to.top];
  return {
    duration: settings.speed === "fast" ? 120 : 280,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${-50 * u}deg); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** Turned over where it lies. */
export function turn(_: Element): TransitionConfig {
  if (!moves()) return { duration: 0 };
  return {
    duration: settings.speed === "fast" ? 120 : 300,
    easing: cubicOut,
    css: (t) => `transform: perspective(600px) rotateY(${90 - 90 * t}deg)`,
  };
}

/** How long chips are on their way. */
const CHIPS_MS = 260;

/** Chips on their way between a circle and another place of the table. */
function slide(node: Element, place: Element | null): TransitionConfig {
  // On a small phone one's own plate is not there: the chips stand in the dock.
  const seen = place?.checkVisibility() ? place : document.getElementById("dock");
  if (!moves() || !seen) return { duration: 0 };
  const [here, there] = [node.getBoundingClientRect(), seen.getBoundingClientRect()];
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return {
    duration: settings.speed === "fast" ? CHIPS_MS / 2 : CHIPS_MS,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** A stake comes from the chips one has, and what is won or taken back goes there. */
export const own = (node: Element): TransitionConfig =>
  slide(node, node.closest(".seat")?.querySelector(".plate") ?? null);

/** The dealer takes what has lost, and pays what has won. */
export const dealer = (node: Element): TransitionConfig => slide(node, document.getElementById("rack"));
