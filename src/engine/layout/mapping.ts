/**
 * The indices of a published corpus: cases, changes of the change log, and tables (everything else, as JSON).
 *
 * The version of this layout is `SCHEMA`; a published index of another version is not read.
 */
import type { Json, JsonObject } from "../../domain/json.ts";
import { ANALYSIS_NUMBERS, ANALYSIS_TEXTS } from "../../domain/query.ts";
import { WEIGHTS as COLUMN_WEIGHTS } from "../../store/words/compile-search.ts";

/** The text fields of a case: the tokens that the index of words has in the column with this name (store/write/index-row). */
export const TEXT_FIELDS = [
  "names",
  "cites",
  "court",
  "head_matter",
  "opinions",
  "authors",
  "corrections",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * How cases are scored: FTS5's BM25, computed by the engine.
 *
 * FTS5 scores a row as one text: a word is as frequent as it is in all columns, each with a weight, and the text is as long as the
 * row. Lucene scores each field by itself, and rounds its length. So a case has one more field, with each of its words once and a
 * frequency that is already divided by the length: `frequency / (frequency + K1)` of it is BM25's factor. A phrase is counted in
 * the fields when it is searched, and the length is read then.
 */

/** The parameters of FTS5's bm25(). */
export const K1 = 1.2;
const B = 0.75;
/** Of a text field: those of the columns of the index of words. */
export const WEIGHTS: Readonly<Record<TextField, number>> = COLUMN_WEIGHTS;
/** FTS5's least weight of a word: for one that is in half of the cases or more. */
export const LEAST_IDF = 1e-6;

/** Frequencies are stored as integers; this one means 1. */
const UNIT = 1_000;
/** Between a word and its frequency. A private-use character, which no token contains. */
const DELIMITER = "\ue006";

/** Frequencies in `words` as BM25's factor, times the weight of the word. */
const BM25 = {
  type: "scripted",
  weight_script: {
    source: `double n = term.docFreq;
      return query.boost * Math.max(${LEAST_IDF}, Math.log((field.docCount - n + 0.5) / (n + 0.5)));`,
  },
  script: { source: `return weight * doc.freq / (doc.freq + ${K1 * UNIT});` },
} as const;

/** How often a word or phrase is in a text field. */
const FREQUENCY = { type: "scripted", script: { source: "return query.boost * doc.freq;" } } as const;

const SIMILARITIES: JsonObject = { bm25: BM25, frequency: FREQUENCY };

export const SCHEMA = 5;

/** Lucene refuses longer keywords; a name of this length is compared by its beginning. */
export const MAX_KEYWORD_CHARS = 8_000;
/** The most hits of one request; a page may have 10,000 and one more. */
export const MAX_HITS = 10_001;
/** Values of a facet: courts are some thousands. The engine allows 65,535 buckets. */
export const MAX_VALUES = 65_000;

/** Of the indices of cases and changes; null: chosen by the number of cases and of nodes. */
export interface Shape {
  readonly shards: number | null;
  readonly replicas: number | null;
}

/** As it is: no stemming, no length limit below that of a token. The built-in analyzers cut tokens at 255 characters. */
const ANALYSIS = {
  analyzer: {
    tokens: { type: "custom", tokenizer: "spaces", filter: ["cut"] },
    frequencies: { type: "custom", tokenizer: "spaces", filter: ["frequency", "cut"] },
  },
  tokenizer: { spaces: { type: "whitespace", max_token_length: 1_000_000 } },
  filter: {
    cut: { type: "truncate", length: MAX_KEYWORD_CHARS },
    frequency: { type: "delimited_term_freq", delimiter: DELIMITER },
  },
};

/** A longer value is not found; Lucene would refuse the document. */
const KEYWORD = { type: "keyword", ignore_above: MAX_KEYWORD_CHARS };
/** Stored, not searched. */
const STORED_KEYWORD = { type: "keyword", index: false };
/** Without `doc_values` it finds nothing, since the fields are not in `_source`. */
const PART = { type: "wildcard", doc_values: true };

const CASE_FIELDS: JsonObject = {
  id: { type: "long" },
  /** Days since 1970. */
  day: { type: "integer" },
  year: { type: "integer" },
  name_key: STORED_KEYWORD,
  updated: KEYWORD,
  jurisdiction: { type: "long" },
  court_id: { type: "long" },
  reporter: { type: "long" },
  volume: KEYWORD,
  /** Normal forms of its own citations. */
  cite: KEYWORD,
  citations: { type: "nested", properties: { type: KEYWORD, normal: KEYWORD } },
  /** Tokens of what it cites (store/write/index-row). */
  cited: KEYWORD,
  /** The same by entry: ids where the entry has ids, else the normal form of its citation. */
  cites_ids: { type: "long" },
  cites_normals: KEYWORD,
  cites_from_text: { type: "boolean" },
  "cites_to.reporter": KEYWORD,
  "cites_to.category": KEYWORD,
  /** Values of the source's analysis by their path, and the source of its provenance. */
  ...Object.fromEntries(ANALYSIS_NUMBERS.map((field) => [field, { type: "double" }])),
  ...Object.fromEntries([...ANALYSIS_TEXTS, "source"].map((field) => [field, KEYWORD])),
  /** Precedential status, in normal form. */
  status: KEYWORD,
  blocked: { type: "boolean" },
  name_part: PART,
  abbreviation_part: PART,
  docket_part: PART,
  digest: STORED_KEYWORD,
  record: { type: "object", enabled: false },
  body: { type: "binary", store: true },
  ...Object.fromEntries(
    TEXT_FIELDS.map((field) => [
      field,
      { type: "text", analyzer: "tokens", similarity: "frequency", norms: false },
    ]),
  ),
  /** All words of the text fields, with their frequencies (`scoredWords`). */
  words: {
    ...{ type: "text", analyzer: "frequencies", search_analyzer: "tokens" },
    ...{ similarity: "bm25", norms: false, index_options: "freqs" },
  },
  length: { type: "float" },
};

/** Only `record` is answered with each hit; a body is read when it is requested. */
const CASES: JsonObject = { dynamic: "strict", _source: { includes: ["record"] }, properties: CASE_FIELDS };

const CHANGES: JsonObject = {
  dynamic: "strict",
  properties: {
    number: { type: "long" },
    kind: KEYWORD,
    case_id: { type: "long" },
    at: KEYWORD,
    run_id: { type: "long", index: false },
  },
};

const TABLES: JsonObject = {
  dynamic: "strict",
  properties: { version: KEYWORD, table: KEYWORD, part: { type: "integer" }, data: { type: "binary" } },
};

/** The complete collection gets four shards, so a search of it uses four cores. */
const CASES_A_SHARD = 2_000_000;

const MAPPINGS = { cases: CASES, changes: CHANGES, tables: TABLES } as const;
export type IndexKind = keyof typeof MAPPINGS;
export const INDEX_KINDS: readonly IndexKind[] = ["cases", "changes", "tables"];

export function indexOf(
  kind: IndexKind,
  { shards, replicas, cases }: Shape & { readonly cases: number },
  meta: JsonObject,
): Json {
  return {
    settings: {
      number_of_shards: kind === "tables" ? 1 : (shards ?? Math.max(1, Math.ceil(cases / CASES_A_SHARD))),
      ...(replicas === null ? { auto_expand_replicas: "0-1" } : { number_of_replicas: replicas }),
      // a publication refreshes when it is complete
      refresh_interval: "-1",
      // versions of deleted cases are kept so long, so that a late write cannot bring a case back
      "index.gc_deletes": "1h",
      "index.max_result_window": MAX_HITS,
      "index.codec": "best_compression",
      ...{ analysis: ANALYSIS, similarity: SIMILARITIES },
    },
    mappings: { ...MAPPINGS[kind], ...(kind === "cases" ? { _meta: meta } : {}) },
  };
}

export interface ScoredWords {
  /** Distinct words with their frequencies. */
  readonly words: string;
  /** What a frequency is divided by: 1 for a case of average length. */
  readonly length: number;
}

/**
 * @param texts tokens, separated by spaces
 * @param otherTexts what else counts for the length
 * @param averageTokens of all cases
 */
export function scoredWords(
  texts: Readonly<Record<TextField, string>>,
  otherTexts: readonly string[],
  averageTokens: number,
): ScoredWords {
  const frequencies = new Map<string, number>();
  let tokens = otherTexts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  for (const field of TEXT_FIELDS) {
    for (const token of tokensOf(texts[field])) {
      tokens++;
      frequencies.set(token, (frequencies.get(token) ?? 0) + WEIGHTS[field]);
    }
  }
  const length = 1 - B + (averageTokens === 0 ? B : (B * tokens) / averageTokens);
  const words = [...frequencies].map(([token, frequency]) => {
    const stored = Math.max(1, Math.round((frequency * UNIT) / length));
    return `${token}${DELIMITER}${stored}`;
  });
  return { words: words.join(" "), length };
}

function tokensOf(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
