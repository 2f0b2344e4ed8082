// A refusal names what it is about: the limit of a wager, the table one sits at, the seat, the seconds that
// are left.

import { expect, it } from "vitest";
import { openWorld } from "./world";

const world = openWorld();

it("says what insurance takes, and whose table it is", async () => {
  const table = await world.house.open({
    game: "bahama-bonus",
    exhibition: "9h Ad Jh Kc".split(" "),
  });
  const other = await world.house.open({ game: "bahama-bonus" });
  const [ann, bob] = [await world.comes(), await world.comes()];
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  const insurance = ann.page.getByRole("form", { name: /Insurance/ });
  await insurance.getByText("Insurance? Pays 2 to 1 if the dealer has blackjack.").waitFor();
  await insurance.getByText(/^Insuring \$5 (costs|brings) \$[\d.]+ on average\.$/).waitFor();
  // No answer is the one that is wished for.
  expect(await insurance.locator("button.primary").count()).toBe(0);
  await insurance.getByRole("spinbutton").fill("100");
  await insurance.getByRole("button", { name: "Insure this amount" }).click();
  await ann.page.locator(".told").getByText("Insurance takes at most $5.", { exact: true }).waitFor();
  await insurance.getByRole("spinbutton").fill("2.3");
  await insurance.getByRole("button", { name: "Insure this amount" }).click();
  await ann.page
    .locator(".told")
    .getByText("Insurance: in steps of $0.50: $2 or $2.50.", { exact: true })
    .waitFor();
  await insurance.getByRole("button", { name: /^No/ }).click();
  await ann.results();
  // Who sits at one table sits at no other.
  await ann.page.goto(`${world.house.url}/table/${other}`);
  await ann.page.getByRole("button", { name: "Sit here at seat 2" }).click();
  await ann.page
    .getByText(`You sit at table ${table}: leave it first, or play there.`)
    .first()
    .waitFor();
  // A wager of the game that this table does not play.
  await bob.sit(other, 2);
  const refused = await bob.page.evaluate(async (number) => {
    const view = (await (await fetch(`/api/tables/${number}`)).json()) as { version: number };
    const session = (await (await fetch("/api/session")).json()) as { me: { csrf: string } };
    const answer = await fetch(`/api/tables/${number}/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-bahama-csrf": session.me.csrf },
      body: JSON.stringify({
        id: crypto.randomUUID(),
        expected: view.version,
        body: { do: "bet", seat: 2, bets: { trilux: 500 } },
      }),
    });
    return (await answer.json()) as { error: { code: string; facts: unknown } };
  }, other);
  expect(refused.error).toMatchObject({
    code: "bet.spot",
    facts: {
      is: "bet",
      spot: "trilux",
      why: { is: "not-offered", plays: ["match-up", "match-down"] },
    },
  });
  await bob.leave();
  await ann.leave();
});

it("says how long to wait after wrong passwords", async () => {
  const ann = await world.comes();
  const { page } = ann;
  await page.goto(world.house.url);
  await page.getByLabel("Name").fill("Nobody of this name");
  await page.getByLabel("Password").fill("wrong-lamp-otter");
  const tries = async (): Promise<string> => {
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForTimeout(500);
    return page.getByRole("alert").innerText();
  };
  expect(await tries()).toBe("Wrong name or password.");
  await expect.poll(tries, { interval: 100 }).toMatch(/^Wait (a second|\d+ seconds), then try again\.$/);
  await ann.leave();
});
