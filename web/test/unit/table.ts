// A view and entries to fold over it.

import type { Entry, Event, View } from "../../src/api/schema";
import { EMPTY } from "../../src/table/fold";

export function viewOf(): View {
  return {
    table: 1,
    version: 1,
    at: 1000,
    posted_at: 0,
    posted: {
      name: "Test",
      game: "bahama-bonus",
      configuration: "h17",
      decks: 6,
      paytables: [],
      profile: "00",
      spots: ["main", "insurance", "match-up"],
      chips: [50, 100, 500, 2500],
      dealing: "automatic",
      staffing: "unattended",
      seats: 7,
      buy_in: [2000, 1_000_000],
      clocks: { betting_ms: 0, turn_ms: 0, insurance_ms: 0, cut_ms: 0, idle_ms: 0 },
    },
    phase: { phase: "betting", until: null },
    round: 1,
    seats: [1, 2, 3, 4, 5, 6, 7].map((seat) => ({
      seat,
      bets: [],
      ...(seat === 1
        ? { player: { account: 7, name: "Lucky Heron 1", chips: 50_000, ready: false } }
        : {}),
    })),
    felt: structuredClone(EMPTY),
    shoe: { shoe: 1, root: "ab", cards: 288, dealt: 0, cut: 144, cut_card_out: false },
    duty: [],
    you: { account: 7, role: "player", seats: [1], chips: 50_000 },
  };
}

export function entryOf(version: number, events: Event[]): Entry {
  return {
    version,
    at: 1000 + version,
    by: { account: 7, role: "player" },
    command: `command-${version}`,
    body: "",
    events,
  };
}
