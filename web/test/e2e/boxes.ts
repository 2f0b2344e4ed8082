// The boxes of all texts on a page, and which of them lie over each other.

import type { Page } from "playwright-core";

/** Pairs of visible texts whose boxes overlap. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      text: string;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const visible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(".ear-only, .skip, noscript, title, option");
    /** What is left of a box inside of everything that cuts it off. */
    const clipped = (box: Box, element: Element): Box => {
      const cut = { ...box };
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const edge = at.getBoundingClientRect();
        cut.left = Math.max(cut.left, edge.left);
        cut.right = Math.min(cut.right, edge.right);
        cut.top = Math.max(cut.top, edge.top);
        cut.bottom = Math.min(cut.bottom, edge.bottom);
      }
      return cut;
    };
    const boxes: Box[] = [];
    const add = (text: string, rect: DOMRect, element: Element) => {
      // A line's box is higher than its letters.
      const slack = rect.height * 0.17;
      const { left, right } = rect;
      const box = { text, left, right, top: rect.top + slack, bottom: rect.bottom - slack };
      const cut = clipped(box, element);
      if (cut.right - cut.left > 2 && cut.bottom - cut.top > 2) boxes.push(cut);
    };
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const element = node.parentElement;
      if (!text || !element || !visible(element)) continue;
      const curved = element.closest("textPath")?.closest("text");
      if (curved) {
        const matrix = curved.getScreenCTM()!;
        for (let at = 0; at < curved.getNumberOfChars(); at += 1) {
          const { x, y, width, height } = curved.getExtentOfChar(at);
          const from = new DOMPoint(x, y).matrixTransform(matrix);
          const to = new DOMPoint(x + width, y + height).matrixTransform(matrix);
          add(`felt: ${text}`, new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y), curved);
        }
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) add(text, rect, element);
    }
    const found = new Set<string>();
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        if (a.text === b.text) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 1) found.add(`“${a.text}” and “${b.text}”`);
      }
    });
    return [...found];
  });
}
