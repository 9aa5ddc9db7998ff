/**
 * The query library: opens a corpus and answers the interface's questions, the same for library, command line and HTTP.
 */
import type { Case, CaseFilter, Ordering } from "../domain/listing.ts";
import { CorpusReader } from "../store/corpus-reader.ts";
import {
  type BodyFormat,
  CASE_PARAMETERS,
  type CaseRequest,
  caseRequest,
  type Lookup,
} from "./case-parameters.ts";
import { type Access, casebodyAnswer, isAllowed, withheldBody } from "./casebody.ts";
import { CITATION_PARAMETERS } from "./collection-parameters.ts";
import {
  DEFAULT_PAGE_SIZE,
  type Envelope,
  envelopeOf,
  PAGING_PARAMETERS,
  type PagingPart,
  positionOf,
} from "./envelope.ts";
import {
  noSuchChoice,
  type Parameter,
  type Parameters,
  queryOf,
  readParameters,
  valuesOf,
  wrongParameters,
} from "./parameter.ts";
import { BULK, COURTS, JURISDICTIONS, pageOf, REPORTERS, type RecordList, VOLUMES } from "./record-lists.ts";
import {
  type BulkAnswer,
  type CaseAnswer,
  type CitationAnswer,
  type CourtAnswer,
  caseAnswer,
  citationAnswer,
  type JurisdictionAnswer,
  type ReporterAnswer,
  type VolumeAnswer,
} from "./records.ts";

/** The record of each collection. */
export interface Answers {
  readonly cases: CaseAnswer;
  readonly courts: CourtAnswer;
  readonly jurisdictions: JurisdictionAnswer;
  readonly reporters: ReporterAnswer;
  readonly volumes: VolumeAnswer;
  readonly citations: CitationAnswer;
  readonly bulk: BulkAnswer;
}

export type Collection = keyof Answers;

export const COLLECTIONS: readonly Collection[] = [
  "cases",
  "courts",
  "jurisdictions",
  "reporters",
  "volumes",
  "citations",
  "bulk",
];

/** What answers depend on beside the question. */
export interface Setting {
  /** Every URL in an answer starts with it; no slash at the end. */
  readonly baseUrl: string;
  readonly access: Access;
}

export const DEFAULT_BASE_URL = "http://127.0.0.1:8000";

/** The parameters of a collection, for help texts and for refusing unknown ones. */
export function parametersOf(collection: Collection): readonly Parameter<unknown, never>[] {
  const own: Readonly<Record<Collection, readonly Parameter<unknown, never>[]>> = {
    cases: CASE_PARAMETERS,
    courts: COURTS.parameters,
    jurisdictions: JURISDICTIONS.parameters,
    reporters: REPORTERS.parameters,
    volumes: VOLUMES.parameters,
    citations: CITATION_PARAMETERS,
    bulk: BULK.parameters,
  };
  return [...own[collection], ...PAGING_PARAMETERS];
}

/**
 * Opens a corpus for reading; close it with `using` or `[Symbol.dispose]()`.
 *
 * @throws CaselawError `not_found`, `corrupt` or `invalid` (another version)
 */
export function openCorpus(path: string, setting: Partial<Setting> = {}): Corpus {
  return new Corpus(new CorpusReader(path), { baseUrl: DEFAULT_BASE_URL, access: "owner", ...setting });
}

export class Corpus implements Disposable {
  readonly #reader: CorpusReader;
  readonly #setting: Setting;

  constructor(reader: CorpusReader, setting: Setting) {
    this.#reader = reader;
    this.#setting = setting;
  }

  /**
   * One page of a collection.
   *
   * @param question parameters of contract section 5 (cases) or 4 (the others), by their names in the interface
   * @throws CaselawError `invalid` with `parameters` (all that are wrong), `not_found`: `Invalid cursor`
   */
  list<C extends Collection>(
    collection: C,
    question: Parameters | URLSearchParams = {},
    setting: Partial<Setting> = {},
  ): Envelope<Answers[C]> {
    const query = question instanceof URLSearchParams ? question : queryOf(question);
    const answers: { readonly [K in Collection]: () => Envelope<Answers[K]> } = {
      cases: () => this.#cases(query, { ...this.#setting, ...setting }),
      citations: () => this.#citations(query, { ...this.#setting, ...setting }),
      courts: () => this.#records("courts", COURTS, query, setting),
      jurisdictions: () => this.#records("jurisdictions", JURISDICTIONS, query, setting),
      reporters: () => this.#records("reporters", REPORTERS, query, setting),
      volumes: () => this.#records("volumes", VOLUMES, query, setting),
      bulk: () => this.#records("bulk", BULK, query, setting),
    };
    return this.#reader.snapshot(answers[collection]);
  }

