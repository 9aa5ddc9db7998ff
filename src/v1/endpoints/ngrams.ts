/**
 * Counts the cases of each year that have a word or phrase, or that match a question, in the form of the service's
 * `/v1/ngrams/` (docs/interface.md, "ngrams and resolve").
 */
import type { Corpus } from "../../corpus/open-corpus.ts";
import { hasWord } from "../../corpus/search-words.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { CaseFilter } from "../../domain/query.ts";
import { CASE_PARAMETERS } from "../case-parameters.ts";
import { readCaseRequest } from "../case-request.ts";
import { PAGING_PARAMETERS } from "../envelope.ts";
import { jurisdictionIds, type Lookup } from "../lookup.ts";
import {
  fine,
  merged,
  noSuchChoice,
  type Parameter,
  type Question,
  type Reading,
  readParameters,
  refused,
  valuesOf,
} from "../parameter.ts";
import { unknownFilters, unknownNames } from "../unknown-parameters.ts";

export interface V1NgramYear {
  readonly year: string;
  /** Occurrences and all words of the year, null for words, because the corpus counts cases only; of `api(…)` as `doc_count`. */
  readonly count: readonly [number | null, number | null];
  /** Cases that match, and all cases of the year. */
  readonly doc_count: readonly [number, number];
}

/** The years with matches, by words or question, then by slug of the jurisdiction or `total`. */
export interface V1Ngrams {
  readonly count: number;
  readonly next: null;
  readonly previous: null;
  readonly results: Readonly<Record<string, Readonly<Record<string, readonly V1NgramYear[]>>>>;
}

/** What is counted; its key in the results. */
interface Counted {
  readonly key: string;
  readonly filter: CaseFilter;
  readonly isQuestion: boolean;
}

interface Part {
  readonly counted?: Counted;
  readonly groups?: Groups;
  readonly years?: ReadonlySet<number>;
}

/** `ids`: null for all jurisdictions. */
interface Groups {
  readonly hasTotal: boolean;
  readonly ids: readonly number[] | null;
}

const MAX_WORDS = 3;
const TOTAL = "total";
const IN_TOTAL: Groups = { hasTotal: true, ids: [] };

export const NGRAM_PARAMETERS: readonly Parameter<Part, Lookup>[] = [
  {
    name: "q",
    describes: `up to ${MAX_WORDS} words in this order; or api(…) with parameters of cases in between, such as api(author=holmes)`,
    read: ([text], lookup) => readCounted(text, lookup),
  },
  {
    name: "jurisdiction",
    describes:
      "slug of a jurisdiction; repeatable; * for each one and the total, total (default) for all together",
    repeatable: true,
    read: (values, lookup) => readGroups(values, lookup),
  },
  {
    name: "year",
    describes: "year of decision; repeatable",
    repeatable: true,
    read: (values) => {
      const wrong = values.some((value) => !/^\d{1,4}$/.test(value));
      return wrong ? refused("Enter a year.") : fine({ years: new Set(values.map(Number)) });
    },
  },
];

/** Without `q`, or without matches, `results` is empty. @throws CaselawError `invalid` with `parameters` */
export function v1Ngrams(corpus: Corpus, question: Question): V1Ngrams {
  const values = valuesOf(question);
  const parts = readParameters(NGRAM_PARAMETERS, values, corpus, unknownFilters(values, NGRAM_PARAMETERS));
  const { counted, groups = IN_TOTAL, years } = merged<Part>({}, parts);
  const byGroup = counted === undefined ? {} : groupsOf(corpus, counted, groups, years);
  const results =
    counted === undefined || Object.keys(byGroup).length === 0 ? {} : { [counted.key]: byGroup };
  return { count: Object.keys(results).length, next: null, previous: null, results };
}

function readCounted(text: string, lookup: Lookup): Reading<Part> {
  const [, inner] = /^api\((.*)\)$/s.exec(text.trim()) ?? [];
  if (inner !== undefined) return readQuestion(text.trim(), new URLSearchParams(inner), lookup);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length > 1 && words.at(-1) === "*")
    return refused("Enter words only: the words that follow others are not counted.");
  const key = words.join(" ");
  const search = `"${key.replaceAll(/["*]/g, " ")}"`;
  return fine(hasWord(search) ? { counted: { key, filter: { search }, isQuestion: false } } : {});
}

function readQuestion(key: string, query: URLSearchParams, lookup: Lookup): Reading<Part> {
  const [unknown] = unknownNames(query.keys(), [...CASE_PARAMETERS, ...PAGING_PARAMETERS]);
  if (unknown !== undefined) return refused(`${unknown} is not a valid API parameter.`);
  try {
    const { filter } = readCaseRequest(valuesOf(query), lookup);
    return fine({ counted: { key, filter, isQuestion: true } });
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const [[name, messages] = ["", []]] = Object.entries(error.parameters);
    return refused(`${name}: ${messages.join(" ")}`);
  }
}

function readGroups(values: readonly string[], lookup: Lookup): Reading<Part> {
  if (values.includes("*")) return fine({ groups: { hasTotal: true, ids: null } });
  const slugs = values.filter((value) => value !== TOTAL);
  const found = slugs.map((slug) => ({ slug, ids: jurisdictionIds(slug, lookup.jurisdictions()) }));
  const unknown = found.find(({ ids }) => ids.length === 0);
  if (unknown !== undefined) return noSuchChoice(unknown.slug);
  const hasTotal = slugs.length < values.length;
  return fine({ groups: { hasTotal, ids: found.flatMap(({ ids }) => ids) } });
}

/** Call it within one state of the corpus. */
function groupsOf(
  corpus: Corpus,
  { filter, isQuestion }: Counted,
  { hasTotal, ids }: Groups,
  years: ReadonlySet<number> | undefined,
): Record<string, V1NgramYear[]> {
  const groups: Record<string, V1NgramYear[]> = {};
  const add = (key: string, matching: readonly YearOf[], all: readonly YearOf[]): void => {
    const totals = new Map(all.map(({ year, count }) => [year, count]));
    const found = matching
      .filter(({ year }) => years === undefined || years.has(year))
      .map(({ year, count }): V1NgramYear => {
        const cases = [count, totals.get(year) ?? count] as const;
        return { year: String(year), count: isQuestion ? cases : [null, null], doc_count: cases };
      });
    if (found.length > 0) groups[key] = found.sort((a, b) => Number(a.year) - Number(b.year));
  };
  if (hasTotal) {
    const count = (one: CaseFilter): YearOf[] =>
      corpus.facet(one, "decision_date").map(({ value, count }) => ({ year: value, count }));
    add(TOTAL, count(filter), count({}));
  }
  if (ids === null || ids.length > 0) {
    const matching = Map.groupBy(corpus.yearsByJurisdiction(filter), (one) => one.jurisdictionId);
    const all = Map.groupBy(corpus.yearsByJurisdiction({}), (one) => one.jurisdictionId);
    for (const { id, slug } of corpus.jurisdictions())
      if (ids === null || ids.includes(id)) add(slug, matching.get(id) ?? [], all.get(id) ?? []);
  }
  return groups;
}

interface YearOf {
  readonly year: number;
  readonly count: number;
}
