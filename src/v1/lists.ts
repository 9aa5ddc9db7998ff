/** Pages and records of the collections: from the parameters of a request to typed values and the interface's JSON. */
import { setImmediate } from "node:timers/promises";
import type { BodyFormat, CaseWithBody } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { hasSearchWord } from "../corpus/search-words.ts";
import { readCaseId } from "../domain/case-id.ts";
import type { CasePage, CaseQuery, Page, Position, RelevanceKind } from "../domain/query.ts";
import type { CitationOfCase } from "../domain/records.ts";
import {
  CASE_PARAMETERS,
  type CaseRequest,
  DETAIL_PARAMETERS,
  orderOf,
  readCaseRequest,
  seeded,
} from "./case-parameters.ts";
import {
  CITATION_PARAMETERS,
  type CitationFilter,
  type Collection,
  LISTS,
  type ListedCollection,
  recordParameters,
  type V1Records,
  type V1Values,
} from "./collections.ts";
import { type Facets, facetsOf } from "./facets.ts";
import type { Lookup } from "./lookup.ts";
import {
  DEFAULT_PAGE_SIZE,
  type Envelope,
  PAGING_PARAMETERS,
  type Paging,
  pageOf,
  readCursor,
  writeCursor,
} from "./paging.ts";
import {
  merged,
  type Parameter,
  type Question,
  queryOf,
  readParameters,
  unknownFilters,
  valuesOf,
} from "./parameter.ts";
import { type V1Case, type V1Citation, v1Case, v1Citation } from "./records.ts";

/** A request for a list, and the base URL of the answer. */
interface ListQuestion {
  readonly query: URLSearchParams;
  readonly baseUrl: string;
}

/** A page as values, and as the interface's JSON. */
export interface V1Page<T, A> {
  readonly page: Page<T>;
  readonly envelope: Envelope<A>;
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** `bounded`: not all matches were scored. Null: the page is not ordered by relevance. */
  readonly relevance: RelevanceKind | null;
  /** What the question asks to have in each case. */
  readonly parts?: { readonly bodyFormat: BodyFormat | null; readonly preview: boolean };
  /** By id, of the cases that a sentence found. */
  readonly passages?: CasePage["passages"] | undefined;
}

/** Every page of a collection. */
export type Pages<C extends Collection> = Generator<V1Page<V1Values[C], V1Records[C]>>;
/** Records, for `for await`. */
export type Each<T> = AsyncGenerator<T, void, undefined>;
/** A signal that ends a walk. */
export interface Abortable {
  readonly signal?: AbortSignal;
}

/** One page of any collection. @throws CaselawError `invalid` with `parameters` (all that are wrong), `invalid_cursor` */
export function pageOfCollection<C extends Collection>(
  corpus: Corpus,
  collection: C,
  question: ListQuestion,
): V1Page<V1Values[C], V1Records[C]> {
  // the compiler does not relate a page to the name of its collection
  return anyPage(corpus, collection, question) as V1Page<V1Values[C], V1Records[C]>;
}

function anyPage(corpus: Corpus, of: Collection, question: ListQuestion): unknown {
  if (of === "cases") return pageOfCases(corpus, question);
  return of === "citations" ? pageOfCitations(corpus, question) : pageOfRecords(corpus, of, question);
}

/** Reads a question for cases: the query, and the request that it follows from. */
function readCaseQuestion(
  corpus: Corpus,
  question: ListQuestion,
): { readonly request: CaseRequest; readonly cursorOrder: string; readonly query: CaseQuery } {
  const table = [...CASE_PARAMETERS, ...PAGING_PARAMETERS];
  const request = readCaseRequest(valuesOf(question.query), corpus, table);
  const { filter, counting } = request;
  const { ordering, cursorOrder } = orderOf(request);
  const place = placeOf(request, cursorOrder);
  const query = { filter, counting, ...place, ordering: seeded(ordering, request, place.position) };
  return { request, cursorOrder, query };
}

/** How a request for cases is answered. @throws as `pageOfCollection` */
export function explainCases(corpus: Corpus, question: ListQuestion): unknown {
  return corpus.explain(readCaseQuestion(corpus, question).query);
}

function pageOfCases(corpus: Corpus, question: ListQuestion): V1Page<CaseWithBody, V1Case> {
  const { request, cursorOrder, query } = readCaseQuestion(corpus, question);
  const { filter, facets } = request;
  // before the page, which then knows the length of the lists that were read
  const counts = facets.length === 0 ? null : facetsOf(corpus, filter, facets);
  const page = corpus.cases(query);
  const bodyFormat = request.fullCase ? request.bodyFormat : null;
  const items = corpus.withBodies(page.items, {
    format: bodyFormat,
    preview: request.preview && hasSearchWord(filter) ? (filter.search ?? null) : null,
    passages: page.passages,
  });
  const results = items.map((record) => v1Case(record, question.baseUrl));
  const list = v1Page({ ...page, items }, results, "cases", question, cursorOrder, counts);
  const parts = { bodyFormat, preview: request.preview };
  return { ...list, relevance: page.relevance, passages: page.passages, parts };
}

function pageOfCitations(corpus: Corpus, question: ListQuestion): V1Page<CitationOfCase, V1Citation> {
  const table: readonly Parameter<CitationFilter | Partial<Paging>, unknown>[] = [
    ...CITATION_PARAMETERS,
    ...PAGING_PARAMETERS,
  ];
  const values = valuesOf(question.query);
  const parts = readParameters(table, values, null, unknownFilters(values, table));
  const filter = merged<CitationFilter & Partial<Paging>>({}, parts);
  const caseId = filter.caseId === undefined ? {} : { caseId: corpus.ownId(filter.caseId) };
  const page = corpus.citations({ filter: { ...filter, ...caseId }, ...placeOf(filter, "citations") });
  const results = page.items.map((citation) => v1Citation(citation, question.baseUrl));
  return v1Page(page, results, "citations", question);
}

