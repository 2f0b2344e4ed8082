// Reports and the audit as people read them, on a record that was played.

import { expect, it } from "vitest";
import { hired, looked } from "./staff";
import { openWorld } from "./world";

const world = openWorld();
const LONG = { timeout: 240_000 };

/** Rounds at the first table, played by standing; gives the table's number. */
async function played(name: string, rounds: number): Promise<number> {
  const { house } = world;
  const table = await house.open({ game: "bahama-bonus", name });
  const guest = await house.guest();
  let sent = 0;
  const does = async (body: object) => {
    const { version } = await house.ask<{ version: number }>(guest, "GET", `/api/tables/${table}`);
    sent += 1;
    const command = { id: `played-${String(sent).padStart(4, "0")}`, expected: version, body };
    await house.ask(guest, "POST", `/api/tables/${table}/commands`, command);
  };
  await does({ do: "sit", seat: 1, buy_in: 50_000 });
  for (let round = 1; round <= rounds; round += 1) {
    const bets = { main: 1_000, ...(round % 2 === 0 ? { "match-up": 500 } : {}) };
    await does({ do: "bet", seat: 1, bets });
    await does({ do: "ready" });
    for (;;) {
      const { phase, ask } = await house.ask<{
        phase: { phase: string };
        ask?: { seat: number; hand: number };
      }>(guest, "GET", `/api/tables/${table}`);
      if (phase.phase === "cut") await does({ do: "cut", place: 60 });
      else if (phase.phase === "insurance") await does({ do: "insure", seat: 1, cents: 0 });
      else if (phase.phase === "turn")
        await does({ do: "act", seat: 1, hand: ask?.hand, action: "stand" });
      else break;
    }
  }
  return table;
}

it("shows a day's figures, bands, charts and every report (L-20, O-13)", LONG, async () => {
  const table = await played("Reported", 6);
  const floor = await hired(world, "Flora", "supervisor");
  const { page } = floor.person;
  await page.goto(`${world.house.url}/reports`);
  await page.getByText("Hold and its 95 % band").waitFor();
  const figure = (name: string) =>
    page
      .locator("dl.figures div")
      .filter({ hasText: new RegExp(`^${name}`) })
      .locator("dd")
      .first()
      .innerText();
  await expect.poll(() => figure("Rounds")).toBe("6");
  expect(await figure("Drop")).toBe("$500");
  expect(await figure("Average bet")).toBe("$10");
  await page.getByText(`${table} Reported: match-up`).waitFor();
  await page.getByText("50.00 %").first().waitFor();
  // The law of the main wager follows by itself once it is worked out.
  await expect
    .poll(() => page.getByText("A win of").count(), { timeout: 180_000, message: "the band" })
    .toBeGreaterThan(0);
  await expect
    .poll(() => page.getByText("its band follows by itself").count(), { timeout: 180_000 })
    .toBe(0);
  await looked(floor.person, "reports-overview");
  await page.emulateMedia({ media: "print" });
  await floor.person.picture("reports-print");
  await page.emulateMedia({ media: null });

  // Each report as a table, as files, and as the command that makes it.
  const nav = page.getByRole("navigation", { name: "Reports" });
  await nav.getByRole("button", { name: "Wagers" }).click();
  await page.getByRole("region", { name: "Wagers" }).getByText("match-up").waitFor();
  await page.getByText(/^bahama report wagers --from \d{8} --until \d{8}$/).waitFor();
  const csv = await page.evaluate(async () => {
    const link = [...document.querySelectorAll("a")].find((one) => one.textContent === "CSV");
    return (await fetch(link!.href)).text();
  });
  expect(csv).toContain("schema,line,table,game");
  for (const name of ["Trays", "Hold", "Tables", "Exceptions", "Bank", "Changes", "Starts"]) {
    await nav.getByRole("button", { name, exact: true }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await expect.poll(() => page.getByText("Reading…").count()).toBe(0);
  }
  await nav.getByRole("button", { name: "Shifts" }).click();
  await page.getByText("Nothing in these days.").waitFor();
  await page.getByRole("button", { name: "Month", exact: true }).click();
  await page.getByText(/\d{4}-\d\d-01 to/).waitFor();
  await floor.person.leave();
});

it("gives the cage its own reports alone (S-07)", LONG, async () => {
  const { person } = await hired(world, "Carl", "cage");
  await person.page.goto(`${world.house.url}/reports`);
  const nav = person.page.getByRole("navigation", { name: "Reports" });
  await nav.getByRole("button", { name: "Bank" }).waitFor();
  expect(await nav.getByRole("button", { name: "Days" }).count()).toBe(0);
  await person.leave();
});

it("lets an auditor see everything and change nothing (S-07, S-14, L-05)", LONG, async () => {
  const table = await played("Audited", 2);
  const { person } = await hired(world, "Augusta", "auditor");
  const { page } = person;
  await page.goto(`${world.house.url}/audit`);
  await page.getByText("Nothing was checked since the server was started.").waitFor();
  await page.getByRole("button", { name: "Check everything" }).click();
  await page.getByText(/^Whole: \d+ chains with \d+ entries/).waitFor({ timeout: 60_000 });

  const record = page.getByRole("region", { name: "The record" });
  await record.getByLabel("Which").selectOption(String(table));
  await record.getByLabel("Kind of event").fill("ended");
  await record.getByRole("link", { name: "Replay round 2" }).waitFor();
  expect(await record.getByRole("link", { name: /^Replay round/ }).count()).toBe(2);

  const log = page.getByRole("region", { name: "The security log", exact: true });
  await log.getByLabel("A note of your own").fill("no");
  await log.getByRole("button", { name: "Add the note" }).click();
  await log.getByText("A note has 3 to 500 letters, on one line.").waitFor();
  await log.getByLabel("A note of your own").fill("counted the tray with Flora");
  await log.getByRole("button", { name: "Add the note" }).click();
  await log.getByText("The note is in the log, under your name.").waitFor();
  await log.getByLabel("What").selectOption("audit.note");
  await log.getByRole("cell", { name: "counted the tray with Flora" }).waitFor();
  await looked(person, "audit");

  await record.getByRole("link", { name: "Replay round 2" }).click();
  await page.getByText(`Round 2 of table ${table}`).first().waitFor();
  await person.leave();
});
