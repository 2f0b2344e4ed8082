// The printing of a slip. Uses what plain.js has.
"use strict";

// The win page: every printing is counted first. The first one is the original; every other is
// marked, and so is the page itself before and after.
function printing() {
  const key = byId("print-slip");
  key?.addEventListener("click", () => attempt(async () => {
    const { link, slip } = key.dataset;
    me ??= await ask("GET", "/api/me");
    const seen = await ask("GET", `/api/links/${link}`);
    const body = { do: "reprint-slip", slip: Number(slip) };
    const entry = await ask("POST", `/api/links/${link}/commands`, { id: crypto.randomUUID(), expected: seen.version, body });
    const copies = entry.events.find((event) => event.event === "slip-reprinted").copies;
    const mark = byId("mark");
    const before = mark.textContent;
    if (key.dataset.void !== "true") mark.textContent = copies === 1 ? "" : `REPRINT ${copies - 1}`;
    mark.hidden = mark.textContent === "";
    print();
    mark.textContent = before;
    mark.hidden = false;
  }));
}

printing();
