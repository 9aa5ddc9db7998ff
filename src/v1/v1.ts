/**
 * The v1 interface over a corpus: parameters as text in, the interface's JSON out. HTTP, `--format json` and the library
 * answer with these values.
 */
import type { Access, BodyFormat } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { type CorpusOptions, openCorpus } from "../corpus/open-corpus.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { BodyParameterName } from "./case-parameters.ts";
import { DETAIL_PARAMETERS } from "./case-parameters.ts";
import {
  CHANGES_PARAMETERS,
  type ChangesParameterName,
  eachV1Change,
  type V1Change,
  type V1Changes,
  v1Changes,
} from "./changes.ts";
import {
  COLLECTIONS,
  type Collection,
  type ParameterNames,
  parametersOf,
  type V1Records,
  type V1Values,
} from "./collections.ts";
import { COVERAGE_PARAMETERS, type CoverageParameterName, type V1Coverage, v1Coverage } from "./coverage.ts";
import {
  type Abortable,
  caseRecord,
  detailRecord,
  type Each,
  eachRecord,
  explainCases,
  type Pages,
  pageOfCollection,
  pagesOf,
  type V1Page,
} from "./lists.ts";
import {
  ENDPOINT_NAMES,
  NGRAM_PARAMETERS,
  type NgramParameterName,
  RESOLVE_PARAMETERS,
  type V1Ngrams,
  type V1Resolved,
  v1Ngrams,
  v1Resolve,
} from "./ngrams-resolve.ts";
import { csvLines } from "./page-formats.ts";
import type { Envelope, PagingName } from "./paging.ts";
import {
  type ParameterValue,
  type Question,
  type QuestionOf,
  queryOf,
  refuseUnknown,
  type UnknownParameters,
} from "./parameter.ts";
import { type V1Case, v1Case } from "./records.ts";
import { SIMILAR_PARAMETERS, type V1Cites, type V1Similar, v1Cites, v1Similar } from "./related.ts";
import { type StatsQuery, type V1Stats, v1Stats } from "./stats.ts";
import { TREATMENT_PARAMETERS, type V1Treatment, v1Treatment } from "./treatment.ts";
import {
  readTrendsQuery,
  TRENDS_PARAMETERS,
  type TrendsParameterName,
  type V1Trends,
  v1Trends,
} from "./trends.ts";

/** A question for cases as an object; `body_format`, by default `text`, decides the type of their bodies. */
export type CaseQuestion<Format extends BodyFormat> = {
  readonly [N in Exclude<ParameterNames["cases"], "body_format">]?: ParameterValue | undefined;
} & { readonly body_format?: Format | undefined };

/** A question for a collection. */
export type CollectionQuestion<C extends Collection> =
  | QuestionOf<ParameterNames[C]>
  // for callers that take any collection
  | QuestionOf<PagingName>;

/** A question for one record: the body of a case; other records have no parameters. */
export type DetailOf<C extends Collection> = QuestionOf<C extends "cases" ? BodyParameterName : never>;

/** Where URLs in answers begin, unless `baseUrl` is set. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:8000";

/** The reader's rights, and the beginning of every URL in the answer. */
export interface Setting {
  readonly baseUrl: string;
  readonly access: Access;
}

/** How `openV1` reads and answers. */
export interface V1Options extends CorpusOptions {
  /** The beginning of every URL in an answer, without a slash at the end. */
  readonly baseUrl?: string;
  /** Refused by default, with the most similar name in the message; the HTTP service ignores them. */
  readonly unknownParameters?: UnknownParameters;
}

/** Opens a corpus with the v1 interface; close it with `using`. @throws CaselawError as `openCorpus` */
export function openV1(
  from: string | CorpusSource,
  { baseUrl = DEFAULT_BASE_URL, unknownParameters, ...options }: V1Options = {},
): V1 {
  return new V1(openCorpus(from, options), baseUrl, unknownParameters);
}

/**
 * Questions have the parameters of docs/interface.md, "Parameters of cases" and "Filters of the collections".
 * The signatures with `F` give a body the type of its format.
 */
export class V1 implements Disposable {
  /** The same corpus for typed questions. */
  readonly corpus: Corpus;
  readonly baseUrl: string;
  readonly #unknown: UnknownParameters;

  constructor(corpus: Corpus, baseUrl: string, unknown: UnknownParameters = "refused") {
    this.corpus = corpus;
    this.baseUrl = baseUrl;
    this.#unknown = unknown;
  }

