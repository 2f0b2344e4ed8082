// A server and a browser for the tests of one file.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch, Person, type Wanted } from "./browser";
import { House } from "./house";

export class World {
  house!: House;
  browser!: Browser;

  /** Somebody with a browser of their own. */
  comes(wanted?: Wanted): Promise<Person> {
    return Person.come(this.browser, this.house, wanted);
  }
}

/** A world that is there while the tests of a file run. */
export function openWorld(): World {
  const world = new World();
  beforeAll(async () => {
    [world.house, world.browser] = await Promise.all([House.start(), launch()]);
  });
  afterAll(async () => {
    await world.browser?.close();
    await world.house?.stop();
  });
  return world;
}
