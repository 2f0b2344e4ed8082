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

/** A chip comes down on its spot. */
export function drop(_: Element): TransitionConfig {
  if (!moves()) return { duration: 0 };
  return {
    duration: 160,
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${-22 * u}px); opacity: ${t}`,
  };
}
