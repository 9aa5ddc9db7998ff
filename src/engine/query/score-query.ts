/** The scores of a search: FTS5's BM25 (layout/mapping). */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import type { SearchNode } from "../../text/search-tree.ts";
import { K1, LEAST_IDF, TEXT_FIELDS, type TextField, WEIGHTS } from "../layout/mapping.ts";
import { anyOf, type Query } from "./query.ts";
import { phrasesOf } from "./words-query.ts";

/** What a search is scored by. Some parts weigh as much as they are rare, which only counting shows. */
export interface Scoring {
  /** Queries whose matches are to be counted first: all cases, then those of each such part; none if one part decides alone. */
  readonly counted: readonly Query[];
  /** @param counts of `counted` */
  readonly scored: (counts: readonly number[]) => readonly Query[];
}

type Part =
  | { readonly kind: "word"; readonly token: string }
  /** A query that scores a case with the frequency. */
  | { readonly kind: "counted"; readonly frequency: Query };

/** Words with a beginning that are scored, in each field; more cost too much time. */
const MAX_BEGINNING = 128;
const ALL: Query = { match_all: {} };
/** BM25's factor, from a frequency. */
const FACTOR = "params.idf * _score / (_score + params.k1 * doc['length'].value)";

export function scoringOf(search: SearchNode): Scoring {
  const parts = partsOf(search);
  const counted = parts.flatMap((part) => (part.kind === "counted" ? [part.frequency] : []));
  if (parts.length < 2) return { counted: [], scored: () => parts.map((part) => scoreOf(part, 1)) };
  return {
    counted: counted.length === 0 ? [] : [ALL, ...counted],
    scored: ([all = 0, ...counts]) => {
      let next = 0;
      return parts.map((part) =>
        part.kind === "word" ? scoreOf(part, 1) : scoreOf(part, idf(all, counts[next++] ?? 0)),
      );
    },
  };
}

/** The words, phrases and prefixes that are not excluded. */
function partsOf(node: SearchNode): Part[] {
  switch (node.kind) {
    case "not":
    case "field":
    // words-query.ts refuses these
    case "forms":
    case "atleast":
      return [];
    case "pair":
      return [...partsOf(node.left), ...partsOf(node.right)];
    case "all":
    case "any":
      return node.nodes.flatMap(partsOf);
    case "near":
      return phrasesOf(node.text).map(phrase);
    case "prefix": {
      const words = wordsOf(node.text);
      const [before, start] = [words.slice(0, -1).map(tokenOf), words.at(-1)];
      return [
        ...(before.length === 0 ? [] : [phrase(before)]),
        ...(start === undefined ? [] : [{ kind: "counted", frequency: prefix(start) } as const]),
      ];
    }
    case "word":
    case "phrase": {
      const tokens = wordsOf(node.text).map(tokenOf);
      return tokens.length === 0 ? [] : [phrase(tokens)];
    }
  }
}

function phrase(tokens: readonly string[]): Part {
  const [token = ""] = tokens;
  if (tokens.length === 1) return { kind: "word", token };
  const query = tokens.join(" ");
  // the frequency of a phrase is added once for each of its words
  const inField = (field: TextField): Query => ({
    match_phrase: { [field]: { query, boost: WEIGHTS[field] / tokens.length } },
  });
  return { kind: "counted", frequency: anyOf(TEXT_FIELDS.map(inField)) };
}

/** The frequencies of the words that begin so; of the first ones, if they are many. */
function prefix(start: string): Query {
  const inField = (field: TextField): Query => ({
    prefix: { [field]: { value: start, boost: WEIGHTS[field], rewrite: `top_terms_${MAX_BEGINNING}` } },
  });
  return anyOf(TEXT_FIELDS.map(inField));
}

function scoreOf(part: Part, idf: number): Query {
  if (part.kind === "word") return { term: { words: { value: part.token } } };
  return { script_score: { query: part.frequency, script: { source: FACTOR, params: { idf, k1: K1 } } } };
}

function idf(all: number, matches: number): number {
  return Math.max(LEAST_IDF, Math.log((all - matches + 0.5) / (matches + 0.5)));
}
