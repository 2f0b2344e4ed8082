// Keeps a plain page fresh and sends what its buttons ask for. Everything that comes
// from the server is written as text, never as markup.
"use strict";

const byId = (id) => document.getElementById(id);
const place = document.querySelector("[data-table]");
const number = place?.dataset.table;
const page = place?.dataset.page;
const CLOSED = { 4001: "You have signed out.", 4002: "You have signed in elsewhere; this page has stopped.",
  4003: "Your access has been withdrawn.", 4004: "You were away too long; sign in again." };

let me = null;
let view = null;
let last = 0;

function say(text, wrong = false) {
  const status = byId("status");
  if (!status) return;
  status.textContent = text;
  status.classList.toggle("wrong", wrong);
}

function make(tag, text, more = {}) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  return Object.assign(element, more);
}

const money = (cents) => `$${(cents / 100).toFixed(2)}`;

async function ask(method, path, body) {
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (me?.csrf) headers["x-bahama-csrf"] = me.csrf;
  const options = { method, headers, credentials: "same-origin" };
  if (body !== undefined) options.body = JSON.stringify(body);
  const response = await fetch(path, options);
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Error(answer?.error?.message ?? `error ${response.status}`);
  return answer;
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    say(error.message, true);
  }
}

// A command keeps its id until it is answered, so that it is done once however often
// it has to be sent.
async function command(body) {
  const id = crypto.randomUUID();
  for (let tries = 0; ; tries += 1) {
    try {
      await ask("POST", `/api/tables/${number}/commands`, { id, expected: view?.version ?? last, body });
      say("");
      return refresh();
    } catch (error) {
      if (!(error instanceof TypeError) || tries >= 3) throw error;
      await new Promise((done) => setTimeout(done, 500 * (tries + 1)));
    }
  }
}

function button(text, body) {
  const made = make("button", text, { type: "button" });
  made.addEventListener("click", () => attempt(() => command(typeof body === "function" ? body() : body)));
  return made;
}

function row(...parts) {
  const made = make("div", undefined, { className: "row" });
  made.append(...parts);
  return made;
}

function field(text, more) {
  const label = make("label", `${text} `);
  const input = make("input", undefined, more);
  label.append(input);
  return [label, input];
}

// The server sends words of lists and facts; here they become a few words for people.
const words = (name) => name.replaceAll("-", " ");

// What a table waits for, in words.
const PHASES = { closed: "closed", dealer: "between games", cut: "waiting for the cut", betting: "bets are open", insurance: "insurance is asked", turn: "a player's turn",
  "hole-card": "the dealer turns the hole card", "live-game": "game started", claims: "claims on the progressive are open" };

const hand = (hand) => `${hand.cards.join(" ")} (${hand.soft ? "soft " : ""}${hand.total})${hand.fate === "open" ? "" : ` ${hand.fate}`}`;

function showFelt() {
  const felt = view.felt;
  const dealer = [...felt.dealer, ...(felt.hole_down ? ["face down"] : [])].join(" ");
  const parts = [make("p", `Round ${view.round}: ${PHASES[view.phase.phase] ?? view.phase.phase}`)];
  if (dealer) parts.push(make("p", `Dealer: ${dealer}`, { className: "cards" }));
  byId("felt").replaceChildren(...parts);
  byId("lines").replaceChildren(...felt.lines.map((line) =>
    make("li", `Seat ${line.seat} ${line.spot}: staked ${money(line.staked)}, returned ${money(line.returned)}, ${words(line.reason.is)}`)));
}

function showSeats() {
  byId("seats").replaceChildren(...view.seats.map((seat) => {
    const box = make("div", undefined, { className: "seat" });
    if (view.ask?.seat === seat.seat) box.classList.add("asked");
    box.append(make("div", `${seat.seat}. ${seat.player?.name ?? "free"}`));
    if (seat.player) box.append(make("div", money(seat.player.chips)));
    for (const bet of seat.bets) box.append(make("div", `${bet.spot} ${money(bet.cents)}`));
    const cards = view.felt.seats.find((at) => at.seat === seat.seat);
    for (const one of cards?.hands ?? []) box.append(make("div", hand(one), { className: "cards" }));
    return box;
  }));
}

function playerControls() {
  const parts = [];
  const mine = view.you.seats;
  const free = view.seats.filter((seat) => !seat.player).map((seat) => seat.seat);
  if (mine.length === 0 && free.length > 0) {
    const [least, most] = view.posted.buy_in;
    const [label, input] = field("Chips in cents", { type: "number", min: least, max: most, value: Math.min(most, Math.max(least, 20000)) });
    parts.push(row(label, ...free.map((seat) => button(`Sit at ${seat}`, () => ({ do: "sit", seat, buy_in: Number(input.value) })))));
  }
  if (view.phase.phase === "betting") for (const seat of mine) parts.push(betting(seat));
  if (view.phase.phase === "cut" && mine.length > 0) {
    const { least, most } = view.phase;
    const [label, input] = field("Cut at card", { type: "number", min: least, max: most, value: Math.floor((least + most) / 2) });
    parts.push(row(label, button("Cut", () => ({ do: "cut", place: Number(input.value) }))));
  }
  const asked = view.ask;
  if (asked && mine.includes(asked.seat)) {
    parts.push(asked.ask === "insurance"
      ? row(make("span", `Seat ${asked.seat}: insurance?`), button("No insurance", { do: "insure", seat: asked.seat, cents: 0 }),
        button(`Insure ${money(asked.most)}`, { do: "insure", seat: asked.seat, cents: asked.most }))
      : row(make("span", `Seat ${asked.seat}, hand ${asked.hand}:`), ...asked.legal.map((offer) =>
        button(offer.adds ? `${offer.action} (+${money(offer.adds)})` : offer.action, { do: "act", seat: asked.seat, hand: asked.hand, action: offer.action }))));
  }
  if (mine.length > 0) parts.push(row(...mine.map((seat) => button(`Leave seat ${seat}`, { do: "leave", seat }))));
  return parts;
}

