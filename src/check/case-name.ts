/** The name of a case as a draft gives it before a citation, and whether it is the name of a stored case. */
import { withoutEnd } from "../domain/without-end.ts";
import { fold } from "../text/analyzer.ts";

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
/** Words that names have or lack. */
const IGNORED = new Set(
  "the of and in on for et al a an co corp inc ltd llc llp lp company corporation incorporated limited no v vs".split(
    " ",
  ),
);

/**
 * @param from the end of the citation before
 * @param end where the citation begins
 * @returns null if no name is there
 */
export function nameBefore(text: string, from: number, end: number): string | null {
  const before = withoutEnd(text.slice(Math.max(from, end - MAX_BEFORE), end), /[\s,]/);
  const [last] = [...before.matchAll(VERSUS)].slice(-1);
  if (last === undefined) return tidy(MATTER.exec(before)?.[1] ?? "");
  const second = before.slice(last.index + last[0].length);
  if (/[;:“”"()\n]|\.\s+[A-Z][a-z]{5,}\s[a-z]/.test(second)) return null;
  const first = firstParty(before.slice(0, last.index));
  return first === "" ? null : tidy(`${first} v. ${second}`);
}

/** The words at the end of a text that may be a party. */
function firstParty(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const party: string[] = [];
  for (const word of words.toReversed()) {
    const isNamed = /^[“"'(]?[\p{Lu}\d&]/u.test(word) || WITHIN.has(word.toLowerCase());
    if (!isNamed || (party.length > 0 && endsSentence(word))) break;
    party.unshift(word);
  }
  while (party.length > 0 && (isSignal(party[0] ?? "") || WITHIN.has(party[0] ?? ""))) party.shift();
  return party.join(" ");
}

/** A short word with a full stop is an abbreviation. */
function endsSentence(word: string): boolean {
  return /[;:!?)”"]$|[)\]\d”"’']\.$|[a-z]{6}\.$/.test(word);
}

function isSignal(word: string): boolean {
  return SIGNALS.has(word.toLowerCase().replace(/[.,]/g, ""));
}

function tidy(name: string): string | null {
  const trimmed = withoutEnd(name.replace(/\s+/g, " ").replace(/^[“"'(]+/, ""), /[\s,”"']/);
  return trimmed === "" ? null : trimmed;
}

/** Whether a written name is that of a case: each of its words is in the same party's full or abbreviated name. */
export function isNameOf(written: string, names: readonly string[]): boolean {
  const parties = partiesOf(written);
  const known = names.map(partiesOf);
  // parties may not be swapped, unless no name says which is which
  const sided = known.filter((one) => one.length === parties.length);
  return parties.every((words, side) => {
    const ours = sided.length > 0 ? sided.flatMap((one) => one[side] ?? []) : known.flat(2);
    return words.length === 0 || words.every((word) => ours.some((own) => isSameWord(word, own)));
  });
}

function partiesOf(name: string): string[][] {
  return name
    .replace(/\bU\.\s?S\.(?:\s?A\.)?/g, "United States")
    .split(/\s(?:v|vs|versus|against)\.?\s/i)
    .map((party) =>
      party
        .split(/[\s,—–-]+/)
        .map((word) => fold(word).replace(/[^\p{L}\p{N}.'’]/gu, ""))
        .filter((word) => /[\p{L}\p{N}]/u.test(word) && !IGNORED.has(word.replace(/[.'’]/g, ""))),
    );
}

/** Equal, or one abbreviates the other: `Dep't`, `Comm'n`, `Bd.`, `Educ.`. */
function isSameWord(a: string, b: string): boolean {
  const [first, second] = [plain(a), plain(b)];
  return first === second || abbreviates(a, second) || abbreviates(b, first);
}

function plain(word: string): string {
  return word.replace(/['’]s$/, "").replace(/[.'’]/g, "");
}

function abbreviates(short: string, long: string): boolean {
  if (!/[.'’]/.test(short) || short.length < 2) return false;
  const letters = plain(short);
  if (letters.length < 2 || letters[0] !== long[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
