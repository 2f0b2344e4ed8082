// The staff's first page: as what one works, and what comes next, while the floor changes under it.

import { expect, it } from "vitest";
import { comesNext, digits, hired, looked, PIN, show } from "./staff";
import { openWorld } from "./world";

const world = openWorld();
const SHIFT = { timeout: 240_000 };
const PASSWORD = "nine blue herons at dusk";

it("follows the floor without a reload: who lacks whom, and who calls (T-14)", SHIFT, async () => {
  const { house } = world;
  const table = await house.open({ game: "wsgc-bahama-bonus", kind: "live", name: "Pit 9" });
  const floor = await hired(world, "Fleur", "supervisor");
  const { person: dealer } = await hired(world, "Dana", "dealer");
  const { page } = floor.person;
  await page.goto(house.url);
  const next = page.getByRole("region", { name: "What comes next" });
  await next.getByText(`Table ${table}, Pit 9, lacks a dealer and a supervisor`).waitFor();
  // Nothing of what follows may come from a page that was loaded anew.
  await page.evaluate(() => document.body.setAttribute("data-same", "yes"));

  // The dealer finds the table from the same page.
  await dealer.page.goto(house.url);
  await dealer.page.getByRole("link", { name: `Table ${table}, Pit 9, needs a dealer` }).click();
  await comesNext(dealer, "ON DUTY");
  await digits(dealer, "0");
  await next.getByText(`Table ${table}, Pit 9, lacks a supervisor`).waitFor();

  await digits(dealer, "8");
  const call = next.getByRole("link", { name: `Table ${table}, Pit 9: Dana calls a supervisor` });
  await call.waitFor();
  // Whoever calls stands before everything else.
  expect(await next.getByRole("link").first().innerText()).toContain("Dana calls a supervisor");
  expect(await page.evaluate(() => document.body.getAttribute("data-same"))).toBe("yes");
  await floor.person.isAccessible("the first page of the staff");
  await floor.person.pictures("lobby-staff");
  await call.click();
  await page.getByRole("button", { name: "I have come" }).click();
  await page.getByText("The call is answered.").waitFor();
  for (const one of [floor.person, dealer]) await one.leave();
});

it("adds somebody with a card and takes both away, by an executive's card (S-21)", SHIFT, async () => {
  const office = await hired(world, "Edda", "executive");
  const { page } = office.person;
  await page.goto(`${world.house.url}/office`);
  const people = page.getByRole("region", { name: "Staff and cards" });
  await people.getByLabel("Name").fill("Nina");
  await people.getByRole("checkbox", { name: "supervisor" }).check();
  await people.getByRole("button", { name: "Add somebody" }).click();
  await people.getByText("Add Nina as supervisor?").waitFor();
  await show(people, office.card);
  await people.getByRole("button", { name: /^Yes/ }).click();
  const address = await people.locator("code").innerText();
  const nina = await world.comes();
  await nina.page.goto(address);
  await nina.page.getByRole("button", { name: "Enter" }).click();
  await nina.page.waitForURL(/\/floor\/1$/);

  await people.getByRole("button", { name: "Issue a card for Nina" }).click();
  await people.getByLabel("PIN of Nina").fill("1234");
  await people.getByRole("button", { name: "Issue a card", exact: true }).last().click();
  await show(people, office.card);
  await people.getByRole("button", { name: /^Yes/ }).click();
  await people.getByText("A PIN has 4 to 12 digits").waitFor();
  await people.getByLabel("PIN of Nina").fill(PIN);
  await people.getByRole("button", { name: "Issue a card", exact: true }).last().click();
  await show(people, office.card);
  await people.getByRole("button", { name: /^Yes/ }).click();
  await people.getByText(/^Write this number on card/).waitFor();
  expect((await people.locator("code").innerText()).length).toBe(20);
  await looked(office.person, "office-staff");

  await people.getByRole("button", { name: "Revoke Nina" }).click();
  await people.getByRole("button", { name: "Revoke", exact: true }).last().click();
  await show(people, office.card);
  await people.getByRole("button", { name: /^Yes/ }).click();
  await people
    .getByText(/^out of use since/)
    .first()
    .waitFor();
  const status = await nina.page.evaluate(async () => (await fetch("/api/me")).status);
  expect(status).toBe(401);
  for (const one of [office.person, nina]) await one.leave();
});

it("hangs a display by name in the office, and turns it off (P-35)", SHIFT, async () => {
  const office = await hired(world, "Eliza", "executive");
  const { page } = office.person;
  await page.goto(`${world.house.url}/office`);
  const displays = page.getByRole("region", { name: "Displays", exact: true });
  await displays.getByLabel("Name of the display").fill("Bar wall");
  await displays.getByRole("button", { name: "Make its link" }).click();
  await displays.getByText(/^Make the link of Bar wall, which shows .*\?$/).waitFor();
  await displays.getByRole("button", { name: /^Yes/ }).click();
  const address = await displays.locator("code").innerText();
  const wall = await world.comes();
  await wall.page.goto(address);
  await wall.page.getByRole("button", { name: "Enter" }).click();
  await wall.page.waitForURL(/\/display\/links\/\d+/);
  // The parameters beside each other say what they come to, before anybody signs (O-07).
  const parameters = page.getByRole("region", { name: /^Parameters of/ });
  await parameters.getByText("The house keeps in the long run, seeds paid").waitFor();
  await parameters.getByLabel("To the meter, %").fill("5");
  const edge = parameters.getByRole("row", { name: /^The house keeps in the long run/ });
  await expect.poll(async () => new Set(await edge.getByRole("cell").allInnerTexts()).size).toBe(2);
  await looked(office.person, "office-displays");
  await displays.getByRole("button", { name: "Turn Bar wall off" }).click();
  await displays.getByRole("button", { name: "Turn it off" }).click();
  await displays.getByText("Turn Bar wall off for good?").waitFor();
  await displays.getByRole("button", { name: /^Yes/ }).click();
  await displays.getByText(/^off since/).waitFor();
  for (const one of [office.person, wall]) await one.leave();
});

it("asks whoever has two roles as what he works, and changes it later (S-07)", SHIFT, async () => {
  const { house } = world;
  house.employ("Moritz", PASSWORD, "supervisor", "executive");
  const person = await world.comes();
  const { page } = person;
  await page.goto(house.url);
  await page.getByLabel("Name").fill("Moritz");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "As what do you work now?" }).waitFor();
  await person.isAccessible("as what one works");
  await page.getByRole("button", { name: "executive", exact: true }).click();
  const roles = page.getByRole("group", { name: "As what you work" });
  const is = (role: string) =>
    roles.getByRole("button", { name: role, exact: true }).getAttribute("aria-pressed");
  await expect.poll(() => is("executive")).toBe("true");
  await roles.getByRole("button", { name: "supervisor", exact: true }).click();
  await expect.poll(() => is("supervisor")).toBe("true");
  const me = await page.evaluate(
    async () => (await (await fetch("/api/me")).json()) as { role: string },
  );
  expect(me.role).toBe("supervisor");
  await page.getByRole("region", { name: "What comes next" }).waitFor();
  await person.leave();
});
