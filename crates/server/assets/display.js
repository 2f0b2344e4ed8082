// Follows the stream of a link and shows its meters. Nothing is ever sent to the server.
"use strict";

const byId = (id) => document.getElementById(id);
const link = document.body.dataset.link;
const money = (cents) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
// The server sends words of lists and facts; here they become a few words for people.
const words = (name) => name.replaceAll("-", " ");
const pays = (pay) => (pay.share !== undefined ? `${pay.share}%` : pay.to ? `${pay.to.win} to ${pay.to.per}`
  : pay.for ? `${pay.for.pay} for ${pay.for.per}` : "loses");
const stopWords = (why) => (why.is === "said" ? why.words : words(why.is));

// What every meter shows now and where it is going; it counts up and never beyond.
const meters = new Map();
// The newest slip that was on the wall, to notice a new one.
let newest = null;
let heard = Date.now();
// How long a win stays on the wall, and how long silence is fine.
const WIN_MS = 30000;
const SILENCE_MS = 15000;
const wins = new Map();

function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

function place(jackpot) {
  const found = document.querySelector(`[data-spot="${CSS.escape(jackpot.spot)}"]`);
  if (found) return found;
  const box = make("section", undefined, "jackpot");
  box.dataset.spot = jackpot.spot;
  const table = make("dl", undefined, "paytable");
  for (const line of jackpot.paytable) table.append(make("dt", words(line.class)), make("dd", pays(line.pays)));
  box.append(make("h2", jackpot.name), make("div", "", "meter"), make("div", "", "about"), table);
  byId("jackpots").append(box);
  return box;
}

function nameOf(view, table) {
  const found = view.tables.find(([id]) => id === table);
  return found ? `${found[1]} (table ${table})` : `table ${table}`;
}

function show(view) {
  byId("name").textContent = view.name;
  for (const jackpot of view.jackpots) {
    const box = place(jackpot);
    const meter = meters.get(jackpot.spot) ?? { shown: jackpot.cents };
    // Down at once, up slowly: what is shown is never more than what is payable.
    meter.shown = Math.min(meter.shown, jackpot.cents);
    meter.target = jackpot.cents;
    meters.set(jackpot.spot, meter);
    const last = view.hits.find((hit) => hit.spot === jackpot.spot);
    if (newest !== null && last && last.slip > newest && !last.backed_out) {
      wins.set(jackpot.spot, { until: Date.now() + WIN_MS, text: `${money(last.cents)} won at ${nameOf(view, last.table)}. New base ${money(jackpot.cents)}` });
    }
    const pending = jackpot.pending.length > 0;
    const win = wins.get(jackpot.spot);
    const won = win && win.until > Date.now();
    box.classList.toggle("pending", pending);
    box.classList.toggle("won", Boolean(won));
    // Every claim that waits, with its table (P-35).
    const waiting = jackpot.pending.map((claim, place) => place === 0
      ? `${money(claim.frozen)} pending at ${nameOf(view, claim.table)}` : `then ${nameOf(view, claim.table)}`);
    // Below its seed a meter says why: with claims open it shows what is certain.
    const below = pending && jackpot.cents < jackpot.seed
      ? [`While claims are open ${money(jackpot.cents)} is certain for the next winner, whichever of them are paid`] : [];
    box.querySelector(".about").textContent = pending ? [...waiting, ...below].join(" \u00b7 ")
      : won ? win.text : jackpot.retired ? "out of play" : `${money(jackpot.unit)} a sensor`;
  }
  newest = view.hits.reduce((most, hit) => Math.max(most, hit.slip), newest ?? 0);
  byId("hits").replaceChildren(...view.hits.slice(0, 8).map((hit) =>
    make("li", `${new Date(hit.at).toLocaleString()}  ${nameOf(view, hit.table)}  ${words(hit.hand)}  ${money(hit.cents)}${hit.backed_out ? " (backed out)" : ""}`)));
  say(view.stopped ? `No progressive wagers: ${stopWords(view.stopped)}` : view.exhibition ? "Exhibition: for training only" : "", false);
}

function say(text, old) {
  byId("state").textContent = text;
  byId("state").classList.toggle("old", old);
}

let view = null;

function frame() {
  for (const [spot, meter] of meters) {
    const gap = meter.target - meter.shown;
    if (gap > 0) meter.shown = Math.min(meter.target, meter.shown + Math.max(1, Math.floor(gap / 40)));
    const text = money(meter.shown);
    const element = document.querySelector(`[data-spot="${CSS.escape(spot)}"] .meter`);
    if (element && element.textContent !== text) element.textContent = text;
  }
  requestAnimationFrame(frame);
}

// The view as it is now; where it cannot be had, the silence says so.
async function look() {
  const answer = await fetch(`/api/links/${link}`).catch(() => null);
  if (answer?.ok) { heard = Date.now(); view = await answer.json(); show(view); }
}

// The stream tells that something has happened, or beats: the meter is not old then.
function follow() {
  const address = new URL(`/api/links/${link}/stream`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const stream = new WebSocket(address);
  stream.addEventListener("message", (event) => {
    heard = Date.now();
    const { version, hello } = JSON.parse(event.data);
    if (!view || (version ?? hello?.version ?? 0) > view.version) look();
    else show(view);
  });
  stream.addEventListener("close", () => setTimeout(follow, 5000));
}

setInterval(() => { if (Date.now() - heard > SILENCE_MS) say("No connection: the meter may be old", true); }, 1000);
follow();
requestAnimationFrame(frame);
