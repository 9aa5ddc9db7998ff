/**
 * Surnames in the author of an opinion and in the list of judges, which the source has as they are printed: `JUSTICE O'HARA,`,
 * `Before Dykman, Lundsten and Bridge, JJ.` What the rule gets wrong is in docs/exports.md, "Surnames".
 *
 * A text is read as words. Consecutive capitalised words that are not titles are a name, and its last word is the surname.
 */

const TITLES = wordSet(
  "justice justices judge judges chief associate presiding circuit district court chancellor vice commissioner",
  "surrogate recorder magistrate senior mr mrs ms hon honorable honourable jj cj pj ej acj ch",
);
/** Capitalised words that are not names. */
const NO_NAMES = wordSet(
  "before present prefent and by the in this that per curiam cur of for with opinion concurrence",
  "dissent special judgment all both each not these",
);
const SUFFIXES = wordSet("jr sr ii iii iv");
const PARTICLES = wordSet("de del della der du la le van von ten ter st");

/**
 * The surname of the author; null if the text names the court, nobody or several persons, or is damaged.
 *
 * @param author as in the source: `ANN WALSH BRADLEY, J.`
 */
export function authorSurname(author: string | null): string | null {
  if (author === null || isDamaged(author)) return null;
  const names = new Set(namesIn(author).map(surnameOf));
  const [only = null] = names;
  return names.size === 1 ? only : null;
}

/**
 * The distinct surnames in the list of judges, in its order, without those who did not participate, those for whom others
 * sit, and damaged names.
 */
export function judgeSurnames(judges: readonly (string | null)[]): string[] {
  const names = judges.flatMap((judge) => {
    const text = judge ?? "";
    const judgeNames = namesIn(text);
    const out = text.search(/\bnot participat/);
    const absentee = judgeNames.findLast(({ at }) => at < out);
    return judgeNames.filter((name) => name !== absentee && !name.isReplaced).map(surnameOf);
  });
  return [...new Set(names)].filter((name) => name !== null);
}

/** Whether a text has characters that are in no name, or a word such as `lAW`. */
function isDamaged(author: string): boolean {
  return /[^\p{L}\s.,:;'’()[\]—–-]/u.test(author) || /(?<!\p{L})\p{Ll}+\p{Lu}/u.test(author);
}

interface Name {
  readonly words: readonly string[];
  readonly at: number;
  /** After `sitting for`. */
  readonly isReplaced: boolean;
}

function namesIn(text: string): Name[] {
  const names: Name[] = [];
  const tokens = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.'’-]*|\S/gu)];
  let words: string[] = [];
  let at = 0;
  let isReplaced = false;
  const end = (): void => {
    if (words.some(isName)) names.push({ words, at, isReplaced });
    if (words.length > 0) isReplaced = false;
    words = [];
  };
  for (const [index, { 0: token, index: place }] of tokens.entries()) {
    const next = tokens[index + 1]?.[0] ?? "";
    const kind = kindOf(token, { isAfterName: words.length > 0, next });
    if (kind !== "name") end();
    if (kind === "for") isReplaced = true;
    if (kind !== "name") continue;
    if (words.length === 0) at = place;
    words.push(token.replace(/\.$/, ""));
    // the end of a sentence
    if (token.endsWith(".") && isName(token) && plain(token).length > 2) end();
  }
  end();
  return names;
}

function kindOf(
  token: string,
  { isAfterName, next }: { readonly isAfterName: boolean; readonly next: string },
): "name" | "for" | "other" {
  const word = plain(token);
  if (token === "for") return "for";
  if (TITLES.has(word) || NO_NAMES.has(word)) return "other";
  // "MICHAEL J. GABLEMAN, J.": an initial is before a name
  if (word === "j")
    return isAfterName && /^\p{Lu}/u.test(next) && !TITLES.has(plain(next)) ? "name" : "other";
  if (PARTICLES.has(word)) return "name";
  return /^\p{Lu}/u.test(token) ? "name" : "other";
}

/** Not an initial, a suffix or a particle. */
function isName(word: string): boolean {
  return plain(word).length > 1 && !SUFFIXES.has(plain(word)) && !PARTICLES.has(plain(word));
}

function surnameOf({ words }: Name): string | null {
  const last = words.findLastIndex(isName);
  const word = words[last] ?? "";
  const first = words.findLastIndex((part, index) => index < last && !PARTICLES.has(plain(part))) + 1;
  const surname = words.slice(first, last + 1).map(capitalised);
  return isWellFormed(word) ? surname.join(" ") : null;
}

/** Whether a word has a vowel, and capitals only where names have them: `O'Hara`, `McKenna`, `SIT-GREAVES`, not `BEBBtSEN`. */
function isWellFormed(word: string): boolean {
  if (!/[aeiouy]/i.test(plain(word))) return false;
  return word
    .split(/['’-]/)
    .every((part) => /^(?:\p{Lu}+|(?:Ma?c|De|Di|Du|La|Le|Van|Fitz)?\p{Lu}\p{Ll}*|Ma?c\p{Lu}+)$/u.test(part));
}

/** `ROGGENSACK` is Roggensack, `O'HARA` O'Hara, `MCKENNA` McKenna. */
function capitalised(word: string): string {
  return word
    .split(/(?<=['’-])/)
    .map((part) => {
      const [prefix = ""] = /^Ma?c(?=\p{Lu}{2})/u.exec(part) ?? [];
      if (prefix !== "") return prefix + capitalised(part.slice(prefix.length));
      if (part !== part.toUpperCase()) return part;
      const lower = part.slice(0, 1) + part.slice(1).toLowerCase();
      return /^Mc\p{Ll}{2}/u.test(lower) ? `Mc${lower.slice(2, 3).toUpperCase()}${lower.slice(3)}` : lower;
    })
    .join("");
}

function plain(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
