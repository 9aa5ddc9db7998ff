/** What each column about cases means, for the dictionary of an export. */

/** A column: `means`, and when it is null; without `isNull` it never is. */
export interface Meaning {
  readonly means: string;
  readonly isNull?: string;
  /** A missing text is `""`. */
  readonly canBeEmpty?: true;
  /** Where its values come from, if not from the publisher. */
  readonly from?: "caselaw" | "publisher, otherwise caselaw";
  readonly unit?: string;
  readonly caveats?: string;
  /** The key in the interface's record, if it is not the name: `court.name`. */
  readonly path?: string;
}

const UNKNOWN = "unknown";
const NO_SOURCE = "the source has none";
const NO_BODY = "the case has no body";
const OCR = "Recognised from print by the publisher: letters can be wrong.";
const IDS = "Ids are the publisher's; the same in all exports.";
const ADDRESS = "Relative, unless --base-url was set.";

export const CASE_MEANINGS: Readonly<Record<string, Meaning>> = {
  id: { means: "Id of the case", caveats: IDS },
  url: { means: "Address of the record in the v1 interface", from: "caselaw", caveats: ADDRESS },
  frontend_url: { means: "Address of the reading page", from: "caselaw", caveats: ADDRESS },
  name: { means: "Full name", canBeEmpty: true, caveats: OCR },
  name_abbreviation: { means: "Short name", canBeEmpty: true },
  decision_date: {
    ...{
      means: "Date of the decision as the source wrote it: YYYY-MM-DD, YYYY-MM, YYYY or other",
      isNull: NO_SOURCE,
    },
    caveats:
      "Not always a complete or possible date. Sort and compare the first four characters, or use decision_date of Parquet.",
  },
  docket_number: { means: "Docket number as printed", canBeEmpty: true, caveats: OCR },
  first_page: { means: "First page in the reporter", canBeEmpty: true, caveats: "Not always digits." },
  last_page: { means: "Last page in the reporter", canBeEmpty: true, caveats: "Not always digits." },
  citations: { means: "Citations of the case in the source's order: type and cite" },
  volume: { means: "The volume: its address and number" },
  volume_barcode: { means: "Key of the volume", isNull: UNKNOWN, path: "volume.barcode" },
  volume_url: {
    means: "Address of the volume",
    isNull: UNKNOWN,
    from: "caselaw",
    path: "volume.url",
    caveats: ADDRESS,
  },
  volume_number: {
    ...{ means: "Number of the volume", isNull: UNKNOWN, path: "volume.volume_number" },
    caveats: "Not always digits.",
  },
  reporter: { means: "The reporter: its address and name" },
  reporter_id: { means: "Id of the reporter", isNull: UNKNOWN, path: "reporter.id", caveats: IDS },
  reporter_url: {
    means: "Address of the reporter",
    isNull: UNKNOWN,
    from: "caselaw",
    path: "reporter.url",
    caveats: ADDRESS,
  },
  reporter_full_name: {
    ...{ means: "Full name of the reporter", isNull: UNKNOWN, path: "reporter.full_name" },
    caveats: "Not unique: group by reporter_id.",
  },
  court: { means: "The court: its address, id, slug and names" },
  court_id: { means: "Id of the court", isNull: UNKNOWN, path: "court.id", caveats: IDS },
  court_url: {
    means: "Address of the court",
    isNull: UNKNOWN,
    from: "caselaw",
    path: "court.url",
    caveats: ADDRESS,
  },
  court_slug: { means: "Slug of the court", isNull: UNKNOWN, path: "court.slug" },
  court_name: {
    means: "Name of the court",
    isNull: UNKNOWN,
    path: "court.name",
    caveats: "Not unique: group by court_id.",
  },
  court_name_abbreviation: {
    means: "Abbreviated name of the court",
    isNull: UNKNOWN,
    path: "court.name_abbreviation",
  },
  jurisdiction: { means: "The jurisdiction: its address, id, slug and names" },
  jurisdiction_id: {
    means: "Id of the jurisdiction",
    isNull: UNKNOWN,
    path: "jurisdiction.id",
    caveats: IDS,
  },
  jurisdiction_url: {
    ...{ means: "Address of the jurisdiction", isNull: UNKNOWN, from: "caselaw", path: "jurisdiction.url" },
    caveats: ADDRESS,
  },
  jurisdiction_slug: { means: "Slug of the jurisdiction", isNull: UNKNOWN, path: "jurisdiction.slug" },
  jurisdiction_name: { means: "Short name of the jurisdiction", isNull: UNKNOWN, path: "jurisdiction.name" },
  jurisdiction_name_long: {
    means: "Full name of the jurisdiction",
    isNull: UNKNOWN,
    path: "jurisdiction.name_long",
  },
  jurisdiction_whitelisted: {
    means: "Whether the bodies are open to callers without credentials",
    path: "jurisdiction.whitelisted",
  },
  cites_to: {
    ...{ means: "What the case cites, as the source wrote it", isNull: NO_SOURCE },
    caveats:
      "Its keys differ between releases. The table edges of parquet and sqlite has the same in one shape.",
  },
  analysis: {
    ...{ means: "What the source computed of the text: counts, hashes, page rank", isNull: NO_SOURCE },
    ...{ unit: "word_count in words, char_count in characters, pagerank.percentile from 0 to 1" },
    caveats: "Computed by the publisher from its own text, which later releases may have corrected.",
  },
  last_updated: { means: "Instant of the publisher's last change, ISO 8601", isNull: NO_SOURCE },
  provenance: { means: "date_added, source and batch of the publisher", isNull: NO_SOURCE },
  notes: {
    ...{ means: "Known faults of the data: fault, text and source", from: "caselaw" },
    caveats: "An empty list only means that no fault is known.",
  },
  casebody: {
    means: "The body in the requested markup",
    isNull: "casebody_status is not ok",
    path: "casebody.data",
    caveats: OCR,
  },
  casebody_status: { means: "ok, or error_format_unavailable", from: "caselaw", path: "casebody.status" },
  head_matter: {
    means: "What precedes the opinions; paragraphs separated by \\n",
    isNull: NO_BODY,
    canBeEmpty: true,
    path: "casebody.data.head_matter",
    caveats: OCR,
  },
  opinions: {
    ...{ means: "Opinions in order: type, author and text; type and author can be null", isNull: NO_BODY },
    ...{ path: "casebody.data.opinions", caveats: OCR },
  },
  corrections: {
    means: "Corrections of the print",
    isNull: NO_BODY,
    canBeEmpty: true,
    path: "casebody.data.corrections",
  },
  parties: {
    means: "Parties as printed; items can be null",
    isNull: NO_BODY,
    path: "casebody.data.parties",
    caveats: OCR,
  },
  attorneys: {
    means: "Attorneys as printed; items can be null",
    isNull: NO_BODY,
    path: "casebody.data.attorneys",
    caveats: OCR,
  },
  judges: {
    means: "Judges as printed; items can be null",
    isNull: NO_BODY,
    path: "casebody.data.judges",
    caveats: OCR,
  },
  author_surnames: {
    ...{
      means: "Surname of the author of each of the opinions; items can be null",
      isNull: NO_BODY,
      from: "caselaw",
    },
    caveats:
      "Made from the printed author by a rule: of 190 surnames of real opinions 19 were wrong, because letters were misread.",
  },
  judge_surnames: {
    ...{
      means: "Distinct surnames in judges, without those who did not participate",
      isNull: NO_BODY,
      from: "caselaw",
    },
    caveats: "Made from the printed list by a rule. Judges in it may sit, concur or dissent.",
  },
};

/** Columns that Parquet has instead of the text of the date, or in addition. */
export const PARQUET_MEANINGS: Readonly<Record<string, Meaning>> = {
  decision_date: {
    ...{ means: "Day as which the case counts in filters", from: "caselaw" },
    ...{ isNull: "the source has no date, or a text that is not a date" },
    caveats:
      "1988 is 1988-01-01 and 1988-05 is 1988-05-01: see decision_date_precision. An impossible day is the first of its month.",
  },
  decision_date_text: {
    means: "Date of the decision as the source wrote it",
    isNull: NO_SOURCE,
    path: "decision_date",
  },
  decision_date_precision: { means: "day, month or year", isNull: "decision_date is null", from: "caselaw" },
};
