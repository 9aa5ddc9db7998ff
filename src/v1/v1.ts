/**
 * The v1 interface over a corpus: parameters as text in, the interface's JSON out. HTTP, `--format json` and the library
 * answer with these values.
 */

import { setImmediate } from "node:timers/promises";
import type { Access } from "../corpus/access.ts";
import { type BodyFormat, NO_BODIES } from "../corpus/bodies.ts";
import { type Corpus, type CorpusOptions, openCorpus } from "../corpus/open-corpus.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { CASE_PARAMETERS } from "./case-parameters.ts";
import { readCaseRequest } from "./case-request.ts";
import { eachV1Change, type V1Change, type V1Changes, v1Changes } from "./changes.ts";
import { type V1Cites, v1Cites } from "./cites.ts";
import type { Collection, V1Records } from "./collection-names.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, type RecordList, VOLUMES } from "./collections.ts";
import { type V1Coverage, v1Coverage } from "./coverage.ts";
import { type V1Ngrams, v1Ngrams } from "./endpoints/ngrams.ts";
import { type V1Resolved, v1Resolve } from "./endpoints/resolve.ts";
import { type V1Similar, v1Similar } from "./endpoints/similar.ts";
import type { Envelope } from "./envelope.ts";
import { pageOfCases, pageOfCitations, pageOfRecords, type V1Page, type V1Values } from "./lists.ts";
import { csvLines } from "./page-csv.ts";
import { type Question, queryOf, valuesOf } from "./parameter.ts";
import { type V1Case, v1Case } from "./records.ts";
import { type StatsQuery, type V1Stats, v1Stats } from "./stats.ts";
import { readTrendsQuery, type V1Trends, v1Trends } from "./trends.ts";

export const DEFAULT_BASE_URL = "http://127.0.0.1:8000";

export interface V1Options extends CorpusOptions {
  /** The beginning of every URL in an answer, without a slash at the end. */
  readonly baseUrl?: string;
}

/** The reader's rights, and the beginning of every URL in the answer. */
export interface Setting {
  readonly baseUrl: string;
  readonly access: Access;
}

/** Opens a corpus with the v1 interface; close it with `using`. @throws CaselawError as `openCorpus` */
export function openV1(
  from: string | CorpusSource,
  { baseUrl = DEFAULT_BASE_URL, ...options }: V1Options = {},
): V1 {
  return new V1(openCorpus(from, options), baseUrl);
}

/** Parameters of a case's detail address; it ignores all others. */
const DETAIL_PARAMETERS = CASE_PARAMETERS.filter(
  ({ name }) => name === "full_case" || name === "body_format",
);
/** Page size of `pages` for cases: large enough for few requests, small enough that full cases take some MB. */
const ITERATION_PAGE_SIZE = "200";

/** Questions have the parameters of docs/interface.md, "Parameters of cases" and "Filters of the collections". */
export class V1 implements Disposable {
  /** The same corpus for typed questions. */
  readonly corpus: Corpus;
  readonly baseUrl: string;

  constructor(corpus: Corpus, baseUrl: string) {
    this.corpus = corpus;
    this.baseUrl = baseUrl;
  }

  /** The same open corpus for another reader. Dispose only the first. */
  as(access: Access): V1 {
    return new V1(this.corpus.as(access), this.baseUrl);
  }

  /** One page of a collection. @throws CaselawError `invalid` with `parameters` (all that are wrong), `invalid_cursor` */
  list<C extends Collection>(collection: C, question: Question = {}): Envelope<V1Records[C]> {
    return this.page(collection, question).envelope;
  }

  /** The same page, and its typed values. @throws as `list` */
  page<C extends Collection>(collection: C, question: Question = {}): V1Page<V1Values[C], V1Records[C]> {
    const asked = { query: queryOf(question), baseUrl: this.baseUrl };
    const { corpus } = this;
    const pages: { readonly [K in Collection]: () => V1Page<V1Values[K], V1Records[K]> } = {
      cases: () => pageOfCases(corpus, asked),
      citations: () => pageOfCitations(corpus, asked),
      courts: () => pageOfRecords(corpus, "courts", COURTS, asked),
      jurisdictions: () => pageOfRecords(corpus, "jurisdictions", JURISDICTIONS, asked),
      reporters: () => pageOfRecords(corpus, "reporters", REPORTERS, asked),
      volumes: () => pageOfRecords(corpus, "volumes", VOLUMES, asked),
      bulk: () => pageOfRecords(corpus, "bulk", BULK, asked),
    };
    return corpus.snapshot(pages[collection]);
  }

  /** The same page as lines of CSV: flattened by dots, lists as JSON. @throws as `list` */
  csv(collection: Collection, question: Question = {}): Iterable<string> {
    return csvLines(this.list(collection, question).results);
  }

  /** All pages of a request, one after the other. @throws as `list` */
  *pages<C extends Collection>(
    collection: C,
    question: Question = {},
  ): Generator<V1Page<V1Values[C], V1Records[C]>> {
    const query = new URLSearchParams(queryOf(question));
    // facets are counted for every page, and no record shows them
    query.delete("facet");
    for (;;) {
      const page = this.page(collection, query);
      yield page;
      if (page.next === null) return;
      query.set("cursor", page.next);
    }
  }