  /** The same open corpus for another reader. Dispose only the first. */
  as(access: Access): V1 {
    return new V1(this.corpus.as(access), this.baseUrl, this.#unknown);
  }

  /** What `/v1/` answers: the address of each collection, of `ngrams` and `resolve`, and the root of all texts as in `stats`. */
  root(): Readonly<Record<string, string | null>> {
    const names = [...COLLECTIONS, ...ENDPOINT_NAMES];
    const addresses = Object.fromEntries(names.map((name) => [name, `${this.baseUrl}/v1/${name}/`]));
    return { ...addresses, text_root: this.corpus.textRoot() };
  }

  /** One page of a collection. @throws CaselawError `invalid` with `parameters` (all that are wrong), `invalid_cursor` */
  list<F extends BodyFormat = "text">(of: "cases", question?: CaseQuestion<F>): Envelope<V1Case<F>>;
  list<C extends Collection>(of: C, question?: CollectionQuestion<C>): Envelope<V1Records[C]>;
  list<C extends Collection>(of: C, question: CollectionQuestion<C> = {}): Envelope<V1Records[C]> {
    return this.page(of, question).envelope;
  }

  /** The same page, and its typed values. @throws as `list` */
  page<C extends Collection>(
    collection: C,
    question: CollectionQuestion<C> = {},
  ): V1Page<V1Values[C], V1Records[C]> {
    const request = { query: queryOf(question), baseUrl: this.baseUrl };
    return this.#ask(question, parametersOf(collection), () =>
      pageOfCollection(this.corpus, collection, request),
    );
  }

  /** How a question for cases is answered, for people to read; what it contains may change. @throws as `list` */
  explain(question: CollectionQuestion<"cases"> = {}): unknown {
    this.#check(question, parametersOf("cases"));
    return explainCases(this.corpus, { query: queryOf(question), baseUrl: this.baseUrl });
  }

  /** The same page as lines of CSV: flattened by dots, lists as JSON. @throws as `list` */
  csv<C extends Collection>(collection: C, question: CollectionQuestion<C> = {}): Iterable<string> {
    return csvLines(this.list(collection, question).results);
  }

  /** All pages of a request, one after the other. @throws as `list` */
  pages<C extends Collection>(of: C, question: CollectionQuestion<C> = {}): Pages<C> {
    return pagesOf((query) => this.page(of, query), question);
  }

  /** Every record that a question matches. @throws as `list` */
  all<F extends BodyFormat = "text">(of: "cases", question?: CaseQuestion<F>): Generator<V1Case<F>>;
  all<C extends Collection>(of: C, question?: CollectionQuestion<C>): Generator<V1Records[C]>;
  *all<C extends Collection>(of: C, question: CollectionQuestion<C> = {}): Generator<V1Records[C]> {
    for (const { envelope } of this.pages(of, question)) yield* envelope.results;
  }

  /**
   * Every record that a question matches, for `for await`: reads one page at a time, and lets other work of the process run after
   * each. @throws as `list`; the reason of the signal, once it is aborted
   */
  each<F extends BodyFormat = "text">(
    of: "cases",
    question?: CaseQuestion<F>,
    run?: Abortable,
  ): Each<V1Case<F>>;
  each<C extends Collection>(of: C, question?: CollectionQuestion<C>, run?: Abortable): Each<V1Records[C]>;
  each<C extends Collection>(
    of: C,
    question: CollectionQuestion<C> = {},
    run: Abortable = {},
  ): Each<V1Records[C]> {
    return eachRecord((query) => this.pages(of, query), question, run);
  }

  /** Every case that a question matches, as `each`. */
  cases<F extends BodyFormat = "text">(question?: CaseQuestion<F>, run?: Abortable): Each<V1Case<F>>;
  cases(question?: CollectionQuestion<"cases">, run?: Abortable): Each<V1Case>;
  cases(question: CollectionQuestion<"cases"> = {}, run: Abortable = {}): Each<V1Case> {
    return this.each("cases", question, run);
  }

  /**
   * The record at a detail address, the same as in the list; null if there is none. Bulk files that newer ones replaced
   * are found too; citations have no address.
   *
   * @param key id, slug or barcode, as in the record's own address
   * @param question of a case: `full_case` and `body_format`
   * @throws CaselawError `invalid` as `list`
   */
  record<F extends BodyFormat = "text">(
    collection: "cases",
    key: string,
    question?: Pick<CaseQuestion<F>, BodyParameterName>,
  ): V1Case<F> | null;
  record<C extends Collection>(collection: C, key: string, question?: DetailOf<C>): V1Records[C] | null;
  record<C extends Collection>(collection: C, key: string, question: DetailOf<C> = {}): V1Records[C] | null {
    const request = { query: queryOf(question), baseUrl: this.baseUrl };
    const table = collection === "cases" ? DETAIL_PARAMETERS : [];
    return this.#ask(question, table, () => detailRecord(this.corpus, collection, key, request));
  }

