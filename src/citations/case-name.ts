/** Reads the name of a case before its citation. */
import { withoutEnd } from "../domain/without-end.ts";
import { withoutCourts } from "./court-before.ts";
import { NOTE_START } from "./footnotes.ts";

/** Characters before a citation in which its name is sought. */
const MAX_BEFORE = 250;
const VERSUS = /\s(?:v|vs)\.?\s+(?=[^\s])/g;
/** Names with one party. */
const MATTER =
  /(?:^|[\s(])((?:In re|Ex parte|(?:In the )?Matter of|Estate of|Succession of|Petition of)\s[^;:()“”"\n]{2,80})$/;
/** Words before a name that do not belong to it. */
const SIGNALS = new Set(
  "see in cf but accord compare under as also eg contra and citing quoting both like unlike with following because while although since after before when from by per generally only if that".split(
    " ",
  ),
);
/** Words within a name that are not capitalised. */
const WITHIN = new Set(
  "of the and for in on de la du von van et al ex rel a an to at by behalf &".split(" "),
);

/**
 * @param from the end of the citation before
 * @param end where the citation begins
 * @returns null if no name is there
 */
export function nameBefore(text: string, from: number, end: number): string | null {
  const before = withoutCourts(
    withoutEnd(textBefore(text, Math.max(from, end - MAX_BEFORE), end), /[\s,[(]/),
  );
  const [last] = [...before.matchAll(VERSUS)].slice(-1);
  if (last === undefined) return tidy(MATTER.exec(before)?.[1] ?? "");
  const second = before.slice(last.index + last[0].length);
  if (/[;:“”"()\n]|\.\s+[A-Z][a-z]{5,}\s[a-z]/.test(second)) return null;
  const first = firstParty(before.slice(0, last.index));
  return first === "" ? null : tidy(`${first} v. ${second}`);
}

/** Words of a name that is one party or the first words of it. */
const MAX_SHORT_NAME = 60;

/** The name before a short form, `Roe`, `Roe v. Wade`; null if none is there. @param from as in `nameBefore` */
export function shortNameBefore(text: string, from: number, end: number): string | null {
  const before = textBefore(text, Math.max(from, end - MAX_SHORT_NAME), end);
  if (!/[\p{L}.'’)],?\s+(?:(?:ubi|ut)\s+)?$/u.test(before)) return null;
  const complete = nameBefore(text, from, end);
  if (complete !== null) return complete;
  const name = firstParty(withoutEnd(before, /[\s,]/));
  return name === "" ? null : tidy(name);
}

/** A name does not begin before the footnote or the paragraph that it is in. */
function textBefore(text: string, from: number, end: number): string {
  const before = text.slice(from, end);
  const note = before.lastIndexOf(NOTE_START);
  const inNote = note < 0 ? before : before.slice(note + NOTE_START.length);
  return inNote.split(/\n[^\S\n]*\n/).at(-1) ?? "";
}

/** A bracket or quotation that a word opens and does not close: what precedes it does not belong to a name. */
const OPENS = /^[“"([][^)”"\]]*$/;

/** The words at the end of a text that may be a party. */
function firstParty(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const party: string[] = [];
  for (const word of words.toReversed()) {
    const isNamed = /^[“"'([]?[\p{Lu}\d&]/u.test(word) || WITHIN.has(word.toLowerCase());
    if (!isNamed || (party.length > 0 && endsSentence(word)) || beginsSentence(word, party)) break;
    party.unshift(word);
    if (OPENS.test(word)) break;
  }
  while (party.length > 0 && (isSignal(party[0] ?? "") || WITHIN.has(party[0] ?? ""))) party.shift();
  return party.join(" ");
}

/** A short word with a full stop is an abbreviation. The year of the citation before, `(1950),`, ends it too. */
function endsSentence(word: string): boolean {
  return /[;:!?)”"],?$|[)\]\d”"’']\.$|[a-z]{6}\.$/.test(word);
}

/** After a heading without a full stop: `ARGUMENT In Roe v. Wade`. */
function beginsSentence(word: string, [next = ""]: readonly string[]): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word) && isSignal(word) && next !== "re";
}

function isSignal(word: string): boolean {
  return SIGNALS.has(word.toLowerCase().replace(/[.,“"'([]/g, ""));
}

function tidy(name: string): string | null {
  const trimmed = withoutEnd(name.replace(/\s+/g, " ").replace(/^[“"'([]+/, ""), /[\s,”"']/);
  return trimmed === "" ? null : trimmed;
}
