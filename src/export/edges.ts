/**
 * What cases cite, an edge each: from a case, as written, to the case that is cited. By the source's word (`cites_to`), or
 * where it tells nothing, by the case's own text.
 */
import { type CitedFields, fieldsOfEntry } from "../corpus/citing.ts";
import type { CaseAnswer } from "../corpus/records.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import type { JsonObject } from "../domain/json.ts";
import { idsOfEntry, normalOfEntry } from "../store/write/cited-tokens.ts";

/** The fields are those of `caselaw cites`; null is unknown. */
export interface Edge {
  readonly caseId: number;
  /** From 1, in the order of the citations. */
  readonly seq: number;
  /** As written; null when an entry of the source has none. */
  readonly cite: string | null;
  readonly standardCite: string | null;
  readonly citedCaseId: number | null;
  readonly source: CitedFields["found_in"];
  readonly pinPages: readonly string[];
  readonly year: number | null;
  readonly times: number | null;
  readonly opinionIndex: number | null;
}

/** The edges of a page of cases, case by case. */
export function edgesOf(cases: readonly CaseAnswer[], snapshot: EdgeSource): readonly Edge[] {
  const inTexts = snapshot.citedInTexts(cases);
  return cases.flatMap((one) => {
    const found = [
      ...(one.cites_to ?? []).flatMap((entry) => edgesOfEntry(entry, snapshot)),
      ...(inTexts.get(one.id) ?? []).map(({ ids, ...fields }) => edge(fields, onlyOf(ids))),
    ];
    return found.map((part, at) => ({ caseId: one.id, seq: at + 1, ...part }));
  });
}

/** What edges are made with. */
export type EdgeSource = Pick<CorpusSnapshot, "citedInTexts" | "idsByCitation">;

type Part = Omit<Edge, "caseId" | "seq">;

/**
 * The ids that the source names stand as they are, held or not, one edge each. An entry without any points to the one
 * case held that bears the citation; where none or several do, to null.
 */
function edgesOfEntry(entry: JsonObject, snapshot: EdgeSource): Part[] {
  const fields = fieldsOfEntry(entry);
  const named = idsOfEntry(entry);
  if (named.length > 0) return named.map((id) => edge(fields, id));
  const normal = normalOfEntry(entry);
  return [edge(fields, onlyOf(normal === "" ? [] : snapshot.idsByCitation(normal)))];
}

function onlyOf([only, ...others]: readonly number[]): number | null {
  return only === undefined || others.length > 0 ? null : only;
}

function edge(fields: CitedFields, citedCaseId: number | null): Part {
  return {
    cite: fields.cite === "" ? null : fields.cite,
    standardCite: fields.standard_cite === "" ? null : fields.standard_cite,
    citedCaseId,
    source: fields.found_in,
    pinPages: fields.pin_pages,
    year: wholeNumber(fields.year),
    times: wholeNumber(fields.times),
    opinionIndex: wholeNumber(fields.opinion_index),
  };
}

/** A source may write any number; columns have whole ones of 32 bits. */
function wholeNumber(value: number | null): number | null {
  return value !== null && value === (value | 0) ? value : null;
}
