/**
 * The records of the interface, each defined once (docs/interface.md, "Collections and records"): their types, the schemas
 * of the OpenAPI document and the columns of tables and CSV follow from these definitions. The keys are in the
 * order of the retired interface (docs/formats.md, "Records and key order of the publisher").
 */
import * as v from "valibot";

const text = v.string();
const textOrNull = v.nullable(v.string());
const integer = v.pipe(v.number(), v.integer());
const integerOrNull = v.nullable(integer);
const url = v.pipe(v.string(), v.url());
const urlOrNull = v.nullable(url);
/** Any object that the source gave. */
const anyObject = v.looseObject({});

export const JURISDICTION = v.strictObject({
  url: urlOrNull,
  id: integerOrNull,
  slug: textOrNull,
  name: textOrNull,
  name_long: textOrNull,
  whitelisted: v.pipe(v.boolean(), v.description("Whether bodies are open to callers without credentials")),
});

export const COURT = v.strictObject({
  id: integer,
  url,
  name: textOrNull,
  name_abbreviation: textOrNull,
  jurisdiction: textOrNull,
  jurisdiction_url: urlOrNull,
  slug: text,
});

export const REPORTER = v.strictObject({
  id: integer,
  url,
  full_name: textOrNull,
  short_name: textOrNull,
  start_year: integerOrNull,
  end_year: integerOrNull,
  jurisdictions: v.array(JURISDICTION),
});

export const VOLUME = v.strictObject({
  url,
  barcode: text,
  volume_number: textOrNull,
  title: textOrNull,
  publisher: textOrNull,
  publication_year: integerOrNull,
  start_year: integerOrNull,
  end_year: integerOrNull,
  nominative_volume_number: textOrNull,
  nominative_name: textOrNull,
  series_volume_number: textOrNull,
  reporter: textOrNull,
  reporter_url: urlOrNull,
  jurisdictions: v.array(JURISDICTION),
});

export const CITATION = v.strictObject({ type: text, cite: text, case_id: integer, case_url: url });

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

export const TEXT_BODY = v.strictObject({
  parties: v.array(textOrNull),
  opinions: v.array(v.strictObject({ type: textOrNull, author: textOrNull, text })),
  head_matter: text,
  attorneys: v.array(textOrNull),
  judges: v.array(textOrNull),
  corrections: text,
});

export const CASEBODY = v.pipe(
  v.variant("status", [
    v.strictObject({ status: v.literal("ok"), data: v.union([TEXT_BODY, text]) }),
    v.strictObject({
      status: v.picklist(["error_auth_required", "error_format_unavailable"]),
      data: v.null(),
    }),
  ]),
  v.description("The data is null if this caller may not see the body, or the source gave no such format"),
);

/** What is known to be wrong with the data of a case (docs/data-notes.md). */
export const NOTE = v.strictObject({ fault: text, text, source: text });

export const CASE = v.strictObject({
  id: integer,
  url,
  frontend_url: url,
  name: text,
  name_abbreviation: text,
  decision_date: v.pipe(
    textOrNull,
    v.description("As the source gave it: YYYY-MM-DD, YYYY-MM, YYYY or other"),
  ),
  docket_number: text,
  first_page: text,
  last_page: text,
  citations: v.array(v.strictObject({ type: text, cite: text })),
  volume: v.strictObject({ url: urlOrNull, volume_number: textOrNull }),
  reporter: v.strictObject({ url: urlOrNull, full_name: textOrNull }),
  court: v.strictObject({
    url: urlOrNull,
    id: integerOrNull,
    slug: textOrNull,
    name: textOrNull,
    name_abbreviation: textOrNull,
  }),
  jurisdiction: JURISDICTION,
  cites_to: v.exactOptional(v.array(anyObject)),
  preview: v.exactOptional(
    v.pipe(v.array(text), v.description("With preview=true and search: HTML with the matches marked")),
  ),
  analysis: v.exactOptional(anyObject),
  last_updated: v.exactOptional(text),
  provenance: v.exactOptional(anyObject),
  notes: v.exactOptional(
    v.pipe(v.array(NOTE), v.description("What is known to be wrong with the data; left out if nothing is")),
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

/** The fields of a record of the interface, read from its definition (`record-definitions`). */
type RecordType = "integer" | "string" | "boolean" | "array" | "object" | "any";

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
}

/** What a definition consists of, as far as it is read here. */
interface Definition {
  readonly type: string;
  readonly wrapped?: Definition;
  readonly item?: Definition;
  readonly entries?: Readonly<Record<string, Definition>>;
  readonly options?: readonly Definition[];
  readonly pipe?: readonly { readonly type: string }[];
}

const TYPES: Readonly<Record<string, RecordType>> = {
  string: "string",
  literal: "string",
  picklist: "string",
  boolean: "boolean",
  array: "array",
  strict_object: "object",
  loose_object: "object",
  variant: "object",
};

export function recordFields(name: keyof typeof DEFINITIONS): readonly RecordField[] {
  return fieldsOf(DEFINITIONS[name] as Definition);
}

function fieldsOf({ entries, options }: Definition): readonly RecordField[] {
  if (entries !== undefined) return Object.entries(entries).map(([name, one]) => fieldOf(name, one));
  // the alternatives of a variant have the same keys
  const [first] = options ?? [];
  return first === undefined ? [] : fieldsOf(first);
}

function fieldOf(name: string, definition: Definition): RecordField {
  const isOptional = definition.type === "exact_optional";
  const present = isOptional ? (definition.wrapped ?? definition) : definition;
  const isNullable = present.type === "nullable";
  const inner = isNullable ? (present.wrapped ?? present) : present;
  return {
    name,
    type: isInteger(inner) ? "integer" : (TYPES[inner.type] ?? "any"),
    isNullable,
    isOptional,
    hasTexts: inner.type === "array" && fieldsOf(inner.item ?? inner).length === 0 && !isObject(inner.item),
    fields: fieldsOf(inner.item ?? inner),
  };
}

function isObject(item: Definition | undefined): boolean {
  return item !== undefined && TYPES[item.type] === "object";
}

function isInteger({ pipe = [] }: Definition): boolean {
  return pipe.some(({ type }) => type === "integer");
}
