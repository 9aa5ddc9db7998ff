/** Walks the pages of cases by `next` to the end and by `previous` back to the start. */
import { expect } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import type { V1 } from "../../src/v1/v1.ts";

export interface Walked {
  /** Ids of the cases, in order. */
  readonly forth: number[];
  readonly back: number[];
  readonly counts: Set<number | null>;
}

/** @throws when a page other than the last is not full, or the walk does not end */
export function walk(corpus: V1, question: Parameters): Walked {
  const forth: number[] = [];
  const pages: number[][] = [];
  const counts = new Set<number | null>();
  const size = Number(question.page_size ?? 100);
  let page = corpus.list("cases", question);
  expect(page.previous).toBeNull();
  for (;;) {
    counts.add(page.count);
    forth.push(...page.results.map(({ id }) => id));
    if (page.next === null) break;
    expect(page.results.length).toBe(size);
    if (forth.length > 10_000) throw new Error("the walk does not end");
    page = corpus.list("cases", queryOf(page.next));
  }
  for (;;) {
    pages.unshift(page.results.map(({ id }) => id));
    if (page.previous === null) break;
    if (pages.length > 10_000) throw new Error("the walk back does not end");
    page = corpus.list("cases", queryOf(page.previous));
    counts.add(page.count);
  }
  return { forth, back: pages.flat(), counts };
}

export function queryOf(link: string): URLSearchParams {
  return new URL(link).searchParams;
}
