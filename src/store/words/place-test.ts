/**
 * Tests what FTS5 cannot decide: the order of words, sentences and paragraphs, prefixes near other words, and parts of names. FTS5 finds the
 * candidates (compile-search.ts). The places of words in the index decide where they suffice, at some microseconds a case; else its texts
 * (text-test.ts): a text of 8 KB takes a millisecond.
 *
 * Two words are in one sentence if no sentence ends at or after the first one and before the second one. The row of a case has the places of the
 * ends (write/text-ends.ts); the token between two texts of a column ends a sentence too.
 */
import type { Database } from "better-sqlite3";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { leavesOf, type SearchNode, termsOfLeaf } from "../../text/search-tree.ts";
import { readValue } from "../database/statement-cache.ts";
import { lowerBound } from "../dates/date-rowid.ts";
import { placesOf, type TokenPlaces } from "../fts5-pages/token-lists.ts";
import { BETWEEN } from "../write/index-row.ts";
import { type UnpackedEnds, unpackEnds } from "../write/text-ends.ts";
import { type CaseWords, type TextUnit, testOf } from "./case-words.ts";
import { type ColumnsOf, isInIndex, prefixTest, textTest } from "./text-test.ts";

/** The parts of a search that each candidate has to be tested for. A match has all of them. */
interface CaseTest {
  readonly part: SearchNode;
  /** `open`: the texts of cases that not everyone may search count as empty. */
  readonly searched: "all" | "open";
  /** Whether the places in the index decide, which takes a twentieth of the time or less. */
  readonly reads: "places" | "texts";
}

export interface CaseTests {
  /** Beginnings of words that must be in the texts (prefixes.ts). */
  readonly prefixes: readonly string[];
  readonly test: CaseTest | null;
}

/** A corpus, and how the texts of its cases are read. */
export interface TestedCorpus {
  readonly db: Database;
  readonly columnsOf: ColumnsOf;
}

const ENDS = "SELECT text_ends FROM court_case WHERE date_rowid = :dateRowid";
const NO_ENDS = new Uint8Array(0);

/** Cases whose places are in memory at the same time: estimated 10 MB. */
export const MAX_TESTED = 16_384;

/** What is tested for a search; null if FTS5 decides it. */
export function caseTestOf(node: SearchNode, searched: "all" | "open"): CaseTest | null {
  const nodes = (node.kind === "all" ? node.nodes : [node]).filter((child) => !isInIndex(child));
  if (nodes.length === 0) return null;
  const part: SearchNode = { kind: "all", nodes };
  return { part, searched, reads: searched === "all" && isDecidedByPlaces(part) ? "places" : "texts" };
}

/** Returns the date rowids of the cases that pass the tests. */
export function passing(
  { db, columnsOf }: TestedCorpus,
  { prefixes, test }: CaseTests,
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const candidates =
    prefixes.length === 0 ? new Set(dateRowids) : prefixTest(columnsOf, prefixes, dateRowids);
  if (test === null || candidates.size === 0) return candidates;
  const { part, searched, reads } = test;
  const passed = new Set<number>();
  const sorted = [...candidates].sort((a, b) => a - b);
  for (let from = 0; from < sorted.length; from += MAX_TESTED) {
    const group = sorted.slice(from, from + MAX_TESTED);
    const places = reads === "places" ? placesOf(db, tokensOf(part), group) : null;
    const kept = places ? placeTest(part, db, places, group) : textTest(part, columnsOf, searched, group);
    for (const dateRowid of kept) passed.add(dateRowid);
  }
  return passed;
}

/** Whether places decide. They are not known for the words of a prefix or a form, and a field is not tested by places. */
function isDecidedByPlaces(part: SearchNode): boolean {
  return leavesOf(part, "all").every((leaf) => {
    if (leaf.kind === "field") return false;
    return termsOfLeaf(leaf).every(({ kind }) => kind === "word" || kind === "phrase");
  });
}

function tokensOf(part: SearchNode): readonly string[] {
  const tokens = new Set<string>();
  for (const leaf of leavesOf(part, "all")) {
    for (const { text } of termsOfLeaf(leaf)) for (const word of wordsOf(text)) tokens.add(tokenOf(word));
    if (leaf.kind === "pair" && typeof leaf.within !== "number") tokens.add(BETWEEN);
  }
  return [...tokens];
}

/** Returns the date rowids of the cases that match by their places. */
function placeTest(
  node: SearchNode,
  db: Database,
  places: PlacesByToken,
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const words = new PlacedWords(places, (nth) =>
    unpackEnds(readValue<Uint8Array | null>(db, ENDS, { dateRowid: dateRowids[nth] ?? -1 }) ?? NO_ENDS),
  );
  const isMatch = testOf(node) ?? (() => false);
  const matches = new Set<number>();
  for (const [nth, dateRowid] of dateRowids.entries()) {
    words.goTo(nth);
    if (isMatch(words)) matches.add(dateRowid);
  }
  return matches;
}

type PlacesByToken = ReadonlyMap<string, TokenPlaces>;

/** The places of a token in the current case, decoded when they are needed. */
interface CurrentPlaces {
  readonly all: TokenPlaces;
  readonly current: number[];
  /** The case that was decoded last. */
  nth: number;
}

/** The words of one case after the other. Prefixes, forms and fields are not tested by places. */
class PlacedWords implements CaseWords {
  readonly #tokens: ReadonlyMap<string, CurrentPlaces>;
  readonly #readEnds: (nth: number) => UnpackedEnds;
  /** The ends in the current case; null: not read yet. */
  #ends: UnpackedEnds | null = null;
  #nth = 0;

  constructor(places: PlacesByToken, readEnds: (nth: number) => UnpackedEnds) {
    this.#tokens = new Map([...places].map(([token, all]) => [token, { all, current: [], nth: -1 }]));
    this.#readEnds = readEnds;
  }

  goTo(nth: number): void {
    [this.#nth, this.#ends] = [nth, null];
  }

  placesFrom(): readonly number[] {
    return NONE;
  }

  placesLike(): readonly number[] {
    return NONE;
  }

  fits(): boolean {
    return false;
  }

  placesOf(token: string): readonly number[] {
    const places = this.#tokens.get(token);
    return places === undefined ? NONE : this.#decoded(places);
  }

  areTogether(unit: TextUnit, placeA: number, placeB: number): boolean {
    const [first, last] = placeA < placeB ? [placeA, placeB] : [placeB, placeA];
    this.#ends ??= this.#readEnds(this.#nth);
    return [this.#ends[unit], this.placesOf(BETWEEN)].every(
      (ends) => (ends[lowerBound(ends, first)] ?? last) >= last,
    );
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
