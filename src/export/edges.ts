/**
 * The citations in cases as edges between cases. They come from the source's `cites_to`, otherwise from the text.
 *
 * An edge is a pair of a case and what it cites, whatever number of opinions and parallel citations cite it; or, on request, each
 * citation as it is listed. A citation that may mean several cases is one edge without a target, which says so.
 */
import * as v from "valibot";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { type CitedFields, fieldsOfEntry, type MentionsOf, mentionsIn } from "../corpus/cites.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { JsonObject } from "../domain/json.ts";
import { idsOfEntry, normalOfEntry } from "../store/write/index-row.ts";
import { integer, integerOrNull, means, text, textOrNull } from "../v1/record-definitions.ts";
import type { AsRead } from "../v1/records.ts";
import { recordColumns } from "./columns.ts";
import type { EdgesBy, ExportOptions } from "./format.ts";

const BOTH = { from: "publisher, otherwise caselaw" } as const;
/** Of numbers that are counted in the text. */
const COUNTED = {
  unit: "citations",
  from: "caselaw",
  isNull: "the corpus does not have the text, or reads the citation in another way",
} as const;
const TEXTS = v.array(text);

/** A row of `edges`, with the fields of `caselaw cites`. */
const EDGE = v.strictObject({
  case_id: means(integer, "Id of the citing case"),
  seq: means(integer, "Number of the row within the case, from 1, in the order of the citations", {
    from: "caselaw",
  }),
  cite: means(textOrNull, "The citation as written, of a pair the first", {
    isNull: "the source's entry has none",
  }),
  standard_cite: means(textOrNull, "The citation with the reporter's usual short name", {
    ...{ isNull: "as cite", from: "caselaw" },
  }),
  cited_case_id: means(integerOrNull, "Id of the cited case", {
    ...{ isNull: "target is not one", ...BOTH },
    caveats: "The case need not be in the corpus. By citation only cases in the corpus are found.",
  }),
  source: means(
    v.picklist(["source", "text"]),
    "source: from the source's cites_to; text: extracted from the text",
    { from: "caselaw" },
  ),
  pin_pages: means(TEXTS, "Pages of quotations as written", BOTH),
  year: means(integerOrNull, "Year in the citation", { unit: "calendar year", ...BOTH }),
  times: means(integerOrNull, "How often the text cites the case in full", {
    ...COUNTED,
    caveats:
      "Of parallel citations, which occur together, the most frequent one counts, here and in weight and mentions.",
  }),
  weight: means(integerOrNull, "The publisher's own count of the citations", {
    ...{ unit: "citations", isNull: "the source's entry has none, or there is no entry" },
    caveats:
      "It can be greater than mentions, because the publisher's program read the citations in another way.",
  }),
  mentions: means(
    integerOrNull,
    "How often the text cites the case: in full, with short forms, id. and supra",
    COUNTED,
  ),
  treatment_words: means(TEXTS, "Words at the places of citation, such as followed or overruled", {
    from: "caselaw",
    caveats: "Features of the text: they do not say whether the case was followed or overruled.",
  }),
  opinion_index: means(integerOrNull, "The first opinion that cites, from 0; -1 is the head matter", BOTH),
  target: means(
    v.picklist(["one", "several", "none"]),
    "How many cases the citation may mean: one, several, none",
    { from: "caselaw" },
  ),
  target_case_ids: means(v.array(integer), "Ids of all cases that the citation may mean", BOTH),
  cites: means(TEXTS, "All citations of the pair, as written"),
});
export type Edge = AsRead<v.InferOutput<typeof EDGE>>;

export const EDGE_COLUMNS = recordColumns<Edge>(EDGE);

export function edgesAre({ edges }: ExportOptions): string {
  return edges === "citations"
    ? "A row for each citation in a case."
    : "A row for each pair of a case and what it cites.";
}

export function edgesOf(
  cases: readonly CaseWithBody[],
  snapshot: EdgeSource,
  by: EdgesBy = "pairs",
): readonly Edge[] {
  const inTexts = snapshot.citedInTexts(cases);
  return cases.flatMap((record) => {
    const inText = inTexts.get(record.id);
    const citations = [
      ...(record.citesTo ?? []).map((entry) => edgeOfEntry(entry, inText?.mentionsOf ?? UNKNOWN, snapshot)),
      ...(inText?.cited ?? []).map(({ ids, ...fields }) => edge(fields, ids)),
    ];
    const parts = by === "pairs" ? pairsOf(citations) : citations;
    return parts.map((part, at) => ({ case_id: record.id, seq: at + 1, ...part }));
  });
}

/** The mentions in a case without a text. */
const UNKNOWN = mentionsIn(null);

type EdgeSource = Pick<CorpusSnapshot, "citedInTexts" | "idsByCitation">;

type Part = Omit<Edge, "case_id" | "seq">;

/** The cases that the source names, even if the corpus lacks them; otherwise those in the corpus with this citation. */
function edgeOfEntry(entry: JsonObject, mentionsOf: MentionsOf, snapshot: EdgeSource): Part {
  const fields = fieldsOfEntry(entry, mentionsOf);
  const named = idsOfEntry(entry);
  if (named.length > 0) return edge(fields, named);
  const normal = normalOfEntry(entry);
  return edge(fields, normal === "" ? [] : snapshot.idsByCitation(normal));
}

function edge(fields: CitedFields, ids: readonly number[]): Part {
  const targetIds = [...new Set(ids)];
  const [only = null] = targetIds;
  const isOne = targetIds.length === 1;
  const isNone = targetIds.length === 0;
  return {
    cite: fields.cite === "" ? null : fields.cite,
    standard_cite: fields.standardCite === "" ? null : fields.standardCite,
    cited_case_id: isOne ? only : null,
    source: fields.foundIn,
    pin_pages: fields.pinPages,
    year: int32(fields.year),
    times: fields.times,
    weight: int32(fields.weight),
    mentions: fields.mentions,
    treatment_words: fields.treatmentWords,
    opinion_index: int32(fields.opinionIndex),
    target: isOne ? "one" : isNone ? "none" : "several",
    target_case_ids: targetIds,
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
  return part.cited_case_id ?? (part.cite === null ? part : normalOf(part));
}

function normalOf({ standard_cite, cite }: Part): string {
  return normaliseCitation(standard_cite ?? cite ?? "");
}

function pairOf(first: Part, group: readonly Part[]): Part {
  const parallel = [...Map.groupBy(group, normalOf).values()];
  return {
    ...first,
    pin_pages: distinct(group.flatMap(({ pin_pages }) => pin_pages)),
    year: first.year ?? group.find(({ year }) => year !== null)?.year ?? null,
    times: greatest(group.map(({ times }) => times)),
    // an entry of the source counts within one opinion
    weight: greatest(parallel.map((entries) => int32(sumOf(entries.map(({ weight }) => weight))))),
    mentions: greatest(group.map(({ mentions }) => mentions)),
    treatment_words: distinct(group.flatMap(({ treatment_words }) => treatment_words)),
    opinion_index: least(group.map(({ opinion_index }) => opinion_index)),
    cites: distinct(group.flatMap(({ cites }) => cites)),
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Null if all numbers are unknown, as in `greatest` and `least`. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((sum, number) => (number === null ? sum : (sum ?? 0) + number), null);
}

function greatest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, number) => (number === null ? most : Math.max(most ?? number, number)), null);
}

function least(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((few, number) => (number === null ? few : Math.min(few ?? number, number)), null);
}
