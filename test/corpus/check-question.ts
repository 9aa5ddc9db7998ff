/** Asks a corpus one question and compares every page with the oracle's answer. */
import { expect } from "vitest";
import type { Corpus } from "../../src/corpus/open-corpus.ts";
import { fits, type LineRecord } from "./brute-force.ts";
import { inOrder, matching } from "./brute-force-filter.ts";
import { type Asked, written } from "./made-records.ts";
import { walk } from "./walk.ts";

export function checkQuestion(corpus: Corpus, records: readonly LineRecord[], asked: Asked): void {
  const { filters, search, ordering, pageSize } = asked;
  const question = {
    ...filters,
    ...(search === null ? {} : { search: written(search) }),
    ...(ordering === null ? {} : { ordering }),
    page_size: pageSize,
  };
  const told = JSON.stringify(question);
  const wanted = new Set(matching(records, filters, search));
  const walked = walk(corpus, "cases", question);
  expect([told, walked.back]).toEqual([told, walked.forth]);
  expect([told, [...walked.counts]]).toEqual([told, [wanted.size]]);
  const isRanked = search !== null && records.some((record) => fits(record, search) !== null);
  if (ordering === null && isRanked) {
    expect([told, walked.forth.toSorted((a, b) => Number(a) - Number(b))]).toEqual([told, [...wanted]]);
  } else {
    const sorted = inOrder(
      records.filter(({ id }) => wanted.has(id)),
      ordering ?? "decision_date",
    );
    expect([told, walked.forth]).toEqual([told, sorted]);
  }
}
