/**
 * Generates questions for every collection and every parameter: mostly with values that the corpus holds, so that
 * something is found, sometimes with odd ones.
 */
import fc from "fast-check";
import { COLLECTIONS, type Collection, parametersOf } from "../../src/v1/collections.ts";
import type { V1 } from "../../src/v1/v1.ts";
import { HOSTILE } from "../support/hostile-texts.ts";

export interface GeneratedQuestion {
  readonly collection: Collection;
  /** Names and values, in order; a name may come twice. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Which links to follow from the answer, one after the other. */
  readonly steps: readonly ("next" | "previous")[];
}

type Values = Readonly<Record<string, readonly unknown[]>>;

const ODD = [...HOSTILE, "", " ", "x", "true", "é", "(a", "NEAR(a b)", "🐑", "1799-02-30", "not-a-slug"];
const CURSORS = ["", "xyz", "e30=", "cD0xNzk1LTAxLTAx", "bnVsbA"];
const PAGE_SIZES = [1, 2, 3, 7, 20, 100, 10_000];
const SEARCHES = [
  "mill dam",
  '"mill dam"',
  '"mill dam"~5',
  "trover | replevin",
  "trover -horse",
  "-trover",
  "negligen*",
  "(dower | curtesy) widow",
  "U.S.C.",
  "the",
  "a*",
  "§",
  "nowhere-to-be-found",
];
const LISTED_PER_PARAMETER = 60;
const MAX_PARAMETERS = 4;
const MAX_STEPS = 3;

/** The same questions for the same seed and corpus: first one for each plain parameter, then any. */
export function generateQuestions(corpus: V1, seed: number, count: number): GeneratedQuestion[] {
  const values = heldValues(corpus);
  const questions = fc.constantFrom(...COLLECTIONS, "cases" as const, "cases" as const).chain((collection) =>
    fc.record({
      collection: fc.constant(collection),
      pairs: fc.array(pairOf(collection, values[collection]), { maxLength: MAX_PARAMETERS }),
      steps: fc.array(fc.constantFrom("next" as const, "next" as const, "previous" as const), {
        maxLength: MAX_STEPS,
      }),
    }),
  );
  const single = COLLECTIONS.flatMap((collection) =>
    parametersOf(collection)
      .filter(({ suffixOf }) => suffixOf === undefined)
      .map((parameter): GeneratedQuestion => {
        const pair = pairFor(parameter, values[collection]);
        return { collection, pairs: fc.sample(pair, { seed, numRuns: 1 }), steps: ["next"] };
      }),
  );
  return [...single, ...fc.sample(questions, { seed, numRuns: count })];
}

type Listed = ReturnType<typeof parametersOf>[number];

function pairOf(collection: Collection, held: Values): fc.Arbitrary<[string, string]> {
  return fc.constantFrom(...parametersOf(collection)).chain((parameter) => pairFor(parameter, held));
}

function pairFor({ name, suffixOf, choices }: Listed, held: Values): fc.Arbitrary<[string, string]> {
  const own = [...new Set((held[suffixOf ?? name] ?? []).filter((one) => one !== null).map(String))];
  const listed = [...(choices ?? []), ...own.slice(0, LISTED_PER_PARAMETER), ...commonValues(name)];
  const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: "binary" }));
  const value = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(listed.length === 0 ? ODD : listed)) },
    { weight: 1, arbitrary: odd },
  );
  return fc.tuple(fc.constant(name), value);
}

function commonValues(name: string): readonly string[] {
  if (name === "cursor") return CURSORS;
  return name === "page_size" ? PAGE_SIZES.map(String) : [];
}

/** Values by collection and parameter. */
function heldValues(corpus: V1): Readonly<Record<Collection, Values>> {
  const all = { page_size: 10_000 };
  const fields = (records: readonly object[]): Values =>
    Object.fromEntries(
      Object.keys(records[0] ?? {}).map((key) => [key, records.map((record) => Reflect.get(record, key))]),
    );
  const slugs = corpus.list("jurisdictions", all).results.map(({ slug }) => slug);
  const reporters = corpus.list("reporters", all).results;
  return {
    cases: valuesOfCases(corpus, reporters),
    courts: { ...fields(corpus.list("courts", all).results), jurisdiction: slugs },
    jurisdictions: fields(corpus.list("jurisdictions", all).results),
    reporters: { ...fields(reporters), jurisdictions: slugs },
    volumes: {
      ...fields(corpus.list("volumes", all).results),
      jurisdictions: slugs,
      reporter: reporters.map(({ id }) => id),
    },
    citations: fields(corpus.list("citations", all).results),
    bulk: fields(corpus.list("bulk", all).results),
  };
}

function valuesOfCases(corpus: V1, reporters: readonly { id: number; full_name: string | null }[]): Values {
  const cases = corpus.list("cases", {
    page_size: 10_000,
    full_case: true,
    ordering: "name_abbreviation",
  }).results;
  const dates = cases.flatMap(({ decision_date: date }) => [date, date?.slice(0, 4), date?.slice(0, 7)]);
  const cites = cases.flatMap((one) => one.citations.map(({ cite }) => cite));
  const cited = cases.flatMap((one) => (one.cites_to ?? []).map(({ cite }) => cite));
  const ids = cases.map(({ id }) => id);
  const updated = cases.flatMap(({ last_updated: at }) => (at === undefined ? [] : [at, at.slice(0, 10)]));
  return {
    cite: [...cites, ...cites.map((cite) => cite.toLowerCase().replaceAll(" ", ""))],
    name_abbreviation: cases.flatMap((one) => one.name_abbreviation.split(" v. ")),
    name: cases.map(({ name }) => name.slice(0, 8)),
    docket_number: cases.map((one) => one.docket_number),
    jurisdiction: cases.flatMap(({ jurisdiction: { slug, name } }) => [slug, name]),
    court: cases.map(({ court }) => court.slug),
    court_id: cases.map(({ court }) => court.id),
    reporter: reporters.flatMap(({ id, full_name: name }) => [id, name]),
    decision_date_min: dates,
    decision_date_max: dates,
    search: [...SEARCHES, ...cases.flatMap((one) => one.name_abbreviation.split(" v. ")).slice(0, 40)],
    cites_to: [...new Set([...cited.slice(0, 40), ...ids])],
    cited_by: ids,
    author: ["nye", "WHITTEMORE", "j."],
    last_updated_min: updated,
    last_updated_max: updated,
  };
}
