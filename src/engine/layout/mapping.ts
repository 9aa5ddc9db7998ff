/**
 * The indices of a published corpus: cases, changes of the change log, and tables (everything else, as JSON).
 *
 * The version of this layout is `SCHEMA`; a published index of another version is not read.
 */
import type { Json, JsonObject } from "../../domain/json.ts";
import { ANALYSIS_NUMBERS, ANALYSIS_TEXTS } from "../../domain/query.ts";
import { DELIMITER, SIMILARITIES } from "./scored-words.ts";
import { TEXT_FIELDS } from "./text-fields.ts";

export const SCHEMA = 4;

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
  /** Tokens of what it cites (store/write/cited-tokens). */
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
  /** All words of the text fields, with their frequencies (layout/scored-words). */
  words: {
    ...{ type: "text", analyzer: "frequencies", search_analyzer: "tokens" },
    ...{ similarity: "bm25", norms: false, index_options: "freqs" },
  },
  length: { type: "float" },
};

/** Only `record` is answered with each hit; a body is read when it is requested. */
const CASES: JsonObject = {
  dynamic: "strict",
  _source: { includes: ["record"] },
  properties: CASE_FIELDS,
};

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
  properties: {
    version: KEYWORD,
    table: KEYWORD,
    part: { type: "integer" },
    data: { type: "binary" },
  },
};

/** The complete collection gets four shards, so a search of it uses four cores. */
const CASES_A_SHARD = 2_000_000;

const MAPPINGS = { cases: CASES, changes: CHANGES, tables: TABLES } as const;
export type IndexKind = keyof typeof MAPPINGS;
export const INDEX_KINDS: readonly IndexKind[] = ["cases", "changes", "tables"];

/** The request that creates an index. */
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
