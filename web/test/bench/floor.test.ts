// Two hundred tables on one floor page, all of them played: how soon it is there, how soon it follows,
// and what is loaded for it. Prints what it measures, and fails where that is too much.

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pause, type Visitor } from "../e2e/house";
import { hired } from "../e2e/staff";
import { openWorld } from "../e2e/world";

const TABLES = 200;
/** How often something is done, at all tables together. */
const STEPS_A_SECOND = 50;
/** The most that is meant: milliseconds until there, milliseconds until followed, bytes compressed. */
const MOST = { paint: 1000, update: 100, bytes: 150 * 1024 };

const world = openWorld();

interface Seen {
  version: number;
  ask?: { seat: number; hand: number };
  phase: { phase: string };
}

/** A player at a table of their own, and when each of their commands was answered. */
class Player {
  readonly answered: { table: number; version: number; at: number }[] = [];
  private sent = 0;

  constructor(
    private readonly who: Visitor,
    readonly table: number,
  ) {}

  async does(body: object): Promise<void> {
    const { house } = world;
    const { version } = await this.look();
    this.sent += 1;
    const command = { id: `bench-${this.table}-${this.sent}`, expected: version, body };
    const path = `/api/tables/${this.table}/commands`;
    const entry = await house.ask<{ version: number }>(this.who, "POST", path, command);
    this.answered.push({ table: this.table, version: entry.version, at: Date.now() });
  }

  /** The next thing there is to do. */
  async step(): Promise<void> {
    const { phase, ask } = await this.look();
    if (phase.phase === "cut") return this.does({ do: "cut", place: 60 });
    if (phase.phase === "insurance") return this.does({ do: "insure", seat: 1, cents: 0 });
    if (phase.phase === "turn")
      return this.does({ do: "act", seat: 1, hand: ask?.hand, action: "stand" });
    await this.does({ do: "bet", seat: 1, bets: { main: 1_000 } });
    return this.does({ do: "ready" });
  }

  private look(): Promise<Seen> {
    return world.house.ask<Seen>(this.who, "GET", `/api/tables/${this.table}`);
  }
}

/** The figure below which so many of hundred lie. */
function percentile(figures: number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Has a page note when each table's tile has shown each version, by the clock that the test has too. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: [number, number, number][] = [];
    (window as unknown as { shown: typeof shown }).shown = shown;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { table, version } = (target as HTMLElement).dataset;
        requestAnimationFrame(() => shown.push([Number(table), Number(version), Date.now()]));
      }
    }).observe(document.body, { attributes: true, attributeFilter: ["data-version"], subtree: true });
  });
}

it("shows and follows two hundred tables", { timeout: 540_000 }, async () => {
  const players: Player[] = [];
  for (let count = 0; count < TABLES; count += 1) {
    const table = await world.house.open({ game: "bahama-bonus", name: `Pit ${count + 1}` });
    const player = new Player(await world.house.guest(), table);
    await player.does({ do: "sit", seat: 1, buy_in: 100_000 });
    players.push(player);
  }
  const { person } = await hired(world, "Fiona", "supervisor", { width: 1920, height: 1080 });
  const { page } = person;
  const loaded: Promise<number>[] = [];
  page.on("response", (response) => {
    if (/\/web\/.+\.(js|css)$/.test(response.url()))
      loaded.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
  });

  // The server knows every table's day once somebody has asked; a page comes for the first time after.
  await page.goto(`${world.house.url}/floor`);
  await page.locator("li[data-version]").nth(TABLES).waitFor({ state: "attached" });
  const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0);
  await page.reload();
  await page.locator("li[data-version]").nth(TABLES).waitFor({ state: "attached" });
  const paint = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now();
  });

  await watch(page);
  const until = Date.now() + 20_000;
  const before = new Map(players.map((player) => [player, player.answered.length]));
  // Somebody does something every few seconds at each of them.
  const doing: Promise<void>[] = [];
  for (let at = 0; Date.now() < until; at = (at + 1) % TABLES) {
    doing.push(players[at]!.step());
    await pause(1000 / STEPS_A_SECOND);
  }
  await Promise.all(doing);
  await pause(1000);
  const shown = await page.evaluate(
    () => (window as unknown as { shown: [number, number, number][] }).shown,
  );
  const late = players.flatMap((player) =>
    player.answered.slice(before.get(player)).map(({ table, version, at }) => {
      const seen = shown.find(([of, is]) => of === table && is >= version);
      return seen ? Math.max(0, seen[2] - at) : Infinity;
    }),
  );
  const update = percentile(late, 0.95);
  console.log(
    `${TABLES} tables: there after ${paint.toFixed(0)} ms, ${late.length} commands followed after ` +
      `${percentile(late, 0.5)} ms in the middle and ${update} ms at the 95th percentile, ` +
      `${(bytes / 1024).toFixed(1)} KB compressed`,
  );
  await person.picture("floor-200");
  expect(late.length).toBeGreaterThan(200);
  expect(bytes).toBeLessThanOrEqual(MOST.bytes);
  expect(paint).toBeLessThan(MOST.paint);
  expect(update).toBeLessThan(MOST.update);
  await person.leave();
});
