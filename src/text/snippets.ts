/**
 * Snippets: fragments of a case's text around the words that a search matches, as HTML or as text with positions.
 *
 * Words are compared as the index compares them. Marked are the words that the query asks for, phrases only where all
 * their words follow each other; of `"a b"~5` every `a` and `b`. What a query excludes is never marked.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { parseSearch, type SearchNode } from "./search-query.ts";
import { type FoldedWord, PositionedText, wordsBeginningLike } from "./word-positions.ts";

/** How many fragments of a case's texts, and how long. */
export interface SnippetSize {
  readonly most: number;
  /** UTF-16 units of a fragment, before escaping. */
  readonly chars: number;
}

/** A fragment of a text. */
export interface Snippet {
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

/** A word asked for. */
interface Wanted {
  /** As it was asked for, or how it begins. */
  readonly asked: string;
  /** Whether a folded word is it; one that begins with another letter never is, since a stem begins as its words do. */
  readonly fits: (word: string) => boolean;
}

/** Words that must follow each other. */
type Sequence = readonly [Wanted, ...Wanted[]];

interface Match {
  readonly from: number;
  readonly to: number;
  /** Which sequence of the query it belongs to. */
  readonly sequence: number;
}

/** Matches near each other in one text. */
interface Cluster {
  readonly text: string;
  readonly matches: readonly [Match, ...Match[]];
  /** The end of the match before, and the beginning of the one behind: what is shown lies between, so all in it is marked. */
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the previews for a search text: a function of a case's texts, in order.
 *
 * It returns up to 3 fragments of about 160 characters; matches stand in `<em class="search_highlight">`, all else is
 * escaped. Empty when no text has a match.
 */
export function previewer(search: string): (texts: readonly string[]) => string[] {
  const find = snippetFinder(search, PREVIEW);
  return (texts) => find(texts).map(htmlOf);
}

/**
 * Makes a function of a case's texts, in order. It returns the fragments with the most different words and phrases of
 * the search, in the order of the text; of equal ones the first. Empty when no text has a match.
 */
export function snippetFinder(
  search: string,
  { most, chars }: SnippetSize,
): (texts: readonly string[]) => Snippet[] {
  const sequences = sequencesOf(parseSearch(search)).slice(0, MAX_SEQUENCES);
  const firsts = wordsBeginningLike(sequences.map(([first]) => first.asked));
  return (texts) => {
    const clusters = texts.flatMap((text) =>
      clustersOf(text, matchesOf(text, sequences, firsts), chars * CLUSTER_PART),
    );
    const best = clusters
      .map((cluster, at) => ({ at, score: new Set(cluster.matches.map((one) => one.sequence)).size }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, most);
    const chosen = new Set(best.map(({ at }) => at));
    return clusters.filter((_cluster, at) => chosen.has(at)).map((cluster) => snippetOf(cluster, chars));
  };
}

function sequencesOf(node: SearchNode): Sequence[] {
  switch (node.kind) {
    case "not":
      return [];
    case "all":
    case "any":
      return node.nodes.flatMap(sequencesOf);
    case "near":
      return node.text.split(/\s+/).flatMap((part) => inSequence(wordsOf(part)));
    case "prefix":
      return prefixSequences(wordsOf(node.text));
    default:
      return inSequence(wordsOf(node.text));
  }
}

function inSequence(words: readonly string[]): Sequence[] {
  const [first, ...others] = words.slice(0, MAX_SEQUENCES).map((asked): Wanted => {
    const token = tokenOf(asked);
    return { asked, fits: (word) => word === asked || tokenOf(word) === token };
  });
  return first === undefined ? [] : [[first, ...others]];
}

/** As the search reads `12-app*`: the words before the last as a phrase, and any that begins as the last does. */
function prefixSequences(words: readonly string[]): Sequence[] {
  const start = words.at(-1);
  if (start === undefined) return [];
  return [...inSequence(words.slice(0, -1)), [{ asked: start, fits: (word) => word.startsWith(start) }]];
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

/**
 * In the text's order, each word at most once, for the first sequence that it belongs to.
 *
 * @param firsts the words that a sequence can begin with, and others
 */
function matchesOf(text: string, sequences: readonly Sequence[], firsts: RegExp): Match[] {
  const positioned = new PositionedText(text);
  const found = new Map<number, { readonly word: FoldedWord; readonly sequence: number }>();
  for (const first of positioned.words(firsts)) {
    for (const [sequence, wanted] of sequences.entries()) {
      for (const word of wordsFrom(positioned, first, wanted)) {
        if (sequence < (found.get(word.at)?.sequence ?? Number.POSITIVE_INFINITY))
          found.set(word.at, { word, sequence });
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => a.word.at - b.word.at)
    .map(({ word, sequence }) => ({ ...positioned.spanOf(word), sequence }));
}

/** The words from one on that are a sequence; none where they are not. */
function wordsFrom(
  positioned: PositionedText,
  first: FoldedWord,
  [wanted, ...others]: Sequence,
): FoldedWord[] {
  if (!wanted.fits(first.word)) return [];
  const words = [first];
  let last = first;
  for (const { fits } of others) {
    const next = positioned.next(last);
    if (next === null || !fits(next.word)) return [];
    words.push(next);
    last = next;
  }
  return words;
}

/** The matches with as much text around them as fits, cut at white space. */
function snippetOf({ text, matches, from: earliest, to: latest }: Cluster, chars: number): Snippet {
  const first = matches[0].from;
  const last = Math.min(matches.at(-1)?.to ?? first, wholeCharacters(text, first + chars));
  const room = Math.floor((chars - (last - first)) / 2);
  const from = startOf(text, Math.max(first - room, earliest), first);
  const to = endOf(text, last, Math.min(last + room, latest));
  const spans: { from: number; to: number }[] = [];
  let done = from;
  for (const match of matches) {
    // two words from one character (½) share their position
    if (match.from < done) continue;
    done = Math.min(match.to, to);
    spans.push({ from: match.from - from, to: done - from });
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
  let done = 0;
  for (const { from, to } of matches) {
    html += `${escapeHtml(text.slice(done, from))}${OPEN}${escapeHtml(text.slice(from, to))}${CLOSE}`;
    done = to;
  }
  return (html + escapeHtml(text.slice(done))).trim();
}

/** The same place, or the one before when it would part a surrogate pair. */
function wholeCharacters(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

/** The beginning of the first whole word from `wanted` on, at the latest `limit`. */
function startOf(text: string, wanted: number, limit: number): number {
  if (wanted <= 0) return 0;
  const space = text.slice(wanted, limit).search(/\s/u);
  return space === -1 ? limit : wanted + space + 1;
}

/** The end of the last whole word up to `wanted`, at the earliest `limit`. */
function endOf(text: string, limit: number, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const kept = /^[\s\S]*(?=\s)/u.exec(text.slice(limit, wanted))?.[0].length ?? 0;
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