  /** Every record that a question matches, page after page. */
  *all<C extends Collection>(collection: C, question: Parameters = {}): Generator<Answers[C]> {
    let query = queryOf(question);
    for (;;) {
      const page = this.list(collection, query);
      yield* page.results;
      if (page.next === null) return;
      query = new URL(page.next).searchParams;
    }
  }

  /** The record of a case, with its body when a format is asked for; null when there is none of that id. */
  case(id: number, bodyFormat: BodyFormat | null = null): CaseAnswer | null {
    return this.#reader.snapshot(() => {
      const found = this.#reader.case(id);
      if (found === null) return null;
      return this.#answerCases([found], bodyFormat, this.#setting)[0] ?? null;
    });
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }

  #cases(query: URLSearchParams, setting: Setting): Envelope<CaseAnswer> {
    const { request, paging } = this.#readCases(query);
    const ordering = request.ordering ?? this.#defaultOrdering(request.filter);
    const order = `cases ${ordering.descending ? "-" : ""}${ordering.by}`;
    const page = this.#reader.cases({
      filter: request.filter,
      ordering,
      position: positionOf(paging.cursor, order),
      pageSize: paging.pageSize ?? DEFAULT_PAGE_SIZE,
    });
    const results = this.#answerCases(page.items, request.fullCase ? request.bodyFormat : null, setting);
    return envelopeOf(page, results, { address: `${setting.baseUrl}/v1/cases/`, query, order });
  }

  #readCases(query: URLSearchParams): { request: CaseRequest; paging: PagingPart } {
    const table: readonly Parameter<object, Lookup>[] = [...CASE_PARAMETERS, ...PAGING_PARAMETERS];
    const parts = readParameters(table, valuesOf(query), this.#reader);
    const paging: PagingPart = Object.assign({}, ...parts);
    const request = caseRequest(parts);
    const asked = request.ordering;
    if (asked?.by !== "relevance") return { request, paging };
    if (request.filter.search === undefined) {
      throw wrongParameters({
        ordering: [noSuchChoice(asked.descending ? "-relevance" : "relevance").error],
      });
    }
    const isRanked = this.#reader.isRanked(request.filter);
    return { request: isRanked ? request : { ...request, ordering: null }, paging };
  }

  #defaultOrdering(filter: CaseFilter): Ordering {
    const isRanked = filter.search !== undefined && this.#reader.isRanked(filter);
    return { by: isRanked ? "relevance" : "decision_date", descending: false };
  }

  #answerCases(
    cases: readonly Case[],
    format: BodyFormat | null,
    { baseUrl, access }: Setting,
  ): CaseAnswer[] {
    const answers = cases.map((one) => caseAnswer(one, baseUrl));
    if (format === null) return answers;
    const allowed = cases.filter((one) => isAllowed(access, one.jurisdiction?.whitelisted ?? false));
    const bodies = this.#reader.bodies(allowed.map(({ id }) => id));
    const allowedIds = new Set(allowed.map(({ id }) => id));
    return answers.map((answer) => ({
      ...answer,
      casebody: allowedIds.has(answer.id) ? casebodyAnswer(bodies.get(answer.id), format) : withheldBody(),
    }));
  }

  #citations(query: URLSearchParams, setting: Setting): Envelope<CitationAnswer> {
    const table: readonly Parameter<object, Lookup>[] = [...CITATION_PARAMETERS, ...PAGING_PARAMETERS];
    const { pageSize, cursor, ...filter } = Object.assign(
      {},
      ...readParameters(table, valuesOf(query), this.#reader),
    );
    const page = this.#reader.citations({
      filter,
      position: positionOf(cursor, "citations"),
      pageSize: pageSize ?? DEFAULT_PAGE_SIZE,
    });
    const results = page.items.map((citation) => citationAnswer(citation, setting.baseUrl));
    return envelopeOf(page, results, {
      address: `${setting.baseUrl}/v1/citations/`,
      query,
      order: "citations",
    });
  }

  #records<T, A>(
    name: Collection,
    list: RecordList<T, A>,
    query: URLSearchParams,
    setting: Partial<Setting>,
  ): Envelope<A> {
    const { baseUrl } = { ...this.#setting, ...setting };
    const values = valuesOf(query);
    const table: readonly Parameter<((record: T) => boolean) | PagingPart, Lookup>[] = [
      ...list.parameters,
      ...PAGING_PARAMETERS,
    ];
    const parts = readParameters(table, values, this.#reader);
    const tests = parts.filter((part) => typeof part === "function");
    const paging: PagingPart = Object.assign({}, ...parts.filter((part) => typeof part !== "function"));
    const records = list
      .records(this.#reader, values)
      .filter((record) => tests.every((test) => test(record)));
    const pageSize = paging.pageSize ?? list.defaultPageSize;
    const page = pageOf(records, list.keyOf, positionOf(paging.cursor, name), pageSize);
    const results = page.items.map((record) => list.answer(record, baseUrl));
    return envelopeOf(page, results, { address: `${baseUrl}/v1/${name}/`, query, order: name });
  }
}
