/**
 * The records of the interface, each defined once (docs/interface.md, "Collections and records"): their types, the schemas
 * of the OpenAPI document, the columns of tables and CSV, and the dictionary of exports follow from these definitions. The
 * keys are in the order of the retired interface (docs/formats.md, "Records and key order of the publisher").
 */
import type { GenericSchema } from "valibot";
import * as v from "valibot";

/** What the dictionary of an export says of a field besides its description. */
export interface About {
  /** When it is null or missing; by default `unknown`, if it may be. */
  readonly isNull?: string;
  /** A missing text is `""`. */
  readonly canBeEmpty?: true;
  /** Where its values come from, if not from the publisher. */
  readonly from?: "caselaw" | "publisher, otherwise caselaw";
  readonly unit?: string;
  readonly caveats?: string;
}

/** A field or record with its meaning. */
export function means<const S extends GenericSchema>(schema: S, description: string, about: About = {}) {
  return v.pipe(schema, v.description(description), v.metadata({ about }));
}

export const text = v.string();
export const textOrNull = v.nullable(v.string());
export const integer = v.pipe(v.number(), v.integer());
export const integerOrNull = v.nullable(integer);
export const url = v.pipe(v.string(), v.url());
const urlOrNull = v.nullable(url);
/** Any object that the source gave. */
const anyObject = v.looseObject({});

const NO_SOURCE = { isNull: "the source has none" } as const;
const EMPTY = { canBeEmpty: true } as const;
const OCR = { caveats: "Recognised from print by the publisher: letters can be wrong." } as const;
export const IDS = { caveats: "Ids are the publisher's; the same in all exports." } as const;
const ADDRESS = { from: "caselaw", caveats: "In an export relative, unless --base-url was set." } as const;
const NOT_DIGITS = { caveats: "Not always digits." } as const;
const YEAR = { unit: "calendar year" } as const;

export const JURISDICTION = means(
  v.strictObject({
    url: means(urlOrNull, "Address of the jurisdiction", ADDRESS),
    id: means(integerOrNull, "Id of the jurisdiction", IDS),
    slug: means(textOrNull, "Slug of the jurisdiction"),
    name: means(textOrNull, "Short name of the jurisdiction"),
    name_long: means(textOrNull, "Full name of the jurisdiction"),
    whitelisted: means(v.boolean(), "Whether the bodies are open to callers without credentials"),
  }),
  "A jurisdiction: its address, id, slug and names",
);

const COURT_NAME = { caveats: "Not unique: group by the id of the court." } as const;

export const COURT = v.strictObject({
  id: means(integer, "Id of the court", IDS),
  url: means(url, "Address of the court", ADDRESS),
  name: means(textOrNull, "Name of the court", COURT_NAME),
  name_abbreviation: means(textOrNull, "Abbreviated name of the court"),
  jurisdiction: means(textOrNull, "Short name of the jurisdiction"),
  jurisdiction_url: means(urlOrNull, "Address of the jurisdiction", ADDRESS),
  slug: means(text, "Slug of the court"),
});

const REPORTER_NAME = { caveats: "Not unique: group by the id of the reporter." } as const;

export const REPORTER = v.strictObject({
  id: means(integer, "Id of the reporter", IDS),
  url: means(url, "Address of the reporter", ADDRESS),
  full_name: means(textOrNull, "Full name of the reporter", REPORTER_NAME),
  short_name: means(textOrNull, "Short name, as in citations"),
  start_year: means(integerOrNull, "First year", YEAR),
  end_year: means(integerOrNull, "Last year", YEAR),
  jurisdictions: v.array(JURISDICTION),
});

export const VOLUME = v.strictObject({
  url: means(url, "Address of the volume", ADDRESS),
  barcode: means(text, "Key of the volume"),
  volume_number: means(textOrNull, "Number of the volume", NOT_DIGITS),
  title: means(textOrNull, "Title"),
  publisher: means(textOrNull, "Publisher of the print"),
  publication_year: means(integerOrNull, "Year of publication", YEAR),
  start_year: means(integerOrNull, "First year", YEAR),
  end_year: means(integerOrNull, "Last year", YEAR),
  nominative_volume_number: means(textOrNull, "Number in the series named after the reporter's editor"),
  nominative_name: means(textOrNull, "Name of the series named after the reporter's editor"),
  series_volume_number: means(textOrNull, "Number in the series"),
  reporter: means(textOrNull, "Full name of the reporter", REPORTER_NAME),
  reporter_url: means(urlOrNull, "Address of the reporter", ADDRESS),
  jurisdictions: v.array(JURISDICTION),
});

const CITATION_OF_CASE = {
  type: means(
    text,
    "official, parallel, nominative, vendor, courtlistener (an id there) or another word of the source",
  ),
  cite: means(text, "The citation"),
};

