/**
 * The query library: opens a corpus and answers the interface's questions, the same for library, command line and HTTP.
 */
import { readFormBody } from "../casebody/read-form.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CaseFilter, KnownBulkFile, Ordering, ReporterVolumes, VolumeCases } from "../domain/listing.ts";
import { CorpusReader, type ReaderOptions } from "../store/read/corpus-reader.ts";
import { answerCitations, answerRecords } from "./answer-lists.ts";
import { answerCases } from "./case-answers.ts";
import { textsFor } from "./casebody.ts";
import { answerChanges, type ChangeAnswer, type ChangesAnswer, eachChange } from "./changes.ts";
import { answerCites, type CitesAnswer } from "./cites.ts";
import { type Answers, type Collection, DEFAULT_BASE_URL, type Setting } from "./collections.ts";
import { answerCoverage, type CoverageAnswer } from "./coverage.ts";
import {
  DEFAULT_PAGE_SIZE,
  type Envelope,
  envelopeOf,
  PAGING_PARAMETERS,
  type PagingPart,
  positionOf,
} from "./envelope.ts";
import { everyCase, everyPage } from "./every-case.ts";
import { facetsOf } from "./facets.ts";
import type { Lookup } from "./lookup.ts";
import { type BodyFormat, CASE_PARAMETERS, type CaseRequest, caseRequest } from "./query/case-parameters.ts";
import { orderingFaults } from "./query/check-ordering.ts";
import { type Parameter, type Parameters, queryOf, readParameters, valuesOf } from "./query/parameter.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, recordOf, VOLUMES } from "./record-lists.ts";
import type { CaseAnswer } from "./records.ts";
import { answerStats, type StatsAnswer, type StatsQuestion } from "./stats.ts";
import { answerTrends, type TrendsAnswer } from "./trends.ts";

/**
 * Opens a corpus for reading; close it with `using` or `[Symbol.dispose]()`.
 *
 * @param setting what answers depend on, and `rankedMatches`: how many matches an order by relevance scores at most
 * @throws CaselawError `not_found`, `corrupt` or `unsupported` (a newer version)
 */
