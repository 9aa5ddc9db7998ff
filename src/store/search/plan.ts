/**
 * Translates a filter on cases into a plan: which index finds the cases, and what is tested of each. A plan is a plain value, which
 * `--explain` prints; every statement on cases is made from a plan (statement.ts).
 */
import { normaliseCitation } from "../../domain/citation.ts";
import { instantKey } from "../../domain/decision-date.ts";
import {
  type CaseFilter,
  type Condition,
  type FilterTable,
  type OpinionFilter,
  partsOfFilter,
} from "../../domain/query.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { searchNodeOf } from "../../text/read-search.ts";
import { hasScoredWord, type SearchNode, withoutRequired } from "../../text/search-tree.ts";
import {
  allOf,
  anyOf,
  compileAuthors,
  compileSearch,
  quoted,
  type SearchedColumns,
} from "../words/compile-search.ts";
import {
  type FindCourts,
  type FindNameWords,
  type NameColumn,
  type NameFilter,
  type NameMatch,
  namedExpressions,
  nameMatchOf,
  withFields,
} from "../words/name-filter.ts";
import { compileOpenSearch, type OpenTexts, openPoints, type Points } from "../words/open-search.ts";
import { type CaseTests, caseTestOf } from "../words/place-test.ts";
import {
  type PrefixLookups,
  prefixesOf,
  prefixWalk,
  type TestedWalk,
  withTokens,
} from "../words/prefixes.ts";
import { EVERY_CASE, filterToken, foldForContains, statusToken } from "../write/index-row.ts";
import {
  boundOf,
  citedTokensOf,
  hasIndex,
  inEach,
  type ReferenceIds,
  splitConditions,
  type Updated,
} from "./conditions.ts";
import type { PassageMatch } from "./scored-match.ts";

export interface Plan extends Updated {
  /** FTS5 expression for `case_words`, with the tokens of filters; null if the filter needs none. */
  readonly words: string | null;
  /** The scored part of the search; null if it has no word outside fields. */
  readonly search: PlannedSearch | null;
  /** Tokens of the filters: each match has one of each group. */
  readonly lists: readonly (readonly string[])[];
  /** The filters that are columns of the case row, if there is no other condition except dates and listed cases; else null. */
  readonly columns: readonly ReferenceIds[] | null;
  /** Conditions on fields of the case row, which `words` only narrows down. */
  readonly onRow: OnRow;
  /** Whether the search contains a prefix, so that looking up whether a single case matches costs as much as a page. */
  readonly hasPrefix: boolean;
  /** Whether a prefix has more tokens than can be listed: FTS5 merges all their lists again for each statement. */
  readonly isMerged: boolean;
  /** What is tested of the cases that `words` finds; null: they all match, or the matches are known. */
  readonly tests: CaseTests | null;
  /** How a walk in date order finds its matches; null: with `words`. */
  readonly walk: TestedWalk | null;
  /** Date rowids that do not match although the indexes and stored counts say so. */
  readonly excluded: readonly number[];
  /** The only ids that can match; null: no restriction. */
  readonly ids: readonly number[] | null;
  /** Whether all cases with these ids match `words`, so that they need no test. */
  readonly areMatches: boolean;
  /** The cases that answer a sentence, best first; null: the search is not a sentence. */
  readonly best: readonly PassageMatch[] | null;
  /** The only date rowids that can match, ascending; null: no restriction. */
  readonly dateRowids: readonly number[] | null;
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
}

interface PlannedSearch {
  readonly node: SearchNode;
  /** `words`, with the search restricted to names, and to names, citations, court and head matter. */
  readonly inNames: string;
  readonly inHeads: string;
  /** The parts of the score of a case; null: the score is BM25. */
  readonly points: readonly Points[] | null;
}

interface OnRow {
  readonly contains: readonly NameFilter[];
  readonly conditions: readonly Condition[];
}

/** Looks up ids where the index of words cannot; null if they are so many that other conditions should find the cases. */
interface IdLookups {
  byCitation(normal: string): readonly number[] | null;
  byCondition(condition: Condition): readonly number[] | null;
  citedBy(ids: readonly number[], texts: "all" | "open"): readonly number[] | null;
}

/** What the translation of a filter reads from the corpus. */
export interface Lookups extends PrefixLookups {
  readonly find: IdLookups;
  readonly findNameWords: FindNameWords;
  readonly findCourts: FindCourts;
  readonly openTexts: () => OpenTexts;
  /** The date rowids of the cases that cite one of the matches of a filter, ascending. */
  readonly findCiting: (filter: CaseFilter, open: OpenTexts | null) => readonly number[];
  /** The date rowids of the decisions that are kept from the network. */
  readonly findBlocked: () => readonly number[];
  /** The cases that answer a sentence among those of a plan. */
  readonly findBest: (sentence: string, plan: Plan, open: OpenTexts | null) => readonly PassageMatch[];
  /** The ids of the matches of a plan that have the opinions. */
  readonly findWithOpinions: (plan: Plan, opinions: readonly OpinionFilter[]) => readonly number[];
}

