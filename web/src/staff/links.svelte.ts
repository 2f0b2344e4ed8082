// The links of the floor, each followed: those that tables for everybody play for, and those
// that still owe or are owed something.

import { ask, whoAmI } from "../api/client";
import type { LinkView, Lobby, Me, TableSummary } from "../api/schema";
import { Link } from "../link/model.svelte";
import { LINKS } from "./page";

export class StaffLinks {
  me = $state.raw<Me>();
  links = $state.raw<Link[]>([]);
  tables = $state.raw<TableSummary[]>([]);
  known = $state(false);
  failed = $state("");

  async open(): Promise<void> {
    try {
      this.me = await whoAmI();
      const { tables } = await ask<Lobby>("GET", "/api/tables");
      this.tables = tables.filter((table) => table.private == null);
      const numbers = new Set(this.tables.map((table) => table.link));
      const views = await ask<LinkView[]>("GET", "/api/links");
      const wanted = views.filter((view) => numbers.has(view.link) || view.office?.funds);
      // Those with a bank account first: the others are play money.
      const first = (view: LinkView) => (view.office?.funds ? 0 : 1);
      const shown = wanted.filter((view) => !view.exhibition);
      shown.sort((a, b) => first(a) - first(b) || a.link - b.link);
      this.links = shown.map(({ link }) => new Link(link));
      await Promise.all(this.links.map((link) => link.open()));
      this.known = true;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : LINKS.theServerDoesNotAnswer;
    }
  }

  stop(): void {
    this.links.forEach((link) => link.stop());
  }

  /** Why what is shown may be old. */
  get lost(): string {
    return this.failed || (this.links.some((link) => link.old) ? LINKS.theConnectionIsLostTrying : "");
  }

  is(...roles: Me["role"][]): boolean {
    return this.me !== undefined && roles.includes(this.me.role);
  }
}
