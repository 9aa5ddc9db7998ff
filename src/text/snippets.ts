/**
 * Previews: fragments of a case's text around the matches of a search, as HTML.
 *
 * Words are compared by their index tokens. The words of the query are marked: the words of a phrase only as a phrase, of
 * `"a b"~5` and `a /5 b` every `a` and `b`. Excluded words are never marked.
 */

import type { Passage, SearchText } from "../domain/query.ts";
import { wordsOf } from "./analyzer.ts";
import { searchNodeOf } from "./read-search.ts";
import { leavesOf, type SearchNode, termsOfLeaf, type WordForm, wordTestOf } from "./search-tree.ts";

interface SnippetSize {
  readonly most: number;
  /** UTF-16 units of a fragment, before escaping. */
  readonly chars: number;
}

interface Snippet {
  readonly text: string;
  /** The matches in `text`, in UTF-16 units, in order, apart from each other. */
  readonly matches: readonly { readonly from: number; readonly to: number }[];
  /** Whether the text goes on before the fragment, and after it. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Two lines of reading each. */
const PREVIEW: SnippetSize = { most: 3, chars: 160 };
/** Words and phrases of a query that are marked, and words of a phrase that are compared: more are in no fragment. */
const MAX_SEQUENCES = 100;
/** Matches within this part of a fragment's length share the fragment; the rest of it is the text around them. */
const CLUSTER_PART = 0.75;
const OPEN = '<em class="search_highlight">';
const CLOSE = "</em>";

/** Words shown before and after a passage. */
const AROUND = 10;

/** Words that must follow each other, each as a test of a folded word. */
type Sequence = readonly [QueryWord, ...QueryWord[]];
type QueryWord = (word: string) => boolean;

interface Match {
  readonly from: number;
  readonly to: number;
  /** Index of the matched sequence of the query. */
  readonly sequence: number;
}

interface Cluster {
  readonly text: string;
  readonly matches: readonly [Match, ...Match[]];
  /** End of the previous match and start of the next one. A fragment stays between them, so it has no unmarked match. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a function that makes the previews of a case's texts for a search.
 *
 * That function returns up to 3 HTML fragments of about 160 characters in the order of the text. It prefers fragments with
 * more of the query's words, then earlier ones. Matches are wrapped in `<em class="search_highlight">`; all other text is
 * escaped. Without a match the result is empty.
 */
export function previewer(search: SearchText): (texts: readonly string[]) => string[] {
  const find = snippetFinder(search, PREVIEW);
  return (texts) => find(texts).map(htmlOf);
}

/** Returns a function that cuts a passage out of the texts of its column, as HTML with the words of the search marked. */
export function passageMarker(
  search: SearchText,
): (texts: readonly string[], passage: Pick<Passage, "from" | "to">) => string {
  const sequences = sequencesOf(searchNodeOf(search)).slice(0, MAX_SEQUENCES);
  return (texts, { from, to }) => {
    let start = 0;
    for (const text of texts) {
      const words = wordsIn(text);
      const first = words[Math.max(0, from - start - AROUND)];
      const last = words[Math.min(to - start + AROUND, words.length - 1)];
      if (from - start < words.length && first !== undefined && last !== undefined) {
        const passage = text.slice(first.from, last.to);
        const matches = matchesOf(passage, sequences);
        return htmlOf({ text: passage, matches, isCutBefore: true, isCutAfter: true });
      }
      // the index has a token between two texts
      start += words.length + 1;
    }
    return "";
  };
}

/**
 * Returns a function that finds fragments of a case's texts: those with the most different words and phrases of the search, in
 * the order of the text. Of fragments with equally many, it takes the first. Without a match the result is empty.
 */
export function snippetFinder(
  search: SearchText,
  { most, chars }: SnippetSize,
): (texts: readonly string[]) => Snippet[] {
  const sequences = sequencesOf(searchNodeOf(search)).slice(0, MAX_SEQUENCES);
  return (texts) => {
    const clusters = texts.flatMap((text) =>
      clustersOf(text, matchesOf(text, sequences), chars * CLUSTER_PART),
    );
    const best = clusters
      .map((cluster, at) => ({ at, score: new Set(cluster.matches.map(({ sequence }) => sequence)).size }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, most);
    const chosen = new Set(best.map(({ at }) => at));
    return clusters.filter((_cluster, at) => chosen.has(at)).map((cluster) => snippetOf(cluster, chars));
  };
}

function sequencesOf(node: SearchNode): Sequence[] {
  return leavesOf(node, "wanted")
    .flatMap(termsOfLeaf)
    .flatMap((term) => {
      if (term.kind === "forms") return inSequence(term.forms);
      const words = wordsOf(term.text).map((text): WordForm => ({ kind: "word", text }));
      if (term.kind !== "prefix") return inSequence(words);
      // as the index query does: the words before the last one as a phrase, and the last one as a prefix
      return [
        ...inSequence(words.slice(0, -1)),
        ...inSequence(words.slice(-1).map(({ text }) => ({ kind: "prefix", text }))),
      ];
    });
}

function inSequence(words: readonly WordForm[]): Sequence[] {
  const [first, ...rest] = words.slice(0, MAX_SEQUENCES).map(wordTestOf);
  return first === undefined ? [] : [[first, ...rest]];
}

function clustersOf(text: string, matched: readonly Match[], maxChars: number): Cluster[] {
  const groups: [Match, ...Match[]][] = [];
  for (const match of matched) {
    const last = groups.at(-1);
    if (last !== undefined && match.to - last[0].from <= maxChars) last.push(match);
    else groups.push([match]);
  }
  return groups.map((matches, at) => ({
    text,
    matches,
    from: groups[at - 1]?.at(-1)?.to ?? 0,
    to: groups[at + 1]?.[0].from ?? text.length,
  }));
}

/** Letters and digits, with the marks and soft hyphens in between, which folding removes. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad]*/gu;

/** The folded words of a text, each with the run that it comes from: `½` has two. */
export function wordsIn(
  text: string,
): { readonly word: string; readonly from: number; readonly to: number }[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index: from }) =>
    wordsOf(run).map((word) => ({ word, from, to: from + run.length })),
  );
}