  /** Every record that a question matches. @throws as `list` */
  *all<C extends Collection>(collection: C, question: Question = {}): Generator<V1Records[C]> {
    for (const { envelope } of this.pages(collection, question)) yield* envelope.results;
  }

  /** Every case that a question matches, for `for await`: lets other work of the process run after each page. */
  async *cases(question: Question = {}): AsyncGenerator<V1Case, void, undefined> {
    const query = new URLSearchParams(queryOf(question));
    if (!query.get("page_size")) query.set("page_size", ITERATION_PAGE_SIZE);
    for (const { envelope } of this.pages("cases", query)) {
      yield* envelope.results;
      await setImmediate();
    }
  }

  /**
   * The record at a detail address, the same as in the list; null if there is none. Bulk files that newer ones replaced
   * are found too; citations have no address.
   *
   * @param key id, slug or barcode, as in the record's own address
   * @param question of a case: `full_case` and `body_format`; all else is ignored
   * @throws CaselawError `invalid` as `list`
   */
  record<C extends Collection>(collection: C, key: string, question: Question = {}): V1Records[C] | null {
    const records: { readonly [K in Collection]: () => V1Records[K] | null } = {
      cases: () => this.#caseRecord(key, question),
      citations: () => null,
      courts: () => this.#recordOf(COURTS, key),
      jurisdictions: () => this.#recordOf(JURISDICTIONS, key),
      reporters: () => this.#recordOf(REPORTERS, key),
      volumes: () => this.#recordOf(VOLUMES, key),
      bulk: () => this.#recordOf(BULK, key),
    };
    return this.corpus.snapshot(records[collection]);
  }

  /** The record of a case, with its body if a format is requested; null for an unknown id. */
  case(id: number, bodyFormat: BodyFormat | null = null): V1Case | null {
    return this.corpus.snapshot(() => {
      const cases = this.corpus.withBodies(this.corpus.casesOf([id]), { ...NO_BODIES, format: bodyFormat });
      return cases.map((one) => v1Case(one, this.baseUrl))[0] ?? null;
    });
  }

  /** The records of several cases, in the order of the ids; unknown ids are left out. */
  casesOf(ids: readonly number[]): V1Case[] {
    return this.corpus.casesOf(ids).map((one) => v1Case(one, this.baseUrl));
  }

  /** What a case cites; null for an unknown id. */
  cites(id: number): V1Cites | null {
    return this.citesOf([id])[0] ?? null;
  }

  /** What several cases cite, in the order of the ids; unknown ids are left out. */
  citesOf(ids: readonly number[]): V1Cites[] {
    return this.corpus.cites(ids).map((one) => v1Cites(one, this.baseUrl));
  }

  /** The cases most similar to a case, by `limit`; null for an unknown id. @throws CaselawError `invalid` as `list` */
  similar(id: number, question: Question = {}): V1Similar | null {
    return this.corpus.snapshot(() => v1Similar(this.corpus, id, question, this.baseUrl));
  }

  /** How many decisions of each year match 1 to 5 texts; the filters, `by` and `top`. @throws CaselawError `invalid` as `list` */
  trends(texts: readonly string[], question: Question = {}): V1Trends {
    return this.corpus.snapshot(() =>
      v1Trends(this.corpus.trends(readTrendsQuery(this.corpus, texts, question))),
    );
  }

  /** The cases of each year with up to three words, or of `api(…)`: `q`, `jurisdiction`, `year`. @throws CaselawError `invalid` as `list` */
  ngrams(question: Question): V1Ngrams {
    return this.corpus.snapshot(() => v1Ngrams(this.corpus, question));
  }

  /** The cases of every citation in the text `q`. @throws CaselawError `invalid` as `list` */
  resolve(question: Question): V1Resolved {
    return this.corpus.snapshot(() => v1Resolve(this.corpus, question, this.baseUrl));
  }

  /** The status of the units that the sources list, by `source`, `state`, `jurisdiction`. @throws CaselawError `invalid` as `list` */
  coverage(question: Question = {}): V1Coverage {
    return this.corpus.snapshot(() => v1Coverage(this.corpus, question));
  }

  /** The cases added, changed and removed since a point, by `since`, `net`, `limit`. @throws CaselawError `invalid` as `list` */
  changes(question: Question = {}): V1Changes {
    return this.corpus.snapshot(() => v1Changes(this.corpus, question));
  }

  /** All changes since a point, or `limit` of them if the question has it. @throws as `changes`, with the first */
  eachChange(question: Question = {}): Generator<V1Change> {
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

  #caseRecord(key: string, question: Question): V1Case | null {
    const given = [...valuesOf(question)].filter(([name]) =>
      DETAIL_PARAMETERS.some((one) => one.name === name),
    );
    const { fullCase, bodyFormat } = readCaseRequest(new Map(given), this.corpus, DETAIL_PARAMETERS);
    return /^[1-9]\d{0,15}$/.test(key) ? this.case(Number(key), fullCase ? bodyFormat : null) : null;
  }

  #recordOf<T, A>(list: RecordList<T, A>, key: string): A | null {
    const all = list.records(this.corpus, new Map([["with_old", ["true"]]]));
    const found = all.find((record) => String(list.addressOf(record)) === key);
    return found === undefined ? null : list.answer(found, this.baseUrl);
  }
}
