/**
 * Previews: fragments of a case's text around what a search found, as HTML.
 *
 * Words are compared as the index compares them. Marked are the words that the query asks for, phrases only where they
 * stand as phrases; of `"a b"~5` every `a` and `b`. What a query excludes is never marked.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { parseSearch, type SearchNode } from "./search-query.ts";
import { beginningAs, type FoldedWord, PlacedText } from "./word-positions.ts";

const MAX_FRAGMENTS = 3;
/** In UTF-16 units, before escaping: two lines of reading. */
const FRAGMENT_CHARS = 160;
/** Words and phrases of a query that are marked, and words of a phrase that are compared: more are in no fragment. */
const MAX_SEQUENCES = 100;
/** Matches within this stand in one fragment; the rest of it is what surrounds them. */
const CLUSTER_CHARS = 120;
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
 * It returns up to 3 fragments of about 160 characters, those first in the text among those with most of what was asked
 * for; matches stand in `<em class="search_highlight">`, all else is escaped. Empty when no text holds a match.
 */
export function previewer(search: string): (texts: readonly string[]) => string[] {
  const sequences = sequencesOf(parseSearch(search)).slice(0, MAX_SEQUENCES);
  const firsts = beginningAs(sequences.map(([first]) => first.asked));
  return (texts) => {
    const clusters = texts.flatMap((text) => clustersOf(text, matchesOf(text, sequences, firsts)));
    const best = clusters
      .map((cluster, at) => ({ at, score: new Set(cluster.matches.map((one) => one.sequence)).size }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, MAX_FRAGMENTS);
    const chosen = new Set(best.map(({ at }) => at));
    return clusters.filter((_cluster, at) => chosen.has(at)).map(fragment);
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

function clustersOf(text: string, matched: readonly Match[]): Cluster[] {
  const groups: [Match, ...Match[]][] = [];
  for (const match of matched) {
    const last = groups.at(-1);
    if (last !== undefined && match.to - last[0].from <= CLUSTER_CHARS) last.push(match);
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
  const placed = new PlacedText(text);
  const found = new Map<number, { readonly word: FoldedWord; readonly sequence: number }>();
  for (const first of placed.words(firsts)) {
    for (const [sequence, wanted] of sequences.entries()) {
      for (const word of wordsFrom(placed, first, wanted)) {
        if (sequence < (found.get(word.at)?.sequence ?? Number.POSITIVE_INFINITY))
          found.set(word.at, { word, sequence });
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => a.word.at - b.word.at)
    .map(({ word, sequence }) => ({ ...placed.placeOf(word), sequence }));
}

/** The words from one on that are a sequence; none where they are not. */
function wordsFrom(placed: PlacedText, first: FoldedWord, [wanted, ...others]: Sequence): FoldedWord[] {
  if (!wanted.fits(first.word)) return [];
  const words = [first];
  let last = first;
  for (const { fits } of others) {
    const next = placed.next(last);
    if (next === null || !fits(next.word)) return [];
    words.push(next);
    last = next;
  }
  return words;
}

/** The matches with as much around them as there is room for, cut at white space. */
function fragment({ text, matches, from: earliest, to: latest }: Cluster): string {
  const first = matches[0].from;
  const last = Math.min(matches.at(-1)?.to ?? first, wholeCharacters(text, first + FRAGMENT_CHARS));
  const room = Math.floor((FRAGMENT_CHARS - (last - first)) / 2);
  const from = startOf(text, Math.max(first - room, earliest), first);
  const to = endOf(text, last, Math.min(last + room, latest));
  let html = "";
  let done = from;
  for (const match of matches) {
    const end = Math.min(match.to, to);
    // two words out of one character (½) share their place
    if (match.from < done) continue;
    html += `${escapeHtml(text.slice(done, match.from))}${OPEN}${escapeHtml(text.slice(match.from, end))}${CLOSE}`;
    done = end;
  }
  return (html + escapeHtml(text.slice(done, to))).trim();
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
