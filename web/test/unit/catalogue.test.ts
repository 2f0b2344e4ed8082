// English stands in the catalogues, colours in the style sheets, and a game's looks in one table.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type AST } from "svelte/compiler";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** What people read or hear of an element. */
const SAID = new Set([
  "aria-label",
  "aria-valuetext",
  "aria-description",
  "aria-roledescription",
  "title",
  "placeholder",
  "alt",
  "label",
  "question",
  "who",
  "hint",
]);
/** The name of the program is the same in every language. */
const isEnglish = (text: string) => /[A-Za-z]{2,}/.test(text.replace(/\bBahama\b/g, ""));

/** The words that stand in a component itself. */
function wordsIn(file: string): string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== "object" || node === null) return;
    const { type, name } = node as { type?: string; name?: string };
    if (type === "RegularElement" && ["style", "script", "code"].includes(name ?? "")) return;
    if (type === "Text" && isEnglish((node as AST.Text).data))
      found.push(`${file}: ${(node as AST.Text).data}`);
    if (type === "Attribute" && !SAID.has(name ?? "")) return;
    for (const [key, child] of Object.entries(node)) if (key !== "expression") look(child);
  };
  look(parse(read(file), { modern: true }).fragment.nodes);
  return found;
}

it("no component holds a word of its own", () => {
  const components = filesIn("src", /\.svelte$/);
  expect(components.length).toBeGreaterThan(50);
  expect(components.flatMap(wordsIn)).toEqual([]);
});

/** The tables of the colours: of all pages, of each game, of the staff's pages. */
const TOKENS = /style\/(tokens|games|staff)\.css$/;
/** A colour by its number, by a function or, in an attribute, by its name. */
const COLOURS = [
  /(?<![{\w/(])#(?:[0-9a-f]{3,4}){1,2}\b(?![\w-])/gi,
  /\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(/gi,
  /(?:fill|stroke|stop-color)="(?!none|currentColor|url|var|transparent)[a-z#]/gi,
];
const coloursIn = (text: string) => COLOURS.flatMap((colour) => text.match(colour) ?? []);

it("no component, module or other style sheet names a colour by its value", () => {
  const files = filesIn("src", /\.(svelte|ts|css)$/).filter((file) => !TOKENS.test(file));
  expect(files.some((file) => file.endsWith("base.css"))).toBe(true);
  const named = files.flatMap((file) => coloursIn(read(file)).map((colour) => `${file}: ${colour}`));
  expect(named).toEqual([]);
  expect(coloursIn('color: #0af; rgb(1 2 3) fill="red"')).toEqual(["#0af", "rgb(", 'fill="r']);
  // What paints the frame of a window knows no token, and is one all the same.
  const frame = /name="theme-color" content="(#\w+)"/.exec(read("page.html"))?.[1];
  expect(read("src/style/tokens.css")).toContain(`: ${frame};`);
});

it("every game has a felt and a motif of its own, and nothing else has", () => {
  const games = filesIn("../games", /^[^/]+\.toml$/).map((file) => file.replace(/^.*\/|\.toml$/g, ""));
  expect(games.length).toBeGreaterThanOrEqual(5);
  const looks = [...read("src/style/games.css").matchAll(/\[data-game="([^"]+)"\] \{([^}]*)\}/g)];
  expect(looks.map(([, game]) => game).sort()).toEqual(games.sort());
  for (const token of ["--felt-light", "--felt", "--felt-dark", "--motif"]) {
    const values = looks.map(([, , rules]) => new RegExp(`${token}: ([^;]+);`).exec(rules ?? "")?.[1]);
    expect(new Set(values).size, token).toBe(games.length);
  }
});

/** How bright a colour is (WCAG 2.2, relative luminance). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

it("what is written on a felt stands out from it, at its lightest too (4.5 to 1)", () => {
  const token = (name: string) =>
    new RegExp(`${name}: (#\\w{6});`).exec(read("src/style/tokens.css"))?.[1];
  const felts = [...read("src/style/games.css").matchAll(/--felt(?:-light|-dark)?: (#\w{6});/g)];
  expect(felts.length).toBeGreaterThanOrEqual(15);
  for (const ink of ["--ink", "--brass"])
    for (const [, felt] of felts)
      expect(contrast(token(ink)!, felt!), `${ink} on ${felt}`).toBeGreaterThanOrEqual(4.5);
});
