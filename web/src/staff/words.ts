// The staff's catalogue: phases, roles and reasons in words for people at work.

import type { Phase, Role, Share, StopReason, LinkView } from "../api/schema";
import { catalogue } from "../language";
import { money, stopWords } from "../table/words";

export const ROLES: Record<Role, string> = catalogue({
  spectator: "display",
  player: "player",
  dealer: "dealer",
  cage: "cage",
  supervisor: "supervisor",
  executive: "executive",
  auditor: "auditor",
  house: "house",
});

const PHASES: Record<Phase["phase"], string> = {
  closed: "closed",
  dealer: "between games",
  cut: "the shoe is cut",
  betting: "bets are open",
  insurance: "insurance is asked",
  turn: "players decide",
  "hole-card": "hole card",
  "live-game": "game started",
  claims: "claims are open",
};

/** What a table does, in a few words; with the seat that is asked. */
export const phaseWords = catalogue((phase: Phase, asked?: number | null): string => {
  return phase.phase === "turn" && asked ? `seat ${asked} decides` : PHASES[phase.phase];
});

/** How long something has waited. */
export const age = catalogue((since: number, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
});

/** Where a claim stands. */
export const claimWords = catalogue(({ state }: Share): string => {
  switch (state.is) {
    case "claimed":
      return "claimed: waits for the supervisor";
    case "confirmed":
      return `confirmed ${money(state.cents)}: waits for ${aCard(state.needs)}`;
    case "awarded":
      return `awarded ${money(state.cents)}, slip ${state.slip}`;
    case "waived":
      return "waived";
    case "noted":
      return "noted: paid from the tray";
  }
});

/** The card an award needs. */
export const aCard = catalogue((needs: Role): string =>
  needs === "executive" ? "an executive’s card" : `a ${ROLES[needs]}’s card`,
);

/** Why the progressive takes no wagers, said before anybody tries (P-16); nothing if it does. */
export const linkStops = catalogue((link: LinkView | undefined, now: number): string => {
  if (!link) return "";
  const stopped: StopReason | null | undefined = link.stopped;
  if (stopped) return `The progressive takes no wagers: ${stopWords(stopped)}.`;
  const funds = link.office?.funds;
  if (!funds || funds.short <= 0 || now <= funds.stops_at) return "";
  const why = funds.never_funded ? "was never funded" : "is short";
  return `The progressive takes no wagers: its bank account ${why} and lacks ${money(funds.short)}.`;
});

/** A sentence of the server as it stands beside a field. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** A moment on paper and screen. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
