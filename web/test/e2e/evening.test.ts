// An evening at each of the games, on shoes with given cards: what is shown is what
// the record says, and every page and state is accessible.

import { describe, expect, it } from "vitest";
import type { Reason } from "../../src/api/schema";
import { reasonWords, spotName } from "../../src/table/words";
import type { Person } from "./browser";
import { GAMES, type Game } from "./games";
import { openWorld } from "./world";

/** The main wager and each side wager of the evening, in dollars. */
const STAKE = 5;

/** The cards of the evening: one seat, the up-card, the seat again, the hole card, the draws. */
function shoe(game: Game): string[] {
  // A rescued hand needs no dealer's card.
  const drawn = ["2c", "3d", "2h"].slice(0, game.doubles).join(" ");
  const doubles = `5s 6c 4s Jd ${drawn}${game.rescue ? "" : " 9h"}`;
  return [
    "As 6h Kd 9c", // a natural
    "8s 6d 8h Js 8d 3h 8c Kh 9s 9d 9h", // four hands, and the dealer busts
    doubles, // doubled, and rescued where that exists
    game.insurance ? "9h Ad Jh Kc" : "9h 9d Jh Kc", // insured against a natural
    "7c 7h 7d 7s 9c", // every side wager
  ]
    .join(" ")
    .split(" ");
}

const world = openWorld();

/** One game's pictures show every state; those of all are drawn where somebody wants to look. */
async function draw(ann: Person, game: Game, state: string): Promise<void> {
  const isFirst = game === GAMES[0];
  if (!isFirst && process.env.BAHAMA_PICTURES === undefined) return;
  await ann.pictures(isFirst ? state : `${game.id}-${state}`);
}

async function insures(ann: Person, picture: () => Promise<void>): Promise<void> {
  await ann.page.getByRole("form", { name: /Insurance/ }).waitFor();
  await ann.isAccessible("insurance");
  await picture();
  await ann.page.getByRole("button", { name: /^Insure \$/ }).click();
  expect((await ann.results()).join()).toMatch(/Insurance/);
}

describe.each(GAMES)("an evening at $id", (game) => {
  it("plays every kind of round, and shows what the record says (G-06)", async () => {
    const table = await world.house.open({
      game: game.id,
      exhibition: shoe(game),
      wagers: game.wagers,
      name: `Evening ${game.id}`,
    });
    const ann = await world.comes();
    const pictures = (state: string) => draw(ann, game, state);
    await ann.sit(table, 4);
    await ann.isAccessible("betting");
    await pictures("betting");

    // A natural is paid at once.
    await ann.bet(4, { Main: STAKE });
    await ann.deal();
    expect((await ann.results())[0]).toMatch(/blackjack pays 3 to 2/);
    await ann.isAccessible("results");

    // A pair of eights becomes four hands.
    await ann.page.getByRole("button", { name: "Rebet", exact: true }).click();
    await ann.deal();
    for (let split = 0; split < 3; split += 1) await ann.act("Split");
    expect(await ann.page.getByRole("group", { name: /^Your hand \d/ }).count()).toBe(4);
    await ann.isAccessible("four hands");
    await pictures("split");
    for (let hand = 0; hand < 4; hand += 1) await ann.act("Stand");
    expect(await ann.results()).toHaveLength(4);

    // Doubles, and the rescue after them.
    await ann.page.getByRole("button", { name: "Rebet", exact: true }).click();
    await ann.deal();
    await ann.act("Double");
    for (let again = 1; again < game.doubles; again += 1) await ann.act("Redouble");
    if (game.rescue) {
      const times = 2 ** game.doubles;
      await expect.poll(() => ann.page.getByText(`×${times} $${STAKE * times}`).count()).toBe(1);
      await pictures("redoubled");
      // The last double comes back, the rest is lost.
      const half = (STAKE * times) / 2;
      const rescue = `Rescue keep $${half} lose $${half}`;
      expect(await ann.page.getByRole("button", { name: rescue, exact: true }).count()).toBe(1);
      await ann.act("Rescue");
      expect((await ann.results())[0]).toMatch(/rescued/);
    } else {
      expect((await ann.results())[0]).toMatch(/Main/);
    }

    // Insurance is a question of its own.
    await ann.bet(4, { Main: STAKE });
    await ann.deal();
    if (game.insurance) {
      await insures(ann, () => pictures("insurance"));
    } else {
      await ann.act("Stand");
      await ann.results();
    }

    // Every side wager of the game, and what each of them came to.
    const sides: [string, number][] = game.sides.map((spot) => [spotName(spot), STAKE]);
    await ann.bet(4, { Main: STAKE, ...Object.fromEntries(sides) });
    await ann.deal();
    await ann.act("Stand");
    const shown = await ann.results();
    expect(shown).toHaveLength(1 + sides.length);
    await pictures("results");
    await agreesWithRecord(ann, table, shown);
    await ann.leave();
  });
});

it("pays the jackpot, shows its meter at every seat and on the wall", async () => {
  // Four red sevens: the whole meter.
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "7h 7d 7d 7h 9c".split(" "),
  });
  const ann = await world.comes();
  await ann.sit(table, 4);
  const meter = ann.page.getByRole("region", { name: "Progressive" });
  await meter.getByText(/\$2,000\.00/).waitFor();
  const link = await ann.page.evaluate(
    async (number) =>
      ((await (await fetch(`/api/tables/${number}`)).json()) as { posted: { link: { link: number } } })
        .posted.link.link,
    table,
  );
  const wall = await world.comes();
  await wall.page.goto(world.house.link("display"));
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.goto(`${world.house.url}/display/links/${link}`);
  await wall.page.getByText("$2,000.00").waitFor();
  await wall.isAccessible("the wall");
  await wall.pictures("wall");
  await ann.bet(4, { Main: 10 });
  await ann.page.getByRole("button", { name: /^Bet \$1 on the Progressive, seat 4/ }).click();
  await ann.isAccessible("a lit sensor");
  await ann.pictures("sensor");
  await ann.deal();
  await ann.act("Stand");
  expect((await ann.results()).join()).toMatch(/Progressive.*\+\$(1,9|2,0)\d\d/);
  await wall.page.getByText(/won at/).waitFor();
  await ann.pictures("jackpot");
  await wall.picture("wall-won");
  expect(await wall.page.locator("button, input, a, select").count()).toBe(0);
  await ann.leave();
  await wall.leave();
});

/** Every line that is shown stands in the stored round, with the same amount and reason. */
async function agreesWithRecord(person: Person, table: number, shown: string[]): Promise<void> {
  const stored = await person.page.evaluate(async (number) => {
    const rounds = (await (await fetch(`/api/tables/${number}/rounds`)).json()) as { round: number }[];
    return (await (await fetch(`/api/tables/${number}/rounds/${rounds[0]!.round}`)).json()) as {
      entries: {
        events: { event: string; lines?: { staked: number; returned: number; reason: Reason }[] }[];
      }[];
    };
  }, table);
  const lines = stored.entries.flatMap((entry) => entry.events).flatMap((event) => event.lines ?? []);
  expect(lines).toHaveLength(shown.length);
  for (const [index, line] of lines.entries()) {
    const cents = line.returned - line.staked;
    const amount = cents === 0 ? "push" : `${cents > 0 ? "+" : "−"}$${Math.abs(cents) / 100}`;
    expect(shown[index]).toContain(reasonWords(line.reason));
    expect(shown[index]).toContain(amount.replace(/\.(\d)$/, ".$10"));
  }
}
