/**
 * The JSON Schemas of the service's description. Those of records are generated from their definitions; of the other answers, the
 * compiler names a key or a verdict that is missing here.
 */
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { ComparedPage } from "../../check/check-citation.ts";
import type { CheckedWork } from "../../check/check-draft.ts";
import type { TextChange } from "../../check/compare-quotation.ts";
import type { CitationForm } from "../../check/draft-citations.ts";
import type { CitationVerdict } from "../../check/imported-volumes.ts";
import type { ComparedCourt } from "../../check/written-court.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import type { V1Check, V1CheckedCase, V1CheckedCitation, V1CheckedQuotation } from "../../v1/check.ts";
import { COLLECTIONS, type Collection } from "../../v1/collections.ts";
import { FACETS, isPair } from "../../v1/facets.ts";
import {
  ENDPOINT_NAMES,
  type V1Ngrams,
  type V1NgramYear,
  type V1ResolvedCase,
  type V1ResolvedCitation,
} from "../../v1/ngrams-resolve.ts";
import { DEFINITIONS } from "../../v1/record-definitions.ts";
import type { V1CitedCase, V1Similar, V1SimilarCase } from "../../v1/related.ts";

export type Schema = JsonObject;

export const TEXT: Schema = { type: "string" };
const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
const URL: Schema = { type: "string", format: "uri" };
export const INTEGER: Schema = { type: "integer", minimum: 0 };
const NUMBER_OR_NULL: Schema = { type: ["integer", "null"] };
const URL_OR_NULL: Schema = { type: ["string", "null"], format: "uri" };
const BOOLEAN: Schema = { type: "boolean" };
/** An object as the source has it. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };

/** An object with these keys and no other; the keys of `optional` may be missing. */
function record(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The record of a type: all its keys. */
function recordOf<T>(properties: Readonly<Record<keyof T & string, Schema>>): Schema {
  return record(properties);
}

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

function byName(value: Schema): Schema {
  return { type: "object", additionalProperties: value };
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

/** The keys make it complete. */
function oneOf<T extends string>(values: Readonly<Record<T, true>>): Schema {
  return { type: "string", enum: Object.keys(values) };
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of each collection's records, by its name below `#/components/schemas`. */
export const RECORD_NAMES: Readonly<Record<Collection, keyof typeof DEFINITIONS>> = {
  cases: "Case",
  courts: "Court",
  jurisdictions: "Jurisdiction",
  reporters: "Reporter",
  volumes: "Volume",
  citations: "Citation",
  bulk: "BulkFile",
};

export function componentSchemas(): Readonly<Record<string, Schema>> {
  return { ...recordSchemas(), ...listSchemas(), ...CHECK_SCHEMAS, ...RELATED_SCHEMAS, ...OTHER_SCHEMAS };
}

/** The records, and the parts that several records share. What is for the dictionary of exports only is left out. */
function recordSchemas(): Record<string, Schema> {
  const schemas = toJsonSchemaDefs(DEFINITIONS, {
    target: "draft-2020-12",
    overrideRef: ({ referenceId }) => refTo(referenceId).$ref,
    overrideAction: ({ jsonSchema }) =>
      Object.fromEntries(Object.entries(jsonSchema).filter(([key]) => key !== "about")),
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, asJson(schema)]));
}

/** Removes undefined values. */
function asJson(schema: object): Schema {
  const json: unknown = JSON.parse(JSON.stringify(schema));
  return isSchema(json) ? json : {};
}

function isSchema(json: unknown): json is Schema {
  return isJsonObject(json);
}

function listSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    COLLECTIONS.map((name) => {
      const keys = {
        ...{ count: NUMBER_OR_NULL, next: URL_OR_NULL, previous: URL_OR_NULL },
        results: listOf(refTo(RECORD_NAMES[name])),
      };
      return [`${RECORD_NAMES[name]}List`, record(keys, name === "cases" ? { facets: refTo("Facets") } : {})];
    }),
  );
}

const SPAN = { line: INTEGER, start: INTEGER, end: INTEGER };
const COMPARED = { match: true, differs: true } as const;