interface Part {
  readonly search?: SearchNode;
  readonly expression?: string | null;
  readonly lists?: readonly (readonly string[])[];
  readonly columns?: readonly ReferenceIds[];
  readonly names?: NameMatch;
  readonly conditions?: readonly Condition[];
  /** Lists of ids; a match is in each of them. */
  readonly ids?: readonly (readonly number[] | null)[];
  readonly dateRowids?: readonly number[];
  readonly excluded?: readonly number[];
  readonly decided?: readonly [from: number | null, to: number | null];
}

interface Translation {
  readonly filter: CaseFilter;
  readonly lookups: Lookups;
  /** Which texts are searched; null: all. */
  readonly open: OpenTexts | null;
}

/** The expressions are joined in this order. */
const FILTERS: FilterTable<Translation, Part> = {
  search: (text, { lookups }) => {
    // the cases are found among those of the other filters
    if (typeof text !== "string" && "sentence" in text) return {};
    const { node, fields } = withoutRequired(searchNodeOf(text), ["date", "cite"]);
    const days = fields.map((field) => field.days ?? [null, null]);
    const cites = fields.flatMap(({ field, text: cite }) =>
      field === "cite" ? normaliseCitation(cite) : [],
    );
    const [from, to] = [days.map(([start]) => start), days.map(([, end]) => end)];
    return {
      search: withFields(withTokens(node, lookups), lookups),
      ids: cites.map((cite) => lookups.find.byCitation(cite)),
      decided: [boundOf(from, Math.max), boundOf(to, Math.min)],
    };
  },
  author: (author, { open }) => authorPart([author], open),
  opinions: (opinions, { open }) =>
    authorPart(
      opinions.map(({ author }) => author),
      open,
    ),
  citesTo: (cited, { open }) => {
    const tokens = citedTokensOf(cited);
    const expression = anyOf(tokens);
    return { expression, lists: [tokens], excluded: open === null ? [] : open.citingInText(expression) };
  },
  citesToCases: (cases, { lookups, open }) => ({ dateRowids: lookups.findCiting(cases, open) }),
  jurisdictions: (ids) => ({ columns: [{ kind: "jurisdiction", ids }] }),
  courts: (ids) => ({ columns: [{ kind: "court", ids }] }),
  reporters: (ids) => ({ columns: [{ kind: "reporter", ids }] }),
  courtId: (id) => ({ columns: [{ kind: "court", ids: [id] }] }),
  statuses: (statuses) => {
    const tokens = statuses.map(statusToken);
    return { expression: anyOf(tokens), lists: [tokens] };
  },
  blocked: (_hidden, { lookups }) => ({ excluded: lookups.findBlocked() }),
  conditions: (conditions, { lookups }) => {
    const { references, ids, cites, onRow, decidedFrom, decidedTo } = splitConditions(conditions);
    return {
      columns: references,
      conditions: onRow,
      ids: [
        ...ids,
        ...cites.map((normals) => normals.flatMap((cite) => lookups.find.byCitation(cite) ?? [])),
        ...onRow.filter(hasIndex).map((condition) => lookups.find.byCondition(condition)),
      ],
      decided: [decidedFrom, decidedTo],
    };
  },
  name: (text, { lookups }) => namePart("name", text, lookups),
  nameAbbreviation: (text, { lookups }) => namePart("name_abbreviation", text, lookups),
  docketNumber: (text, { lookups }) => namePart("docket_number", text, lookups),
  cite: (cite, { lookups }) => ({ ids: [lookups.find.byCitation(cite)] }),
  citedBy: (citedBy, { filter, lookups }) => ({
    ids: [lookups.find.citedBy(citedBy, filter.citedByTexts ?? "all")],
  }),
  decidedFrom: (day) => ({ decided: [day, null] }),
  decidedTo: (day) => ({ decided: [null, day] }),
  updatedFrom: (_instant, { filter, lookups }) => updatedPart(filter, lookups),
  updatedTo: (_instant, { filter, lookups }) =>
    filter.updatedFrom === undefined ? updatedPart(filter, lookups) : {},
  // `citedByTexts` and `searchedTexts` modify other filters
  citedByTexts: () => ({}),
  searchedTexts: () => ({}),
};

/** @throws CaselawError `invalid` if too many cases would have to be read */
export function planOf(filter: CaseFilter, lookups: Lookups): Plan {
  const open = filter.searchedTexts === "open" ? lookups.openTexts() : null;
  const translation = { filter, lookups, open };
  const plan = withBest(joinParts(partsOfFilter(FILTERS, translation), translation), translation);
  if (filter.opinions === undefined) return plan;
  const allowed = plan.ids === null ? null : new Set(plan.ids);
  const ids = lookups.findWithOpinions(plan, filter.opinions);
  return { ...plan, ids: allowed === null ? ids : ids.filter((id) => allowed.has(id)) };
}

