/** The citations in cases as edges between cases. They come from the source's `cites_to`, otherwise from the text. */

import type { CaseWithBody } from "../corpus/bodies.ts";
import { type CitedFields, fieldsOfEntry, type MentionsOf, mentionsIn } from "../corpus/citing.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import type { JsonObject } from "../domain/json.ts";
import { idsOfEntry, normalOfEntry } from "../store/write/cited-tokens.ts";

/** The fields of `caselaw cites`; null is unknown. */
export interface Edge {
  readonly caseId: number;
  /** From 1, in the order of the citations. */
  readonly seq: number;
  /** As written; null if an entry of the source has no citation. */
  readonly cite: string | null;
  readonly standardCite: string | null;
  readonly citedCaseId: number | null;
  readonly source: CitedFields["foundIn"];
  readonly pinPages: readonly string[];
  readonly year: number | null;
  readonly times: number | null;
  readonly mentions: number | null;
  readonly treatmentWords: readonly string[];
  readonly opinionIndex: number | null;
}

/** The edges of a page of cases, case by case. */
export function edgesOf(cases: readonly CaseWithBody[], snapshot: EdgeSource): readonly Edge[] {
  const inTexts = snapshot.citedInTexts(cases);
  return cases.flatMap((one) => {
    const text = inTexts.get(one.id);
    const found = [
      ...(one.citesTo ?? []).flatMap((entry) => edgesOfEntry(entry, text?.mentionsOf ?? UNKNOWN, snapshot)),
      ...(text?.cited ?? []).map(({ ids, ...fields }) => edge(fields, onlyOf(ids))),
    ];
    return found.map((part, at) => ({ caseId: one.id, seq: at + 1, ...part }));
  });
}

/** Of a case without a text. */
const UNKNOWN = mentionsIn(null);

type EdgeSource = Pick<CorpusSnapshot, "citedInTexts" | "idsByCitation">;

type Part = Omit<Edge, "caseId" | "seq">;

/**
 * Each id in the source's entry is an edge, even if the corpus lacks the case. An entry without ids points to the only case
 * in the corpus with this citation; to null if no case or several cases have it.
 */
function edgesOfEntry(entry: JsonObject, mentionsOf: MentionsOf, snapshot: EdgeSource): Part[] {
  const fields = fieldsOfEntry(entry, mentionsOf);
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
    standardCite: fields.standardCite === "" ? null : fields.standardCite,
    citedCaseId,
    source: fields.foundIn,
    pinPages: fields.pinPages,
    year: int32(fields.year),
    times: int32(fields.times),
    mentions: fields.mentions,
    treatmentWords: fields.treatmentWords,
    opinionIndex: int32(fields.opinionIndex),
  };
}

/** The columns are integers of 32 bits; the source's number may be any. */
function int32(value: number | null): number | null {
  return value !== null && value === (value | 0) ? value : null;
}