export const CITATION = v.strictObject({
  ...CITATION_OF_CASE,
  case_id: means(integer, "Id of the case that has the citation"),
  case_url: means(url, "Address of the case", ADDRESS),
});

export const BULK_FILE = v.strictObject({
  id: integer,
  download_url: url,
  file_name: text,
  export_date: textOrNull,
  public: v.boolean(),
  filter_type: textOrNull,
  filter_id: integerOrNull,
  body_format: textOrNull,
});

export const OPINION = v.strictObject({
  type: means(textOrNull, "Type, such as majority or dissent"),
  author: means(textOrNull, "Author as printed", OCR),
  text: means(text, "Text of the opinion; paragraphs separated by \\n", { ...EMPTY, ...OCR }),
});

export const TEXT_BODY = v.strictObject({
  parties: means(v.array(textOrNull), "Parties as printed; items can be null", OCR),
  opinions: means(
    v.array(OPINION),
    "Opinions in order: type, author and text; type and author can be null",
    OCR,
  ),
  head_matter: means(text, "What precedes the opinions; paragraphs separated by \\n", { ...EMPTY, ...OCR }),
  attorneys: means(v.array(textOrNull), "Attorneys as printed; items can be null", OCR),
  judges: means(v.array(textOrNull), "Judges as printed; items can be null", OCR),
  corrections: means(text, "Corrections of the print", EMPTY),
});

export const CASEBODY = means(
  v.variant("status", [
    v.strictObject({
      status: means(v.literal("ok"), "ok, or error_format_unavailable", { from: "caselaw" }),
      data: means(v.union([TEXT_BODY, text]), "The body in the requested format", {
        isNull: "the status is not ok",
        ...OCR,
      }),
    }),
    v.strictObject({
      status: v.picklist(["error_auth_required", "error_format_unavailable"]),
      data: v.null(),
    }),
  ]),
  "The body: its data is null if this caller may not see it, or the source gave no such format",
);

/** What is known to be wrong with the data of a case (docs/data-notes.md). */
export const NOTE = v.strictObject({
  fault: means(text, "The fault, as docs/data-notes.md names it", { from: "caselaw" }),
  text: means(text, "What is known to be wrong", { from: "caselaw" }),
  source: means(text, "Where that is known from", { from: "caselaw" }),
});

export const CASE = v.strictObject({
  id: means(integer, "Id of the case", IDS),
  url: means(url, "Address of the record in the v1 interface", ADDRESS),
  frontend_url: means(url, "Address of the reading page", ADDRESS),
  name: means(text, "Full name", { ...EMPTY, ...OCR }),
  name_abbreviation: means(text, "Short name", EMPTY),
  decision_date: means(
    textOrNull,
    "Date of the decision as the source wrote it: YYYY-MM-DD, YYYY-MM, YYYY or other",
    {
      ...NO_SOURCE,
      caveats: "Not always a complete or possible date. Sort and compare the first four characters.",
    },
  ),
  docket_number: means(text, "Docket number as printed", { ...EMPTY, ...OCR }),
  first_page: means(text, "First page in the reporter", { ...EMPTY, ...NOT_DIGITS }),
  last_page: means(text, "Last page in the reporter", { ...EMPTY, ...NOT_DIGITS }),
  citations: means(
    v.array(
      v.strictObject({
        ...CITATION_OF_CASE,
        source: v.exactOptional(
          means(v.literal("CourtListener"), "Who lists the citation, if the source of the case does not"),
        ),
      }),
    ),
    "Citations of the case in the source's order: type and cite; those that only CourtListener has, and its id as `cl:108713`, after them",
  ),
  volume: means(
    v.strictObject({
      url: means(urlOrNull, "Address of the volume", ADDRESS),
      volume_number: VOLUME.entries.volume_number,
    }),
    "The volume: its address and number",
  ),
  reporter: means(
    v.strictObject({
      url: means(urlOrNull, "Address of the reporter", ADDRESS),
      full_name: REPORTER.entries.full_name,
    }),
    "The reporter: its address and name",
  ),
  court: means(
    v.strictObject({
      url: means(urlOrNull, "Address of the court", ADDRESS),
      id: means(integerOrNull, "Id of the court", IDS),
      slug: means(textOrNull, "Slug of the court"),
      name: COURT.entries.name,
      name_abbreviation: COURT.entries.name_abbreviation,
    }),
    "The court: its address, id, slug and names",
  ),
  jurisdiction: JURISDICTION,
  cites_to: v.exactOptional(
    means(v.array(anyObject), "What the case cites, as the source wrote it", {
      ...NO_SOURCE,
      caveats:
        "Its keys differ between releases. The table edges of parquet and sqlite has the same in one shape.",
    }),
  ),
  preview: v.exactOptional(
    v.pipe(v.array(text), v.description("With preview=true and search: HTML with the matches marked")),
  ),
  analysis: v.exactOptional(
    means(anyObject, "What the source computed of the text: counts, hashes, page rank", {
      ...NO_SOURCE,
      unit: "word_count in words, char_count in characters, pagerank.percentile from 0 to 1",
      caveats: "Computed by the publisher from its own text, which later releases may have corrected.",
    }),
  ),
  last_updated: v.exactOptional(means(text, "Instant of the publisher's last change, ISO 8601", NO_SOURCE)),
  provenance: v.exactOptional(means(anyObject, "date_added, source and batch of the publisher", NO_SOURCE)),
  courtlistener: v.exactOptional(
    means(
      anyObject,
      "what CourtListener has of the decision: cluster_ids, url, precedential_status, judges, docket_number, citations",
      NO_SOURCE,
    ),
  ),
  notes: v.exactOptional(
    means(v.array(NOTE), "Known faults of the data: fault, text and source", {
      from: "caselaw",
      isNull: "none is known",
      caveats: "No note only means that no fault is known.",
    }),
  ),
  casebody: v.exactOptional(CASEBODY),
});

