// A wallet in view, a visit over all tables, and a guest who keeps the account (G-09).

import { expect, it } from "vitest";
import { openWorld } from "./world";

const world = openWorld();

const EIGHTEEN = "9s 6h 9d Kc 8c".split(" ");

it("counts the visit over tables and says what it came to when one leaves", async () => {
  const ann = await world.comes();
  for (const round of [1, 2]) {
    const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
    if (round === 1) await ann.sit(table, 4);
    else {
      // The browser's own memory has nothing to do with it.
      await ann.page.evaluate(() => localStorage.clear());
      await ann.page.goto(`${world.house.url}/table/${table}`);
      await ann.page.getByRole("button", { name: "Sit here at seat 4" }).click();
      await ann.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
      expect(await ann.page.locator(".sitting").innerText()).toMatch(/net \+\$10/);
    }
    await ann.bet(4, { Main: 10 });
    await ann.deal();
    await ann.act("Stand");
    await ann.results();
    await ann.page.getByRole("button", { name: "Leave" }).click();
    const said = `${round} round${round > 1 ? "s" : ""}, +$${round * 10}`;
    await ann.page.getByText(`You have left: 0 minutes, ${said}.`).waitFor();
  }
  for (const page of ["/", "/history"]) {
    await ann.page.goto(`${world.house.url}${page}`);
    await ann.page
      .getByText(/Wallet \$10,000/)
      .first()
      .waitFor();
  }
  await ann.leave();
});

it("lets a guest keep the account, and nothing is lost", async () => {
  const table = await world.house.open({ game: "bahama-bonus", exhibition: EIGHTEEN });
  const ann = await world.comes();
  await ann.sit(table, 4);
  await ann.bet(4, { Main: 10 });
  await ann.deal();
  await ann.act("Stand");
  await ann.results();
  await ann.page.goto(`${world.house.url}/`);
  const form = ann.page.getByRole("form", { name: "Keep this account" });
  await form.getByLabel("Name").fill("Ann Marlin");
  await form.getByLabel("Password").fill("password1");
  await form.getByRole("button", { name: "Keep the account" }).click();
  await form
    .getByRole("alert")
    .getByText(/harder to guess/)
    .waitFor();
  await ann.isAccessible("keeping an account");
  await form.getByLabel("Password").fill("copper-otter-lamp");
  await form.getByRole("button", { name: "Keep the account" }).click();
  await ann.page.getByText("Ann Marlin").waitFor();
  expect(await form.count()).toBe(0);
  await ann.page.getByRole("button", { name: "Sign out" }).click();
  await ann.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await ann.page.getByLabel("Name").fill("Ann Marlin");
  await ann.page.getByLabel("Password").fill("copper-otter-lamp");
  await ann.page.getByRole("button", { name: "Sign in" }).click();
  await ann.page.getByText("Ann Marlin").waitFor();
  await ann.page.goto(`${world.house.url}/history`);
  await ann.page.getByText(new RegExp(`Table ${table}, round 1`)).waitFor();
  await ann.leave();
});