  /** The record of a case, with its body if a format is requested; null for an unknown id. */
  case<F extends BodyFormat = "text">(id: number, bodyFormat?: F | null): V1Case<F> | null;
  case(id: number, bodyFormat: BodyFormat | null = null): V1Case | null {
    return this.corpus.snapshot(() => caseRecord(this.corpus, id, bodyFormat, this.baseUrl));
  }

  /** The records of several cases, in the order of the ids; unknown ids are left out. */
  casesOf(ids: readonly number[]): V1Case[] {
    return this.corpus.casesOf(ids).map((record) => v1Case(record, this.baseUrl));
  }

  /** What a case cites; null for an unknown id. */
  cites(id: number): V1Cites | null {
    return this.citesOf([id])[0] ?? null;
  }

  /** What several cases cite, in the order of the ids; unknown ids are left out. */
  citesOf(ids: readonly number[]): V1Cites[] {
    return this.corpus.cites(ids).map((cites) => v1Cites(cites, this.baseUrl));
  }

  /** The cases most similar to a case, by `limit`; null for an unknown id. @throws CaselawError `invalid` as `list` */
  similar(id: number, question: QuestionOf<"limit"> = {}): V1Similar | null {
    return this.#ask(question, SIMILAR_PARAMETERS, () => v1Similar(this.corpus, id, question, this.baseUrl));
  }

  /** How later decisions treated a case, by `limit`; null for an unknown id. @throws CaselawError `invalid` as `list` */
  treatment(id: number, question: QuestionOf<"limit"> = {}): V1Treatment | null {
    return this.#ask(question, TREATMENT_PARAMETERS, () =>
      v1Treatment(this.corpus, id, question, this.baseUrl),
    );
  }

  /** How many decisions of each year match 1 to 5 texts; the filters, `by` and `top`. @throws CaselawError `invalid` as `list` */
  trends(texts: readonly string[], question: QuestionOf<TrendsParameterName> = {}): V1Trends {
    return this.#ask(question, [...TRENDS_PARAMETERS, { name: "search" }], () =>
      v1Trends(this.corpus.trends(readTrendsQuery(this.corpus, texts, question))),
    );
  }

  /** Up to three words by year, or `api(…)`: `q`, `jurisdiction`, `year`. @throws CaselawError `invalid` as `list` */
  ngrams(question: QuestionOf<NgramParameterName>): V1Ngrams {
    return this.#ask(question, NGRAM_PARAMETERS, () => v1Ngrams(this.corpus, question));
  }

  /** The cases of every citation in the text `q`. @throws CaselawError `invalid` as `list` */
  resolve(question: QuestionOf<"q">): V1Resolved {
    return this.#ask(question, RESOLVE_PARAMETERS, () => v1Resolve(this.corpus, question, this.baseUrl));
  }

  /** The status of the units that the sources list, by `source`, `state`, `jurisdiction`. @throws CaselawError `invalid` as `list` */
  coverage(question: QuestionOf<CoverageParameterName> = {}): V1Coverage {
    return this.#ask(question, COVERAGE_PARAMETERS, () => v1Coverage(this.corpus, question));
  }

  /** The cases added, changed and removed since a point, by `since`, `net`, `limit`. @throws CaselawError `invalid` as `list` */
  changes(question: QuestionOf<ChangesParameterName> = {}): V1Changes {
    return this.#ask(question, CHANGES_PARAMETERS, () => v1Changes(this.corpus, question));
  }

  /** All changes since a point, or `limit` of them if the question has it. @throws as `changes`, with the first */
  eachChange(question: QuestionOf<ChangesParameterName> = {}): Generator<V1Change> {
    this.#check(question, CHANGES_PARAMETERS);
    return eachV1Change(this.corpus, question);
  }

  /** Counts, sizes and the last runs. */
  stats(question: StatsQuery = {}): V1Stats {
    return this.corpus.snapshot(() => v1Stats(this.corpus, question));
  }

  /** Ids of the cases with a citation, ascending, however it is written: `15 Ill., 284` is `15 Ill. 284`. */
  idsByCitation(cite: string): readonly number[] {
    return this.corpus.idsByCitation(cite);
  }

  [Symbol.dispose](): void {
    this.corpus[Symbol.dispose]();
  }

  #ask<Answer>(
    question: Question,
    table: readonly { readonly name: string }[],
    answer: () => Answer,
  ): Answer {
    this.#check(question, table);
    return this.corpus.snapshot(answer);
  }

  #check(question: Question, table: readonly { readonly name: string }[]): void {
    if (this.#unknown === "refused") refuseUnknown(question, table);
  }
}
