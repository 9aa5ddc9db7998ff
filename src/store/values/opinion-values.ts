/**
 * Whether a case has an opinion with an author, a type and citations. The index of words has the authors of all opinions of a case
 * in one column, and neither types nor citations by opinion, so the stored body answers.
 */
import { extractNormals } from "../../citations/extract.ts";
import { citationForms } from "../../citations/reporters.ts";
import type { CaseBody, Opinion } from "../../domain/casebody.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CitedCases, OpinionFilter } from "../../domain/query.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { hasCited } from "../write/extras.ts";
import { idsOfEntry, normalOfEntry } from "../write/index-row.ts";

/** Bodies that are read for one filter; reading one takes up to a millisecond. */
export const MAX_BODIES_READ = 5_000;

export interface CaseOpinions {
  readonly body: CaseBody | null;
  /** `cites_to` of the source. */
  readonly entries: readonly JsonObject[];
  /** Normal forms of the citations of the case itself. */
  readonly citations: readonly string[];
}

export function fitsOpinions(filters: readonly OpinionFilter[], texts: CaseOpinions): boolean {
  const opinions = texts.body?.opinions ?? [];
  return filters.every((filter) => opinions.some((opinion, at) => fits(filter, opinion, at, texts)));
}

function fits(
  { author, type, citesTo, cited }: OpinionFilter,
  opinion: Opinion,
  at: number,
  texts: CaseOpinions,
): boolean {
  if (type !== undefined && opinion.type?.toLowerCase() !== type.toLowerCase()) return false;
  const tokens = new Set(wordsOf(opinion.author ?? "").map(tokenOf));
  if (!wordsOf(author).every((word) => tokens.has(tokenOf(word)))) return false;
  const entries = texts.entries.filter((entry) => entry.opinion_index === at);
  if (cited !== undefined && !hasCited(entries, cited.field, new Set(cited.values))) return false;
  return citesTo === undefined || cites(citesTo, opinion, entries, texts);
}

function cites(
  { ids, cites: cited }: CitedCases,
  opinion: Opinion,
  entries: readonly JsonObject[],
  { entries: all, citations }: CaseOpinions,
): boolean {
  const normals = cited.flatMap(citationForms);
  if (all.length === 0) {
    const inText = extractNormals({ headMatter: "", opinions: [opinion] });
    return inText.some((normal) => normals.includes(normal) && !citations.includes(normal));
  }
  return entries.some(
    (entry) => normals.includes(normalOfEntry(entry)) || idsOfEntry(entry).some((id) => ids.includes(id)),
  );
}

/** The error of a filter on opinions for which more than `MAX_BODIES_READ` bodies would be read. */
export function tooManyBodies(filters: readonly OpinionFilter[]): CaselawError {
  const name = filters.some(({ type }) => type !== undefined) ? "author_type" : "author__cites_to";
  const message = `More than ${MAX_BODIES_READ} cases have this author. Add a court, a jurisdiction, dates or a search.`;
  return new CaselawError("invalid", `Cannot answer: ${name}: ${message}`, {
    parameters: { [name]: [message] },
  });
}

/** Cases that may be selected as cited cases; each is looked up in the index by its id and its citations. */
export const MAX_CITED_CASES = 20_000;

export function tooManyCited(): CaselawError {
  const message = `More than ${MAX_CITED_CASES} cases are selected as cited cases. Select fewer of them.`;
  return new CaselawError("invalid", `Cannot answer: cites_to__FILTER: ${message}`, {
    parameters: { cites_to__FILTER: [message] },
  });
}
