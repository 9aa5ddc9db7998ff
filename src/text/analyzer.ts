/**
 * Words: how text becomes index tokens and how a query's words become the same tokens.
 *
 * Folding, splitting and stemming happen here and not in FTS5, whose tokenizer then only splits at spaces. So index
 * and query cannot disagree, and the work is done off the writer's thread.
 *
 * A word is a run of letters and digits. Its **token** is its English (Porter) stem, but only when the stem is a prefix
 * of the word: `universities` → `univers`. Stems that some of their words do not begin with (`happi` of happy,
 * `hope` of hoping, `credibl` of credibility) all end in one of a few ways; they are **marked** with a private character.
 * So a prefix asked for as written (`happ*`) is found among the unmarked tokens, all of whose words begin as they do,
 * and among the **forms**: the words, as written, that their token does not spell out. Stems that have another stem
 * themselves are marked too, so that no form is ever equal to a token: forms can stand in the same column.
 */
import { stemmer } from "stemmer";

/** Stands before a stem that not all of its words begin with. Private use: never in a word of a text. */
const MARK = "\ue000";
/** Stands before tokens that are no words of a text: filters, what a case cites. Private use as well. */
export const TOKEN_PREFIX = "\ue003";
/** Endings that Porter's rules put in place of other letters: y → i, -ing → e, -bility → -bl. */
const REWRITTEN_STEM = /(?:[ie]|bl)$/;
/** Only plain lower-case English is stemmed: the rules say nothing of digits and other letters. */
const STEMMABLE = /^[a-z]{3,40}$/;
/** Words a cache may hold; about 100 bytes each. Real text has some 100,000 kinds in a volume's worth, then repeats. */
const MAX_CACHED_WORDS = 200_000;

const tokens = new Map<string, string>();

/** Lower case, no accents, no soft hyphens, compatibility forms resolved (`ﬁ` → `fi`), one sigma; all else stays. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad]/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
}

/** The words of a text, folded, in order. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The token that stands for a folded word in index and query. */
export function tokenOf(word: string): string {
  const known = tokens.get(word);
  if (known !== undefined) return known;
  if (tokens.size >= MAX_CACHED_WORDS) tokens.clear();
  const token = makeToken(word);
  tokens.set(word, token);
  return token;
}

/** Whether a word must be kept as written, because its token does not say how it begins. */
export function needsUnstemmedToken(word: string): boolean {
  return tokenOf(word) !== word;
}

function makeToken(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  const stem = stemmer(word);
  if (REWRITTEN_STEM.test(stem) || stemmer(stem) !== stem) return MARK + stem;
  return word.startsWith(stem) ? stem : word;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
