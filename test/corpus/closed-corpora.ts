/** A corpus with closed texts, and the same one in which these are empty: whose answers differ depend on closed texts. */
import { join } from "node:path";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { line, textBody } from "./records.ts";

export const OPEN = { id: 5, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true };
export const CLOSED = { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: false };
export const WORDS = [
  "mill",
  "mills",
  "miller",
  "dam",
  "horse",
  "university",
  "universities",
  "court",
  "creek",
  "secret",
];
const AUTHORS = ["GRAY, J.", "SHAW, C. J.", "SECRET, J."];
export const CASES = 60;

/** The same for the same arguments, and spread over all of a list. */
function pick<T>(list: readonly T[], ...seeds: readonly number[]): T | undefined {
  const mixed = seeds.reduce(
    (hash, seed) => Math.imul(hash ^ (seed + 0x9e37), 0x85ebca6b) ^ (hash >>> 13),
    7,
  );
  return list[(mixed >>> 1) % list.length];
}

function words(count: number, seed: number): string {
  return Array.from({ length: count }, (_, at) => pick(WORDS, seed, at)).join(" ");
}

/** Every third case is open, every fifth of no known jurisdiction; the source tells what every fourth cites. */
function isOpen(id: number): boolean {
  return id % 3 === 0 && id % 5 !== 0;
}

export function record(id: number, bodies: "all" | "open"): Record<string, unknown> {
  const cited = `${1 + (id % 7)} Mass. ${1 + (id % 7)}`;
  const text = `${words(3 + (id % 11), id)}. See ${cited}. ${words(4 + (id % 5), id + 100)}`;
  const author = pick(AUTHORS, id) ?? null;
  const body = textBody(words(1 + (id % 4), id + 200), { type: "majority", author, text });
  return line(id, {
    name: `${pick(WORDS, id, 1)} v. Town of ${pick(["Mill", "Salem", "Boston"], id, 2)}`,
    name_abbreviation: `${pick(WORDS, id, 1)} v. Town`,
    docket_number: id % 6 === 0 ? "dam 12-3" : "",
    decision_date: `${1850 + (id % 9)}-0${1 + (id % 8)}-11`,
    jurisdiction: id % 5 === 0 ? null : isOpen(id) ? OPEN : CLOSED,
    court: id % 2 === 0 ? { id: 500, slug: "mass", name: "Supreme Court", name_abbreviation: "S." } : null,
    ...(id % 4 === 0 ? { cites_to: [{ cite: `${1 + (id % 3)} Mass. ${1 + (id % 3)}` }] } : {}),
    casebody: bodies === "all" || isOpen(id) ? body : textBody(""),
  });
}

const folder = keptFolder();

function corpusOf(bodies: "all" | "open"): string {
  const records = Array.from({ length: CASES }, (_, at) => record(at + 1, bodies));
  return makeCorpus(records, join(folder, `${bodies}-${Math.random()}.db`));
}

export const [FULL, EMPTIED] = [corpusOf("all"), corpusOf("open")];

export type Asked = Record<string, string | number | readonly string[]>;
export type Answer = (corpus: V1) => unknown;

/** All of a question's answers; links hold the state of the corpus, so they are left out. */
export function answerOf(question: Asked): Answer {
  return (corpus) => {
    const { count, facets, results } = corpus.list("cases", {
      facet: ["jurisdiction", "court", "reporter", "decision_date"],
      preview: "true",
      ...question,
    });
    return { count, facets, results };
  };
}

/** Which answers differ between the corpora, so that they tell of closed texts. */
export function differing<T>(
  asked: readonly T[],
  answerTo: (one: T) => Answer,
  access: "anyone" | "public",
  rankedMatches = 30_000,
): T[] {
  using withTexts = openV1(FULL, { access, rankedMatches });
  using without = openV1(EMPTIED, { access, rankedMatches });
  return asked.filter((one) => {
    const answer = answerTo(one);
    return JSON.stringify(answer(withTexts)) !== JSON.stringify(answer(without));
  });
}
