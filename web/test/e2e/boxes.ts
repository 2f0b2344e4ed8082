// The boxes of all texts on a page: which of them overlap, and which lie beneath something.

import type { Person } from "./browser";

interface Box {
  text: string;
  element: Element;
  rect: DOMRect;
}

/** How much two boxes may share: glyphs are smaller than the boxes of their lines. */
const slack = (): number => 3;

/** What of a box can be seen: what scrolls is cut off by what it scrolls in. */
function seen(rect: DOMRect, element: Element): DOMRect | undefined {
  let [left, top] = [Math.max(rect.left, 0), Math.max(rect.top, 0)];
  let [right, bottom] = [Math.min(rect.right, innerWidth), Math.min(rect.bottom, innerHeight)];
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof SVGElement || getComputedStyle(at).overflow === "visible") continue;
    const frame = at.getBoundingClientRect();
    [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
    [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
  }
  const isThere = right - left > slack() && bottom - top > slack();
  return isThere ? new DOMRect(left, top, right - left, bottom - top) : undefined;
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(".ear-only, .skip, script, style, option, title") === null
  );
}

/** Letters on a curve have boxes of their own; a letter fills the middle of its box. */
function letters(element: SVGTextContentElement, text: string): Box[] {
  const [svg, matrix] = [element.ownerSVGElement, element.getScreenCTM()];
  if (!svg || !matrix || element.closest(".card")) return [];
  return Array.from({ length: element.getNumberOfChars() }, (_, at) => {
    const { x, y, width, height } = element.getExtentOfChar(at);
    const from = new DOMPoint(x, y + height * 0.2).matrixTransform(matrix);
    const to = new DOMPoint(x + width, y + height * 0.8).matrixTransform(matrix);
    const rect = seen(new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y), svg);
    return rect ? [{ text, element: svg, rect }] : [];
  }).flat();
}

function texts(): Box[] {
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement as Element | null, node.textContent?.trim() ?? ""];
    if (!element || text === "" || !isShown(element)) continue;
    if (element instanceof SVGTextContentElement) {
      boxes.push(...letters(element, text));
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const rect = seen(line, element);
      if (rect) boxes.push({ text, element, rect });
    }
  }
  return boxes;
}

/** The index and the suit of every card. */
function marks(): Box[] {
  const cards = [...document.querySelectorAll("svg.card")].filter(isShown);
  return cards.flatMap((element) =>
    [...element.querySelectorAll(":scope > text.index, :scope > text.index + use")].flatMap((mark) => {
      const rect = seen(mark.getBoundingClientRect(), element);
      const text = `${element.getAttribute("aria-label")} (${mark.tagName})`;
      return rect ? [{ text, element, rect }] : [];
    }),
  );
}

function overlaps(boxes: Box[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.element !== other.element && one.text !== other.text)
      .filter(({ rect }) => {
        const { left, right, top, bottom } = one.rect;
        const width = Math.min(right, rect.right) - Math.max(left, rect.left);
        const height = Math.min(bottom, rect.bottom) - Math.max(top, rect.top);
        return width > slack() && height > slack();
      })
      .map((other) => `“${one.text.slice(0, 40)}” over “${other.text.slice(0, 40)}”`),
  );
}

/** Whether an element hides what is beneath it. */
function hides(element: Element): boolean {
  if (element.closest("svg.card")) return true;
  if (element instanceof SVGElement) return false;
  const colour =
    getComputedStyle(element)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return colour.length === 3 || (colour[3] ?? 0) > 0.3;
}

function beneath({ text, element, rect }: Box): string[] {
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  for (const above of document.elementsFromPoint(x, y)) {
    const isOwn = above === element || element.contains(above) || above.contains(element);
    if (isOwn || above.closest("svg") === element) return [];
    if (!hides(above)) continue;
    const card = above.closest("svg.card")?.getAttribute("aria-label");
    return [`“${text.slice(0, 40)}” beneath ${card ?? above.className}`];
  }
  return [];
}

function find(layer: string): string[] {
  // What the mouse passes through is painted all the same. The page's own policy forbids a
  // style element.
  const style = new CSSStyleSheet();
  style.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(style);
  const all = [...texts(), ...marks()];
  const boxes = layer === "" ? all : all.filter(({ element }) => element.closest(layer) !== null);
  const found = [...overlaps(boxes), ...boxes.flatMap(beneath)];
  document.adoptedStyleSheets = [];
  return [...new Set(found)];
}

const PARTS = [seen, isShown, letters, texts, marks, overlaps, hides, beneath, find].map(String);

/**
 * Texts that overlap, and texts, indices and suits that lie beneath something; of a layer above all else
 * only its own.
 */
export function collisions(person: Person, layer = ""): Promise<string[]> {
  const script = `(() => { const slack = ${slack}; ${PARTS.join("\n")}
    return find(${JSON.stringify(layer)}); })()`;
  return person.page.evaluate<string[]>(script);
}
