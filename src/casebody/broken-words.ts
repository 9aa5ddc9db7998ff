/**
 * Joins the words that a hyphen breaks where a line of the print ended: `ap-pellee` (docs/formats.md, "Words broken by a hyphen").
 *
 * A hyphen that its writer meant looks the same. So only the case itself shows which words are broken: it has the word unbroken as
 * often as with the hyphen if neither part is a word of the case, and several times as often if one or both parts are words.
 */
import { bodyTexts, type CaseBody } from "../domain/casebody.ts";
import type { BodyNode } from "./body-tree.ts";

/** Writers set a hyphen after these: a hyphen between a prefix and a word of the case stays. */
const PREFIXES = new Set("anti co contra counter cross ex non over post pre re self under".split(" "));
/** How many times as often the case must have the word unbroken, by the number of its parts that are words. */
const NEEDED = [1, 3, 5] as const;
const MIN_LETTERS = 4;
/** A part of a longer word. */
const INNER = /[\p{L}\p{N}-]/u;

/** The body with its broken words joined; the same object if it has none. */
export function joinBody(body: CaseBody): CaseBody {
  const broken = brokenWords(bodyTexts(body));
  if (broken.size === 0) return body;
  const { headMatter, opinions, corrections } = body;
  return {
    ...body,
    opinions: opinions.map((opinion) => ({ ...opinion, text: joinWords(opinion.text, broken) })),
    headMatter: joinWords(headMatter, broken),
    corrections: joinWords(corrections, broken),
  };
}

/** Joins the broken words of nodes. A word in two nodes is not joined. @param broken of the complete text */
export function joinNodes(nodes: readonly BodyNode[], broken: ReadonlySet<string>): readonly BodyNode[] {
  if (broken.size === 0) return nodes;
  return nodes.map((node) =>
    typeof node === "string"
      ? joinWords(node, broken)
      : { ...node, children: joinNodes(node.children, broken) },
  );
}

/** The broken words of a case as they are written, with their hyphens. @param texts all texts of the case */
export function brokenWords(texts: readonly string[]): ReadonlySet<string> {
  const hyphened = new Map<string, number>();
  for (const text of texts)
    for (const { written } of hyphenedWords(text)) hyphened.set(written, (hyphened.get(written) ?? 0) + 1);
  if (hyphened.size === 0) return new Set();
  const words = [...hyphened.keys()];
  const counts = countWords(
    words.flatMap((written) => [joinedForm(written), ...written.split("-")]),
    texts,
  );
  return new Set(
    words.filter((written) => {
      const unbroken = timesIn(counts, joinedForm(written));
      return unbroken > 0 && unbroken >= (hyphened.get(written) ?? 0) * timesNeeded(written, counts);
    }),
  );
}

function joinedForm(written: string): string {
  return written.replace("-", "");
}

function timesIn(counts: ReadonlyMap<string, number>, word: string): number {
  return counts.get(word.toLowerCase()) ?? 0;
}

/** How many times as often the case must have the word unbroken. @param counts how often it has each part */
function timesNeeded(written: string, counts: ReadonlyMap<string, number>): number {
  const parts = written.split("-");
  const known = parts.map((part) => part.length === 1 || timesIn(counts, part) > 0);
  if (PREFIXES.has((parts[0] ?? "").toLowerCase()))
    return known[1] === true ? Number.POSITIVE_INFINITY : NEEDED[1];
  return NEEDED[known.filter(Boolean).length] ?? NEEDED[2];
}

function joinWords(text: string, broken: ReadonlySet<string>): string {
  let joined = "";
  let copiedTo = 0;
  for (const { written, hyphen } of hyphenedWords(text)) {
    if (!broken.has(written)) continue;
    joined += text.slice(copiedTo, hyphen);
    copiedTo = hyphen + 1;
  }
  return joined + text.slice(copiedTo);
}

/** The words with one hyphen, before a small letter, and the place of each hyphen. */
function hyphenedWords(text: string): { readonly written: string; readonly hyphen: number }[] {
  const words: { readonly written: string; readonly hyphen: number }[] = [];
  for (let hyphen = text.indexOf("-"); hyphen >= 0; hyphen = text.indexOf("-", hyphen + 1)) {
    if (!isSmallLetter(text.charCodeAt(hyphen + 1))) continue;
    let from = hyphen;
    while (isLetter(text.charCodeAt(from - 1))) from--;
    let to = hyphen + 1;
    while (isLetter(text.charCodeAt(to))) to++;
    if (from === hyphen || to - from <= MIN_LETTERS) continue;
    if (INNER.test(text.charAt(from - 1)) || INNER.test(text.charAt(to))) continue;
    words.push({ written: text.slice(from, to), hyphen });
  }
  return words;
}

function isSmallLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

/** A run of ASCII letters that is next to no digit and no hyphen. */
const WORD = /(?<![A-Za-z\d-])[A-Za-z]+(?![A-Za-z\d-])/g;

/** How often texts have each of these words, ignoring letter case. */
function countWords(words: readonly string[], texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map(words.map((word) => [word.toLowerCase(), 0]));
  for (const text of texts)
    for (const written of text.match(WORD) ?? []) {
      const word = counts.has(written) ? written : written.toLowerCase();
      const count = counts.get(word);
      if (count !== undefined) counts.set(word, count + 1);
    }
  return counts;
}

function isLetter(unit: number): boolean {
  return isSmallLetter(unit | 0x20);
}

const MARK_CLASS = 'class="page-label"';
/** Longer marks and tags are not read: real ones have some 100 characters. */
const MAX_CHARS = 300;
const BEFORE_MARK = /\p{L}(?:<\/(?:b|em|i|strong)>){0,3}((?<=>)\n {0,100})?<a [^<>]{0,200}$/u;
const FROM_CLASS =
  /^class="page-label"[^<>]{0,200}>[^<>]{0,40}<\/a>(\n {0,100}(?=<))?(?:<(?:b|em|i|strong)>){0,3}\p{Ll}/u;

/**
 * Joins the words that a page turn breaks in the publisher's HTML (docs/formats.md, "Words broken by a page turn"). The mark stays inside the
 * word. Other HTML is returned unchanged.
 *
 * The publisher writes each element next to another on a line of its own, so a page mark between two runs of italics is between two
 * line breaks that are not in print: `<em>Maxey v. Redevelop</em>`, `<a class="page-label">*571</a>`, `<em>ment Authority</em>`. A
 * space of the print is inside the italics. So a line break next to a mark is removed if a letter precedes it and a small letter
 * follows.
 */
export function joinBrokenWords(html: string): string {
  let joined = "";
  let copiedTo = 0;
  for (let at = html.indexOf(MARK_CLASS); at !== -1; at = html.indexOf(MARK_CLASS, at + 1)) {
    const after = FROM_CLASS.exec(html.slice(at, at + MAX_CHARS));
    if (after === null) continue;
    const start = Math.max(copiedTo, at - MAX_CHARS);
    const before = BEFORE_MARK.exec(html.slice(start, at));
    if (before === null) continue;
    const mark = html.lastIndexOf("<", at);
    const end = html.indexOf(">", html.indexOf("<", at)) + 1;
    joined += html.slice(copiedTo, mark - (before[1] ?? "").length) + html.slice(mark, end);
    copiedTo = end + (after[1] ?? "").length;
  }
  return joined + html.slice(copiedTo);
}
