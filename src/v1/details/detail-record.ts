/** The record at a detail address, `/v1/courts/ill-1/`. */
import { type BodyFormat, NO_BODIES } from "../../corpus/bodies.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { CASE_PARAMETERS } from "../case-parameters.ts";
import { readCaseRequest } from "../case-request.ts";
import type { Collection, V1Records } from "../collection-names.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, type RecordList, VOLUMES } from "../collections.ts";
import { type Question, valuesOf } from "../parameter.ts";
import { type V1Case, v1Case } from "../records.ts";

/** Parameters of a case's detail address. */
export const DETAIL_PARAMETERS = CASE_PARAMETERS.filter(
  ({ name }) => name === "full_case" || name === "body_format",
);

export interface DetailQuestion<C extends Collection> {
  readonly collection: C;
  /** Id, slug or barcode. */
  readonly key: string;
  readonly question: Question;
}

/** Null if there is no such record. @throws CaselawError `invalid` with `parameters` */
export function detailRecord<C extends Collection>(
  corpus: Corpus,
  { collection, key, question }: DetailQuestion<C>,
  baseUrl: string,
): V1Records[C] | null {
  const recordOf = <T, A>(list: RecordList<T, A>): A | null => {
    const all = list.records(corpus, new Map([["with_old", ["true"]]]));
    const found = all.find((record) => String(list.addressOf(record)) === key);
    return found === undefined ? null : list.answer(found, baseUrl);
  };
  const records: { readonly [K in Collection]: () => V1Records[K] | null } = {
    cases: () => caseAt(corpus, key, question, baseUrl),
    citations: () => null,
    courts: () => recordOf(COURTS),
    jurisdictions: () => recordOf(JURISDICTIONS),
    reporters: () => recordOf(REPORTERS),
    volumes: () => recordOf(VOLUMES),
    bulk: () => recordOf(BULK),
  };
  return records[collection]();
}

/** Null for an unknown id. */
export function caseRecord(
  corpus: Corpus,
  id: number,
  bodyFormat: BodyFormat | null,
  baseUrl: string,
): V1Case | null {
  const [one] = corpus.withBodies(corpus.casesOf([id]), { ...NO_BODIES, format: bodyFormat });
  return one === undefined ? null : v1Case(one, baseUrl);
}

/** Ignores all other parameters. */
function caseAt(corpus: Corpus, key: string, question: Question, baseUrl: string): V1Case | null {
  const own = [...valuesOf(question)].filter(([name]) => DETAIL_PARAMETERS.some((one) => one.name === name));
  const { fullCase, bodyFormat } = readCaseRequest(new Map(own), corpus, DETAIL_PARAMETERS);
  if (!/^[1-9]\d{0,15}$/.test(key)) return null;
  return caseRecord(corpus, Number(key), fullCase ? bodyFormat : null, baseUrl);
}
