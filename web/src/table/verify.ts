// Checks a shoe that is over, in the browser and from its secret alone: shuffles it again,
// works out its commitment again, and compares both with what was published and dealt.
// Nothing of the server's is used here; docs/live-table.md says how a shoe is made.

import type { ShoeNews } from "../api/schema";

/** What the table's public record tells of a shoe. */
export interface ShoeRecord {
  shoe: number;
  cards: number;
  /** The decks of the sign it was shuffled under. */
  decks: number;
  root: string;
  discards: boolean;
  cut: number;
  /** The cards in the order in which they were dealt; nothing for one nobody has seen. */
  dealt: (string | undefined)[];
  secret?: string;
}

/** The shoes of a table, from the public record of them in order. */
export function shoesOf(entries: Iterable<Pick<ShoeNews, "events">>): ShoeRecord[] {
  const shoes = new Map<number, ShoeRecord>();
  let current: ShoeRecord | undefined;
  let decks = 0;
  let hole: { shoe: ShoeRecord; place: number } | undefined;
  for (const { events } of entries) {
    for (const event of events) {
      switch (event.event) {
        case "posted":
          decks = event.sign.decks;
          break;
        case "shoe-committed":
          current = {
            shoe: event.shoe,
            cards: event.cards,
            decks,
            root: event.root,
            discards: event.discards,
            cut: 0,
            dealt: [],
          };
          shoes.set(event.shoe, current);
          break;
        case "shoe-cut":
          if (current) current.cut = event.place;
          break;
        case "dealt":
          for (const { card } of event.cards) {
            if (current && !card) hole = { shoe: current, place: current.dealt.length };
            current?.dealt.push(card ?? undefined);
          }
          break;
        case "hole-turned":
          if (hole) hole.shoe.dealt[hole.place] = event.card;
          break;
        case "shoe-opened": {
          const opened = shoes.get(event.shoe);
          if (opened) opened.secret = event.secret;
          break;
        }
      }
    }
  }
  return [...shoes.values()];
}

export type Verdict = "good" | "commitment differs" | "cards differ" | "not checked here";

/** Shuffles a shoe again and compares; decks and their size come from the table's sign. */
export async function verify(record: ShoeRecord): Promise<Verdict> {
  // Discards are shuffled without the cards in play, which takes the whole record.
  if (!record.secret || record.discards) return "not checked here";
  const key = bytesOf(record.secret);
  const cards = newDecks(record.decks, record.cards / record.decks);
  shuffle(cards, keystream(key, 0));
  if ((await rootOf(cards, keystream(key, 1))) !== record.root) return "commitment differs";
  const order = [...cards.slice(record.cut), ...cards.slice(0, record.cut)];
  const same = record.dealt.every((card, place) => card === undefined || card === order[place]);
  return same ? "good" : "cards differ";
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = ["c", "d", "h", "s"];

/** Decks before the shuffle: by rank, by suit, every card as often as there are decks. */
function newDecks(decks: number, size: number): string[] {
  const ranks = size === 48 ? RANKS.filter((rank) => rank !== "T") : RANKS;
  return ranks.flatMap((rank) =>
    SUITS.flatMap((suit) => Array.from({ length: decks }, () => rank + suit)),
  );
}

/** Fisher-Yates from the front, with bounded integers by rejection. */
function shuffle(cards: string[], word: () => number): void {
  for (let place = 0; place < cards.length; place += 1) {
    const other = place + below(cards.length - place, word);
    [cards[place], cards[other]] = [cards[other]!, cards[place]!];
  }
}

function below(bound: number, word: () => number): number {
  const surplus = 2 ** 32 % bound;
  for (;;) {
    const product = BigInt(word()) * BigInt(bound);
    if (Number(product & 0xffff_ffffn) >= surplus) return Number(product >> 32n);
  }
}

/** The words of a ChaCha20 keystream: a counter and a stream number of 64 bits each. */
function keystream(key: Uint8Array, stream: number): () => number {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = new Uint32Array([
    0x61707865,
    0x3320646e,
    0x79622d32,
    0x6b206574,
    ...Array.from({ length: 8 }, (_, index) => view.getUint32(4 * index, true)),
    0,
    0,
    stream,
    0,
  ]);
  let block = new Uint32Array(0);
  let next = 0;
  return () => {
    if (next === block.length) {
      block = chacha(start);
      start[12] = start[12]! + 1;
      next = 0;
    }
    next += 1;
    return block[next - 1]!;
  };
}

function chacha(start: Uint32Array): Uint32Array<ArrayBuffer> {
  const x = new Uint32Array(start);
  const step = (a: number, b: number, d: number, bits: number) => {
    x[a] = x[a]! + x[b]!;
    const mixed = x[d]! ^ x[a]!;
    x[d] = (mixed << bits) | (mixed >>> (32 - bits));
  };
  const quarter = (a: number, b: number, c: number, d: number) => {
    step(a, b, d, 16);
    step(c, d, b, 12);
    step(a, b, d, 8);
    step(c, d, b, 7);
  };
  for (let round = 0; round < 10; round += 1) {
    for (let at = 0; at < 4; at += 1) quarter(at, 4 + at, 8 + at, 12 + at);
    for (let at = 0; at < 4; at += 1)
      quarter(at, 4 + ((at + 1) % 4), 8 + ((at + 2) % 4), 12 + ((at + 3) % 4));
  }
  return x.map((word, index) => word + start[index]!);
}

/** The Merkle root over the salted cards; an odd node is carried up as it is. */
async function rootOf(cards: string[], word: () => number): Promise<string> {
  const leaves = cards.map((card, place) => {
    const leaf = new Uint8Array(1 + 2 + 16 + card.length);
    const view = new DataView(leaf.buffer);
    view.setUint16(1, place);
    for (let at = 0; at < 4; at += 1) view.setUint32(3 + 4 * at, word());
    leaf.set(new TextEncoder().encode(card), 19);
    return sha256(leaf);
  });
  let nodes = await Promise.all(leaves);
  while (nodes.length > 1) {
    const above: Promise<Uint8Array>[] = [];
    for (let at = 0; at < nodes.length; at += 2) {
      const [left, right] = [nodes[at]!, nodes[at + 1]];
      above.push(right ? sha256(new Uint8Array([1, ...left, ...right])) : Promise.resolve(left));
    }
    nodes = await Promise.all(above);
  }
  return hexOf(nodes[0] ?? new Uint8Array());
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex: string) =>
  new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