// What is laid on the spots of a seat and not yet sent.
const laid = new Map();

function betting(seat) {
  const bets = laid.get(seat) ?? {};
  const spot = make("select");
  spot.append(...view.posted.spots.filter((name) => name !== "insurance").map((name) => make("option", name)));
  const label = make("label", `Seat ${seat} `);
  label.append(spot);
  const sum = make("span", Object.entries(bets).map(([name, cents]) => `${name} ${money(cents)}`).join(", ") || "no bets");
  const chips = view.posted.chips.map((cents) => {
    const chip = make("button", money(cents), { type: "button" });
    chip.addEventListener("click", () => {
      const now = laid.get(seat) ?? {};
      now[spot.value] = (now[spot.value] ?? 0) + cents;
      laid.set(seat, now);
      sum.textContent = Object.entries(now).map(([name, at]) => `${name} ${money(at)}`).join(", ");
    });
    return chip;
  });
  const clear = make("button", "Take back", { type: "button" });
  clear.addEventListener("click", () => attempt(() => { laid.delete(seat); return command({ do: "bet", seat, bets: {} }); }));
  return row(label, ...chips, sum, clear, button("Bet", () => ({ do: "bet", seat, bets: laid.get(seat) ?? {} })), button("Deal me in", { do: "ready" }));
}

const CONTROLS = { table: playerControls };

// Controls are made again only when the situation has changed, so that the keyboard's
// place and half-typed amounts are kept.
let situation = "";

function show() {
  byId("name").textContent = `${view.posted.name} (${view.posted.game})`;
  showFelt();
  showSeats();
  const controls = byId("controls");
  const seats = view.seats.map((seat) => seat.player?.account);
  const now = JSON.stringify([view.phase.phase, view.ask, view.you.seats, seats, view.round]);
  if (controls && now !== situation && CONTROLS[page]) {
    if (view.phase.phase !== "betting") laid.clear();
    situation = now;
    const focused = controls.querySelector("button:focus")?.textContent;
    controls.replaceChildren(...CONTROLS[page]());
    [...controls.querySelectorAll("button")].find((key) => key.textContent === focused)?.focus();
  }
}

let refreshing = null;

function refresh() {
  refreshing ??= (async () => {
    try {
      view = await ask("GET", `/api/tables/${number}`);
      last = Math.max(last, view.version);
      show();
    } finally {
      refreshing = null;
    }
  })();
  return refreshing;
}

function follow(wait = 500) {
  const address = new URL(`/api/tables/${number}/stream?after=${last}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.addEventListener("message", (event) => {
    const said = JSON.parse(event.data);
    if (said.version === undefined) return;
    last = said.version;
    attempt(refresh);
  });
  socket.addEventListener("open", () => { wait = 500; say(""); });
  socket.addEventListener("close", (event) => {
    if (CLOSED[event.code]) return say(CLOSED[event.code], true);
    say("The connection is lost; trying again.", true);
    setTimeout(() => attempt(async () => { await refresh().catch(() => {}); follow(Math.min(wait * 2, 15000)); }), wait);
  });
}

function lobby() {
  byId("guest")?.addEventListener("click", () => attempt(async () => { await ask("POST", "/api/guest", {}); location.reload(); }));
  byId("sign-in")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const body = { name: form.get("name"), password: form.get("password") };
    if (form.get("role")) body.role = form.get("role");
    attempt(async () => { await ask("POST", "/api/sign-in", body); location.reload(); });
  });
  byId("practice")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const game = new FormData(event.target).get("game");
    attempt(async () => { location.href = `/table/${(await ask("POST", "/api/tables", { game, kind: "practice" })).table}`; });
  });
}

async function start() {
  lobby();
  me = await ask("GET", "/api/me").catch(() => null);
  if (me) {
    byId("who").textContent = `${me.name}, ${me.role}`;
    const leave = byId("sign-out");
    leave.hidden = false;
    leave.addEventListener("click", () => attempt(async () => { await ask("POST", "/api/sign-out", {}); location.href = "/"; }));
  }
  if (place && me) {
    if (page === "display") document.body.classList.add("display");
    await refresh();
    follow();
  }
}

// Once every script of the page has run: others add to what is shown.
document.addEventListener("DOMContentLoaded", () => attempt(start));
