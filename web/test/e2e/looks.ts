// A state of the table as it is seen at all sizes.

import { expect } from "vitest";
import { collisions } from "./boxes";
import type { Person } from "./browser";

/** From a small phone to a large window. */
export const SIZES = [
  [360, 640],
  [360, 740],
  [740, 360],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

/** What must be whole on the screen, as far as it is there at all. */
const IN_VIEW = {
  dealer: ".dealer .hand",
  meter: ".meters p",
  results: ".results",
  hand: ".seat.own .hand",
  controls: "#dock button",
};

async function outOfView(person: Person): Promise<string[]> {
  return person.page.evaluate((wanted) => {
    const found: string[] = [];
    for (const [name, selector] of Object.entries(wanted))
      for (const element of document.querySelectorAll(selector)) {
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        // A frame that scrolls shows what is inside it, and not what it has scrolled away.
        const frame = document.querySelector(".table")?.getBoundingClientRect();
        const top = name === "controls" ? 0 : (frame?.top ?? 0);
        const low = name === "controls" ? innerHeight : (frame?.bottom ?? innerHeight);
        const isIn =
          box.top >= top - 1 && box.bottom <= low + 1 && box.left >= -1 && box.right <= innerWidth + 1;
        if (!isIn) found.push(`${name} at ${Math.round(box.left)},${Math.round(box.top)}`);
      }
    return found;
  }, IN_VIEW);
}

/** A small phone, one on its side and a laptop: where a state is one of many like it. */
export const FEW = [SIZES[0], SIZES[2], SIZES[4]];

/**
 * Looks at a state at sizes: no two texts overlap, what matters is in view, nothing scrolls sideways.
 * What lies over the felt for a moment is a layer, and read by itself.
 */
export async function looks(
  person: Person,
  state: string,
  sizes: readonly (readonly [number, number])[] = SIZES,
  layer?: string,
): Promise<void> {
  // What the mouse asks for lies over the rest while it is there.
  await person.page.mouse.move(0, 0);
  for (const [width, height] of sizes) {
    await person.page.setViewportSize({ width, height });
    await person.page.waitForTimeout(150);
    const size = `${width}x${height}`;
    await person.picture(`layout-${state}-${size}`);
    const where = `${state} at ${size}`;
    expect(await collisions(person, layer), where).toEqual([]);
    if (!layer) expect(await outOfView(person), where).toEqual([]);
    const over = await person.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await person.page.setViewportSize({ width: 1280, height: 800 });
}
