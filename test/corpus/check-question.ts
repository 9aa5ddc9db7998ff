/** Asks a corpus one question and compares every page with the oracle's answer. */
import { expect } from "vitest";
import type { V1 } from "../../src/v1/v1.ts";
import { fits, type LineRecord, type Query } from "./brute-force.ts";
import { counted, countedTwice, inOrder, matching } from "./brute-force-filter.ts";
import { type Asked, written } from "./made-records.ts";
import { walk } from "./walk.ts";

const PAIRS = ["jurisdiction,decision_date", "decision_date,jurisdiction"];
const FACETS = ["decision_date", "jurisdiction", "reporter", "court", ...PAIRS];

/** @param counting `quick`: a count may be missing, if `count=exact` gives it */
export function checkQuestion(
  corpus: V1,
  records: readonly LineRecord[],
  asked: Asked,
  counting: "always" | "quick" = "always",
): void {
  const { filters, search, ordering, pageSize } = asked;
  const question = {
    ...filters,
    ...(search === null ? {} : { search: written(search) }),
    ...(ordering === null ? {} : { ordering }),
    page_size: pageSize,
  };
  const told = JSON.stringify(question);
  const wanted = new Set(matching(records, filters, search));
  const walked = walk(corpus, question);
  expect([told, walked.back]).toEqual([told, walked.forth]);
  const isCounted = counting === "always" || !walked.counts.has(null);
  expect([told, [...walked.counts]]).toEqual([told, [isCounted ? wanted.size : null]]);
  if (!isCounted) expect(corpus.list("cases", { ...question, count: "exact" }).count).toBe(wanted.size);
  // lines of the first years name their reporters only
  const isNumbered = records.every(({ reporter }) => Number.isInteger(reporter.id));
  const asking = FACETS.filter((facet) => isNumbered || facet !== "reporter");
  const { facets } = corpus.list("cases", { ...question, facet: asking, page_size: 1 });
  const matches = records.filter(({ id }) => wanted.has(id));
  expect([
    told,
    Object.entries(facets ?? {}).map(([facet, groups]) => [
      facet,
      Object.entries(groups).map(([key, group]) => [
        key,
        typeof group === "number" ? group : Object.entries(group),
      ]),
    ]),
  ]).toEqual([
    told,
    asking.map((facet) => [
      facet,
      PAIRS.includes(facet) ? countedTwice(matches, facet) : counted(matches, facet),
    ]),
  ]);
  const isRanked = search !== null && records.some((record) => hasWord(record, search));
  if (ordering === "random" || ordering === "-relevance" || (ordering === null && isRanked)) {
    expect([told, walked.forth.toSorted((a, b) => Number(a) - Number(b))]).toEqual([told, [...wanted]]);
  } else {
    const sorted = inOrder(
      records.filter(({ id }) => wanted.has(id)),
      ordering ?? "decision_date",
    );
    expect([told, walked.forth]).toEqual([told, sorted]);
  }
}

/** Whether a search has a word that relevance can go by: fields are filters. */
function hasWord(record: LineRecord, query: Query): boolean {
  if (query.kind === "all" || query.kind === "any") return query.of.some((one) => hasWord(record, one));
  if (query.kind === "not") return hasWord(record, query.of);
  return query.kind !== "field" && fits(record, query) !== null;
}
