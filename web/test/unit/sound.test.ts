// Sounds: none before somebody has done something, none when muted, as loud as one has chosen.

import { beforeEach, expect, it, vi } from "vitest";
import { settings } from "../../src/settings.svelte";

const { zzfx, ZZFX } = vi.hoisted(() => ({ zzfx: vi.fn(), ZZFX: { volume: 1 } }));
vi.mock("zzfx", () => ({ zzfx, ZZFX }));

beforeEach(() => {
  vi.resetModules();
  zzfx.mockClear();
  settings.sound = true;
  settings.volume = 0.5;
});

async function played(): Promise<number> {
  await new Promise((done) => setTimeout(done, 10));
  return zzfx.mock.calls.length;
}

it("waits for the first gesture", async () => {
  const { allowSound, play } = await import("../../src/sound");
  play("card");
  expect(await played()).toBe(0);
  allowSound();
  play("card");
  expect(await played()).toBe(1);
  expect(ZZFX.volume).toBeCloseTo(0.15);
});

it("is silent when muted, and there is one for everything that is told by sound", async () => {
  const { allowSound, play } = await import("../../src/sound");
  const { settings } = await import("../../src/settings.svelte");
  allowSound();
  settings.sound = false;
  play("win");
  expect(await played()).toBe(0);
  settings.sound = true;
  for (const sound of ["card", "chip", "turn", "win", "lose", "jackpot"] as const) play(sound);
  expect(await played()).toBe(6);
});
