// Real browsers at the tables: what a person sees and presses.

import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { expect } from "vitest";
import type { House } from "./house";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PICTURES = process.env.BAHAMA_PICTURES ?? join(import.meta.dirname, "../../../target/pictures");

export const SIZES = {
  phone: [360, 740],
  tablet: [768, 1024],
  laptop: [1280, 800],
  large: [1920, 1080],
} as const;

/** What a browser without a screen and without a network needs. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** A browser; with arguments of its own for what somebody has chosen in its settings. */
export function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...ARGUMENTS, ...more],
  });
}

export interface Wanted {
  width?: number;
  height?: number;
  /** Cards fly; otherwise everything is there at once. */
  motion?: boolean;
  reduced?: boolean;
  touch?: boolean;
  /** The language of the browser. */
  locale?: string;
}

/** What is wider than the frame drawn around it. */
function spilt(): string[] {
  const frames = [...document.querySelectorAll(".ring, .plate, .actions button, .sides > span")];
  return frames
    .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
    .map((frame) => `${frame.className}: ${frame.textContent}`);
}

/** A person with a browser of their own. */
export class Person {
  /** Everything the server sent, in order. */
  readonly heard: string[] = [];
  readonly faults: string[] = [];

  private constructor(
    readonly house: House,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async come(browser: Browser, house: House, wanted: Wanted = {}): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width: wanted.width ?? 1280, height: wanted.height ?? 800 },
      hasTouch: wanted.touch ?? false,
      isMobile: wanted.touch ?? false,
      reducedMotion: wanted.reduced ? "reduce" : "no-preference",
      locale: wanted.locale ?? "en-US",
    });
    if (!wanted.motion) {
      await context.addInitScript(() => {
        if (!localStorage.getItem("bahama.settings"))
          localStorage.setItem("bahama.settings", JSON.stringify({ speed: "off", sound: false }));
      });
    }
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const person = new Person(house, context, page);
    person.listen();
    return person;
  }

  private listen(): void {
    this.page.on("pageerror", (error) => this.faults.push(error.message));
    this.page.on("console", (message) => {
      // A refused request is a line in the console of every browser, and no fault.
      if (
        message.type() === "error" &&
        !message.text().startsWith("Failed to load resource") &&
        !message.text().includes("WebSocket")
      )
        this.faults.push(message.text());
    });
    this.page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.heard.push(String(payload))),
    );
    this.page.on("response", (response) => {
      if (response.url().includes("/api/"))
        void response.text().then(
          (text) => this.heard.push(text),
          () => undefined,
        );
    });
  }

  /** Comes in as a guest and goes to a table. */
  async watch(table: number): Promise<void> {
    await this.page.goto(`${this.house.url}/`);
    await this.page.evaluate(() =>
      fetch("/api/guest", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      }),
    );
    await this.page.goto(`${this.house.url}/table/${table}`);
    await this.page.locator(".page[data-version]").waitFor();
  }

  async sit(table: number, seat: number): Promise<void> {
    await this.watch(table);
    await this.page.getByRole("button", { name: `Sit here at seat ${seat}` }).click();
    await this.page.getByRole("radiogroup", { name: "Chip" }).waitFor();
  }

  /** Puts chips on spots until they hold these dollars, as a person clicks. */
  async bet(seat: number, stakes: Record<string, number>): Promise<void> {
    for (const [spot, dollars] of Object.entries(stakes)) {
      if (spot !== "Main") await this.openDrawer(seat);
      let left = dollars;
      for (const chip of [25, 5, 1]) {
        if (left < chip || (await this.page.getByRole("radio", { name: `$${chip} chip` }).count()) === 0)
          continue;
        await this.page.getByRole("radio", { name: `$${chip} chip` }).click();
        for (; left >= chip; left -= chip)
          await this.page
            .getByRole("button", { name: new RegExp(`^Add \\$${chip} to ${spot}, seat ${seat}`) })
            .click();
      }
    }
  }

  /** Waits until nothing is on its way to the table. */
  async betsLie(): Promise<void> {
    await expect.poll(() => this.page.locator(".spot .pending").count()).toBe(0);
  }

  /** On a narrow screen the side wagers lie in a drawer. */
  private async openDrawer(seat: number): Promise<void> {
    const drawer = this.page
      .getByRole("region", { name: new RegExp(`^Seat ${seat}, you`) })
      .getByRole("button", { name: /^Side bets/, expanded: false });
    if ((await drawer.count()) > 0) await drawer.click();
  }

  async deal(): Promise<void> {
    await this.page.getByRole("button", { name: /^Deal/ }).click();
  }

  async act(name: string): Promise<void> {
    const button = this.page
      .getByRole("group", { name: "Actions" })
      .getByRole("button", { name: new RegExp(`^${name}`) });
    await expect
      .poll(() => button.getAttribute("aria-disabled").catch(() => "gone"), {
        timeout: 10_000,
        message: `${name} is offered`,
      })
      .toBe(null);
    const version = await this.version();
    await button.click();
    await expect.poll(() => this.version(), { timeout: 10_000 }).toBeGreaterThan(version);
  }

  /** The version that is shown. */
  async version(): Promise<number> {
    return Number(await this.page.locator(".page").getAttribute("data-version"));
  }

  /** Waits until the results of one's own seats are shown; gives them line by line. */
  async results(): Promise<string[]> {
    const list = this.page.getByRole("region", { name: "Your results" });
    await list.waitFor();
    const lines = await list.getByRole("listitem").all();
    return Promise.all(
      lines.map(async (line) => (await line.locator("span").allInnerTexts()).join(" | ")),
    );
  }

  async chips(): Promise<number> {
    return Number(await this.page.locator("[data-chips]").getAttribute("data-chips"));
  }

  /** What axe finds serious here: nothing. */
  async isAccessible(where: string): Promise<void> {
    // The page's own policy forbids scripts from elsewhere, so axe comes by the debugger.
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(async () => {
      const axe = (
        window as unknown as {
          axe: {
            run(options: unknown): Promise<{
              violations: {
                id: string;
                impact: string;
                nodes: { html: string; failureSummary: string }[];
              }[];
            }>;
          };
        }
      ).axe;
      const { violations } = await axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 260)}`)
              .join("; ")}`,
        );
    });
    expect(found, where).toEqual([]);
  }

  /** Keeps a picture of what is seen. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  /** Pictures at the four sizes, each checked for sideways scrolling. */
  async pictures(name: string): Promise<void> {
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await this.page.setViewportSize({ width, height });
      await this.page.waitForTimeout(120);
      const over = await this.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${name} at ${size} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await this.page.evaluate(spilt), `${name} at ${size} spills`).toEqual([]);
      await this.picture(`${name}-${size}`);
    }
    await this.page.setViewportSize({ width: 1280, height: 800 });
  }

  async leave(): Promise<void> {
    expect(this.faults).toEqual([]);
    await this.context.close();
  }
}
