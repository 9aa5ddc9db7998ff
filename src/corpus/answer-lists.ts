/** Pages of the collections beside cases: citations out of their table, the others out of the records in memory. */
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import type { Collection } from "./collections.ts";
import {
  DEFAULT_PAGE_SIZE,
  type Envelope,
  envelopeOf,
  PAGING_PARAMETERS,
  type PagingPart,
  positionOf,
} from "./envelope.ts";
import type { Lookup } from "./lookup.ts";
import { CITATION_PARAMETERS } from "./query/collection-parameters.ts";
import { type Parameter, readParameters, valuesOf } from "./query/parameter.ts";
import { pageOf, type RecordList } from "./record-lists.ts";
import { type CitationAnswer, citationAnswer } from "./records.ts";

/** A question for a page, and the base URL of the answer's addresses. */
export interface AskedPage {
  readonly query: URLSearchParams;
  readonly baseUrl: string;
}

/** @throws CaselawError `invalid` with `parameters`, `invalid_cursor` */
export function answerCitations(
  reader: CorpusReader,
  { query, baseUrl }: AskedPage,
): Envelope<CitationAnswer> {
  const table: readonly Parameter<object, Lookup>[] = [...CITATION_PARAMETERS, ...PAGING_PARAMETERS];
  const { pageSize, cursor, ...filter } = Object.assign(
    {},
    ...readParameters(table, valuesOf(query), reader),
  );
  const page = reader.citations({
    filter,
    position: positionOf(cursor, "citations"),
    pageSize: pageSize ?? DEFAULT_PAGE_SIZE,
  });
  const results = page.items.map((citation) => citationAnswer(citation, baseUrl));
  return envelopeOf(page, results, { address: `${baseUrl}/v1/citations/`, query, order: "citations" });
}

/** @throws as `answerCitations` */
export function answerRecords<T, A>(
  reader: CorpusReader,
  name: Collection,
  list: RecordList<T, A>,
  { query, baseUrl }: AskedPage,
): Envelope<A> {
  const values = valuesOf(query);
  const table: readonly Parameter<((record: T) => boolean) | PagingPart, Lookup>[] = [
    ...list.parameters,
    ...PAGING_PARAMETERS,
  ];
  const parts = readParameters(table, values, reader);
  const tests = parts.filter((part) => typeof part === "function");
  const paging: PagingPart = Object.assign({}, ...parts.filter((part) => typeof part !== "function"));
  const records = list.records(reader, values).filter((record) => tests.every((test) => test(record)));
  const pageSize = paging.pageSize ?? list.defaultPageSize;
  const page = pageOf(records, list.keyOf, positionOf(paging.cursor, name), pageSize);
  const results = page.items.map((record) => list.answer(record, baseUrl));
  return envelopeOf(page, results, { address: `${baseUrl}/v1/${name}/`, query, order: name });
}
