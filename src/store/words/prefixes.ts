/**
 * Prefixes in a search. FTS5 finds a prefix by merging the lists of all its words before it returns the first match.
 *
 * - With few words it is searched as alternatives of them, which return their first matches at once: with 6.9 million cases, 54 words
 *   with long lists took 3 ms instead of 2,146.
 * - With more words FTS5 merges. But if most cases match, as with `co*` (15 s), pages by date read case after case, and look for the prefix
 *   in their texts.
 */
import type { Database } from "better-sqlite3";
import { CaselawError } from "../../domain/errors.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  leavesOf,
  mapLeaves,
  type SearchNode,
  termsOfLeaf,
  type WordForm,
  wordTestOf,
} from "../../text/search-tree.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/statement-cache.ts";
import { segmentsOf } from "../fts5-pages/index-segments.ts";
import { pagesFrom, tokensFrom } from "../fts5-pages/token-lists.ts";
import { countCases } from "../write/case-counts.ts";
import { EVERY_CASE } from "../write/index-row.ts";
import { allOf, compileSearch, quoted } from "./compile-search.ts";
import { listLengthsOf, sumUpTo } from "./list-lengths.ts";
import type { CaseTests } from "./place-test.ts";

export interface PrefixLookups {
  /**
   * The tokens that begin with a folded text; null if they are too many, or cannot be listed.
   *
   * @param needed `if quicker`: empty if the lists are short, because FTS5 merges them at once
   */
  findTokens(prefix: string, needed: "if quicker" | "always"): readonly string[] | null;
  /** Whether the tokens of an index can be listed; else FTS5 has to merge them, however many they are. */
  canListTokens(): boolean;
  /** The tokens of the words that fit a pattern; null if too many words begin with its first letters. */
  findFitting(form: WordForm): readonly string[] | null;
  /** Whether so many cases match a folded prefix that reading cases soon finds some. */
  isCommonPrefix(prefix: string): boolean;
}

/** Pages of 4 KB that are read for one prefix: some 30 ms if they are in memory. */
const MAX_PAGES = 1_000;
/** Tokens that are searched as alternatives: FTS5 looks each of them up in every segment. */
const MAX_TOKENS = 1_000;
/** Postings that FTS5 merges in a few ms: 9,779 took 2.2 ms. */
const FEW_POSTINGS = 20_000;
/** Cases for each page of lists: a page holds some 400 postings, so some cases in a hundred match at least. */
const CASES_A_PAGE = 1_000;

/** Keeps the results for the last prefixes. */
export function openPrefixLookups(db: Database): PrefixLookups {
  const lists = new SnapshotCache<readonly string[] | null>(32);
  const common = new SnapshotCache<boolean>(32);
  return {
    canListTokens: () => segmentsOf(db) !== null,
    findTokens: (prefix, needed) =>
      lists.get(stateOf(db), `${needed} ${prefix}`, () => {
        const tokens = listTokens(db, prefix);
        if (tokens === null || needed === "always") return tokens;
        return sumUpTo(FEW_POSTINGS, tokens, listLengthsOf(db)) <= FEW_POSTINGS ? [] : tokens;
      }),
    findFitting: (form) =>
      lists.get(stateOf(db), `fit ${form.text}${form.isOpen ? "*" : ""}`, () => {
        const tokens = tokensFrom(db, form.text.slice(0, form.text.indexOf("?")), MAX_PAGES);
        const fitting = tokens?.filter(wordTestOf(form)) ?? null;
        return fitting === null || fitting.length > MAX_TOKENS ? null : fitting;
      }),
    isCommonPrefix: (prefix) =>
      common.get(stateOf(db), prefix, () => pagesFrom(db, prefix) * CASES_A_PAGE > countCases(db)),
  };
}

/** The tokens that begin with a folded text; null if they are too many, or if SQLite stores the index in another format. */
function listTokens(db: Database, prefix: string): readonly string[] | null {
  const tokens = tokensFrom(db, prefix, MAX_PAGES);
  return tokens === null || tokens.length > MAX_TOKENS ? null : tokens;
}

