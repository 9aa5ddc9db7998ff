/** Walks a question's pages by `next` to the end and by `previous` back to the start. */
import { expect } from "vitest";
import type { Collection } from "../../src/v1/collection-names.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import type { V1 } from "../../src/v1/v1.ts";

export interface Walked {
  /** Key of each result, in order: the id, or the barcode. */
  readonly forth: (string | number)[];
  readonly back: (string | number)[];
  readonly counts: Set<number | null>;
}

/** @throws when a page other than the last is not full, or the walk does not end */
export function walk(corpus: V1, collection: Collection, question: Parameters): Walked {
  const forth: (string | number)[] = [];
  const pages: (string | number)[][] = [];
  const counts = new Set<number | null>();
  const size = Number(question.page_size ?? 100);
  let page = corpus.list(collection, question);
  expect(page.previous).toBeNull();
  for (;;) {
    counts.add(page.count);
    forth.push(...page.results.map(keyOf));
    if (page.next === null) break;
    expect(page.results.length).toBe(size);
    if (forth.length > 10_000) throw new Error("the walk does not end");
    page = corpus.list(collection, queryOf(page.next));
  }
  for (;;) {
    pages.unshift(page.results.map(keyOf));
    if (page.previous === null) break;
    if (pages.length > 10_000) throw new Error("the walk back does not end");
    page = corpus.list(collection, queryOf(page.previous));
    counts.add(page.count);
  }
  return { forth, back: pages.flat(), counts };
}

export function queryOf(link: string): URLSearchParams {
  return new URL(link).searchParams;
}

function keyOf(record: object): string | number {
  if ("id" in record) return Number(record.id);
  return "barcode" in record ? String(record.barcode) : JSON.stringify(record);
}
