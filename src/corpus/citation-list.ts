/** One page of the collection of citations. */
import type { CorpusReader } from "../store/corpus-reader.ts";
import { CITATION_PARAMETERS } from "./collection-parameters.ts";
import type { Setting } from "./collections.ts";
import { DEFAULT_PAGE_SIZE, type Envelope, envelopeOf, PAGING_PARAMETERS, positionOf } from "./envelope.ts";
import type { Lookup } from "./lookup.ts";
import { type Parameter, readParameters, valuesOf } from "./parameter.ts";
import { type CitationAnswer, citationAnswer } from "./records.ts";

/** @throws CaselawError `invalid`, all wrong parameters at once; `not_found`: `Invalid cursor` */
export function listCitations(
  reader: CorpusReader,
  query: URLSearchParams,
  { baseUrl }: Setting,
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