/**
 * Adds the tokens of each prefix and pattern that are searched instead of it.
 *
 * @throws CaselawError `invalid` if too many words begin as a pattern does, or as a prefix that is near another word: FTS5 merged the
 *   places of all of them for up to 50 s with a million cases
 */
export function withTokens(
  node: SearchNode,
  {
    findTokens: find,
    findFitting,
    canListTokens,
  }: Pick<PrefixLookups, "findTokens" | "findFitting" | "canListTokens">,
): SearchNode {
  const formWithTokens = (form: WordForm): WordForm => {
    if (form.kind === "word" || form.kind === "exact") return { ...form, tokens: [tokenOf(form.text)] };
    const tokens = form.kind === "prefix" ? find(form.text, "always") : findFitting(form);
    if (tokens === null) throw tooManyFit(form);
    return { ...form, tokens };
  };
  return mapLeaves(node, {
    term: (term, place) => {
      if (term.kind === "forms") return { ...term, forms: term.forms.map(formWithTokens) };
      if (term.kind !== "prefix") return term;
      const start = wordsOf(term.text).at(-1);
      const tokens = start === undefined ? [] : find(start, place === "in a pair" ? "always" : "if quicker");
      if (start !== undefined && tokens === null && place === "in a pair" && canListTokens())
        throw tooManyFit({ kind: "prefix", text: start });
      return tokens === null ? term : { ...term, tokens };
    },
  });
}

function tooManyFit({ kind, text, isOpen }: WordForm): CaselawError {
  const fit =
    kind === "prefix" ? `begin with ${text}` : `fit ${text}${isOpen ? "!" : ""}, or begin as it does`;
  const reason = `More than ${MAX_TOKENS.toLocaleString("en")} words ${fit}: write more letters.`;
  return new CaselawError("invalid", `Cannot search: ${reason}`, { parameters: { search: [reason] } });
}

/** The prefixes and patterns in a search, excluded ones too. */
export function prefixesOf(node: SearchNode): Pick<WordForm, "tokens">[] {
  return leavesOf(node, "all")
    .flatMap(termsOfLeaf)
    .flatMap((term): Pick<WordForm, "tokens">[] => {
      if (term.kind === "forms")
        return term.forms.filter(({ kind }) => kind === "prefix" || kind === "pattern");
      return term.kind === "prefix" ? [term] : [];
    });
}

/** A walk in date order that tests the cases which FTS5 finds. */
export interface TestedWalk extends CaseTests {
  readonly words: string;
  /** As in `Plan`. */
  readonly hasPrefix: boolean;
}

/**
 * A walk for a search whose prefixes without listed tokens are all required and common; null for other searches.
 *
 * @param filters the other expressions of a plan
 */
export function prefixWalk(
  searched: SearchNode,
  filters: readonly string[],
  { isCommonPrefix }: Pick<PrefixLookups, "isCommonPrefix">,
): TestedWalk | null {
  const parts = searched.kind === "all" ? searched.nodes : [searched];
  const isRead = (part: SearchNode): boolean =>
    part.kind === "prefix" && part.tokens === undefined && wordsOf(part.text).length === 1;
  const prefixes = parts.filter(isRead).flatMap((part) => (part.kind === "prefix" ? wordsOf(part.text) : []));
  const nodes = parts.filter((part) => !isRead(part));
  const indexed = nodes.flatMap(prefixesOf);
  const isMerged = indexed.some(({ tokens }) => tokens === undefined);
  if (prefixes.length === 0 || isMerged || !prefixes.every(isCommonPrefix)) return null;
  const search = nodes.length === 0 ? null : compileSearch({ kind: "all", nodes });
  const words = allOf([search, ...filters]) ?? quoted(EVERY_CASE);
  return { words, hasPrefix: indexed.length > 0, prefixes, test: null };
}
