// What the house keeps of every wager of a table, as the server works it out.

import { ask } from "./client";
import type { Edge } from "./schema";

export function edgesOf(table: number): Promise<Edge[]> {
  return ask<Edge[]>("GET", `/api/tables/${table}/edges`);
}
