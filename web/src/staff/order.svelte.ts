// One order of somebody of the staff at a time: it is on its way, done, or refused with the
// reason beside the field that it concerns.

import { Refused, type ShownCard, linkCommand, signedCommand } from "../api/client";
import type { Body, LinkBody } from "../api/schema";
import type { Table } from "../table/model.svelte";
import { sentence } from "./words";
import { ORDER } from "./page";

/** What a field is called on the forms; a refusal is shown beside it. */
export type Field =
  | "amount"
  | "reason"
  | "evidence"
  | "cards"
  | "seat"
  | "winner"
  | "identity"
  | "form"
  | "lend"
  | "advice"
  | "name"
  | "pin"
  | "order";

/** The field that a code of a refusal is about. */
export function fieldOf(code: string): Field {
  // The PIN of a card that is issued, not of one that is shown.
  if (code === "card.pin") return "pin";
  if (code.startsWith("card.") || code.startsWith("swipe.") || code === "rate.pin") return "cards";
  if (code.startsWith("amount.") || code === "tray.short" || code.startsWith("chips.")) return "amount";
  if (code === "slip.owes-less") return "amount";
  if (code === "reason.missing") return "reason";
  if (code === "claim.evidence") return "evidence";
  if (code === "slip.winner") return "winner";
  if (code === "slip.identity") return "identity";
  if (code === "slip.tax-form") return "form";
  if (code === "bank.short") return "lend";
  if (code === "parameters.advice") return "advice";
  if (code.startsWith("name.") || code === "display.revoked") return "name";
  return code.startsWith("seat.") ? "seat" : "order";
}

export class Order {
  /** What is on its way; a second order waits for it. */
  busy = $state(false);
  /** Which form the refusal belongs to, where on it, and the words. */
  refusal = $state<{ form: string; field: Field; text: string }>();
  /** What was done last, in words. */
  done = $state("");

  /** What stands beside a field of a form. */
  at(form: string, field: Field): string {
    return this.refusal?.form === form && this.refusal.field === field ? this.refusal.text : "";
  }

  refuse(form: string, field: Field, text: string): void {
    this.refusal = { form, field, text: sentence(text) };
    this.done = "";
  }

  /** Does something; whether it was done. */
  async run(form: string, done: string, work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = undefined;
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      const refused = error instanceof Refused;
      const text = refused ? error.message : ORDER.theServerDoesNotAnswer;
      this.refuse(form, refused ? fieldOf(error.code) : "order", text);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Gives a command to a table that is followed. */
  table(
    form: string,
    done: string,
    table: Table,
    body: Body,
    cards: ShownCard[] = [],
  ): Promise<boolean> {
    return this.run(form, done, async () => {
      const expected = table.live?.version ?? 0;
      table.receive(await signedCommand(table.number, expected, body, cards));
    });
  }

  /** Gives a command to a link. */
  link(
    form: string,
    done: string,
    link: { number: number; version: number },
    body: LinkBody,
    cards: ShownCard[] = [],
  ): Promise<boolean> {
    return this.run(form, done, () => linkCommand(link.number, link.version, body, cards));
  }
}
