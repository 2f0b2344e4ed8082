import { DOLLARS } from "./page";
// Money as people type it: dollars, with or without a sign, commas and cents.

/** The most that an amount on a form may be, in cents: a command holds no more. */
const MOST = 4_294_967_295;

/** What somebody typed, in cents; or what is wrong with it, in words. */
export type Typed = { cents: number } | { wrong: string };

/** Reads dollars such as `200`, `$1,250.50` or `.25`. */
export function readDollars(text: string): Typed {
  const bare = text.trim().replace(/^\$\s*/, "");
  if (bare === "") return { wrong: DOLLARS.typeAnAmountInDollars };
  const parts = /^(\d{1,3}(?:,\d{3})*|\d*)(?:\.(\d{1,2}))?$/.exec(bare);
  const [, whole = "", part = ""] = parts ?? [];
  if (!parts || (whole === "" && part === "")) return { wrong: DOLLARS.dollarsAndCentsSuch };
  const cents = Number(whole.replaceAll(",", "") || 0) * 100 + Number(part.padEnd(2, "0"));
  if (cents === 0) return { wrong: DOLLARS.anAmountMustBeMore };
  return cents > MOST ? { wrong: DOLLARS.thatIsMoreThanOne } : { cents };
}

/** Reads a share such as `12.5` in hundredths of a percent. */
export function readPercent(text: string): { hundredths: number } | { wrong: string } {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const hundredths = parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : NaN;
  return hundredths <= 10_000 ? { hundredths } : { wrong: DOLLARS.aShareIs0 };
}
