/**
 * Decides by the places of words in the index what FTS5 cannot: the order of words, sentences and paragraphs. A case is tested in some
 * microseconds; reading a text of 8 KB takes a millisecond.
 *
 * The ends of sentences and paragraphs are tokens at the place of the word before (text/analyzer). Between two texts of a column is a
 * token too. So two words are in one sentence if no such token is at or after the first one and before the second one.
 */
import type { Database } from "better-sqlite3";
import { PARAGRAPH_END, SENTENCE_END, tokenOf, wordsOf } from "../../text/analyzer.ts";
import { leavesOf, type SearchNode, type SearchTerm } from "../../text/search-tree.ts";
import { lowerBound } from "../dates/count-date-rowids.ts";
import { type IndexSegment, segmentsOf } from "../fts5-pages/index-segments.ts";
import { BETWEEN } from "../write/index-row.ts";
import { type KeepMatches, matches } from "./case-test.ts";
import { type FoundList, findList } from "./posting-lists.ts";
import { isAmong, placesIn, type TokenPlaces } from "./token-places.ts";
import { UnexpectedPage } from "./token-postings.ts";
import type { Run, TermPart, TextUnit } from "./word-runs.ts";

/**
 * The test of a part of a search; null if the index does not decide it.
 *
 * @param byTexts the same test, for cases whose places cannot be read
 */
export type PlaceTest = (part: SearchNode, byTexts: KeepMatches) => KeepMatches | null;

/** The tokens that end a sentence, a paragraph. */
const ENDS: Readonly<Record<TextUnit, readonly string[]>> = {
  sentence: [SENTENCE_END, PARAGRAPH_END, BETWEEN],
  paragraph: [PARAGRAPH_END, BETWEEN],
};

/** Cases whose places are in memory at the same time: estimated 10 MB. */
export const MAX_TESTED = 16_384;

const HAS_OUTDATED = "SELECT EXISTS (SELECT 1 FROM index_outdated)";

/** Call it once for a connection. */
export function openPlaceTest(db: Database): PlaceTest {
  // rows of an earlier version have no ends; other outdated rows are few, and soon rebuilt
  const hasOutdated = db.prepare<[], number>(HAS_OUTDATED).pluck();
  return (part, byTexts) => {
    if (!isDecidedByPlaces(part) || hasOutdated.get() !== 0) return null;
    const tokens = tokensOf(part);
    let lists: ListsByToken = new Map();
    let listsIn: readonly IndexSegment[] | null = null;
    const keepSome: KeepMatches = (dateRowids) => {
      const segments = segmentsOf(db);
      if (segments !== null && segments !== listsIn)
        lists = new Map(tokens.map((token) => [token, findList(db, token, segments)]));
      listsIn = segments;
      const places = segments === null ? null : readPlaces(db, lists, dateRowids);
      return places === null ? byTexts(dateRowids) : keptOf(dateRowids, places, part);
    };
    return (dateRowids) => {
      const sorted = [...dateRowids].sort((a, b) => a - b);
      const kept = new Set<number>();
      for (let from = 0; from < sorted.length; from += MAX_TESTED)
        for (const dateRowid of keepSome(sorted.slice(from, from + MAX_TESTED))) kept.add(dateRowid);
      return kept;
    };
  };
}

/** Whether places decide: they are not known of the words of a prefix, and a field is about other things. */
function isDecidedByPlaces(part: SearchNode): boolean {
  return leavesOf(part, "all").every((leaf) => {
    if (leaf.kind === "pair") return leaf.left.kind !== "prefix" && leaf.right.kind !== "prefix";
    return leaf.kind !== "field" && leaf.kind !== "prefix";
  });
}

/** The tokens whose places are needed. */
function tokensOf(part: SearchNode): readonly string[] {
  const tokens = new Set<string>();
  for (const leaf of leavesOf(part, "all")) {
    const texts = leaf.kind === "pair" ? [leaf.left.text, leaf.right.text] : [leaf.text];
    for (const word of texts.flatMap(wordsOf)) tokens.add(tokenOf(word));
    if (leaf.kind === "pair" && typeof leaf.within !== "number")
      for (const end of ENDS[leaf.within]) tokens.add(end);
  }
  return [...tokens];
}

/** The places of each token in each case; null if they cannot be read. */
function readPlaces(db: Database, lists: ListsByToken, dateRowids: readonly number[]): PlacesByToken | null {
  try {
    return new Map([...lists].map(([token, list]) => [token, placesIn(db, list, dateRowids)]));
  } catch (error) {
    if (error instanceof UnexpectedPage) return null;
    throw error;
  }
}

function keptOf(dateRowids: readonly number[], places: PlacesByToken, part: SearchNode): ReadonlySet<number> {
  const words = new PlacedWords(places);
  const known = new Map<string, TermPart<PlacedWords>[]>();
  const partsOf = ({ text }: SearchTerm): TermPart<PlacedWords>[] => {
    const parts = known.get(text) ?? placedPartsOf(text);
    known.set(text, parts);
    return parts;
  };
  const test = { runs: [words], partsOf, hasPrefix: () => false, fits: () => false };
  const kept = new Set<number>();
  for (const [nth, dateRowid] of dateRowids.entries()) {
    words.goTo(nth);
    if (matches(part, test) === true) kept.add(dateRowid);
  }
  return kept;
}

type ListsByToken = ReadonlyMap<string, FoundList>;
type PlacesByToken = ReadonlyMap<string, TokenPlaces>;

/** The places of a token in the current case, decoded when they are needed. */
interface CurrentPlaces {
  readonly all: TokenPlaces;
  readonly current: number[];
  /** The case that was decoded last. */
  nth: number;
}

/** The words of one case after the other, in all columns. No distance reaches from one column to another. */
class PlacedWords implements Run {
  readonly #tokens: ReadonlyMap<string, CurrentPlaces>;
  readonly #ends;
  #nth = 0;

  constructor(places: PlacesByToken) {
    this.#tokens = new Map([...places].map(([token, all]) => [token, { all, current: [], nth: -1 }]));
    this.#ends = {
      sentence: ENDS.sentence.flatMap((token) => this.#tokens.get(token) ?? []),
      paragraph: ENDS.paragraph.flatMap((token) => this.#tokens.get(token) ?? []),
    };
  }

  goTo(nth: number): void {
    this.#nth = nth;
  }

  placesOf(token: string): readonly number[] {
    const places = this.#tokens.get(token);
    return places === undefined ? NONE : this.#decoded(places);
  }

  areTogether(unit: TextUnit, one: number, other: number): boolean {
    const [first, last] = one < other ? [one, other] : [other, one];
    for (const places of this.#ends[unit]) {
      const ends = this.#decoded(places);
      if ((ends[lowerBound(ends, first)] ?? last) < last) return false;
    }
    return true;
  }

  #decoded(places: CurrentPlaces): readonly number[] {
    if (places.nth !== this.#nth) {
      places.all.read(this.#nth, places.current);
      places.nth = this.#nth;
    }
    return places.current;
  }
}

const NONE: readonly number[] = [];

/** As `partsOf` in word-runs.ts. */
function placedPartsOf(text: string): TermPart<PlacedWords>[] {
  const tokens = wordsOf(text).map(tokenOf);
  const [first, ...others] = tokens;
  if (first === undefined) return [];
  const find = (words: PlacedWords): readonly number[] => {
    const starts = words.placesOf(first);
    if (others.length === 0) return starts;
    return starts.filter((from) =>
      others.every((token, nth) => isAmong(words.placesOf(token), from + nth + 1)),
    );
  };
  return [{ words: tokens.length, find }];
}