/** Matches in the order of the text. A word belongs to the first sequence that matches it. */
function matchesOf(text: string, sequences: readonly Sequence[]): Match[] {
  const words = wordsIn(text);
  const sequenceAt = new Map<number, number>();
  for (const first of words.keys())
    for (const [sequence, queryWords] of sequences.entries()) {
      if (!queryWords.every((matches, nth) => matches(words[first + nth]?.word ?? ""))) continue;
      for (const nth of queryWords.keys())
        sequenceAt.set(first + nth, Math.min(sequence, sequenceAt.get(first + nth) ?? sequence));
    }
  return words.flatMap(({ from, to }, at) => {
    const sequence = sequenceAt.get(at);
    return sequence === undefined ? [] : [{ from, to, sequence }];
  });
}

/** Returns the matches with context on both sides, cut at white space. */
function snippetOf({ text, matches, from: earliest, to: latest }: Cluster, chars: number): Snippet {
  const first = matches[0].from;
  const last = Math.min(matches.at(-1)?.to ?? first, characterBoundary(text, first + chars));
  const room = Math.floor((chars - (last - first)) / 2);
  const from = startOf(text, Math.max(first - room, earliest), first);
  const to = endOf(text, last, Math.min(last + room, latest));
  const spans: { from: number; to: number }[] = [];
  let end = from;
  for (const match of matches) {
    // two words that come from one character (½) have the same span
    if (match.from < end) continue;
    end = Math.min(match.to, to);
    spans.push({ from: match.from - from, to: end - from });
  }
  return {
    text: text.slice(from, to),
    matches: spans,
    isCutBefore: from > 0,
    isCutAfter: to < text.length,
  };
}

function htmlOf({ text, matches }: Snippet): string {
  let html = "";
  let end = 0;
  for (const { from, to } of matches) {
    html += `${escapeHtml(text.slice(end, from))}${OPEN}${escapeHtml(text.slice(from, to))}${CLOSE}`;
    end = to;
  }
  return (html + escapeHtml(text.slice(end))).trim();
}

/** The offset, or the one before it where it would split a surrogate pair. */
function characterBoundary(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

/** Start of the first complete word at or after `offset`, `limit` at most. */
function startOf(text: string, offset: number, limit: number): number {
  if (offset <= 0) return 0;
  const space = text.slice(offset, limit).search(/\s/u);
  return space === -1 ? limit : offset + space + 1;
}

/** End of the last complete word at or before `offset`, `limit` at least. */
function endOf(text: string, limit: number, offset: number): number {
  if (offset >= text.length) return text.length;
  const kept = /^[\s\S]*(?=\s)/u.exec(text.slice(limit, offset))?.[0].length ?? 0;
  return limit + kept;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
