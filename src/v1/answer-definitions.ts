/**
 * The answers that are no records of a collection, each defined once: their types and the schemas of the OpenAPI document follow.
 * The definitions of records are in `record-definitions`.
 */
import * as v from "valibot";
import { AGREEMENTS, ALTERATIONS, JUDGEMENTS } from "../check/judgement.ts";
import { TREATMENT_KINDS } from "../treatment/sentence-rules.ts";
import { NOTE, text, textOrNull, url } from "./record-definitions.ts";

const integer = v.pipe(v.number(), v.integer(), v.minValue(0));
const integerOrNull = v.nullable(integer);
const indexOrNull = v.pipe(integerOrNull, v.description("Index in citations"));
/** Lines are from 1, offsets in the draft's text. */
const SPAN = { line: integer, start: integer, end: integer };

/** A case in short. */
export const BRIEF_CASE = v.strictObject({
  id: integer,
  url,
  name_abbreviation: text,
  decision_date: textOrNull,
});

/** A case that a draft cites. */
export const CHECKED_CASE = v.strictObject({
  ...BRIEF_CASE.entries,
  /** As printed; empty for a case that is cited by its docket number. */
  citations: v.array(text),
  docket_number: text,
  court: textOrNull,
  /** `CourtListener`, or `CourtListener, from PDF`; null: the Caselaw Access Project. */
  text_source: textOrNull,
  /** The address of the case at CourtListener; null if it is not known there. */
  courtlistener_url: v.nullable(url),
  notes: v.array(NOTE),
});

/** A case that a citation may mean. */
const CANDIDATE = v.strictObject({
  case: CHECKED_CASE,
  /** At most 100: a sum over what agrees, as `V1CheckedCitation` says. */
  score: integer,
  agrees: v.array(v.picklist(AGREEMENTS)),
  /** What differs, in words. */
  reason: text,
});

export const CHECKED_CITATION = v.strictObject({
  ...SPAN,
  form: v.picklist(["full", "docket", "short", "id", "supra", "blank"]),
  cite: text,
  verdict: v.picklist([
    "found",
    "ambiguous",
    "parallel differs",
    "no such case in a volume that is imported",
    "volume not known to be complete",
    "volume not imported",
    "not a reporter",
    "cannot be looked up",
    "refers to no citation before it",
  ]),
  /** The citation in full that a short form, `id.` or `supra` refers to; null if it is not known, or this one is in full. */
  refers_to: indexOrNull,
  cases: v.array(CHECKED_CASE),
  name: v.nullable(
    v.strictObject({ written: text, verdict: v.picklist(["match", "differs", "not read"]), ours: text }),
  ),
  year: v.nullable(
    v.strictObject({ written: integer, verdict: v.picklist(["match", "differs"]), ours: integer }),
  ),
  court: v.nullable(
    v.strictObject({
      written: text,
      verdict: v.picklist(["match", "differs", "not decided"]),
      ours: textOrNull,
    }),
  ),
  pin_pages: v.array(
    v.strictObject({
      written: text,
      verdict: v.picklist(["in the case", "outside the case", "not compared"]),
      /** Why it is not compared, if the text of the case is the reason. */
      reason: textOrNull,
    }),
  ),
  /** Why it cannot be checked or needs a look, if more is known than the verdict says. */
  reason: textOrNull,
  /** What may be meant, the best first: at most 3, none if it is confirmed or refers to another citation. Nothing of them is confirmed. */
  candidates: v.array(CANDIDATE),
  /** What the draft says of the case, if passages are requested. */
  statement: textOrNull,
  /** The passages of the case that are closest to the statement, the best first. They may or may not support it. */
  passages: v.array(
    v.strictObject({
      text,
      page: textOrNull,
      part: textOrNull,
      missing: v.pipe(v.array(text), v.description("Words of the statement that it lacks")),
    }),
  ),
  /** That the case was overruled or reversed: by the table of overruled decisions, or by a case of the corpus. Empty says nothing. */
  treatment: v.array(text),
  judgement: v.picklist(JUDGEMENTS),
  /** Whether the judgement is `confirmed`. */
  is_confirmed: v.boolean(),
});

export const CHECKED_QUOTATION = v.strictObject({
  ...SPAN,
  text,
  citation: indexOrNull,
  verdict: v.picklist([
    "exact",
    "equal but for spacing, hyphenation, brackets and ellipses",
    "near",
    "not found",
    "body not available",
    "no citation",
  ]),
  passage: textOrNull,
  changes: v.array(v.strictObject({ kind: v.picklist(["same", "quoted", "original"]), text })),
  /** What was altered, or may be, with the words of the draft and of the case. */
  alterations: v.array(v.strictObject({ kind: v.picklist(ALTERATIONS), quoted: text, original: text })),
  /** Of the case: majority, dissent, concurrence, head matter, note in the majority, …; null if it is not known. */
  part: textOrNull,
  /** Other cases that the draft cites and that have it, if the cited one has not; null if there are none. */
  found_in: v.nullable(v.array(CHECKED_CASE)),
  pages: v.array(text),
  paragraphs: v.array(text),
  /** Whether it is on a page or paragraph of the pin cite. */
  is_on_pin_page: v.nullable(v.boolean()),
  remark: textOrNull,
  judgement: v.picklist(JUDGEMENTS),
  is_confirmed: v.boolean(),
});

