// The pages beside the table, and the table with what stands beside it only for some: read at every size.

import { expect, it } from "vitest";
import { looks, FEW, SIZES } from "./looks";
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

it("is readable on the displays", LONG, async () => {
  const table = await world.house.open({
    game: "players-edge-21",
    name: "On the wall",
    exhibition: "8s 6d 8h Js 8d 3h 8c Kh 9s 2d 9h 9c".split(" "),
  });
  const [ann, wall] = [await world.comes(), await world.comes()];
  await ann.sit(table, 4);
  await wall.page.goto(world.house.link("display"));
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.goto(`${world.house.url}/display/${table}`);
  await wall.page.locator("main[data-version]").waitFor();
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  for (let hands = 2; hands <= 3; hands += 1) await ann.act("Split");
  await expect.poll(() => wall.page.locator(".hand").count()).toBe(3);
  await looks(wall, "display", SIZES);
  const { posted } = await wall.page.evaluate(
    async (number) =>
      (await (await fetch(`/api/tables/${number}`)).json()) as { posted: { link: { link: number } } },
    table,
  );
  await wall.page.goto(`${world.house.url}/display/links/${posted.link.link}`);
  await wall.page.locator(".meter").first().waitFor();
  await looks(wall, "wall", SIZES);
  await ann.leave();
  await wall.leave();
});

it("is readable with the log, with the coach, and after one has left", LONG, async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    name: "Beside the table",
    exhibition: EIGHTEEN,
  });
  const ann = await world.comes();
  const { page } = ann;
  await ann.watch(table);
  await page.evaluate(() => {
    const chosen = { speed: "off", sound: false, log: true, coach: "before" };
    localStorage.setItem("bahama.settings", JSON.stringify(chosen));
  });
  await page.reload();
  await page.getByRole("button", { name: "Sit here at seat 4" }).click();
  await page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  await ann.bet(4, { Main: 10 });
  await page.getByRole("complementary", { name: "Round log" }).waitFor();
  await looks(ann, "log", SIZES);
  await ann.deal();
  await page.locator(".worth").first().waitFor({ timeout: 90_000 });
  await looks(ann, "coached", SIZES);
  await ann.act("Hit");
  await ann.results();
  await page.locator(".verdict").waitFor({ timeout: 60_000 });
  await looks(ann, "verdict", SIZES);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByText(/^You have left/).waitFor();
  await looks(ann, "left", SIZES);
  await ann.leave();
});
