/**
 * The schemas of the records, in the order of their keys (docs/interface.md, "Collections and records"; docs/formats.md,
 * "Records and key order of the publisher").
 */
import type { Collection } from "../../corpus/collections.ts";
import { RECORD_EXAMPLES } from "./examples.ts";
import {
  ANY_OBJECT,
  listOf,
  NUMBER,
  NUMBER_OR_NULL,
  oneOf,
  record,
  refTo,
  type Schema,
  TEXT,
  TEXT_OR_NULL,
  URL_OR_NULL,
  URL_TEXT,
  withExample,
  YES_OR_NO,
} from "./schema.ts";

/** The schema of each collection's records, by its name below `#/components/schemas`. */
export const RECORD_NAMES: Readonly<Record<Collection, string>> = {
  cases: "Case",
  courts: "Court",
  jurisdictions: "Jurisdiction",
  reporters: "Reporter",
  volumes: "Volume",
  citations: "Citation",
  bulk: "BulkFile",
};

const JURISDICTION_KEYS = {
  url: URL_OR_NULL,
  id: NUMBER_OR_NULL,
  slug: TEXT_OR_NULL,
  name: TEXT_OR_NULL,
  name_long: TEXT_OR_NULL,
  whitelisted: { ...YES_OR_NO, description: "Whether bodies are open to callers without credentials" },
} as const;

const TEXT_BODY = record({
  parties: listOf(TEXT_OR_NULL),
  opinions: listOf(record({ type: TEXT_OR_NULL, author: TEXT_OR_NULL, text: TEXT })),
  head_matter: TEXT,
  attorneys: listOf(TEXT_OR_NULL),
  judges: listOf(TEXT_OR_NULL),
  corrections: TEXT,
});

const CASEBODY: Schema = {
  description: "Null data tells that there is none for this caller, or in this format",
  oneOf: [
    record({ status: oneOf("ok"), data: { oneOf: [refTo("TextBody"), { type: "string" }] } }),
    record({ status: oneOf("error_auth_required", "error_format_unavailable"), data: { type: "null" } }),
  ],
};

const CASE = record(
  {
    id: NUMBER,
    url: URL_TEXT,
    frontend_url: URL_TEXT,
    name: TEXT,
    name_abbreviation: TEXT,
    decision_date: {
      ...TEXT_OR_NULL,
      description: "As the source gave it: YYYY-MM-DD, YYYY-MM, YYYY or other",
    },
    docket_number: TEXT,
    first_page: TEXT,
    last_page: TEXT,
    citations: listOf(record({ type: TEXT, cite: TEXT })),
    volume: record({ url: URL_OR_NULL, volume_number: TEXT_OR_NULL }),
    reporter: record({ url: URL_OR_NULL, full_name: TEXT_OR_NULL }),
    court: record({
      url: URL_OR_NULL,
      id: NUMBER_OR_NULL,
      slug: TEXT_OR_NULL,
      name: TEXT_OR_NULL,
      name_abbreviation: TEXT_OR_NULL,
    }),
    jurisdiction: record(JURISDICTION_KEYS),
  },
  {
    cites_to: listOf(ANY_OBJECT),
    analysis: ANY_OBJECT,
    last_updated: TEXT,
    provenance: ANY_OBJECT,
    preview: { ...listOf(TEXT), description: "With preview=true and search: HTML with the matches marked" },
    casebody: refTo("Casebody"),
  },
);

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Case: CASE,
  Casebody: CASEBODY,
  TextBody: TEXT_BODY,
  Court: record({
    id: NUMBER,
    url: URL_TEXT,
    name: TEXT_OR_NULL,
    name_abbreviation: TEXT_OR_NULL,
    jurisdiction: TEXT_OR_NULL,
    jurisdiction_url: URL_OR_NULL,
    slug: TEXT,
  }),
  Jurisdiction: record(JURISDICTION_KEYS),
  Reporter: record({
    id: NUMBER,
    url: URL_TEXT,
    full_name: TEXT_OR_NULL,
    short_name: TEXT_OR_NULL,
    start_year: NUMBER_OR_NULL,
    end_year: NUMBER_OR_NULL,
    jurisdictions: listOf(refTo("Jurisdiction")),
  }),
  Volume: record({
    url: URL_TEXT,
    barcode: TEXT,
    volume_number: TEXT_OR_NULL,
    title: TEXT_OR_NULL,
    publisher: TEXT_OR_NULL,
    publication_year: NUMBER_OR_NULL,
    start_year: NUMBER_OR_NULL,
    end_year: NUMBER_OR_NULL,
    nominative_volume_number: TEXT_OR_NULL,
    nominative_name: TEXT_OR_NULL,
    series_volume_number: TEXT_OR_NULL,
    reporter: TEXT_OR_NULL,
    reporter_url: URL_OR_NULL,
    jurisdictions: listOf(refTo("Jurisdiction")),
  }),
  Citation: record({ type: TEXT, cite: TEXT, case_id: NUMBER, case_url: URL_TEXT }),
  BulkFile: record({
    id: NUMBER,
    download_url: URL_TEXT,
    file_name: TEXT,
    export_date: TEXT_OR_NULL,
    public: YES_OR_NO,
    filter_type: TEXT_OR_NULL,
    filter_id: NUMBER_OR_NULL,
    body_format: TEXT_OR_NULL,
  }),
};

/** Every record's schema, and what it is made of, each with an example. */
export const RECORD_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => {
    const example = RECORD_EXAMPLES[name];
    return [name, example === undefined ? schema : withExample(schema, example)];
  }),
);