function pageOfRecords<K extends ListedCollection>(
  corpus: Corpus,
  name: K,
  question: ListQuestion,
): V1Page<V1Values[K], V1Records[K]> {
  const { records, keyOf, answer, defaultPageSize } = LISTS[name];
  const values = valuesOf(question.query);
  const table: readonly Parameter<((record: V1Values[K]) => boolean) | Partial<Paging>, Lookup>[] = [
    ...recordParameters(name),
    ...PAGING_PARAMETERS,
  ];
  const parts = readParameters(table, values, corpus, unknownFilters(values, table));
  const tests = parts.filter((part) => typeof part === "function");
  const paging = merged<Partial<Paging>>(
    {},
    parts.filter((part) => typeof part !== "function"),
  );
  const matching = records(corpus, values).filter((record) => tests.every((test) => test(record)));
  const { position, pageSize } = placeOf({ pageSize: defaultPageSize, ...paging }, name);
  const page = pageOf(matching, keyOf, position, pageSize);
  const results = page.items.map((record) => answer(record, question.baseUrl));
  return v1Page(page, results, name, question);
}

/** Puts a page into its envelope; `next` and `previous` are the URL of the request with another cursor. */
function v1Page<T, A>(
  page: Page<T>,
  results: readonly A[],
  collection: Collection,
  { query, baseUrl }: ListQuestion,
  order: string = collection,
  facets: Facets | null = null,
): V1Page<T, A> {
  const rest = new URLSearchParams(query);
  rest.delete("cursor");
  const start = `${baseUrl}/v1/${collection}/?${rest}${rest.size === 0 ? "" : "&"}cursor=`;
  const cursorOf = (position: Position | null): string | null =>
    position === null ? null : writeCursor(position, order);
  const [next, previous] = [cursorOf(page.next), cursorOf(page.previous)];
  // a cursor is base64url and needs no escaping
  const link = (cursor: string | null): string | null => (cursor === null ? null : start + cursor);
  const envelope = {
    ...{ count: page.count, next: link(next), previous: link(previous) },
    ...(facets === null ? {} : { facets }),
    results,
  };
  return { page, envelope, next, relevance: null };
}

/** Position and size of a page. @param order identifies the list and its order: a cursor is valid for no other */
function placeOf(
  { pageSize = DEFAULT_PAGE_SIZE, cursor }: Partial<Paging>,
  order: string,
): { readonly position: Position | null; readonly pageSize: number } {
  return { position: cursor === undefined ? null : readCursor(cursor, order), pageSize };
}

/** Page size of `each`: large enough for few requests, small enough that full cases take some MB. */
const ITERATION_PAGE_SIZE = "200";

/** @param read the page of a query, with the cursor of the next */
export function* pagesOf<P extends { readonly next: string | null }>(
  read: (query: URLSearchParams) => P,
  question: Question,
): Generator<P> {
  const query = new URLSearchParams(queryOf(question));
  // facets are counted for every page, and no record shows them
  query.delete("facet");
  for (;;) {
    const page = read(query);
    yield page;
    if (page.next === null) return;
    query.set("cursor", page.next);
  }
}

/** @throws the reason of the signal, once it is aborted */
export async function* eachRecord<T>(
  pages: (query: URLSearchParams) => Iterable<{ readonly envelope: { readonly results: readonly T[] } }>,
  question: Question,
  { signal }: Abortable,
): Each<T> {
  const query = new URLSearchParams(queryOf(question));
  if (!query.get("page_size")) query.set("page_size", ITERATION_PAGE_SIZE);
  signal?.throwIfAborted();
  for (const { envelope } of pages(query)) {
    for (const record of envelope.results) {
      yield record;
      signal?.throwIfAborted();
    }
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/**
 * The record at a detail address, `/v1/courts/ill-1/`; null if there is none. Other parameters than those of a case are ignored.
 *
 * @param key id, slug or barcode
 * @throws CaselawError `invalid` with `parameters`
 */
export function detailRecord<C extends Collection>(
  corpus: Corpus,
  collection: C,
  key: string,
  question: ListQuestion,
): V1Records[C] | null {
  return anyRecord(corpus, collection, key, question) as V1Records[C] | null;
}

function anyRecord(corpus: Corpus, of: Collection, key: string, { query, baseUrl }: ListQuestion): unknown {
  if (of === "citations") return null;
  if (of !== "cases") return listedRecord(corpus, of, key, baseUrl);
  const values = [...valuesOf(query)].filter(([name]) => DETAIL_PARAMETERS.some((row) => row.name === name));
  const { fullCase, bodyFormat } = readCaseRequest(new Map(values), corpus, DETAIL_PARAMETERS);
  const id = readCaseId(key);
  return id === null ? null : caseRecord(corpus, id, fullCase ? bodyFormat : null, baseUrl);
}

function listedRecord<K extends ListedCollection>(corpus: Corpus, of: K, key: string, baseUrl: string) {
  const { records, addressOf, answer } = LISTS[of];
  const all = records(corpus, new Map([["with_old", ["true"]]]));
  const record = all.find((candidate) => String(addressOf(candidate)) === key);
  return record === undefined ? null : answer(record, baseUrl);
}

/** Null for an unknown id. */
export function caseRecord(
  corpus: Corpus,
  id: number,
  format: BodyFormat | null,
  baseUrl: string,
): V1Case | null {
  const [record] = corpus.withBodies(corpus.casesOf([id]), { format, preview: null });
  return record === undefined ? null : v1Case(record, baseUrl);
}
