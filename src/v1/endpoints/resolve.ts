/**
 * The cases of every citation in a text, in the form of the service's `/v1/resolve/` (docs/interface.md, "ngrams and
 * resolve").
 */
import { draftReferences } from "../../check/draft-citations.ts";
import type { Corpus } from "../../corpus/open-corpus.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Question, readParameters, valuesOf } from "../parameter.ts";
import { unknownFilters } from "../unknown-parameters.ts";
import { RESOLVE_PARAMETERS } from "./resolve-parameters.ts";

export interface V1ResolvedCitation {
  readonly cite: string;
  /** As it is compared: `1 Ill. 17` is `1ill17`. */
  readonly normalized_cite: string;
  readonly type: string;
  /** Null if the citation has not the form volume, reporter, page. */
  readonly volume: string | null;
  readonly reporter: string | null;
  readonly page: string | null;
}

export interface V1ResolvedCase {
  readonly source: "cap";
  readonly source_id: number;
  readonly citations: readonly V1ResolvedCitation[];
  readonly name_short: string;
  readonly name_full: string;
  readonly decision_date: string | null;
  readonly frontend_url: string;
  readonly api_url: string;
  /** Of the source's `analysis`; null if it has none. */
  readonly simhash: string | null;
}

/** The cases of each citation, by the citation as written; citations that no case has are left out. */
export type V1Resolved = Readonly<Record<string, readonly V1ResolvedCase[]>>;

/** @throws CaselawError `invalid` with `parameters`, also for a text without a citation in full */
export function v1Resolve(corpus: Corpus, question: Question, baseUrl: string): V1Resolved {
  const values = valuesOf(question);
  const missing = values.has("q") ? {} : { q: ["Query parameter 'q' is required"] };
  const wrong = { ...unknownFilters(values, RESOLVE_PARAMETERS), ...missing };
  const texts = readParameters(RESOLVE_PARAMETERS, values, null, wrong).flat();
  const cited = texts.flatMap((text) =>
    draftReferences(text)
      .citations.filter(({ form }) => form === "full")
      .map(({ start, end, normals }) => ({ written: text.slice(start, end).replace(/\s+/g, " "), normals })),
  );
  if (cited.length === 0)
    readParameters(RESOLVE_PARAMETERS, values, null, { q: ["No citations found in query."] });
  const known = corpus.idsByCitations(cited.flatMap(({ normals }) => normals));
  const idsOf = (normals: readonly string[]): number[] => [
    ...new Set(normals.flatMap((normal) => known.get(normal) ?? [])),
  ];
  const found = corpus.casesOf([...new Set(cited.flatMap(({ normals }) => idsOf(normals)))]);
  const byId = new Map(found.map((one) => [one.id, resolvedCase(one, baseUrl)]));
  return Object.fromEntries(
    cited.flatMap(({ written, normals }) => {
      const cases = idsOf(normals).flatMap((id) => byId.get(id) ?? []);
      return cases.length === 0 ? [] : [[written, cases]];
    }),
  );
}

function resolvedCase(one: Case, baseUrl: string): V1ResolvedCase {
  const simhash = one.analysis?.simhash;
  return {
    source: "cap",
    source_id: one.id,
    citations: one.citations.map(({ cite, type }) => {
      const [, volume = null, reporter = null, page = null] = /^(\S+) (.+) (\S+)$/.exec(cite) ?? [];
      return { cite, normalized_cite: normaliseCitation(cite), type, volume, reporter, page };
    }),
    name_short: one.nameAbbreviation,
    name_full: one.name,
    decision_date: one.decisionDate,
    frontend_url: `${baseUrl}/cases/${one.id}/`,
    api_url: `${baseUrl}/v1/cases/${one.id}/`,
    simhash: typeof simhash === "string" ? simhash : null,
  };
}
