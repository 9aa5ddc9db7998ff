/**
 * The line of a case's text that answers a search: the place where most of the searched words stand together.
 *
 * It is made for the eye, apart from the index: words are compared by their beginnings, not by their stems, so that a
 * line may be missing where the index found a distant form of a word, or the word stands in the name only.
 */
import { parseSearch, type SearchNode } from "../../text/search-query.ts";
import { escapeLine } from "./escape-for-terminal.ts";

/** A word with its accents and soft hyphens. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad]*/gu;
/** Words this far apart stand together. */
const NEAR_WORDS = 12;
/** Two words are one when as many letters are equal, or all but as many as an English ending has. */
const MIN_EQUAL = 4;
const ENDING = 3;

/** Words of a search that are looked for: more do not stand in one line. */
const MAX_WANTED = 100;

interface Wanted {
  readonly text: string;
  readonly kind: "word" | "prefix";
}

interface Hit {
  /** Which word of the text, counted. */
  readonly word: number;
  /** Where it begins. */
  readonly at: number;
  readonly wanted: Wanted;
}

/**
 * @param texts parts of a case in the order in which they are searched
 * @param search the search language (docs/interface.md, "Search language")
 * @param width of the line, in characters
 * @returns null when no word of the search stands in the texts as it is written
 */
export function contextLine(texts: readonly string[], search: string, width: number): string | null {
  const wanted = wantedWords(parseSearch(search)).slice(0, MAX_WANTED);
  const places = texts.map((text) => ({ text, ...bestPlace(hitsOf(text, wanted)) }));
  const best = places.reduce<(typeof places)[number] | null>(
    (found, place) => (place.score > (found?.score ?? 0) ? place : found),
    null,
  );
  return best === null ? null : excerpt(best.text, best.at, width);
}

/** The words that a query asks for, without those that it excludes. */
function wantedWords(node: SearchNode): Wanted[] {
  if (node.kind === "not") return [];
  if (node.kind === "all" || node.kind === "any") return node.nodes.flatMap(wantedWords);
  const kind = node.kind === "prefix" ? "prefix" : "word";
  return wordsIn(node.text).map(({ plain }) => ({ text: plain, kind }));
}

function hitsOf(text: string, wanted: readonly Wanted[]): Hit[] {
  return wordsIn(text).flatMap(({ plain, at }, word) => {
    const found = wanted.find((one) => isAlike(plain, one));
    return found === undefined ? [] : [{ word, at, wanted: found }];
  });
}

function isAlike(word: string, { text, kind }: Wanted): boolean {
  if (kind === "prefix") return word.startsWith(text);
  return text.length < MIN_EQUAL
    ? word === text
    : word.startsWith(text.slice(0, Math.max(MIN_EQUAL, text.length - ENDING)));
}

/** The first place with the most different words near each other; score 0 when there is no hit. */
function bestPlace(hits: readonly Hit[]): { score: number; at: number } {
  let best = { score: 0, at: 0 };
  for (const [first, { word, at }] of hits.entries()) {
    const near = new Set<Wanted>();
    for (let next = first; next < hits.length; next++) {
      const hit = hits[next];
      if (hit === undefined || hit.word - word > NEAR_WORDS) break;
      near.add(hit.wanted);
    }
    if (near.size > best.score) best = { score: near.size, at };
  }
  return best;
}

/** A third of the line before the place, the rest from it on, cut at white space. */
function excerpt(text: string, at: number, width: number): string {
  const from = Math.max(0, at - Math.floor(width / 3));
  const to = at + width; // more than is shown: white space is drawn together below
  const before = from === 0 ? text.slice(0, at) : text.slice(from, at).replace(/^\S*\s*/u, "");
  const line = escapeLine(before + text.slice(at, to));
  const start = from === 0 ? "" : "…";
  const isCut = to < text.length || [...line].length + start.length > width;
  if (!isCut) return start + line;
  const room = [...line].slice(0, width - start.length - 1).join("");
  const lastSpace = room.lastIndexOf(" ");
  return `${start}${lastSpace < 0 ? room : room.slice(0, lastSpace)}…`;
}

function wordsIn(text: string): { plain: string; at: number }[] {
  return [...text.matchAll(WORD)].map((match) => ({ plain: plainOf(match[0]), at: match.index }));
}

/** Without case, accents, soft hyphens. */
function plainOf(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad]/gu, "")
    .toLowerCase();
}
