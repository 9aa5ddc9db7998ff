/**
 * What Parquet has in place of the objects that a source gives in no fixed form: the keys that are known (docs/formats.md), with
 * fixed types, and `other`, JSON text of all that has no place in them. So the columns are the same in every file, and nothing
 * is lost.
 */
import * as v from "valibot";
import {
  integerOrNull,
  means,
  type RecordField,
  recordFields,
  textOrNull,
} from "../v1/record-definitions.ts";

/** The field of a structure that takes what has no place in the others. */
export const OTHER = "other";

const NUMBER = v.nullable(v.number());
const TEXTS = v.nullable(v.array(textOrNull));
const IDS = v.nullable(v.array(integerOrNull));
const OTHERS = {
  [OTHER]: means(textOrNull, "Other keys, and values of another type, as JSON", {
    isNull: "there are none",
  }),
};

const CITED = v.strictObject({
  cite: means(textOrNull, "The citation"),
  category: means(textOrNull, "What is cited, such as reporters:federal"),
  reporter: means(textOrNull, "Short name of the reporter"),
  case_ids: means(IDS, "Ids of the cited cases"),
  weight: means(integerOrNull, "How often it is cited, by the publisher's count", { unit: "citations" }),
  year: means(integerOrNull, "Year in the citation", { unit: "calendar year" }),
  pin_cites: means(
    v.nullable(v.array(v.strictObject({ page: textOrNull, parenthetical: textOrNull }))),
    "Pages and parentheticals",
  ),
  opinion_index: means(integerOrNull, "The opinion that cites, from 0; -1 is the head matter"),
  opinion_id: means(integerOrNull, "The opinion that cites, in older releases"),
  case_paths: means(TEXTS, "Paths of the cited cases on the static site"),
  ...OTHERS,
});

const ANALYSIS = v.strictObject({
  cardinality: means(integerOrNull, "Distinct words"),
  char_count: means(integerOrNull, "Length of the text", { unit: "characters" }),
  ocr_confidence: means(NUMBER, "Confidence of the recognition of letters, from 0 to 1"),
  pagerank: means(
    v.nullable(v.strictObject({ raw: NUMBER, percentile: NUMBER })),
    "PageRank in the network of citations; percentile from 0 to 1",
  ),
  sha256: means(textOrNull, "SHA-256 of the text"),
  simhash: means(textOrNull, "Hash that similar texts share in part"),
  word_count: means(integerOrNull, "Length of the text", { unit: "words" }),
  ...OTHERS,
});

const PROVENANCE = v.strictObject({
  date_added: means(textOrNull, "Date on which the publisher added the case"),
  source: means(textOrNull, "Who digitised it"),
  batch: means(textOrNull, "Batch of the publisher"),
  ...OTHERS,
});

const COURTLISTENER = v.strictObject({
  cluster_ids: means(IDS, "Its numbers there"),
  url: means(textOrNull, "Its address there"),
  precedential_status: means(textOrNull, "published, unpublished or another status"),
  source: means(textOrNull, "Letters for where CourtListener has it from"),
  judges: means(textOrNull, "Judges"),
  docket_number: means(textOrNull, "Docket number"),
  citations: means(
    v.nullable(v.array(v.strictObject({ type: textOrNull, cite: textOrNull }))),
    "All citations that it lists",
  ),
  text_from: means(textOrNull, "html or pdf, if the text of the case is from there"),
  blocked: means(v.nullable(v.boolean()), "Whether it is kept from search engines at a party's request"),
  parentheticals: means(
    v.nullable(v.array(v.strictObject({ text: textOrNull, case_id: integerOrNull }))),
    "What other decisions say of it",
  ),
  ...OTHERS,
});

/** The fields of a column, or of each item of its list, by the name of the column. */
export const STRUCTURES: ReadonlyMap<string, readonly RecordField[]> = new Map([
  ["cites_to", recordFields(CITED)],
  ["analysis", recordFields(ANALYSIS)],
  ["provenance", recordFields(PROVENANCE)],
  ["courtlistener", recordFields(COURTLISTENER)],
]);
