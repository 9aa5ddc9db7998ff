/**
 * The paths below `/v1/` that are no collections, in the form of the service's last years: words by year (docs/interface.md,
 * "ngrams"), and the cases of every full citation in a text (docs/interface.md, "resolve").
 */

import type { InferOutput } from "valibot";
import { draftReferences } from "../check/draft-citations.ts";
import { partsOfCitation } from "../citations/read-citation.ts";
import type { Corpus } from "../corpus/corpus.ts";
import {
  countCasesByYear,
  countNgrams,
  type NgramGroup,
  type NgramYear,
  type NgramYears,
} from "../corpus/ngrams.ts";
import { clusterOf } from "../domain/case-id.ts";
import { type Citation, COURTLISTENER_ID, normaliseCitation } from "../domain/citation.ts";
import { dayOf } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import type { CaseFilter } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import type { NGRAM_YEAR, NGRAMS, RESOLVED, RESOLVED_CASE, RESOLVED_CITATION } from "./answer-definitions.ts";
import { CASE_FILTERS } from "./case-filters.ts";
import { readCaseRequest } from "./case-parameters.ts";
import { jurisdictionIds, type Lookup } from "./lookup.ts";
import {
  fine,
  INTEGER,
  merged,
  noSuchChoice,
  type ParameterTable,
  parametersIn,
  type Question,
  readParameters,
  refused,
  tooLong,
  unknownFilters,
  valuesOf,
} from "./parameter.ts";
import type { AsRead } from "./records.ts";

/** A year with matches. */
export type V1NgramYear = AsRead<InferOutput<typeof NGRAM_YEAR>>;
/** The cases of each year with some words. */
export type V1Ngrams = AsRead<InferOutput<typeof NGRAMS>>;

interface Part {
  readonly q: string;
  readonly groups: readonly NgramGroup[] | "all";
  readonly years: readonly number[];
}

const TOTAL = "total";
const MAX_WORDS = 3;
const REQUIRED = { q: ["This parameter is required."] };

const NGRAM_TABLE = {
  q: {
    describes:
      "up to 3 words; with * at the end: those that most often follow; or api(FILTERS), like api(cites_to=1 Ill. 17)",
    read: ([q]) => fine({ q: q.trim() }),
  },
  jurisdiction: {
    describes: `slug of a jurisdiction, ${TOTAL} (the default), or * for each; repeatable`,
    repeatable: true,
    read: (values, lookup) => {
      if (values.includes("*")) return fine({ groups: "all" });
      const groups: NgramGroup[] = [];
      for (const value of values) {
        const ids = value === TOTAL ? [null] : jurisdictionIds(value, lookup);
        if (ids.length === 0) return noSuchChoice(value);
        groups.push(...ids);
      }
      return fine({ groups: [...new Set(groups)] });
    },
  },
  year: {
    describes: "year of the decision, YYYY; repeatable: any of them",
    number: INTEGER,
    repeatable: true,
    read: (values) =>
      values.every((value) => /^\d{4}$/.test(value))
        ? fine({ years: values.map(Number) })
        : refused("Enter a year: YYYY."),
  },
} satisfies ParameterTable<Partial<Part>, Lookup>;

/** The parameters of `V1.ngrams`. */
export type NgramParameterName = keyof typeof NGRAM_TABLE;
export const NGRAM_PARAMETERS = parametersIn<Partial<Part>, Lookup>(NGRAM_TABLE);

/** @throws CaselawError `invalid` with `parameters` */
export function v1Ngrams(corpus: Corpus, question: Question): V1Ngrams {
  const values = valuesOf(question);
  const wrong = {
    ...unknownFilters(values, NGRAM_PARAMETERS),
    ...(values.get("q")?.at(-1)?.trim() ? {} : REQUIRED),
  };
  const parts = readParameters(NGRAM_PARAMETERS, values, corpus, wrong);
  const results = resultsOf(corpus, merged<Part>({ q: "", groups: [null], years: [] }, parts));
  const slugs = new Map(corpus.jurisdictions().map(({ id, slug }) => [id, slug]));
  const named = [...results].map(([phrase, groups]) => [
    phrase,
    Object.fromEntries(
      [...groups].map(([id, years]) => [
        id === null ? TOTAL : (slugs.get(id) ?? String(id)),
        years.map(v1Year),
      ]),
    ),
  ]);
  return { count: results.size, next: null, previous: null, results: Object.fromEntries(named) };
}

function resultsOf(corpus: Corpus, { q, groups, years }: Part): Map<string, NgramYears> {
  const days = daysOf(years);
  const [, filters = null] = /^api\((.*)\)$/s.exec(q) ?? [];
  if (filters !== null) {
    const counts = countCasesByYear(corpus, filterOf(filters, corpus), { groups, years, days });
    return new Map(counts.size === 0 ? [] : [[q, counts]]);
  }
  const words = q.toLowerCase().split(/\s+/).slice(0, MAX_WORDS);
  const next = words.length > 1 && words.at(-1) === "*" ? "any" : "none";
  const text = (next === "any" ? words.slice(0, -1) : words).join(" ");
  const ngrams = countNgrams(corpus, { words: text, next, groups, years, days });
  if (ngrams !== null) return ngrams;
  throw wrongQ(
    "The texts with these words are too many or too long to read. Add a jurisdiction or a year, or leave out *.",
  );
}

