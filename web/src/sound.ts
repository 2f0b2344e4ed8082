// Small synthesised sounds; silent until the first gesture, and never the only sign.

import { settings } from "./settings.svelte";

export type Sound = "card" | "chip" | "turn" | "win" | "lose" | "jackpot" | "hurry" | "call";

let allowed = false;
let library: Promise<typeof import("zzfx")> | undefined;

/** Browsers allow sound after the first gesture. */
export function allowSound(): void {
  allowed = true;
}

// zzfx: volume, randomness, frequency, attack, sustain, release, shape, curve, slide …
const SOUNDS: Record<Sound, (number | undefined)[]> = {
  card: [0.35, 0.1, 1600, , 0.01, 0.03, 4, 2.2, -40],
  chip: [0.5, 0.06, 2100, , 0.01, 0.05, 1, 1.6, , , 420, 0.02],
  turn: [0.6, 0, 660, 0.01, 0.08, 0.14, 0, 1.4, , , 220, 0.09],
  win: [0.6, 0, 523, 0.01, 0.12, 0.2, 0, 1.3, , , 262, 0.07],
  lose: [0.35, 0, 180, 0.02, 0.06, 0.14, 0, 1.2, -1],
  jackpot: [0.8, 0, 523, 0.02, 0.4, 0.5, 0, 1.3, , , 262, 0.09, 0.1],
  call: [0.9, 0, 988, 0.01, 0.16, 0.18, 1, 1.2, , , -247, 0.12, 0.2],
  hurry: [0.4, 0, 880, , 0.02, 0.05, 0, 1.5],
};

export function play(sound: Sound): void {
  if (!allowed || !settings.sound || settings.volume <= 0) return;
  library ??= import("zzfx");
  void library
    .then(({ zzfx, ZZFX }) => {
      ZZFX.volume = 0.3 * settings.volume;
      zzfx(...SOUNDS[sound]);
    })
    .catch(() => undefined);
}
