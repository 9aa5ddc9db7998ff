/**
 * The analyzer: turns text into index tokens, and the words of a query into the same tokens.
 *
 * We fold, split and stem the text ourselves; FTS5's tokenizer only splits at spaces. Index and query share these functions,
 * so they cannot disagree, and the work runs outside the writer's thread.
 *
 * A word is a run of letters and digits. Its **token** is its English (Porter) stem if the stem is a prefix of the word:
 * `universities` → `univers`. Some stems are not a prefix of every word that has them (`happi` of happy, `hope` of hoping,
 * `credibl` of credibility). These stems all end in one of a few ways and get a private character as a **mark**.
 *
 * A prefix query (`happ*`) therefore searches two kinds of tokens. Unmarked tokens begin as all their words do. For every word
 * whose token differs from it, the word itself is indexed as an **unstemmed token**. Stems that have another stem are marked
 * too, so no unstemmed token equals a stem, and both can share a column.
 */
import { stemmer } from "stemmer";

/** Precedes a stem that is not a prefix of all its words. A private-use character, so no word contains it. */
const MARK = "\ue000";
/** Precedes tokens that are not words of a text: filters and cited cases. Also a private-use character. */
export const TOKEN_PREFIX = "\ue003";
/** Endings that Porter's rules substitute for other letters: y → i, -ing → e, -bility → -bl. */
const REWRITTEN_STEM = /(?:[ie]|bl)$/;
/** Only words of ASCII letters are stemmed: Porter's rules do not cover digits and other letters. */
const STEMMABLE = /^[a-z]{3,40}$/;
/** About 100 bytes each. The text of a volume has some 100,000 distinct words; later volumes add few. */
const MAX_CACHED_WORDS = 200_000;

const tokens = new Map<string, string>();

/** Folds text: lower case, no accents, no soft hyphens, compatibility forms resolved (`ﬁ` → `fi`), one sigma. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : foldOthers(lower);
}

function foldOthers(lower: string): string {
  return lower
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad]/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
}

export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  // most texts are ASCII, and classes of Unicode take twice as long
  const words = isAscii(lower) ? lower.match(/[a-z\d]+/g) : foldOthers(lower).match(/[\p{L}\p{N}]+/gu);
  return words ?? [];
}

/** Returns the index token of a folded word, and remembers it. */
export function tokenOf(word: string): string {
  const known = tokens.get(word);
  if (known !== undefined) return known;
  if (tokens.size >= MAX_CACHED_WORDS) tokens.clear();
  const token = makeToken(word);
  tokens.set(word, token);
  return token;
}

export function makeToken(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  const stem = stemmer(word);
  if (REWRITTEN_STEM.test(stem) || stemmer(stem) !== stem) return MARK + stem;
  return word.startsWith(stem) ? stem : word;
}

/** The text with which all words that have a token begin. */
export function beginningOf(token: string): string {
  // such a stem differs from the beginning of some of its words, but only in its last letter
  return token.startsWith(MARK) ? token.slice(MARK.length, -1) : token;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