/** A plan without a sentence, restricted to the cases that answer it. What closed cases say is not searched. */
function withBest(plan: Plan, { filter: { search = "" }, lookups, open }: Translation): Plan {
  if (typeof search === "string" || "connectors" in search || wordsOf(search.sentence).length === 0)
    return plan;
  const searched = { ...plan, words: allOf([plan.words, open === null ? null : open.cases]), columns: null };
  const best = lookups.findBest(search.sentence, searched, open);
  return { ...searched, best, dateRowids: best.map(({ dateRowid }) => dateRowid).sort((a, b) => a - b) };
}

function joinParts(parts: readonly Part[], { filter, lookups, open }: Translation): Plan {
  const searched = parts.find(({ search }) => search !== undefined)?.search ?? null;
  const searchIn = (columns: SearchedColumns): string | null => {
    if (searched === null) return null;
    return open === null ? compileSearch(searched, columns) : compileOpenSearch(searched, columns, open);
  };
  const search = searchIn("all");
  const columns = parts.flatMap((part) => part.columns ?? []);
  const tokens = columns.map(({ kind, ids }) => ids.map((id) => filterToken(kind, id)));
  const names = parts.flatMap((part) => part.names ?? []);
  const expressions = [...new Set(parts.flatMap((part) => part.expression ?? []))];
  const filters = [...expressions, ...tokens.map(anyOf), ...names.flatMap(namedExpressions)];
  const conditions = parts.flatMap((part) => part.conditions ?? []);
  const contains = names.flatMap(({ filter: name, isCertain }) => (isCertain ? [] : name));
  const areRead = contains.length > 0 || conditions.length > 0;
  const words = allOf([search, ...filters]) ?? (areRead ? quoted(EVERY_CASE) : null);
  const [inNames, inHeads] = [searchIn("named"), searchIn("heads")];
  const prefixes = searched === null ? [] : prefixesOf(searched);
  const dateRowids = parts.find((part) => part.dateRowids !== undefined)?.dateRowids ?? null;
  const excluded = parts.flatMap((part) => part.excluded ?? []);
  const onlyColumns =
    !areRead && search === null && expressions.length === 0 && names.length === 0 && dateRowids === null;
  const test = searched === null ? null : caseTestOf(searched, open === null ? "all" : "open");
  return {
    words,
    search:
      searched === null || search === null || inNames === null || inHeads === null || !hasScoredWord(searched)
        ? null
        : {
            node: searched,
            inNames: `${words} AND ${inNames}`,
            inHeads: [inHeads, ...filters].join(" AND "),
            points: open === null ? null : openPoints(searched, open),
          },
    lists: [
      ...tokens,
      ...names.flatMap(({ groups }) => groups),
      ...parts.flatMap((part) => part.lists ?? []),
    ],
    columns: onlyColumns ? columns : null,
    onRow: { contains, conditions },
    hasPrefix: prefixes.length > 0,
    isMerged: prefixes.some((prefix) => prefix.tokens === undefined),
    tests: test === null ? null : { prefixes: [], test },
    walk: open === null && searched !== null ? prefixWalk(searched, filters, lookups) : null,
    excluded,
    ids: inEach(parts.flatMap((part) => part.ids ?? [])),
    areMatches: false,
    best: null,
    dateRowids,
    decidedFrom: boundOf(
      parts.map(({ decided }) => decided?.[0] ?? null),
      Math.max,
    ),
    decidedTo: boundOf(
      parts.map(({ decided }) => decided?.[1] ?? null),
      Math.min,
    ),
    ...updatedOf(filter),
  };
}

export function isEmpty({ contains, conditions }: OnRow): boolean {
  return contains.length === 0 && conditions.length === 0;
}

/** Whether the cases that can match are listed. */
export function isKnown({ ids, dateRowids }: Pick<Plan, "ids" | "dateRowids">): boolean {
  return ids !== null || dateRowids !== null;
}

function updatedOf({ updatedFrom, updatedTo }: CaseFilter): Updated {
  return { updatedFrom: instantKey(updatedFrom ?? null), updatedTo: instantKey(updatedTo ?? null) };
}

function updatedPart(filter: CaseFilter, { find }: Lookups): Part {
  const { updatedFrom: gte, updatedTo: lte } = updatedOf(filter);
  if (gte === null && lte === null) return {};
  const span = { ...(gte === null ? {} : { gte }), ...(lte === null ? {} : { lte }) };
  return { ids: [find.byCondition({ field: "last_updated", kind: "among", spans: [span] })] };
}

function authorPart(authors: readonly string[], open: OpenTexts | null): Part {
  const words = authors.flatMap((author) => compileAuthors(author) ?? []);
  const each = [...new Set(words)].map((word) => (open === null ? word : `(${word} AND ${open.cases})`));
  return {
    expression: allOf(each),
    lists: authors.flatMap((author) => wordsOf(author).map((word) => [tokenOf(word)])),
  };
}

function namePart(column: NameColumn, text: string, { findNameWords }: Lookups): Part {
  return { names: nameMatchOf({ column, text: foldForContains(text) }, findNameWords) };
}
