/** Compiles a search into a query over the text fields (text/search-query): the same matches as its FTS5 expression. */
import { citationForms } from "../../citations/reporters.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { leavesOf, type SearchField, type SearchNode, type SearchPair } from "../../text/search-tree.ts";
import { TEXT_FIELDS, type TextField } from "../layout/mapping.ts";
import { anyOf, containing, NOTHING, type Query, termsOf } from "./query.ts";

export type Fields = readonly TextField[];

/** The fields without text of the case. */
export const METADATA_FIELDS: Fields = ["names", "cites", "court"];

/** Null if the search contains no searchable word; it is ignored then. */
export function searchQuery(node: SearchNode, fields: Fields = TEXT_FIELDS): Query | null {
  switch (node.kind) {
    case "word":
    case "phrase":
      return phrase(wordsOf(node.text), fields);
    case "prefix":
      return prefix(wordsOf(node.text), fields);
    case "near":
      return near(proximity(phrasesOf(node.text), node.distance), fields);
    case "forms":
      throw unsupported(
        `"${node.text}" cannot be searched in a search engine: *, ? and # within words or phrases need the texts.`,
      );
    case "atleast":
      throw unsupported(
        "ATLEAST cannot be searched in a search engine: it does not count the words of a case.",
      );
    case "pair":
      return pair(node, fields);
    case "field":
      return fieldQuery(node, fields);
    case "not":
      return unlessAny([searchQuery(node.node, fields)]);
    case "any":
      return orNull(compiled(node.nodes, fields));
    case "all":
      return all(node.nodes, fields);
  }
}

/** A query for each word, phrase, prefix or group that is not excluded, in order. */
export function eachQuery(node: SearchNode, fields: Fields): Query[] {
  const leaves = leavesOf(node, "wanted").filter(({ kind }) => kind !== "field");
  return leaves.map((leaf) => searchQuery(leaf, fields)).filter((query) => query !== null);
}

/** All words of a text within the authors, in any order; null without a word. */
export function authorsQuery(text: string): Query | null {
  const filter = wordsOf(text).map((word): Query => ({ term: { authors: tokenOf(word) } }));
  return filter.length === 0 ? null : { bool: { filter } };
}

function compiled(nodes: readonly SearchNode[], fields: Fields): Query[] {
  return nodes.map((node) => searchQuery(node, fields)).filter((query) => query !== null);
}

function orNull(queries: readonly Query[]): Query | null {
  return queries.length === 0 ? null : anyOf(queries);
}

function all(nodes: readonly SearchNode[], fields: Fields): Query | null {
  const must = compiled(
    nodes.filter(({ kind }) => kind !== "not"),
    fields,
  );
  const mustNot = compiled(
    nodes.flatMap((node) => (node.kind === "not" ? node.node : [])),
    fields,
  );
  if (must.length + mustNot.length === 0) return null;
  const [only] = must;
  return only !== undefined && must.length + mustNot.length === 1
    ? only
    : { bool: { must, must_not: mustNot } };
}

function unlessAny(queries: readonly (Query | null)[]): Query | null {
  const mustNot = queries.filter((query) => query !== null);
  return mustNot.length === 0 ? null : { bool: { must_not: mustNot } };
}

function phrase(words: readonly string[], fields: Fields): Query | null {
  return words.length === 0 ? null : phraseQuery(words.map(tokenOf), fields);
}

/** `12-app*`: the words before the last one as a phrase, and the last one as a prefix of tokens. */
function prefix(words: readonly string[], fields: Fields): Query | null {
  const start = words.at(-1);
  if (start === undefined) return null;
  const begins = prefixQuery(start, fields);
  const before = phrase(words.slice(0, -1), fields);
  return before === null ? begins : { bool: { must: [before, begins] } };
}

/** @throws CaselawError `invalid`: the index has no sentences, and no positions of the words that begin so */
function pair({ left, right, within, isOrdered }: SearchPair, fields: Fields): Query | null {
  const terms = [left, right];
  if (typeof within !== "number")
    throw unsupported(
      `/${within.charAt(0)} (in one ${within}) cannot be searched in a search engine: use /25.`,
    );
  if (terms.some(({ kind }) => kind === "prefix" || kind === "forms"))
    throw unsupported(
      "A word with * next to /5 or +5 cannot be searched in a search engine: write the words as (a | b).",
    );
  const phrases = terms.map(({ text }) => wordsOf(text).map(tokenOf));
  return near((isOrdered ? ordered : proximity)(phrases, within), fields);
}

