// Readable in every state and at every size: no two texts lie over each other, nothing that
// matters is out of view, and cards never cover a suit.

import { expect, it } from "vitest";
import { overlaps } from "./boxes";
import type { Person } from "./browser";
import { openWorld } from "./world";

const world = openWorld();

const SIZES = [
  [360, 640],
  [360, 740],
  [740, 360],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

/** Looks at a state at all sizes; says at the end what was found, so that one run shows it all. */
class Looks {
  private found: string[] = [];
  constructor(private readonly person: Person) {}

  async at(state: string, inView: string[] = []): Promise<void> {
    const { page } = this.person;
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      const size = `${width}×${height}`;
      const say = (what: string) => this.found.push(`${state} at ${size}: ${what}`);
      for (const pair of await overlaps(page)) say(pair);
      for (const name of inView) if (!(await this.isInView(name))) say(`${name} is out of view`);
      await this.person.picture(`state-${state}-${width}x${height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForTimeout(100);
  }

  private async isInView(name: string): Promise<boolean> {
    const region = this.person.page.getByRole("region", { name: new RegExp(`^${name}`) }).first();
    return region.evaluate((element) => {
      const table = document.querySelector("#table")!.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return box.height > 0 && box.top >= table.top - 2 && box.bottom <= table.bottom + 2;
    });
  }

  nothingWasFound(): void {
    expect(this.found).toEqual([]);
  }
}

it("no two texts overlap in any state at any size", async () => {
  const shoe = [
    "8s 6d 8h Js 8d 3h 8c Kh 9s 9d 9h", // four hands, and the dealer busts
    "5s 6c 4s Jd 2c 3d 2h 9h", // doubled as often as it may be
    "9h Ad Jh Kc", // insurance
    "7c 7h 7d 7s 9c", // every side wager
  ];
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: shoe.join(" ").split(" "),
    name: "Bahama Bonus again",
  });
  const ann = await world.comes();
  const looks = new Looks(ann);
  const press = (name: RegExp) => ann.page.getByRole("button", { name }).first().click();
  await ann.sit(table, 4);
  await looks.at("seated", ["Dealer", "Progressive"]);
  await ann.bet(4, { Main: 10, "Match-Up": 5, "Match-Down": 5 });
  await expect.poll(() => ann.page.locator(".pending").count()).toBe(0);
  await looks.at("bets");
  await ann.deal();
  await looks.at("turn", ["Dealer", "Progressive"]);
  for (let split = 0; split < 3; split += 1) await ann.act("Split");
  await looks.at("split");
  for (let hand = 0; hand < 4; hand += 1) await ann.act("Stand");
  await ann.results();
  await looks.at("split-results", ["Dealer", "Progressive", "Your results"]);
  await press(/^Same bets/);
  await ann.act("Double");
  await ann.act("Redouble");
  await looks.at("doubled");
  await ann.act("Stand");
  await ann.results();
  await press(/^Same bets/);
  await ann.page.getByRole("form", { name: /Insurance/ }).waitFor();
  await looks.at("insurance");
  await press(/^No/);
  await ann.results();
  await looks.at("results", ["Dealer", "Progressive", "Your results"]);
  await ann.page.getByRole("button", { name: "Leave" }).click();
  await ann.page.getByText(/^You have left: \d+ minutes?, 3 rounds, /).waitFor();
  await looks.at("left");
  looks.nothingWasFound();
  await ann.leave();
}, 180_000);
