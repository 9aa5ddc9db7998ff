/** Pages of the collections: from the parameters of a request to a typed page and its envelope. */

import { setImmediate } from "node:timers/promises";
import type { CaseWithBody } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { hasSearchWord } from "../corpus/search-words.ts";
import type { Page, Position, RelevanceKind } from "../domain/query.ts";
import type { CitationOfCase } from "../domain/records.ts";
import { CASE_PARAMETERS, type CaseRequest } from "./case-parameters.ts";
import { caseRequestOf, orderingFaults } from "./case-request.ts";
import type { Collection, V1Records, V1Values } from "./collection-names.ts";
import { CITATION_PARAMETERS, type CitationFilter } from "./collection-parameters.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, type RecordList, VOLUMES } from "./collections.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import {
  DEFAULT_PAGE_SIZE,
  type Envelope,
  envelopeOf,
  type ListAddress,
  PAGING_PARAMETERS,
  type Paging,
} from "./envelope.ts";
import { type Facets, facetsOf } from "./facets.ts";
import { authorFaults } from "./filters/citing-parameters.ts";
import { orderOf, seeded } from "./filters/ordering.ts";
import type { Lookup } from "./lookup.ts";
import { pageOf } from "./page-of-list.ts";
import { merged, type Parameter, type Question, queryOf, readParameters, valuesOf } from "./parameter.ts";
import { type V1Case, type V1Citation, v1Case, v1Citation } from "./records.ts";
import { unknownFilters } from "./unknown-parameters.ts";

/** A request for a list, and the base URL of the answer. */
export interface ListQuestion {
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
  asked: ListQuestion,
): V1Page<V1Values[C], V1Records[C]> {
  const pages: { readonly [K in Collection]: () => V1Page<V1Values[K], V1Records[K]> } = {
    cases: () => pageOfCases(corpus, asked),
    citations: () => pageOfCitations(corpus, asked),
    courts: () => pageOfRecords(corpus, "courts", COURTS, asked),
    jurisdictions: () => pageOfRecords(corpus, "jurisdictions", JURISDICTIONS, asked),
    reporters: () => pageOfRecords(corpus, "reporters", REPORTERS, asked),
    volumes: () => pageOfRecords(corpus, "volumes", VOLUMES, asked),
    bulk: () => pageOfRecords(corpus, "bulk", BULK, asked),
  };
  return pages[collection]();
}

/** @throws CaselawError `invalid` with `parameters`, `invalid_cursor` */
function pageOfCases(corpus: Corpus, { query, baseUrl }: ListQuestion): V1Page<CaseWithBody, V1Case> {
  const { request, paging } = readCaseList(corpus, query);
  const { filter, fullCase, bodyFormat, facets, counting } = request;
  const { ordering, cursorOrder: order } = orderOf(request);
  const place = placeOf(paging, order);
  // before the page, which then knows the length of the lists that were read
  const counts = facets.length === 0 ? null : facetsOf(corpus, filter, facets);
  const page = corpus.cases({
    ...{ filter, counting, ...place },
    ordering: seeded(ordering, request, place.position),
  });
  const items = corpus.withBodies(page.items, {
    format: fullCase ? bodyFormat : null,
    preview: request.preview && hasSearchWord(filter) ? (filter.search ?? null) : null,
  });
  const results = items.map((one) => v1Case(one, baseUrl));
  const list = v1Page({ ...page, items }, results, { url: `${baseUrl}/v1/cases/`, query, order }, counts);
  return { ...list, relevance: page.relevance };
}

/** @throws as `pageOfCases` */
function pageOfCitations(
  corpus: Corpus,
  { query, baseUrl }: ListQuestion,
): V1Page<CitationOfCase, V1Citation> {
  const table: readonly Parameter<CitationFilter | Partial<Paging>, unknown>[] = [
    ...CITATION_PARAMETERS,
    ...PAGING_PARAMETERS,
  ];
  const values = valuesOf(query);
  const parts = readParameters(table, values, null, unknownFilters(values, table));
  const asked = merged<CitationFilter & Partial<Paging>>({}, parts);
  const page = corpus.citations({ filter: asked, ...placeOf(asked, "citations") });
  const results = page.items.map((citation) => v1Citation(citation, baseUrl));
  return v1Page(page, results, { url: `${baseUrl}/v1/citations/`, query, order: "citations" });
}

/** @throws as `pageOfCases` */
function pageOfRecords<T, A>(
  corpus: Corpus,
  name: Collection,
  list: RecordList<T, A>,
  { query, baseUrl }: ListQuestion,
): V1Page<T, A> {
  const values = valuesOf(query);
  const table: readonly Parameter<((record: T) => boolean) | Partial<Paging>, Lookup>[] = [
    ...list.parameters,
    ...PAGING_PARAMETERS,
  ];
  const parts = readParameters(table, values, corpus, unknownFilters(values, table));
  const tests = parts.filter((part) => typeof part === "function");
  const paging = merged<Partial<Paging>>(
    {},
    parts.filter((part) => typeof part !== "function"),
  );
  const records = list.records(corpus, values).filter((record) => tests.every((test) => test(record)));
  const { position, pageSize } = placeOf(paging, name, list.defaultPageSize);
  const page = pageOf(records, list.keyOf, position, pageSize);
  const results = page.items.map((record) => list.answer(record, baseUrl));
  return v1Page(page, results, { url: `${baseUrl}/v1/${name}/`, query, order: name });
}

function v1Page<T, A>(
  page: Page<T>,
  results: readonly A[],
  address: ListAddress,
  facets: Facets | null = null,
): V1Page<T, A> {
  const cursorOf = (position: Position | null): string | null =>
    position === null ? null : writeCursor(position, address.order);
  const cursors = { next: cursorOf(page.next), previous: cursorOf(page.previous) };
  const envelope = envelopeOf({ count: page.count, ...cursors }, results, address, facets);
  return { page, envelope, next: cursors.next, relevance: null };
}

function readCaseList(
  corpus: Corpus,
  query: URLSearchParams,
): { readonly request: CaseRequest; readonly paging: Partial<Paging> } {
  const values = valuesOf(query);
  const table: readonly Parameter<Partial<CaseRequest & Paging>, Lookup>[] = [
    ...CASE_PARAMETERS,
    ...PAGING_PARAMETERS,
  ];
  const wrong = { ...orderingFaults(values), ...authorFaults(values), ...unknownFilters(values, table) };
  const parts = readParameters(table, values, corpus, wrong);
  return { request: caseRequestOf(parts), paging: merged<Partial<Paging>>({}, parts) };
}

/** Position and size of a page. @param order identifies the list and its order: a cursor is valid for no other */
function placeOf(
  { pageSize, cursor }: Partial<Paging>,
  order: string,
  defaultSize: number = DEFAULT_PAGE_SIZE,
): { readonly position: Position | null; readonly pageSize: number } {
  return {
    position: cursor === undefined ? null : readCursor(cursor, order),
    pageSize: pageSize ?? defaultSize,
  };
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
