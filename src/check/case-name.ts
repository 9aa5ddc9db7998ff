/** Whether a name that a draft writes is the name of a stored case. */
import { fold } from "../text/analyzer.ts";

/** Words that names have or lack. */
const IGNORED = new Set(
  "the of and in on for et al a an co corp inc ltd llc llp lp company corporation incorporated limited no v vs".split(
    " ",
  ),
);

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