/** The definition of each collection's records, by the name of its schema in the OpenAPI document. */
export const DEFINITIONS = {
  Case: CASE,
  Casebody: CASEBODY,
  TextBody: TEXT_BODY,
  Note: NOTE,
  Court: COURT,
  Jurisdiction: JURISDICTION,
  Reporter: REPORTER,
  Volume: VOLUME,
  Citation: CITATION,
  BulkFile: BULK_FILE,
};

export type RecordType = "integer" | "number" | "string" | "boolean" | "array" | "object" | "any";

export interface RecordField {
  readonly name: string;
  readonly type: RecordType;
  /** May be null. */
  readonly isNullable: boolean;
  /** May be missing. */
  readonly isOptional: boolean;
  /** A list of texts, which can be null. */
  readonly hasTexts: boolean;
  /** Of an object its fields, of a list of objects those of each. */
  readonly fields: readonly RecordField[];
  /** What it means; empty for a field whose definition does not say it. */
  readonly means: string;
  readonly about: About;
}

/** What a definition consists of, as far as it is read here. */
interface Definition {
  readonly type: string;
  readonly wrapped?: Definition;
  readonly item?: Definition;
  readonly entries?: Readonly<Record<string, Definition>>;
  readonly options?: readonly Definition[];
  /** A definition, then what it is checked and described by. */
  readonly pipe?: readonly Definition[];
  readonly description?: string;
  readonly metadata?: { readonly about: About };
}

const TYPES: Readonly<Record<string, RecordType>> = {
  string: "string",
  literal: "string",
  picklist: "string",
  number: "number",
  boolean: "boolean",
  array: "array",
  strict_object: "object",
  loose_object: "object",
  variant: "object",
};

/** The fields of an object. @param definition or its name in the OpenAPI document */
export function recordFields(definition: GenericSchema | keyof typeof DEFINITIONS): readonly RecordField[] {
  return fieldsOf((typeof definition === "string" ? DEFINITIONS[definition] : definition) as Definition);
}

/** A field with a definition of its own. */
export function fieldOf(name: string, definition: GenericSchema): RecordField {
  return fieldIn(name, definition as Definition);
}

function fieldsOf({ entries, options }: Definition): readonly RecordField[] {
  if (entries !== undefined) return Object.entries(entries).map(([name, entry]) => fieldIn(name, entry));
  // the alternatives of a variant have the same keys
  const [first] = options ?? [];
  return first === undefined ? [] : fieldsOf(first);
}

function fieldIn(name: string, definition: Definition): RecordField {
  const isOptional = definition.type === "exact_optional";
  const present = isOptional ? (definition.wrapped ?? definition) : definition;
  const isNullable = present.type === "nullable";
  const inner = isNullable ? (present.wrapped ?? present) : present;
  const steps = [...stepsOf(present), ...stepsOf(inner)];
  return {
    name,
    type: steps.some(({ type }) => type === "integer") ? "integer" : (TYPES[inner.type] ?? "any"),
    isNullable,
    isOptional,
    hasTexts: inner.type === "array" && TYPES[inner.item?.type ?? ""] !== "object",
    fields: fieldsOf(inner.item ?? inner),
    means: steps.find(({ type }) => type === "description")?.description ?? "",
    about: steps.find(({ type }) => type === "metadata")?.metadata?.about ?? {},
  };
}

/** The checks and descriptions of a definition, and of the one that it begins with. */
function stepsOf({ pipe: [first, ...steps] = [] }: Definition): Definition[] {
  return first === undefined ? [] : [...steps, ...stepsOf(first)];
}
