// English stands in catalogues and nowhere else. A language for trying them out, `en-XA`, makes
// every text longer, accented and bracketed: what reads as plain English then was built elsewhere.

/** What a sentence is told: a number, or words. */
export type Said = string | number;

const isTrial = typeof navigator !== "undefined" && navigator.language === "en-XA";

const PLAIN = "aeiouycnszAEIOUYCNSZ";
const MARKED = "áéíóúýçñšžÁÉÍÓÚÝÇÑŠŽ";
/** How much longer texts are in other languages. */
const GROWTH = 0.4;

/** A text as the trial language has it; what is part of another text grows with that one only. */
function tried(text: string): string {
  const plain = text.replace(/( ˙+)*⟧|⟦/g, "");
  if (!/\p{L}/u.test(plain)) return text;
  const marked = plain.replace(/[a-z]/gi, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter);
  const more = "˙".repeat(Math.ceil(plain.length * GROWTH)).replace(/˙{1,6}/g, " $&");
  return `⟦${marked}${more}⟧`;
}

function translated(words: unknown): unknown {
  if (typeof words === "string") return tried(words);
  if (Array.isArray(words)) return words.map(translated);
  if (typeof words === "function")
    return (...facts: unknown[]) => translated((words as (...facts: unknown[]) => unknown)(...facts));
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, translated(word)]));
}

/** A catalogue: texts, and sentences as functions of their facts, under keys. */
export function catalogue<const Words>(words: Words): Words {
  return isTrial ? (translated(words) as Words) : words;
}
