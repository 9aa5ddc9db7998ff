/** What the columns of the other tables and files of an export mean. */
import type { Meaning } from "./case-meanings.ts";

type Meanings = Readonly<Record<string, Meaning>>;

const UNKNOWN = "unknown";
const CASE_ID: Meaning = { means: "Id of the case" };
const YEAR = { isNull: UNKNOWN, unit: "calendar year" };
/** Of numbers that are counted in the text. */
const COUNTED = {
  unit: "citations",
  from: "caselaw",
  isNull: "the corpus does not have the text, or reads the citation in another way",
} as const;

const EDGES: Meanings = {
  case_id: { means: "Id of the citing case" },
  seq: { means: "Number of the row within the case, from 1, in the order of the citations", from: "caselaw" },
  cite: { means: "The citation as written, of a pair the first", isNull: "the source's entry has none" },
  standard_cite: {
    means: "The citation with the reporter's usual short name",
    isNull: "as cite",
    from: "caselaw",
  },
  cited_case_id: {
    ...{ means: "Id of the cited case", isNull: "target is not one", from: "publisher, otherwise caselaw" },
    caveats: "The case need not be in the corpus. By citation only cases in the corpus are found.",
  },
  source: { means: "source: from the source's cites_to; text: extracted from the text", from: "caselaw" },
  pin_pages: { means: "Pages of quotations as written", from: "publisher, otherwise caselaw" },
  year: { means: "Year in the citation", ...YEAR, from: "publisher, otherwise caselaw" },
  times: {
    ...{ means: "How often the text cites the case in full", ...COUNTED },
    caveats:
      "Of parallel citations, which occur together, the most frequent one counts, here and in weight and mentions.",
  },
  weight: {
    ...{ means: "The publisher's own count of the citations", unit: "citations" },
    isNull: "the source's entry has none, or there is no entry",
    caveats:
      "It can be greater than mentions, because the publisher's program read the citations in another way.",
  },
  mentions: {
    means: "How often the text cites the case: in full, with short forms, id. and supra",
    ...COUNTED,
  },
  treatment_words: {
    ...{ means: "Words at the places of citation, such as followed or overruled", from: "caselaw" },
    caveats: "Features of the text: they do not say whether the case was followed or overruled.",
  },
  opinion_index: {
    ...{ means: "The first opinion that cites, from 0; -1 is the head matter", isNull: UNKNOWN },
    from: "publisher, otherwise caselaw",
  },
  target: { means: "How many cases the citation may mean: one, several, none", from: "caselaw" },
  target_case_ids: {
    means: "Ids of all cases that the citation may mean",
    from: "publisher, otherwise caselaw",
  },
  cites: { means: "All citations of the pair, as written" },
};

/** By table or file. Those of cases are in `case-meanings`. */
export const TABLE_MEANINGS: Readonly<Record<string, Meanings>> = {
  edges: EDGES,
  citations: {
    case_id: { means: "Id of the case that has the citation" },
    seq: { means: "Number of the citation within the case, from 1, in the source's order", from: "caselaw" },
    type: { means: "official, parallel, nominative, vendor or another word of the source" },
    cite: { means: "The citation" },
    normalized_cite: { means: "The letters and digits of cite in lower case", from: "caselaw" },
  },
  cases: {
    decision_year: {
      ...{
        means: "Year of the decision",
        isNull: "decision_date is null or not a date",
        unit: "calendar year",
      },
      from: "caselaw",
    },
    reporter: {
      means: "Full name of the reporter",
      isNull: UNKNOWN,
      path: "reporter.full_name",
      caveats: "Not unique: group by reporter_id.",
    },
  },
  opinions: {
    id: {
      means: "Number of the opinion in this file",
      from: "caselaw",
      caveats: "Another export may number differently.",
    },
    case_id: CASE_ID,
    seq: { means: "Number of the opinion within the case, from 1", from: "caselaw" },
    type: { means: "Type, such as majority or dissent", isNull: UNKNOWN },
    author: {
      means: "Author as printed",
      isNull: UNKNOWN,
      caveats: "Recognised from print: letters can be wrong.",
    },
    text: {
      means: "Text of the opinion; paragraphs separated by \\n",
      canBeEmpty: true,
      caveats: "Recognised from print: letters can be wrong.",
    },
    author_surname: {
      ...{
        means: "Surname of the author",
        isNull: "the author is the court, several persons, unknown or damaged",
      },
      ...{
        from: "caselaw",
        caveats: "Made from the printed author by a rule; wrong where letters were misread.",
      },
    },
  },
  courts: {
    id: { means: "Id of the court" },
    slug: { means: "Slug of the court", isNull: UNKNOWN },
    name: { means: "Name", isNull: UNKNOWN, caveats: "Not unique." },
    name_abbreviation: { means: "Abbreviated name", isNull: UNKNOWN },
    jurisdiction_id: { means: "Id of the jurisdiction", isNull: UNKNOWN },
  },
  jurisdictions: {
    id: { means: "Id of the jurisdiction" },
    slug: { means: "Slug of the jurisdiction", isNull: UNKNOWN },
    name: { means: "Short name", isNull: UNKNOWN },
    name_long: { means: "Full name", isNull: UNKNOWN },
    whitelisted: { means: "1 if the bodies are open to callers without credentials, otherwise 0" },
  },
  reporters: {
    id: { means: "Id of the reporter" },
    full_name: { means: "Full name", isNull: UNKNOWN, caveats: "Not unique." },
    short_name: { means: "Short name, as in citations", isNull: UNKNOWN },
    start_year: { means: "First year", ...YEAR },
    end_year: { means: "Last year", ...YEAR },
  },
  volumes: {
    barcode: { means: "Key of the volume" },
    volume_number: { means: "Number of the volume", isNull: UNKNOWN, caveats: "Not always digits." },
    title: { means: "Title", isNull: UNKNOWN },
    publisher: { means: "Publisher of the print", isNull: UNKNOWN },
    publication_year: { means: "Year of publication", ...YEAR },
    start_year: { means: "First year", ...YEAR },
    end_year: { means: "Last year", ...YEAR },
    nominative_volume_number: {
      means: "Number in the series named after the reporter's editor",
      isNull: UNKNOWN,
    },
    nominative_name: { means: "Name of the series named after the reporter's editor", isNull: UNKNOWN },
    series_volume_number: { means: "Number in the series", isNull: UNKNOWN },
    reporter_id: { means: "Id of the reporter", isNull: UNKNOWN },
    reporter: { means: "Full name of the reporter", isNull: UNKNOWN },
  },
  removed: {
    id: { means: "Id of a case that was removed, or that the filter does not select now", from: "caselaw" },
  },
  index: {
    id: CASE_ID,
    path: {
      means: "File of the case, relative to the folder",
      isNull: "there is nothing to write",
      from: "caselaw",
    },
    name_abbreviation: { means: "Short name", canBeEmpty: true },
    citations: { means: "Citations of the case" },
    decision_date: { means: "Date of the decision as the source wrote it", isNull: "the source has none" },
    bytes: { means: "Size of the file", isNull: "there is no file", unit: "bytes", from: "caselaw" },
    sha256: { means: "SHA-256 of the file, in lower-case hex", isNull: "there is no file", from: "caselaw" },
  },
};