function unsupported(reason: string): CaselawError {
  return new CaselawError("invalid", `Cannot search: ${reason}`, { parameters: { search: [reason] } });
}

function fieldQuery(leaf: SearchField, fields: Fields): Query | null {
  const { field, text, ids = [], days: [gte, lte] = [null, null] } = leaf;
  switch (field) {
    case "court":
      return termsOf("court_id", ids);
    case "name":
      return containing("name_part", text);
    case "docket":
      return containing("docket_part", text);
    case "cite":
      return termsOf("cite", citationForms(normaliseCitation(text)));
    case "date":
      return { range: { day: { ...(gte === null ? {} : { gte }), ...(lte === null ? {} : { lte }) } } };
    case "author":
      return fields === METADATA_FIELDS ? NOTHING : authorsQuery(text);
  }
}

function near(words: Proximity | null, fields: Fields): Query | null {
  if (words === null) return null;
  if (words.kind === "phrase") return phraseQuery(words.tokens, fields);
  return anyOf(fields.map((field) => ({ intervals: { [field]: words.rule } })));
}

/** The words of a search within a distance are short phrases if they have several tokens each. */
export function phrasesOf(text: string): string[][] {
  return text
    .split(/\s+/)
    .map((part) => wordsOf(part).map(tokenOf))
    .filter((tokens) => tokens.length > 0);
}

function phraseQuery(tokens: readonly string[], fields: Fields): Query {
  const text = tokens.join(" ");
  if (tokens.length > 1)
    return anyOf(fields.map((field) => ({ match_phrase: { [field]: { query: text } } })));
  return anyOf(searched(fields).map((field) => ({ term: { [field]: { value: text } } })));
}

function prefixQuery(start: string, fields: Fields): Query {
  return anyOf(searched(fields).map((field) => ({ prefix: { [field]: { value: start } } })));
}

/** One field has the words of all. */
function searched(fields: Fields): readonly string[] {
  return fields === TEXT_FIELDS ? ["words"] : fields;
}

/**
 * Words within a distance, as the engine's intervals.
 *
 * FTS5: no more than `distance` tokens lie between the end of the first phrase and the start of the last one, those of phrases in
 * between included. Intervals count gaps, which are tokens of no phrase. So which tokens count depends on which phrases are in
 * the middle, and if phrases differ in length, each order is a rule of its own.
 */
type Proximity =
  | { readonly kind: "phrase"; readonly tokens: readonly string[] }
  | { readonly kind: "intervals"; readonly rule: Query };

/** Orders of so many phrases are listed; more phrases of different lengths are taken to be as short as the shortest. */
const MAX_ORDERED = 4;
const MAX_GAPS = 2 ** 31 - 2;

/** @param parts phrases as tokens; the same phrase twice may be one place in FTS5 */
function proximity(parts: readonly (readonly string[])[], distance: number): Proximity | null {
  const phrases = [...new Map(parts.map((tokens) => [tokens.join(" "), tokens])).values()];
  const [only] = phrases;
  if (only === undefined) return null;
  if (phrases.length === 1) return { kind: "phrase", tokens: only };
  const isEven = phrases.length === 2 || new Set(phrases.map((tokens) => tokens.length)).size === 1;
  const rule =
    isEven || phrases.length > MAX_ORDERED ? unordered(phrases, distance) : inAnyOrder(phrases, distance);
  return { kind: "intervals", rule };
}

/** The first phrase ends before the second one begins. */
function ordered(parts: readonly (readonly string[])[], distance: number): Proximity {
  return { kind: "intervals", rule: within(parts, distance, true) };
}

function unordered(phrases: readonly (readonly string[])[], distance: number): Query {
  const inMiddle = (phrases.length - 2) * Math.min(...phrases.map((tokens) => tokens.length));
  return within(phrases, distance - inMiddle, false);
}

function inAnyOrder(phrases: readonly (readonly string[])[], distance: number): Query {
  const rules = ordersOf(phrases).map((order) => {
    const inMiddle = order.slice(1, -1).reduce((sum, tokens) => sum + tokens.length, 0);
    return within(order, distance - inMiddle, true);
  });
  return { any_of: { intervals: rules } };
}

function within(phrases: readonly (readonly string[])[], gaps: number, isOrdered: boolean): Query {
  // a rule that nothing matches: its only token is in no text
  if (gaps < 0) return { match: { query: "\ue004" } };
  const intervals = phrases.map((tokens) => ({
    match: { query: tokens.join(" "), max_gaps: 0, ordered: true },
  }));
  return { all_of: { ordered: isOrdered, max_gaps: Math.min(gaps, MAX_GAPS), intervals } };
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
