// A real server for the browser tests: its own data directory, a free port, staff by the
// one-time links it prints, tables with given shoes.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PROGRAM = process.env.BAHAMA_BIN ?? "bahama";

/** Somebody who asks the server without a browser. */
export interface Visitor {
  cookie: string;
  csrf: string;
}

export interface OpenTable {
  game: string;
  kind?: string;
  name?: string;
  paytables?: Record<string, string>;
  exhibition?: string[];
  wagers?: string[];
  clocks?: Record<string, number>;
  decks?: number;
}

/** Clocks that never run out. */
export const NO_CLOCKS = { betting_ms: 0, turn_ms: 0, insurance_ms: 0, cut_ms: 0, idle_ms: 0 };

export class House {
  private process: ChildProcess | undefined;
  private links = new Map<string, string>();
  private supervisor: Visitor | undefined;
  private started = false;
  readonly url: string;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<House> {
    const house = new House(mkdtempSync(join(tmpdir(), "bahama-web-")), await freePort());
    await house.run();
    return house;
  }

  private async run(): Promise<void> {
    const many = [
      "--rate-address",
      "0",
      "--rate-session",
      "0",
      "--rate-openings",
      "0",
      "--rate-session-sockets",
      "0",
      "--rate-address-sockets",
      "0",
    ];
    const child = spawn(
      PROGRAM,
      ["serve", "--data", this.folder, "--listen", `127.0.0.1:${this.port}`, ...many],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.process = child;
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      for (const [, role, link] of said.matchAll(
        /(player|dealer|supervisor|display|spectator)\S*\s+(http\S+\/enter\/\S+)/g,
      ))
        this.links.set(role!, link!);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    for (let tries = 0; tries < 300; tries += 1) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
      const up = await fetch(`${this.url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      // A first start prints its links before or after it answers.
      if (up && (this.started || this.links.size >= 4)) {
        this.started = true;
        return;
      }
      await pause(50);
    }
    throw new Error(`the server does not answer: ${said}`);
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    this.process = undefined;
  }

  async restart(): Promise<void> {
    await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The link for a role, to be used once. */
  link(role: string): string {
    const link = this.links.get(role);
    if (!link) throw new Error(`no link for ${role} among ${[...this.links.keys()].join(", ")}`);
    this.links.delete(role);
    return link;
  }

  /** Somebody new of the staff, added as the operator adds him; gives his one-time link. */
  hire(name: string, ...roles: string[]): string {
    const each = roles.flatMap((role) => ["--role", role]);
    const made = spawnSync(PROGRAM, ["staff", "add", name, ...each, "--data", this.folder]);
    const token = /enter\/([0-9a-f]+)/.exec(made.stdout.toString())?.[1] ?? "";
    return `${this.url}/enter/${token}`;
  }

  /** Somebody new of the staff, who signs in with a password. */
  employ(name: string, password: string, ...roles: string[]): void {
    const each = roles.flatMap((role) => ["--role", role]);
    const at = ["--password-stdin", "--data", this.folder];
    const made = spawnSync(PROGRAM, ["staff", "add", name, ...each, ...at], { input: password });
    if (made.status !== 0) throw new Error(made.stderr.toString());
  }

  /** A card for one of the staff, made as the operator makes it; gives its number. */
  card(name: string, level: string, pin: string): string {
    const made = spawnSync(
      PROGRAM,
      ["staff", "card", "add", name, "--level", level, "--pin-stdin", "--json", "--data", this.folder],
      { input: pin },
    );
    return (JSON.parse(made.stdout.toString()) as { number: string }).number;
  }

  async ask<T>(who: Visitor | undefined, method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { origin: this.url };
    if (who) Object.assign(headers, { cookie: who.cookie, "x-bahama-csrf": who.csrf });
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers,
      redirect: "manual",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as T;
  }

  /** A guest without a browser. */
  async guest(): Promise<Visitor> {
    const answer = await fetch(`${this.url}/api/guest`, {
      method: "POST",
      headers: { origin: this.url, "content-type": "application/json" },
      body: "{}",
    });
    const { csrf } = (await answer.json()) as { csrf: string };
    return { cookie: cookieOf(answer), csrf };
  }

  private async boss(): Promise<Visitor> {
    if (this.supervisor) return this.supervisor;
    const entered = await fetch(this.link("supervisor"), {
      method: "POST",
      headers: { origin: this.url },
      redirect: "manual",
    });
    const cookie = cookieOf(entered);
    const { csrf } = await this.ask<{ csrf: string }>({ cookie, csrf: "" }, "GET", "/api/me");
    this.supervisor = { cookie, csrf };
    return this.supervisor;
  }

  /** Opens a table, with its clocks off unless it is asked for others. */
  async open(table: OpenTable): Promise<number> {
    const wanted = { kind: "shared", clocks: NO_CLOCKS, ...table };
    return (await this.ask<{ table: number }>(await this.boss(), "POST", "/api/tables", wanted)).table;
  }
}

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
