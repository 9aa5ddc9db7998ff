/**
 * The citations in cases as edges between cases. They come from the source's `cites_to`, otherwise from the text.
 *
 * An edge is a pair of a case and what it cites, whatever number of opinions and parallel citations cite it; or, on request, each
 * citation as it is listed. A citation that may mean several cases is one edge without a target, which says so.
 */

import type { CaseWithBody } from "../corpus/bodies.ts";
import { type CitedFields, fieldsOfEntry, type MentionsOf, mentionsIn } from "../corpus/cites.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { JsonObject } from "../domain/json.ts";
import { idsOfEntry, normalOfEntry } from "../store/write/cited-tokens.ts";
import type { EdgesBy } from "./export-writer.ts";

/** The fields of `caselaw cites`; null is unknown. */
export interface Edge {
  readonly caseId: number;
  /** From 1, in the order of the citations. */
  readonly seq: number;
  /** As written, of a pair the first; null if an entry of the source has no citation. */
  readonly cite: string | null;
  readonly standardCite: string | null;
  /** Null unless `target` is `one`. */
  readonly citedCaseId: number | null;
  readonly source: CitedFields["foundIn"];
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** Of a pair with parallel citations, this and the next two are those of the greatest, as they occur together. */
  readonly times: number | null;
  readonly weight: number | null;
  readonly mentions: number | null;
  readonly treatmentWords: readonly string[];
  /** The first opinion. */
  readonly opinionIndex: number | null;
  /** How many cases the citation may mean. */
  readonly target: "one" | "several" | "none";
  /** All cases that it may mean. */
  readonly targetCaseIds: readonly number[];
  /** All citations of a pair, as written. */
  readonly cites: readonly string[];
}

/** The edges of a page of cases, case by case. */
export function edgesOf(
  cases: readonly CaseWithBody[],
  snapshot: EdgeSource,
  by: EdgesBy = "pairs",
): readonly Edge[] {
  const inTexts = snapshot.citedInTexts(cases);
  return cases.flatMap((one) => {
    const text = inTexts.get(one.id);
    const found = [
      ...(one.citesTo ?? []).map((entry) => edgeOfEntry(entry, text?.mentionsOf ?? UNKNOWN, snapshot)),
      ...(text?.cited ?? []).map(({ ids, ...fields }) => edge(fields, ids)),
    ];
    const parts = by === "pairs" ? pairsOf(found) : found;
    return parts.map((part, at) => ({ caseId: one.id, seq: at + 1, ...part }));
  });
}

/** Of a case without a text. */
const UNKNOWN = mentionsIn(null);

type EdgeSource = Pick<CorpusSnapshot, "citedInTexts" | "idsByCitation">;

type Part = Omit<Edge, "caseId" | "seq">;

/** The cases that the source names, even if the corpus lacks them; otherwise those in the corpus with this citation. */
function edgeOfEntry(entry: JsonObject, mentionsOf: MentionsOf, snapshot: EdgeSource): Part {
  const fields = fieldsOfEntry(entry, mentionsOf);
  const named = idsOfEntry(entry);
  if (named.length > 0) return edge(fields, named);
  const normal = normalOfEntry(entry);
  return edge(fields, normal === "" ? [] : snapshot.idsByCitation(normal));
}

function edge(fields: CitedFields, ids: readonly number[]): Part {
  const targetCaseIds = [...new Set(ids)];
  const [only = null] = targetCaseIds;
  const isOne = targetCaseIds.length === 1;
  const isNone = targetCaseIds.length === 0;
  return {
    cite: fields.cite === "" ? null : fields.cite,
    standardCite: fields.standardCite === "" ? null : fields.standardCite,
    citedCaseId: isOne ? only : null,
    source: fields.foundIn,
    pinPages: fields.pinPages,
    year: int32(fields.year),
    times: fields.times,
    weight: int32(fields.weight),
    mentions: fields.mentions,
    treatmentWords: fields.treatmentWords,
    opinionIndex: int32(fields.opinionIndex),
    target: isOne ? "one" : isNone ? "none" : "several",
    targetCaseIds,
    cites: fields.cite === "" ? [] : [fields.cite],
  };
}

/** The columns are integers of 32 bits; the source's number may be any. */
function int32(value: number | null): number | null {
  return value !== null && value === (value | 0) ? value : null;
}

/** One edge for each cited case, or each citation without a single case; those without a citation stay apart. */
function pairsOf(edges: readonly Part[]): Part[] {
  return [...Map.groupBy(edges, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [group.length === 1 ? first : pairOf(first, group)];
  });
}

function keyOf(part: Part): unknown {
  return part.citedCaseId ?? (part.cite === null ? part : normalOf(part));
}

function normalOf({ standardCite, cite }: Part): string {
  return normaliseCitation(standardCite ?? cite ?? "");
}

function pairOf(first: Part, group: readonly Part[]): Part {
  const parallel = [...Map.groupBy(group, normalOf).values()];
  return {
    ...first,
    pinPages: distinct(group.flatMap(({ pinPages }) => pinPages)),
    year: first.year ?? group.find(({ year }) => year !== null)?.year ?? null,
    times: greatest(group.map(({ times }) => times)),
    // an entry of the source counts within one opinion
    weight: greatest(parallel.map((same) => int32(sumOf(same.map(({ weight }) => weight))))),
    mentions: greatest(group.map(({ mentions }) => mentions)),
    treatmentWords: distinct(group.flatMap(({ treatmentWords }) => treatmentWords)),
    opinionIndex: least(group.map(({ opinionIndex }) => opinionIndex)),
    cites: distinct(group.flatMap(({ cites }) => cites)),
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Null if all are unknown, as of the next two. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((sum, number) => (number === null ? sum : (sum ?? 0) + number), null);
}

function greatest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, number) => (number === null ? most : Math.max(most ?? number, number)), null);
}

function least(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((few, number) => (number === null ? few : Math.min(few ?? number, number)), null);
}
