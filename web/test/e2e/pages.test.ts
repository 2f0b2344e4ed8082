// The pages beside the table, read at every size.

import { it } from "vitest";
import { FEW, looks } from "./looks";
import { openWorld } from "./world";

const world = openWorld();
const LONG = { timeout: 240_000 };
const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");

it("is readable in the lobby, the history and a round of it", LONG, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "A table whose name is as long as they come",
    exhibition: EIGHTEEN,
  });
  const ann = await world.comes();
  await ann.page.goto(world.house.url);
  await ann.page.getByRole("button", { name: "Play now" }).waitFor();
  await looks(ann, "lobby-outside");
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10, "Match-Up": 5 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await ann.page.goto(world.house.url);
  await ann.page.locator(".tables li").first().waitFor();
  await looks(ann, "lobby");
  await ann.page.goto(`${world.house.url}/history`);
  await ann.page.locator("[data-played]").waitFor();
  await looks(ann, "history");
  await ann.page.goto(`${world.house.url}/rounds/${table}/1`);
  await ann.page.getByRole("slider", { name: "Step of the round" }).waitFor();
  await looks(ann, "round");
  await ann.page.goto(`${world.house.url}/nowhere`);
  await looks(ann, "nowhere", FEW);
  await ann.leave();
});
