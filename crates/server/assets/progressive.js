// The progressive on the pages of dealer and supervisor: sensors, hand buttons, confirm,
// cards, slips, and the office of the link. Uses what plain.js has; everything from the
// server is written as text.
"use strict";

let jackpots = null;

const linkOf = () => view?.posted?.link?.link;

async function refreshLink() {
  if (linkOf() === undefined) return;
  jackpots = await ask("GET", `/api/links/${linkOf()}`);
}

// Shows cards for a command, then sends it with the proofs. A proof opens one command once.
async function withCards(base, expected, body, cards) {
  const id = crypto.randomUUID();
  const sent = { id, expected, body };
  const proofs = [];
  for (const [card, pin] of cards.filter(([card]) => card)) {
    proofs.push((await ask("POST", `${base}/swipes`, { card, pin, command: sent })).proof);
  }
  const headers = { "content-type": "application/json", "x-bahama-csrf": me.csrf };
  if (proofs.length > 0) headers["x-bahama-proof"] = proofs.join(",");
  const response = await fetch(`${base}/commands`, { method: "POST", headers, credentials: "same-origin", body: JSON.stringify(sent) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer?.error?.message ?? `error ${response.status}`);
  return answer;
}

function secret(text) {
  return field(text, { type: "password", autocomplete: "off", maxLength: 80 });
}

function choice(text, options) {
  const label = make("label", `${text} `);
  const select = make("select");
  for (const [value, shown] of options) select.append(make("option", shown, { value }));
  label.append(select);
  return [label, select];
}

function act(text, work) {
  const made = make("button", text, { type: "button" });
  made.addEventListener("click", () => attempt(work));
  return made;
}

// A sensor goes by the name of its jackpot.
const jackpotName = (spot) => jackpots?.jackpots.find((jackpot) => jackpot.spot === spot)?.name ?? spot;
const sensors = () => view.posted.spots.filter((spot) => spot.startsWith("progressive")).map((spot) => [spot, jackpotName(spot)]);

function hands() {
  const all = (jackpots?.jackpots ?? []).flatMap((jackpot) => jackpot.paytable);
  const named = all.map((line) => [line.class, `${words(line.class)} (${pays(line.pays)})`]);
  return [...new Map(named).entries()];
}

function claimText(claim) {
  const state = { claimed: "claimed", confirmed: `confirmed, ${money(claim.state.cents)}, needs a ${claim.state.needs}'s card`,
    awarded: `awarded ${money(claim.state.cents)}, slip ${claim.state.slip}`, waived: "waived", noted: "noted" }[claim.state.is];
  return `Seat ${claim.seat}, ${jackpotName(claim.spot)}: ${claim.hand}, ${state ?? claim.state.is}`;
}

function claimList() {
  const box = make("div");
  const told = view.progressive;
  if (!told) return box;
  for (const hand of told.hands) box.append(make("p", `Seat ${hand.seat} has ${hand.hand} on ${jackpotName(hand.spot)}: claim it or have it waived`));
  for (const claim of told.claims) {
    const line = row(make("span", claimText(claim)));
    if (claim.state.is === "confirmed") line.append(...swipeForm(claim));
    if (claim.state.is === "awarded") line.append(make("a", "Win page", { href: `/slips/${linkOf()}/${claim.state.slip}`, target: "_blank", rel: "noopener" }));
    box.append(line);
  }
  return box;
}

function swipeForm(claim) {
  const [cardLabel, card] = secret("Card");
  const [pinLabel, pin] = secret("PIN");
  return [cardLabel, pinLabel, act("Swipe", async () => {
    const body = { do: "swipe", seat: claim.seat, spot: claim.spot };
    await withCards(`/api/tables/${number}`, view.version, body, [[card.value, pin.value]]);
    await refresh();
  })];
}

// The sensors of all seats; at a live table each is a key that lights it or makes it dark.
function sensorMap([spot, name]) {
  const isLit = (seat) => view.progressive?.lit.some(([at, lit]) => at === seat.seat && lit === spot) || seat.bets.some((bet) => bet.spot === spot);
  const keys = view.seats.map((seat) => {
    const lit = isLit(seat);
    const key = button(`Seat ${seat.seat}`, { do: "light", seat: seat.seat, spot, lit: !lit });
    key.append(make("span", lit ? " ● lit" : " ○ dark", { ariaHidden: "true" }));
    key.dataset.name = `${spot} ${seat.seat}`;
    key.setAttribute("aria-pressed", String(Boolean(lit)));
    key.disabled = !isLive() || view.phase.phase !== "dealer";
    return key;
  });
  const all = row(make("span", name), ...keys);
  all.role = "group";
  all.ariaLabel = name;
  return all;
}

// The hand buttons: only seats whose sensor was lit can claim.
function handButtons() {
  const lit = view.progressive?.lit ?? [];
  if (lit.length === 0) return row(make("span", "Hand buttons: no sensor was lit when the game started"));
  const [whereLabel, where] = choice("Seat", lit.map(([seat, spot]) => [`${seat} ${spot}`, `${seat} ${jackpotName(spot)}`]));
  const [handLabel, hand] = choice("Hand", hands());
  const [cardsLabel, cards] = field("Four cards", { placeholder: "7s 7h 7d 7c", maxLength: 20 });
  const press = () => {
    const [seat, spot] = where.value.split(" ");
    return { do: "hand-button", seat: Number(seat), spot, hand: hand.value, cards: cards.value.trim() ? cards.value.trim().split(/\s+/) : [] };
  };
  return row(whereLabel, handLabel, ...(isLive() ? [cardsLabel] : []), button("Hand button", press));
}

function dealerProgressive() {
  return [make("h2", "Progressive"), ...sensors().map(sensorMap), handButtons(), claimList()];
}

function floorProgressive() {
  const [evidenceLabel, evidence] = field("Evidence", { maxLength: 200, placeholder: "cards shown, shoe counted down" });
  const [seatLabel, seat] = field("Seat", { type: "number", min: 1, max: view.posted.seats, value: 1 });
  const [spotLabel, spot] = choice("Sensor", sensors());
  const [reasonLabel, reason] = field("Reason", { maxLength: 200 });
  return [make("h2", "Progressive"), claimList(),
    row(evidenceLabel, button("Confirm the claims", () => ({ do: "confirm", evidence: evidence.value }))),
    row(seatLabel, spotLabel, reasonLabel, button("Waive the hand", () => ({ do: "waive", seat: Number(seat.value), spot: spot.value, reason: reason.value }))),
    office()];
}

// What is done away from the table, with one or two cards.
function office() {
  const box = make("details");
  box.append(make("summary", `Office of link ${linkOf()}`));
  if (!jackpots) return box;
  const [firstLabel, first] = secret("Card 1");
  const [firstPinLabel, firstPin] = secret("PIN 1");
  const [secondLabel, second] = secret("Card 2");
  const [secondPinLabel, secondPin] = secret("PIN 2");
  const [spotLabel, spot] = choice("Jackpot", jackpots.jackpots.map((jackpot) => [jackpot.spot, jackpot.name]));
  const [reasonLabel, reason] = field("Reason", { maxLength: 200 });
  const order = (body) => async () => {
    const cards = [[first.value, firstPin.value], [second.value, secondPin.value]];
    await withCards(`/api/links/${linkOf()}`, jackpots.version, body(), cards);
    [first, firstPin, second, secondPin].forEach((input) => { input.value = ""; });
    await refreshLink();
    situation = "";
    await refresh();
    say("Done.");
  };
  box.append(holdings(), row(firstLabel, firstPinLabel, secondLabel, secondPinLabel), row(spotLabel, reasonLabel));
  box.append(adjusting(order, spot, reason), parameters(order, spot, reason), slips(order, reason));
  return box;
}

function holdings() {
  const list = make("ul");
  const held = jackpots.office;
  if (!held) return list;
  for (const [spot, pot, set] of held.holds) {
    list.append(make("li", `${jackpotName(spot)}: meter $${(pot.meter / 1e6).toFixed(6)}, reserve $${(pot.reserve / 1e6).toFixed(6)}, seed ${money(set.seed)}, contribution ${set.contribution / 100} %, reserve ${set.reserve / 100} %`));
  }
  if (jackpots.stopped) list.append(make("li", `No wagers are taken: ${stopWords(jackpots.stopped)}`));
  list.append(make("li", `Bank account: ${money(held.bank / 1e4)} of ${money(held.required_bank / 1e4)} required${due(held)}`));
  list.append(make("li", `Slips not paid: ${held.unpaid.join(", ") || "none"}`));
  return list;
}

// An account that is short stops the progressive once the weekly deposit is due.
function due(held) {
  if (held.bank >= held.required_bank || held.deposit_due === undefined) return "";
  return `; the next deposit is due by ${new Date(held.deposit_due).toLocaleString()}`;
}

function adjusting(order, spot, reason) {
  const [changeLabel, change] = choice("Change", [["add", "add"], ["take", "take"]]);
  const [dollarsLabel, dollars] = field("Dollars", { type: "number", min: 0.01, step: 0.01, value: 1 });
  const [whyLabel, why] = choice("Because of", ["malfunction", "over-limit", "non-displayed-to-gross", "seed-recovery"].map((word) => [word, word]));
  const body = () => ({ do: "adjust", spot: spot.value, change: change.value, micros: Math.round(Number(dollars.value) * 100) * 10000, why: why.value, reason: reason.value });
  return row(changeLabel, dollarsLabel, whyLabel, act("Adjust the meter (two cards)", order(body)));
}

function parameters(order, spot, reason) {
  const now = jackpots.office?.holds[0]?.[2] ?? { seed: 0, contribution: 0, reserve: 0 };
  const [seedLabel, seed] = field("Seed in cents", { type: "number", min: 0, value: now.seed });
  const [rateLabel, rate] = field("Contribution in 1/100 %", { type: "number", min: 0, max: 10000, value: now.contribution });
  const [reserveLabel, reserve] = field("Reserve in 1/100 %", { type: "number", min: 0, max: 10000, value: now.reserve });
  const [overLabel, over] = field("Against the advice", { type: "checkbox" });
  const body = () => ({ do: "set-parameters", spot: spot.value, parameters: { seed: Number(seed.value), contribution: Number(rate.value), reserve: Number(reserve.value) }, reason: reason.value, override_advice: over.checked });
  return row(seedLabel, rateLabel, reserveLabel, overLabel, act("Set parameters (two cards)", order(body)),
    act("Take out of play (two cards)", order(() => ({ do: "retire", spot: spot.value, reason: reason.value }))),
    act("Stop wagers", order(() => ({ do: "stop", reason: reason.value }))), act("Resume", order(() => ({ do: "resume" }))));
}

function slips(order, reason) {
  const [slipLabel, slip] = field("Slip", { type: "number", min: 1, value: 1 });
  const [centsLabel, cents] = field("Cents", { type: "number", min: 1, value: 100000 });
  return row(slipLabel, act("Pay the slip", order(() => ({ do: "pay-slip", slip: Number(slip.value) }))),
    act("Back the award out (two cards)", order(() => ({ do: "back-out", slip: Number(slip.value), reason: reason.value }))),
    centsLabel, act("Note a deposit (an executive's card)", order(() => ({ do: "deposit", cents: Number(cents.value) }))));
}

// The win page: every printing is counted, and all but the first are marked.
function printing() {
  byId("print")?.addEventListener("click", () => print());
  const key = byId("print-slip");
  key?.addEventListener("click", () => attempt(async () => {
    const { link, slip } = key.dataset;
    const seen = await ask("GET", `/api/links/${link}`);
    const entry = await withCards(`/api/links/${link}`, seen.version, { do: "reprint-slip", slip: Number(slip) }, []);
    const copies = entry.events.find((event) => event.event === "slip-reprinted").copies;
    location.href = `/slips/${link}/${slip}?copy=${copies}`;
  }));
}

for (const [page, more] of [["dealer", dealerProgressive], ["floor", floorProgressive]]) {
  const before = CONTROLS[page];
  CONTROLS[page] = () => (linkOf() === undefined ? before() : [...before(), ...more()]);
}
BEFORE_SHOWING.push(refreshLink);
printing();
