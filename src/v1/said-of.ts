/** What other decisions say of a case in parentheses, `(holding that …)`, with the printed page on which they say it. */
import { Bodies } from "../check/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { courtlistenerFacts } from "../domain/courtlistener-facts.ts";
import { byId, type Case } from "../domain/records.ts";

export interface SaidOfCase {
  readonly text: string;
  /** The decision that says it; null if the corpus does not have it. */
  readonly by: Case | null;
  /** The first of its pages with these words; null if its text does not have them, marks no pages, or is closed. */
  readonly page: string | null;
}

/** Each text that is searched for a page takes some 7 ms (of 55 kB). */
const MOST_SAID = 5;

/** The best ones first, at most five. */
export function saidOf(corpus: Corpus, record: Case): SaidOfCase[] {
  const said = (courtlistenerFacts(record)?.said ?? []).slice(0, MOST_SAID);
  if (said.length === 0) return [];
  const cases = byId(corpus.casesOf([...new Set(said.map(({ caseId }) => caseId))]));
  const bodies = new Bodies(corpus);
  return said.map(({ text, caseId }) => {
    const by = cases.get(caseId) ?? null;
    const page = by === null || text.length < MIN_SEARCHED ? null : bodies.pageOf(by, text);
    return { text, by, page };
  });
}

/** A text with fewer characters is on many pages. */
const MIN_SEARCHED = 25;

/** In parentheses, as in the decision that says it. */
export function inParentheses(text: string): string {
  return text.startsWith("(") && text.endsWith(")") ? text : `(${text})`;
}
