/** `/v1/ngrams/`: words by year, in the form of the service's last years (docs/interface.md, "ngrams"). */

import type { Corpus } from "../../corpus/corpus.ts";
import type { NgramGroup } from "../../corpus/ngram-texts.ts";
import { countCasesByYear, countNgrams, type NgramYear, type NgramYears } from "../../corpus/ngrams.ts";
import { dayOf } from "../../domain/decision-date.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { CaseFilter } from "../../domain/query.ts";
import { CASE_PARAMETERS } from "../case-parameters.ts";
import { readCaseRequest } from "../case-request.ts";
import { jurisdictionIds, type Lookup } from "../lookup.ts";
import {
  fine,
  INTEGER,
  merged,
  noSuchChoice,
  type Parameter,
  type Question,
  readParameters,
  refused,
  valuesOf,
} from "../parameter.ts";
import { unknownFilters } from "../unknown-parameters.ts";

/** A year with matches. */
export interface V1NgramYear {
  readonly year: string;
  /** Occurrences, and all words of the year's texts; null is unknown. Of api(…) as `doc_count`. */
  readonly count: readonly [number | null, number | null];
  /** Cases with the words, and all cases of the year. */
  readonly doc_count: readonly [number, number];
}

/** By phrase, then by slug of the jurisdiction or `total`. */
export interface V1Ngrams {
  readonly count: number;
  readonly next: null;
  readonly previous: null;
  readonly results: Readonly<Record<string, Readonly<Record<string, readonly V1NgramYear[]>>>>;
}

interface Part {
  readonly q: string;
  readonly groups: readonly NgramGroup[] | "all";
  readonly years: readonly number[];
}

const TOTAL = "total";
const MAX_WORDS = 3;
const REQUIRED = { q: ["This parameter is required."] };
/** Parameters of cases that do not narrow what matches. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  ...["full_case", "body_format", "ordering", "seed", "facet", "count", "preview"],
]);
const FILTERS = CASE_PARAMETERS.filter(({ name }) => !NO_FILTERS.has(name));

export const NGRAM_PARAMETERS: readonly Parameter<Partial<Part>, Lookup>[] = [
  {
    name: "q",
    describes:
      "up to 3 words; with * at the end: those that most often follow; or api(FILTERS), like api(cites_to=1 Ill. 17)",
    read: ([q]) => fine({ q: q.trim() }),
  },
  {
    name: "jurisdiction",
    describes: `slug of a jurisdiction, ${TOTAL} (the default), or * for each; repeatable`,
    repeatable: true,
    read: (values, lookup) => {
      if (values.includes("*")) return fine({ groups: "all" });
      const groups: NgramGroup[] = [];
      for (const value of values) {
        const ids = value === TOTAL ? [null] : jurisdictionIds(value, lookup.jurisdictions());
        if (ids.length === 0) return noSuchChoice(value);
        groups.push(...ids);
      }
      return fine({ groups: [...new Set(groups)] });
    },
  },
  {
    name: "year",
    describes: "year of the decision, YYYY; repeatable: any of them",
    number: INTEGER,
    repeatable: true,
    read: (values) =>
      values.every((value) => /^\d{4}$/.test(value))
        ? fine({ years: values.map(Number) })
        : refused("Enter a year: YYYY."),
  },
];

/** @throws CaselawError `invalid` with `parameters` */
export function v1Ngrams(corpus: Corpus, question: Question): V1Ngrams {
  const values = valuesOf(question);
  const wrong = {
    ...unknownFilters(values, NGRAM_PARAMETERS),
    ...(values.get("q")?.at(-1)?.trim() ? {} : REQUIRED),
  };
  const parts = readParameters(NGRAM_PARAMETERS, values, corpus, wrong);
  const asked = merged<Part>({ q: "", groups: [null], years: [] }, parts);
  const results = resultsOf(corpus, asked);
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
    const found = countCasesByYear(corpus, filterOf(filters, corpus), { groups, years, days });
    return new Map(found.size === 0 ? [] : [[q, found]]);
  }
  const words = q.toLowerCase().split(/\s+/).slice(0, MAX_WORDS);
  const next = words.length > 1 && words.at(-1) === "*" ? "any" : "none";
  const text = (next === "any" ? words.slice(0, -1) : words).join(" ");
  const found = countNgrams(corpus, { words: text, next, groups, years, days });
  if (found !== null) return found;
  throw wrongQ(
    `The texts with these words are too many or too long to read. Add a jurisdiction or a year, or leave out *.`,
  );
}

/** The filters in `api(…)`, in the form of a URL's query. @throws CaselawError `invalid`, with their messages for `q` */
function filterOf(text: string, corpus: Corpus): CaseFilter {
  const values = valuesOf(new URLSearchParams(text));
  const known = new Set(FILTERS.map(({ name }) => name));
  const unknown = [...values.keys()].find((name) => !known.has(name) && !/__|\./.test(name));
  if (unknown !== undefined) throw wrongQ(`${unknown} is not a valid API parameter.`);
  try {
    return readCaseRequest(values, corpus, FILTERS).filter;
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const messages = Object.entries(error.parameters).map(([name, own]) => `${name}: ${own.join(" ")}`);
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
