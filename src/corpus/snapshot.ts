/**
 * One moment of a corpus, for as long as it takes to read all of it: an import may go on beside.
 *
 * A connection of its own, in one transaction. Cases come in pages, ordered by id, so that no more than a page is held.
 */

import { readFormBody } from "../casebody/read-form.ts";
import type { CitableBody } from "../citations/extract.ts";
import { CaselawError } from "../domain/errors.ts";
import type { Court, Jurisdiction, Reporter, Volume } from "../domain/listing.ts";
import type { CorpusState } from "../store/database/corpus-state.ts";
import type { ChangeSpan } from "../store/ledger/changes.ts";
import type { StoredBody } from "../store/read/case-rows.ts";
import { CorpusReader } from "../store/read/corpus-reader.ts";
import type { IdOrder } from "../store/search/case-ids.ts";
import { answerCases } from "./case-answers.ts";
import { spanSince } from "./changes.ts";
import { type CitedInText, citedInTexts, type ReadCited } from "./citing.ts";
import { DEFAULT_BASE_URL, type Setting } from "./collections.ts";
import type { Lookup } from "./lookup.ts";
import { CASE_PARAMETERS, type CaseRequest, caseRequest } from "./query/case-parameters.ts";
import { type Parameter, readParameters, valuesOf } from "./query/parameter.ts";
import type { CaseAnswer } from "./records.ts";

/** Cases a page: some hundreds keep the store busy; bodies may be megabytes each. */
const PAGE = { metadata: 500, bodies: 100 } as const;

export class CorpusSnapshot implements Disposable {
  readonly state: CorpusState;
  readonly #reader: CorpusReader;
  readonly #held: Disposable;
  readonly #setting: Setting;
  #readCited: ReadCited | null = null;

  /** @throws CaselawError as `openCorpus` */
  constructor(path: string, setting: Partial<Setting> = {}) {
    this.#setting = { baseUrl: DEFAULT_BASE_URL, access: "owner", ...setting };
    this.#reader = new CorpusReader(path, { readBody: readFormBody });
    try {
      this.#held = this.#reader.hold();
      this.state = this.#reader.state();
    } catch (error) {
      this.#reader[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Reads a question: docs/interface.md, "Parameters of cases", what concerns the order and the form of a list is ignored.
   *
   * @throws CaselawError `invalid` with `parameters`: all that are wrong
   */
  ask(question: URLSearchParams): CaseRequest {
    const table: readonly Parameter<object, Lookup>[] = CASE_PARAMETERS.filter(
      ({ name }) => !["ordering", "facet", "preview"].includes(name),
    );
    return caseRequest(readParameters(table, valuesOf(question), this.#reader));
  }

  /** How many cases a request is for. */
  count({ filter }: CaseRequest): number {
    const first = { ordering: { by: "id", descending: false }, position: null, pageSize: 1 } as const;
    return this.#reader.cases({ filter, ...first }).count ?? 0;
  }

  /** Ids of the cases that a request is for. */
  ids({ filter }: CaseRequest, order: IdOrder): Iterable<number> {
    return this.#reader.ids(filter, order);
  }

  /**
   * Reads a point in the change log, as `caselaw changes --since`. @returns the span from there to this moment
   * @throws CaselawError `invalid` with `parameters`
   */
  since(point: string): ChangeSpan {
    const reading = spanSince(point, this.#reader);
    if ("error" in reading) {
      throw new CaselawError("invalid", `Cannot use since "${point}": ${reading.error}`, {
        parameters: { since: [reading.error] },
      });
    }
    return reading.value.span;
  }

  /** How many cases a span touches, whatever the filter. */
  countTouched(span: ChangeSpan): number {
    let count = 0;
    for (const _ of this.#reader.changes.touched(span)) count++;
    return count;
  }

  /** Cases whose answers a span altered, by ascending id, page by page: those that a request is for, and those it is not. */
  *touched(
    span: ChangeSpan,
    { filter }: CaseRequest,
  ): Generator<{ readonly kept: readonly number[]; readonly gone: readonly number[] }> {
    const sieve = this.#reader.sieve(filter);
    for (const page of inPages(this.#reader.changes.touched(span), PAGE.metadata)) {
      const held = page.filter(({ gone }) => gone === 0).map(({ caseId }) => caseId);
      const kept = sieve(held);
      const isKept = new Set(kept);
      yield { kept, gone: page.map(({ caseId }) => caseId).filter((id) => !isKept.has(id)) };
    }
  }

  /** The records of these cases, as any list answers them; ids that are not held are passed over. */
  *pages(ids: Iterable<number>, { fullCase, bodyFormat }: CaseRequest): Generator<readonly CaseAnswer[]> {
    const size = fullCase ? PAGE.bodies : PAGE.metadata;
    const ofBodies = { format: fullCase ? bodyFormat : null, preview: null };
    for (const page of inPages(ids, size)) {
      const cases = this.#reader.casesOf(page);
      yield answerCases(this.#reader, cases, ofBodies, this.#setting);
    }
  }

  /** What is held of the bodies of these cases; a case without one has no entry. */
  heldBodies(ids: readonly number[]): Map<number, StoredBody> {
    return this.#reader.bodies(ids);
  }

  /** Ids of the cases that bear a citation, by its normal form. */
  idsByCitation(normal: string): readonly number[] {
    return this.#reader.idsByCitation(normal);
  }

  /** What the texts of these cases cite, by case id, for those of which the source tells nothing. */
  citedInTexts(cases: readonly CaseAnswer[]): Map<number, readonly CitedInText[]> {
    this.#readCited ??= citedInTexts(this.#reader);
    const found = new Map<number, readonly CitedInText[]>();
    const silent = cases.filter(({ cites_to: citesTo }) => (citesTo ?? []).length === 0);
    for (const page of inPages(silent, PAGE.bodies)) {
      const unread = page.filter((one) => shownText(one) === null);
      const bodies = this.#reader.bodies(unread.map(({ id }) => id));
      for (const one of page) {
        const body = shownText(one) ?? textOf(bodies.get(one.id));
        if (body !== null) found.set(one.id, this.#readCited(one.citations, body));
      }
    }
    return found;
  }

  jurisdictions(): readonly Jurisdiction[] {
    return this.#reader.jurisdictions();
  }

  courts(): readonly Court[] {
    return this.#reader.courts();
  }

  reporters(): readonly Reporter[] {
    return this.#reader.reporters();
  }

  volumes(): readonly Volume[] {
    return this.#reader.volumes();
  }

  [Symbol.dispose](): void {
    this.#held[Symbol.dispose]();
    this.#reader[Symbol.dispose]();
  }
}

/** The text that a record has already, so that it is not read again. */
function shownText({ casebody }: CaseAnswer): CitableBody | null {
  const data = casebody?.data ?? null;
  if (data === null || typeof data === "string") return null;
  return { headMatter: data.head_matter, opinions: data.opinions };
}

function textOf(held: StoredBody | undefined): CitableBody | null {
  const text = held?.text ?? null;
  return text === null ? null : readFormBody(text.form, text.source);
}

function* inPages<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let page: T[] = [];
  for (const one of all) {
    page.push(one);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