/** The citations and quotations of a draft, each with a verdict. */
export const CHECK = v.strictObject({
  citations: v.array(CHECKED_CITATION),
  quotations: v.array(CHECKED_QUOTATION),
  /** Statutes, rules, articles of journals and cases of other countries, which are not checked. */
  works: v.array(
    v.strictObject({ ...SPAN, form: v.picklist(["statute", "journal", "foreign"]), cite: text }),
  ),
  counts: v.pipe(
    v.strictObject({ confirmed: integer, unsure: integer, wrong: integer, unknown: integer }),
    v.description("How many citations and quotations have each judgement"),
  ),
  open: v.pipe(integer, v.description("How many of both are not confirmed")),
});

/** A similar case, with what it shares. */
export const SIMILAR_CASE = v.strictObject({
  ...BRIEF_CASE.entries,
  /** Works that both cases cite, of the 40 that the first one cites most often; none that more than 1,000 cite. Rare ones weigh more. */
  shared_citations: integer,
  /** Cases that cite both, of the 25 newest that cite the first one. */
  cited_together: integer,
  /** Of `words`; 0 if it has fewer than a third of them, or 100 cases match them better. */
  shared_words: integer,
});

/** A case with those most similar to it, the most similar first. */
export const SIMILAR = v.strictObject({
  ...BRIEF_CASE.entries,
  /** At most 12 that distinguish its text, each in at most 1,000 cases and a tenth of all; empty if the reader may not see the text. */
  words: v.array(text),
  similar: v.array(SIMILAR_CASE),
});

/** A decision that overruled the case, by the table of the Library of Congress. */
export const OVERRULING = v.strictObject({
  name: text,
  /** `551 U.S. 877`, or docket number and day. */
  cite: text,
  year: integer,
  /** `in part`; null without. */
  qualifier: textOrNull,
});

/** What a citing case says was done to the case. */
export const STATED_TREATMENT = v.strictObject({
  kind: v.picklist(TREATMENT_KINDS),
  /** `in part on other grounds`; null without. */
  qualifier: textOrNull,
  /** The decision that did it, as cited; `this court`: the citing case; `statute`; null: the sentence does not say. */
  by: textOrNull,
  /** The citing case. */
  case: v.strictObject(BRIEF_CASE.entries),
  court: textOrNull,
  /** `majority`, `dissent`, …: only the first is the court's. Null is unknown. */
  opinion: textOrNull,
  /** Printed page; null if the pages are not marked. */
  page: textOrNull,
  sentence: text,
});

/** What is known of how later decisions treated a case. Evidence, no verdict. */
export const TREATMENT = v.strictObject({
  ...BRIEF_CASE.entries,
  overruled: v.array(OVERRULING),
  /** The table, and the day of its newest decision. */
  overruled_source: text,
  overruled_complete_to: text,
  /** The strongest first, then those of the highest court. */
  treatments: v.array(STATED_TREATMENT),
  treatment_count: integer,
  /** Later decisions of the same name and docket number. */
  later: v.array(BRIEF_CASE),
  /** Cases of the corpus that cite it, null if counting takes long; and how many of them were read. */
  citing_count: integerOrNull,
  read_count: integer,
  /** Date of the last imported decision; null: none has a date. */
  last_decision: textOrNull,
  note: text,
});

/** A year with matches. */
export const NGRAM_YEAR = v.strictObject({
  year: text,
  /** Occurrences, and all words of the year's texts; null is unknown. Of api(…) as `doc_count`. */
  count: v.strictTuple([integerOrNull, integerOrNull]),
  /** Cases with the words, and all cases of the year. */
  doc_count: v.strictTuple([integer, integer]),
});

export const NGRAMS = v.strictObject({
  count: integer,
  next: v.null(),
  previous: v.null(),
  /** By phrase, then by slug of the jurisdiction or `total`. */
  results: v.record(v.string(), v.record(v.string(), v.array(NGRAM_YEAR))),
});

export const RESOLVED_CITATION = v.strictObject({
  cite: text,
  normalized_cite: text,
  type: text,
  /** Volume, reporter and page are null if the citation has another form. */
  volume: textOrNull,
  reporter: textOrNull,
  page: textOrNull,
});

/** A case that has a citation of the text. */
export const RESOLVED_CASE = v.strictObject({
  /** `cap`, or `courtlistener` for a decision that only CourtListener has. */
  source: text,
  /** `source_id` is the name of the service's last years: the same, or the number at CourtListener. */
  id: integer,
  source_id: integer,
  citations: v.array(RESOLVED_CITATION),
  name_short: text,
  name_full: text,
  decision_date: textOrNull,
  frontend_url: url,
  api_url: url,
  /** `analysis.simhash`; null if the source has none. */
  simhash: textOrNull,
});

/** By citation as written; the list of a citation that no case has is empty. */
export const RESOLVED = v.record(v.string(), v.array(RESOLVED_CASE));

/** The definition of each answer, by the name of its schema in the OpenAPI document. */
export const ANSWERS = {
  CheckedCitation: CHECKED_CITATION,
  CheckedQuotation: CHECKED_QUOTATION,
  Check: CHECK,
  Similar: SIMILAR,
  Treatment: TREATMENT,
  Ngrams: NGRAMS,
  Resolved: RESOLVED,
};
