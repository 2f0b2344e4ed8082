// How long somebody has, by the page's own steady clock. The times that the server writes
// down are of its wall clock, which may jump from one entry to the next; how long it waits is
// the difference of two times of one entry, or what a view says is left.

import type { Entry, Event, View } from "../api/schema";

/** The page's steady clock, in milliseconds. */
export function steady(): number {
  return performance.now();
}

/** An entry that has just come, with every `until` as a moment of the steady clock. */
export function timed(entry: Entry, now = steady()): Entry {
  const own = (event: Event): Event =>
    "until" in event && event.until ? { ...event, until: now + event.until - entry.at } : event;
  return { ...entry, events: entry.events.map(own) };
}

/** The same of a view that has just come. */
export function timedView(view: View, now = steady()): View {
  if (!("until" in view.phase) || !view.phase.until) return view;
  return { ...view, phase: { ...view.phase, until: now + (view.left_ms ?? 0) } };
}