export function openCorpus(
  path: string,
  { rankedMatches, ...setting }: Partial<Setting> & ReaderOptions = {},
): Corpus {
  const reader = new CorpusReader(path, { rankedMatches, readBody: readFormBody });
  return new Corpus(reader, { baseUrl: DEFAULT_BASE_URL, access: "owner", ...setting });
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
   * @param question parameters of docs/interface.md, "Parameters of cases" and "Filters of the collections", by their names in
   *   the interface
   * @throws CaselawError `invalid` with `parameters` (all that are wrong), `invalid_cursor`
   */
  list<C extends Collection>(
    collection: C,
    question: Parameters | URLSearchParams = {},
    setting: Partial<Setting> = {},
  ): Envelope<Answers[C]> {
    const query = question instanceof URLSearchParams ? question : queryOf(question);
    const { baseUrl } = { ...this.#setting, ...setting };
    const asked = { query, baseUrl };
    const answers: { readonly [K in Collection]: () => Envelope<Answers[K]> } = {
      cases: () => this.#cases(query, { ...this.#setting, ...setting }),
      citations: () => answerCitations(this.#reader, asked),
      courts: () => answerRecords(this.#reader, "courts", COURTS, asked),
      jurisdictions: () => answerRecords(this.#reader, "jurisdictions", JURISDICTIONS, asked),
      reporters: () => answerRecords(this.#reader, "reporters", REPORTERS, asked),
      volumes: () => answerRecords(this.#reader, "volumes", VOLUMES, asked),
      bulk: () => answerRecords(this.#reader, "bulk", BULK, asked),
    };
    return this.#reader.snapshot(answers[collection]);
  }

  /** Every record that a question matches, page after page. */
  *all<C extends Collection>(collection: C, question: Parameters = {}): Generator<Answers[C]> {
    const ask = (query: URLSearchParams): Envelope<Answers[C]> => this.list(collection, query);
    for (const page of everyPage(ask, queryOf(question))) yield* page;
  }

  /** Every case that a question matches: as `all`, with a turn for other work after each page. */
  cases(question: Parameters = {}): AsyncGenerator<CaseAnswer, void, undefined> {
    return everyCase((query) => this.list("cases", query), question);
  }

  /**
   * The record at a detail address; null when there is none. The same object as in the list.
   *
   * @param key id, slug or barcode, as in the record's own address; citations have none
   * @param question of a case: `full_case` and `body_format`; all else is ignored
   * @throws CaselawError `invalid` as `list`
   */
  record<C extends Collection>(
    collection: C,
    key: string,
    question: Parameters | URLSearchParams = {},
    setting: Partial<Setting> = {},
  ): Answers[C] | null {
    const query = question instanceof URLSearchParams ? question : queryOf(question);
    const { baseUrl, access } = { ...this.#setting, ...setting };
    const records: { readonly [K in Collection]: () => Answers[K] | null } = {
      cases: () => this.#caseRecord(key, query, { baseUrl, access }),
      citations: () => null,
      courts: () => recordOf(COURTS, this.#reader, key, baseUrl),
      jurisdictions: () => recordOf(JURISDICTIONS, this.#reader, key, baseUrl),
      reporters: () => recordOf(REPORTERS, this.#reader, key, baseUrl),
      volumes: () => recordOf(VOLUMES, this.#reader, key, baseUrl),
      bulk: () => recordOf(BULK, this.#reader, key, baseUrl),
    };
    return this.#reader.snapshot(records[collection]);
  }

  /** The volumes of a jurisdiction's cases of a reporter, by number, each with its cases by page. */
  volumesOf(shelf: ReporterVolumes): readonly VolumeCases[] {
    return this.#reader.volumesOf(shelf);
  }

  /** The records of several cases, in the order of the ids; what is not held is left out. */
  casesOf(ids: readonly number[]): CaseAnswer[] {
    return this.#reader.snapshot(() =>
      answerCases(this.#reader, this.#reader.casesOf(ids), { format: null, preview: null }, this.#setting),
    );
  }

  /** A bulk archive that the corpus knows, superseded ones too. */
  bulkFile(id: number): KnownBulkFile | null {
    return this.#reader.bulkFiles().find((file) => file.id === id) ?? null;
  }

  /** The record of a case, with its body when a format is asked for; null when there is none of that id. */
  case(id: number, bodyFormat: BodyFormat | null = null): CaseAnswer | null {
    return this.#reader.snapshot(() => {
      const found = this.#reader.case(id);
      if (found === null) return null;
      return (
        answerCases(this.#reader, [found], { format: bodyFormat, preview: null }, this.#setting)[0] ?? null
      );
    });
  }

  /** What is held of the sources' units, by `source`, `state`, `jurisdiction`. @throws CaselawError `invalid` as `list` */
  coverage(question: Parameters | URLSearchParams = {}): CoverageAnswer {
    return this.#reader.snapshot(() => answerCoverage(this.#reader, question));
  }

  /** The cases added, changed and removed since a point, by `since`, `net`, `limit`. @throws CaselawError `invalid` as `list` */
  changes(question: Parameters | URLSearchParams = {}): ChangesAnswer {
    return this.#reader.snapshot(() => answerChanges(this.#reader, question));
  }

  /** The same as `changes`, one by one and not cut unless by a `limit` of the question. @throws as `changes`, with the first */
  eachChange(question: Parameters | URLSearchParams = {}): Generator<ChangeAnswer> {
    return eachChange(this.#reader, question);
  }

  /** How many decisions of each year match texts, beside all decisions. @throws CaselawError `invalid` as `list` */
  trends(
    texts: readonly string[],
    question: Parameters | URLSearchParams = {},
    setting: Partial<Setting> = {},
  ): TrendsAnswer {
    const { access } = { ...this.#setting, ...setting };
    return this.#reader.snapshot(() => answerTrends(this.#reader, texts, question, access));
  }

  /** Counts, sizes and the last runs. */
  stats(question: StatsQuestion = {}): StatsAnswer {
    return this.#reader.snapshot(() => answerStats(this.#reader, question));
  }

  /** What a case cites, with the held cases; null when there is no case of that id. */
  cites(id: number): CitesAnswer | null {
    return this.citesOf([id])[0] ?? null;
  }

  /** What several cases cite, as of one state of the corpus, in the order of the ids; what is not held is left out. */
  citesOf(ids: readonly number[]): CitesAnswer[] {
    return this.#reader.snapshot(() =>
      answerCites(this.#reader, this.#reader.casesOf(ids), this.#setting.baseUrl),
    );
  }

  /** Ids of the cases that bear a citation, ascending, however it is written: `15 Ill., 284` is `15 Ill. 284`. */
  idsByCitation(cite: string): readonly number[] {
    return this.#reader.idsByCitation(normaliseCitation(cite));
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }

  #caseRecord(key: string, query: URLSearchParams, setting: Setting): CaseAnswer | null {
    const detail = CASE_PARAMETERS.filter(({ name }) => name === "full_case" || name === "body_format");
    const request = caseRequest(readParameters(detail, valuesOf(query), this.#reader));
    const found = /^[1-9]\d{0,15}$/.test(key) ? this.#reader.case(Number(key)) : null;
    if (found === null) return null;
    const ofBodies = { format: request.fullCase ? request.bodyFormat : null, preview: null };
    return answerCases(this.#reader, [found], ofBodies, setting)[0] ?? null;
  }

  #cases(query: URLSearchParams, setting: Setting): Envelope<CaseAnswer> {
    const { request, paging } = this.#readCases(query, setting);
    const ordering = request.ordering ?? this.#defaultOrdering(request.filter);
    const order = `cases ${ordering.descending ? "-" : ""}${ordering.by}`;
    const page = this.#reader.cases({
      filter: request.filter,
      ordering,
      position: positionOf(paging.cursor, order),
      pageSize: paging.pageSize ?? DEFAULT_PAGE_SIZE,
    });
    const ofBodies = {
      format: request.fullCase ? request.bodyFormat : null,
      preview: request.preview && this.#isRanked(request.filter) ? (request.filter.search ?? null) : null,
    };
    const results = answerCases(this.#reader, page.items, ofBodies, setting);
    const facets =
      request.facets.length === 0 ? null : facetsOf(this.#reader, request.filter, request.facets);
    return envelopeOf(page, results, { address: `${setting.baseUrl}/v1/cases/`, query, order }, facets);
  }

  #readCases(query: URLSearchParams, { access }: Setting): { request: CaseRequest; paging: PagingPart } {
    const table: readonly Parameter<object, Lookup>[] = [...CASE_PARAMETERS, ...PAGING_PARAMETERS];
    const values = valuesOf(query);
    const parts = readParameters(table, values, this.#reader, orderingFaults(values));
    const paging: PagingPart = Object.assign({}, ...parts);
    const asked = caseRequest(parts);
    const request = { ...asked, filter: { ...asked.filter, ...textsFor(access) } };
    const isRanked = request.ordering?.by !== "relevance" || this.#isRanked(request.filter);
    return { request: isRanked ? request : { ...request, ordering: null }, paging };
  }

  #defaultOrdering(filter: CaseFilter): Ordering {
    return { by: this.#isRanked(filter) ? "relevance" : "decision_date", descending: false };
  }

  /** Whether the question searches for any word. */
  #isRanked(filter: CaseFilter): boolean {
    return filter.search !== undefined && this.#reader.isRanked(filter);
  }
}
