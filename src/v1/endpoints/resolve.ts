/** `/v1/resolve/`: the cases of every full citation in a text, in the form of the service's last years (docs/interface.md, "resolve"). */
import { draftReferences } from "../../check/draft-citations.ts";
import { partsOfCitation } from "../../citations/read-citation.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { type Citation, normaliseCitation } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Case } from "../../domain/records.ts";
import { type Question, readParameters, valuesOf } from "../parameter.ts";
import { unknownFilters } from "../unknown-parameters.ts";
import { RESOLVE_PARAMETERS } from "./resolve-parameters.ts";

export { RESOLVE_PARAMETERS };

/** Volume, reporter and page are null if the citation has another form. */
export interface V1ResolvedCitation {
  readonly cite: string;
  readonly normalized_cite: string;
  readonly type: string;
  readonly volume: string | null;
  readonly reporter: string | null;
  readonly page: string | null;
}

/** A case that has a citation of the text. */
export interface V1ResolvedCase {
  readonly source: "cap";
  /** The same in both: `source_id` is the name of the service's last years. */
  readonly id: number;
  readonly source_id: number;
  readonly citations: readonly V1ResolvedCitation[];
  readonly name_short: string;
  readonly name_full: string;
  readonly decision_date: string | null;
  readonly frontend_url: string;
  readonly api_url: string;
  /** `analysis.simhash`; null if the source has none. */
  readonly simhash: string | null;
}

/** By citation as written; the list of a citation that no case has is empty. */
export type V1Resolved = Readonly<Record<string, readonly V1ResolvedCase[]>>;

/** Cases of one citation; tables of short decisions have some hundreds on a page. */
const MAX_CASES = 100;

/** @throws CaselawError `invalid` with `parameters`, also if the text has no citation */
export function v1Resolve(corpus: Corpus, question: Question, baseUrl: string): V1Resolved {
  const values = valuesOf(question);
  const wrong = {
    ...unknownFilters(values, RESOLVE_PARAMETERS),
    ...(values.get("q")?.some((text) => text.trim() !== "") ? {} : { q: ["This parameter is required."] }),
  };
  const texts = readParameters(RESOLVE_PARAMETERS, values, null, wrong).flat();
  const cited = texts.flatMap(citationsIn);
  const known = corpus.idsByCitations([...new Set(cited.flatMap(({ normals }) => normals))]);
  const idsOf = new Map<string, ReadonlySet<number>>();
  for (const { cite, normals, isFound } of cited) {
    const ids = normals.flatMap((normal) => known.get(normal) ?? []).sort((a, b) => a - b);
    if (ids.length > 0 || isFound) idsOf.set(cite, new Set(ids));
  }
  if (idsOf.size === 0) {
    const parameters = { q: ["No citations found in query."] };
    throw new CaselawError("invalid", "Cannot answer: q: No citations found in query.", { parameters });
  }
  const found = [...idsOf].map(([cite, ids]) => {
    const cases = corpus.casesOf([...ids].slice(0, MAX_CASES));
    return [cite, cases.map((one) => resolvedCase(one, baseUrl))];
  });
  return Object.fromEntries(found);
}

interface TextCitation {
  /** As written, with single spaces. */
  readonly cite: string;
  /** The normal forms under which its case may be stored. */
  readonly normals: readonly string[];
  /** False: the text is not known to be a citation. */
  readonly isFound: boolean;
}

/** The full citations of a text; without one, the text itself, because `1ill17` may be a citation. */
function citationsIn(text: string): TextCitation[] {
  const found = draftReferences(text).citations.flatMap(({ form, start, end, normals }): TextCitation[] =>
    form === "full" ? [{ cite: singleSpaced(text.slice(start, end)), normals, isFound: true }] : [],
  );
  const normal = normaliseCitation(text);
  if (found.length > 0 || normal === "") return found;
  return [{ cite: singleSpaced(text), normals: [normal], isFound: false }];
}

function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function resolvedCase(one: Case, baseUrl: string): V1ResolvedCase {
  const simhash = one.analysis?.simhash;
  return {
    source: "cap",
    id: one.id,
    source_id: one.id,
    citations: one.citations.map(resolvedCitation),
    name_short: one.nameAbbreviation,
    name_full: one.name,
    decision_date: one.decisionDate,
    frontend_url: `${baseUrl}/cases/${one.id}/`,
    api_url: `${baseUrl}/v1/cases/${one.id}/`,
    simhash: typeof simhash === "string" ? simhash : null,
  };
}

function resolvedCitation({ cite, type }: Citation): V1ResolvedCitation {
  const parts = partsOfCitation(cite);
  const [volume, reporter, page] = [parts?.volume ?? null, parts?.reporter ?? null, parts?.page ?? null];
  return { cite, normalized_cite: normaliseCitation(cite), type, volume, reporter, page };
}
