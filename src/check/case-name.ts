/** Whether a name that a draft writes is the name of a stored case. */
import type { NameReading } from "../citations/case-name.ts";
import { withoutEnd } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import { fold } from "../text/analyzer.ts";

const IGNORED = new Set(
  "the of and in on for et al ux vir others interest a an co corp inc ltd llc llp lp company corporation incorporated limited no v vs re ex parte matter".split(
    " ",
  ),
);
/** Letters of a part of a name that the corpus can search. */
const MIN_SEARCHED = 3;
export const VERSUS = /\s(?:v|vs|versus|against)\.?\s/i;

/** Whether one reading of a written name is that of the case, or of one of several consolidated cases. */
export function isNameOf({ name, shorter }: Pick<NameReading, "name" | "shorter">, record: Case): boolean {
  const captions = captionsOf(record.name);
  return [name, ...shorter].some((written) =>
    captions.some((caption, nth) =>
      isNameOfCaption(written, nth === 0 ? [caption, record.nameAbbreviation] : [caption]),
    ),
  );
}

/**
 * Whether a name, or the name with its parties swapped, is that of the case; null if it is another one. Shorter readings count only if they have
 * a word of each party: `Inc. v. Hale` of `Vance Systems, Inc. v. Hale` has none.
 */
export function agreementOfName({ name, shorter }: NameReading, record: Case): "same" | "swapped" | null {
  const complete = shorter.filter(hasWordsOfEach);
  if (isNameOf({ name, shorter: complete }, record)) return "same";
  const swapped = [name, ...complete].flatMap((written) => {
    const [first, second, third] = written.split(VERSUS);
    return second === undefined || third !== undefined ? [] : [`${second} v. ${first}`];
  });
  const [main, ...rest] = swapped;
  return main !== undefined && isNameOf({ name: main, shorter: rest }, record) ? "swapped" : null;
}

function hasWordsOfEach(name: string): boolean {
  return partiesOf(name).every((words) => words.length > 0);
}

/** For a search, the longest word of each party that is not abbreviated; only of a party that has one. */
export function wordsOfParties({ name, shorter }: Pick<NameReading, "name" | "shorter">): string[] {
  const shortest = shorter.findLast(hasWordsOfEach) ?? name;
  return partiesOf(shortest).flatMap((words) => {
    const [longest] = words
      .filter((word) => !/[.'’]/.test(word))
      .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= MIN_SEARCHED)
      .sort((a, b) => b.length - a.length);
    return longest === undefined ? [] : [longest];
  });
}

/** `Savage v. Parks; Parks v. Savage` are two, and *same* in a later one is a party of the first. */
function captionsOf(name: string): string[] {
  const captions: string[] = [];
  for (const part of name.split(";")) {
    const last = captions.at(-1);
    if (last === undefined || (VERSUS.test(last) && VERSUS.test(part))) captions.push(part);
    else captions[captions.length - 1] = `${last};${part}`;
  }
  const [first = "", ...rest] = captions;
  const parties = first.split(VERSUS);
  const withParties = rest.map((caption) =>
    caption
      .split(VERSUS)
      .map((party, side) => (/^\s*(?:the\s+)?same\b/i.test(party) ? (parties[side] ?? party) : party))
      .join(" v. "),
  );
  return [first, ...withParties];
}

/** Each word of a party must be in the name of the same party. */
function isNameOfCaption(written: string, names: readonly string[]): boolean {
  const parties = partiesOf(written);
  const known = names.map(partiesOf);
  // parties may not be swapped, unless no name says which is which
  const sided = known.filter((sides) => sides.length === parties.length);
  return (
    parties.some((words) => words.length > 0) &&
    parties.every((words, side) => {
      const party = sided.length > 0 ? sided.flatMap((sides) => sides[side] ?? []) : known.flat(2);
      // `DuPont` is `du Pont`
      const ours = party.flatMap((word, at) => [word, ...partsOf(word), `${word}${party[at + 1] ?? ""}`]);
      const initials = party.map((word) => word[0]).join("");
      return words.every((word) => {
        const parts = partsOf(word);
        if (isWordOf(word, ours)) return true;
        return parts.length > 0 ? parts.every((part) => isWordOf(part, ours)) : isInitialsOf(word, initials);
      });
    })
  );
}

/** `N.Y.` of `New York`, `VFW` of `Veterans of Foreign Wars`: without a vowel or with full stops, so that it is no word. */
function isInitialsOf(word: string, initials: string): boolean {
  const letters = word.replaceAll(".", "");
  const isAbbreviation = /^(?:\p{L}\.){2,}$/u.test(word) || /^[^aeiouy\d'’-]+$/.test(word);
  return isAbbreviation && letters.length >= 2 && initials.includes(letters);
}

function partiesOf(name: string): string[][] {
  return name
    .replace(/\bU\.\s?S\.(?:\s?A\.)?|\bUSA?\b|\bUnited States of America\b/g, "United States")
    .replace(/(?<=\b\p{Lu}\.)\s(?=\p{Lu}\.)/gu, "")
    .replace(/(?<=\p{L}\p{L})\s*\/\s*(?=\p{Lu})/u, " v. ")
    .split(VERSUS)
    .map((party) =>
      party
        // the number of an appeal: `Smith II`
        .replace(/\s\(?[IVX]{1,4}\)?\s*$/, "")
        .split(/[\s,—–/]+/)
        .map((word) =>
          withoutEnd(fold(word).replace(/[^\p{L}\p{N}.'’‐‑-]/gu, ""), /[‐‑-]/).replace(/^[‐‑-]+/, ""),
        )
        .filter((word) => /[\p{L}\p{N}]/u.test(word) && !IGNORED.has(word.replace(/[.'’]/g, ""))),
    );
}

/** The parts of a word with a hyphen; none of other words. */
function partsOf(word: string): string[] {
  return /[‐‑-]/.test(word) ? word.split(/[‐‑-]/) : [];
}

function isWordOf(word: string, ours: readonly string[]): boolean {
  return ours.some((known) => isSameWord(word, known));
}

const SYNONYMS: readonly ReadonlySet<string>[] = [
  "r rr ry rwy railroad railway",
  "jno john",
  "xpher christopher",
].map((words) => new Set(words.split(" ")));

/** Equal, or one abbreviates the other: `Dep't`, `Comm'n`, `Bd.`, `Educ.`, `Wm.`. @param a as written; an initial is a name that it begins */
function isSameWord(a: string, b: string): boolean {
  const [first, second] = [plain(a), plain(b)];
  if (first === second || abbreviates(a, second) || abbreviates(b, first)) return true;
  if (first.length === 1 && first === second[0]) return true;
  return SYNONYMS.some((words) => words.has(first) && words.has(second));
}

function plain(word: string): string {
  return word.replace(/['’]s$/, "").replace(/[.'’‐‑-]/g, "");
}

function abbreviates(short: string, long: string): boolean {
  if (!/[.'’]/.test(short) || short.length < 2) return false;
  const letters = plain(short);
  return letters.length >= 2 && letters[0] === long[0] && hasLetters(long, letters);
}

/** Whether a word or name has these letters in this order, as `franklinreports` those of `frankl`. */
export function hasLetters(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of name) if (letter === letters[at]) at++;
  return at === letters.length;
}
