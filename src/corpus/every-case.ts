/** All pages of a question, one after the other. */
import { setImmediate } from "node:timers/promises";
import type { Envelope } from "./envelope.ts";
import { type Parameters, queryOf } from "./query/parameter.ts";
import type { CaseAnswer } from "./records.ts";

/** Enough that asking does not count, few enough that full cases are some MB. */
const PAGE_SIZE = "200";

/** @param ask answers one page, as `Corpus.list` does */
export function* everyPage<A>(
  ask: (query: URLSearchParams) => Envelope<A>,
  question: URLSearchParams,
): Generator<readonly A[]> {
  let query = new URLSearchParams(question);
  // counted anew for every page, and no record shows it
  query.delete("facet");
  for (;;) {
    const page = ask(query);
    yield page.results;
    if (page.next === null) return;
    query = new URL(page.next).searchParams;
  }
}

/** Every case that a question matches, for `for await`: between two pages other work of the process goes on. */
export async function* everyCase(
  ask: (query: URLSearchParams) => Envelope<CaseAnswer>,
  question: Parameters,
): AsyncGenerator<CaseAnswer, void, undefined> {
  const query = queryOf(question);
  if (!query.get("page_size")) query.set("page_size", PAGE_SIZE);
  for (const page of everyPage(ask, query)) {
    yield* page;
    await setImmediate();
  }
}