const CHECK_SCHEMAS: Readonly<Record<string, Schema>> = {
  CheckedCitation: recordOf<V1CheckedCitation>({
    ...SPAN,
    form: oneOf<CitationForm>({ full: true, short: true, id: true, supra: true, blank: true }),
    cite: TEXT,
    verdict: oneOf<CitationVerdict>({
      found: true,
      ambiguous: true,
      "parallel differs": true,
      "no such case in a volume that is imported": true,
      "volume not known to be complete": true,
      "volume not imported": true,
      "not a reporter": true,
      "refers to no citation before it": true,
    }),
    refers_to: { ...NUMBER_OR_NULL, description: "Index in citations" },
    cases: listOf(
      recordOf<V1CheckedCase>({
        ...{ id: INTEGER, url: URL, name_abbreviation: TEXT },
        ...{ decision_date: TEXT_OR_NULL, citations: listOf(TEXT), notes: listOf(refTo("Note")) },
      }),
    ),
    name: orNull(record({ written: TEXT, verdict: oneOf({ ...COMPARED, "not read": true }), ours: TEXT })),
    year: orNull(record({ written: INTEGER, verdict: oneOf(COMPARED), ours: INTEGER })),
    court: orNull(
      record({
        written: TEXT,
        verdict: oneOf<ComparedCourt["verdict"]>({ ...COMPARED, "not decided": true }),
        ours: TEXT_OR_NULL,
      }),
    ),
    pin_pages: listOf(
      record({
        written: TEXT,
        verdict: oneOf<ComparedPage["verdict"]>({
          ...{ "in the case": true, "outside the case": true, "not compared": true },
        }),
      }),
    ),
    is_confirmed: BOOLEAN,
  }),
  CheckedQuotation: recordOf<V1CheckedQuotation>({
    ...{ ...SPAN, text: TEXT, citation: { ...NUMBER_OR_NULL, description: "Index in citations" } },
    verdict: oneOf<V1CheckedQuotation["verdict"]>({
      exact: true,
      "equal but for spacing, hyphenation, brackets and ellipses": true,
      near: true,
      "not found": true,
      "body not available": true,
      "no citation": true,
    }),
    passage: TEXT_OR_NULL,
    changes: listOf(
      record({ kind: oneOf<TextChange["kind"]>({ same: true, quoted: true, original: true }), text: TEXT }),
    ),
    ...{ pages: listOf(TEXT), paragraphs: listOf(TEXT), is_on_pin_page: { type: ["boolean", "null"] } },
    ...{ remark: TEXT_OR_NULL, is_confirmed: BOOLEAN },
  }),
  Check: recordOf<V1Check>({
    citations: listOf(refTo("CheckedCitation")),
    quotations: listOf(refTo("CheckedQuotation")),
    works: listOf(
      record({ ...SPAN, form: oneOf<CheckedWork["form"]>({ statute: true, journal: true }), cite: TEXT }),
    ),
    open: { ...INTEGER, description: "How many of both are not confirmed" },
  }),
};

const BRIEF: Readonly<Record<keyof V1CitedCase, Schema>> = {
  ...{ id: INTEGER, url: URL, name_abbreviation: TEXT, decision_date: TEXT_OR_NULL },
};

/** A number and the number it is a share of. */
function pairOf(value: Schema): Schema {
  return { type: "array", items: value, minItems: 2, maxItems: 2 };
}

const RELATED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Similar: recordOf<V1Similar>({
    ...BRIEF,
    words: listOf(TEXT),
    similar: listOf(
      recordOf<V1SimilarCase>({
        ...BRIEF,
        ...{ shared_citations: INTEGER, cited_together: INTEGER, shared_words: INTEGER },
      }),
    ),
  }),
  Ngrams: recordOf<V1Ngrams>({
    ...{ count: INTEGER, next: { type: "null" }, previous: { type: "null" } },
    results: byName(
      byName(
        listOf(
          recordOf<V1NgramYear>({
            ...{ year: TEXT, count: pairOf(NUMBER_OR_NULL), doc_count: pairOf(INTEGER) },
          }),
        ),
      ),
    ),
  }),
  Resolved: byName(
    listOf(
      recordOf<V1ResolvedCase>({
        ...{ source: TEXT, id: INTEGER, source_id: INTEGER },
        citations: listOf(
          recordOf<V1ResolvedCitation>({
            ...{ cite: TEXT, normalized_cite: TEXT, type: TEXT },
            ...{ volume: TEXT_OR_NULL, reporter: TEXT_OR_NULL, page: TEXT_OR_NULL },
          }),
        ),
        ...{ name_short: TEXT, name_full: TEXT, decision_date: TEXT_OR_NULL },
        ...{ frontend_url: URL, api_url: URL, simhash: TEXT_OR_NULL },
      }),
    ),
  ),
};

/** By slug, id or year: how many of all matches, whatever the page. */
const COUNTS: Schema = byName({ type: "integer", minimum: 1 });

const OTHER_SCHEMAS: Readonly<Record<string, Schema>> = {
  Facets: record(
    {},
    Object.fromEntries(FACETS.map((name) => [name, isPair(name) ? byName(COUNTS) : COUNTS])),
  ),
  Root: record(Object.fromEntries([...COLLECTIONS, ...ENDPOINT_NAMES].map((name) => [name, URL]))),
  Health: record({ status: { type: "string", const: "ok" } }),
  Detail: record({ detail: TEXT }),
  WrongParameters: { ...byName(listOf(TEXT)), minProperties: 1 },
};