/** The filters in `api(…)`, in the form of a URL's query. @throws CaselawError `invalid`, with their messages for `q` */
function filterOf(text: string, corpus: Corpus): CaseFilter {
  const values = valuesOf(new URLSearchParams(text));
  const names = new Set(CASE_FILTERS.map(({ name }) => name));
  const unknown = [...values.keys()].find((name) => !names.has(name) && !/__|\./.test(name));
  if (unknown !== undefined) throw wrongQ(`${unknown} is not a valid API parameter.`);
  try {
    return readCaseRequest(values, corpus, CASE_FILTERS).filter;
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const messages = Object.entries(error.parameters).map(
      ([name, reasons]) => `${name}: ${reasons.join(" ")}`,
    );
    throw wrongQ(messages.join("; "));
  }
}

function wrongQ(message: string): CaselawError {
  return new CaselawError("invalid", `Cannot answer: q: ${message}`, { parameters: { q: [message] } });
}

/** From the first day of these years to the last one. */
function daysOf(years: readonly number[]): Pick<CaseFilter, "decidedFrom" | "decidedTo"> {
  if (years.length === 0) return {};
  const decidedFrom = dayOf(Math.min(...years), 1, 1) ?? undefined;
  const decidedTo = dayOf(Math.max(...years), 12, 31) ?? undefined;
  return decidedFrom === undefined || decidedTo === undefined ? {} : { decidedFrom, decidedTo };
}

function v1Year({ year, count, words, matches, cases }: NgramYear): V1NgramYear {
  return { year: String(year).padStart(4, "0"), count: [count, words], doc_count: [matches, cases] };
}

export const RESOLVE_PARAMETERS = parametersIn<readonly string[], null>({
  q: {
    describes: "a text with citations in full; repeatable",
    repeatable: true,
    read: (texts) => tooLong([texts.join(" ")]) ?? fine(texts),
  },
});

export const ENDPOINTS = { ngrams: NGRAM_PARAMETERS, resolve: RESOLVE_PARAMETERS } as const;
export type Endpoint = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly Endpoint[];

/** A citation of a resolved case. */
export type V1ResolvedCitation = AsRead<InferOutput<typeof RESOLVED_CITATION>>;
/** A case that has a citation of the text. */
export type V1ResolvedCase = AsRead<InferOutput<typeof RESOLVED_CASE>>;
/** By citation as written; the list of a citation that no case has is empty. */
export type V1Resolved = AsRead<InferOutput<typeof RESOLVED>>;

/** Cases of one citation; tables of short decisions have some hundreds on a page. */
const MAX_CASES = 100;

/** @throws CaselawError `invalid` with `parameters`, also if the text has no citation */
export function v1Resolve(corpus: Corpus, question: Question, baseUrl: string): V1Resolved {
  const values = valuesOf(question);
  const wrong = {
    ...unknownFilters(values, RESOLVE_PARAMETERS),
    ...(values.get("q")?.some((text) => text.trim() !== "") ? {} : REQUIRED),
  };
  const texts = readParameters(RESOLVE_PARAMETERS, values, null, wrong).flat();
  const cited = texts.flatMap(citationsIn);
  const idsByNormal = corpus.idsByCitations([...new Set(cited.flatMap(({ normals }) => normals))]);
  const idsOf = new Map<string, ReadonlySet<number>>();
  for (const { cite, normals, isFound } of cited) {
    const ids = normals.flatMap((normal) => idsByNormal.get(normal) ?? []).sort((a, b) => a - b);
    if (ids.length > 0 || isFound) idsOf.set(cite, new Set(ids));
  }
  if (idsOf.size === 0) throw wrongQ("No citations found in query.");
  const resolved = [...idsOf].map(([cite, ids]) => {
    const cases = corpus.casesOf([...ids].slice(0, MAX_CASES));
    return [cite, cases.map((record) => resolvedCase(record, baseUrl))];
  });
  return Object.fromEntries(resolved);
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
  const citations = draftReferences(text).citations.flatMap(
    ({ form, start, end, normals }): TextCitation[] =>
      form === "full" ? [{ cite: singleSpaced(text.slice(start, end)), normals, isFound: true }] : [],
  );
  const normal = normaliseCitation(text);
  if (citations.length > 0 || normal === "") return citations;
  return [{ cite: singleSpaced(text), normals: [normal], isFound: false }];
}

function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function resolvedCase(record: Case, baseUrl: string): V1ResolvedCase {
  const simhash = record.analysis?.simhash;
  const cluster = clusterOf(record.id);
  return {
    source: cluster === null ? "cap" : "courtlistener",
    id: record.id,
    source_id: cluster ?? record.id,
    citations: record.citations.filter(({ type }) => type !== COURTLISTENER_ID).map(resolvedCitation),
    name_short: record.nameAbbreviation,
    name_full: record.name,
    decision_date: record.decisionDate,
    frontend_url: `${baseUrl}/cases/${record.id}/`,
    api_url: `${baseUrl}/v1/cases/${record.id}/`,
    simhash: typeof simhash === "string" ? simhash : null,
  };
}

function resolvedCitation({ cite, type }: Citation): V1ResolvedCitation {
  const parts = partsOfCitation(cite);
  const [volume, reporter, page] = [parts?.volume ?? null, parts?.reporter ?? null, parts?.page ?? null];
  return { cite, normalized_cite: normaliseCitation(cite), type, volume, reporter, page };
}
