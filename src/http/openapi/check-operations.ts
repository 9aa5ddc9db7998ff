/** `/check/` and `/mcp` in the description of the service: the paths that take a body. */
import type { ComparedPage } from "../../check/check-citation.ts";
import type { CheckedWork } from "../../check/check-draft.ts";
import type { TextChange } from "../../check/compare-quotation.ts";
import type { CitationForm } from "../../check/draft-citations.ts";
import type { CitationVerdict } from "../../check/imported-volumes.ts";
import type { ComparedCourt } from "../../check/written-court.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { V1CheckedQuotation } from "../../v1/check.ts";
import { DRAFT_NAMES } from "../readers/sent-draft.ts";
import { json, refusals } from "./operation.ts";
import {
  ANY_OBJECT,
  INTEGER,
  listOf,
  record,
  refTo,
  type Schema,
  TEXT,
  TEXT_OR_NULL,
  URL,
  withExample,
} from "./schema.ts";

const BOOLEAN: Schema = { type: "boolean" };

/** The keys make it complete: the compiler names a missing one. */
function oneOf<T extends string>(values: Readonly<Record<T, true>>): Schema {
  return { type: "string", enum: Object.keys(values) };
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

const COMPARED = { match: true, differs: true } as const;

const CITATION_VERDICT = oneOf<CitationVerdict>({
  found: true,
  ambiguous: true,
  "parallel differs": true,
  "no such case in a volume that is imported": true,
  "volume not known to be complete": true,
  "volume not imported": true,
  "not a reporter": true,
  "refers to no citation before it": true,
});

const QUOTATION_VERDICT = oneOf<V1CheckedQuotation["verdict"]>({
  exact: true,
  "equal but for spacing, hyphenation, brackets and ellipses": true,
  near: true,
  "not found": true,
  "body not available": true,
  "no citation": true,
});

const CHECKED_CASE = record({
  ...{ id: INTEGER, url: URL, name_abbreviation: TEXT },
  ...{ decision_date: TEXT_OR_NULL, citations: listOf(TEXT) },
  notes: listOf(record({ fault: TEXT, text: TEXT, source: TEXT })),
});

const CHECKED_CITATION = record({
  ...{ line: INTEGER, start: INTEGER, end: INTEGER },
  form: oneOf<CitationForm>({ full: true, short: true, id: true, supra: true, blank: true }),
  ...{ cite: TEXT, verdict: CITATION_VERDICT },
  refers_to: { type: ["integer", "null"], description: "Index in citations" },
  cases: listOf(CHECKED_CASE),
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
        "in the case": true,
        "outside the case": true,
        "not compared": true,
      }),
    }),
  ),
  is_confirmed: BOOLEAN,
});

const CHECKED_QUOTATION = record({
  ...{ line: INTEGER, start: INTEGER, end: INTEGER, text: TEXT },
  citation: { type: ["integer", "null"], description: "Index in citations" },
  ...{ verdict: QUOTATION_VERDICT, passage: TEXT_OR_NULL },
  changes: listOf(
    record({
      kind: oneOf<TextChange["kind"]>({ same: true, quoted: true, original: true }),
      text: TEXT,
    }),
  ),
  ...{ pages: listOf(TEXT), paragraphs: listOf(TEXT), is_on_pin_page: { type: ["boolean", "null"] } },
  ...{ remark: TEXT_OR_NULL, is_confirmed: BOOLEAN },
});

const CHECKED_WORK = record({
  ...{ line: INTEGER, start: INTEGER, end: INTEGER },
  ...{ form: oneOf<CheckedWork["form"]>({ statute: true, journal: true }), cite: TEXT },
});

export const CHECK_SCHEMAS: Readonly<Record<string, Schema>> = {
  CheckedCitation: CHECKED_CITATION,
  CheckedQuotation: CHECKED_QUOTATION,
  Check: withExample(
    record({
      citations: listOf(refTo("CheckedCitation")),
      quotations: listOf(refTo("CheckedQuotation")),
      works: listOf(CHECKED_WORK),
      open: { ...INTEGER, description: "How many of both are not confirmed" },
    }),
    { citations: [], quotations: [], works: [], open: 0 },
  ),
};

const HTML: JsonObject = { "text/html": { schema: TEXT } };

export function checkOperations(): JsonObject {
  const form = {
    type: "object",
    properties: { text: TEXT, file: { type: "string", contentMediaType: "application/octet-stream" } },
  };
  return {
    get: {
      operationId: "check_form",
      summary: "A page with a form for a text",
      responses: { "200": { description: "The page", content: HTML }, ...refusals("401", "503") },
    },
    post: {
      operationId: "check",
      summary: "Checks the citations and quotations of a text; a form gets a page",
      requestBody: {
        required: true,
        content: {
          ...Object.fromEntries(
            Object.keys(DRAFT_NAMES).map((type) => [type, { schema: type.startsWith("text/") ? TEXT : {} }]),
          ),
          "multipart/form-data": { schema: form },
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { text: TEXT } },
          },
        },
      },
      responses: {
        "200": {
          description: "What was found",
          content: { ...json(refTo("Check")), ...HTML },
        },
        ...refusals("400", "401", "413", "415", "503"),
      },
    },
  };
}

/** The messages are those of the protocol. */
export function mcpOperations(): JsonObject {
  const message = json(ANY_OBJECT);
  return {
    post: {
      operationId: "mcp",
      summary: "The tools for assistants: a JSON-RPC message of the Model Context Protocol",
      externalDocs: { url: "https://modelcontextprotocol.io" },
      requestBody: { required: true, content: message },
      responses: {
        "200": {
          description: "The answer, or a stream with it",
          content: { ...message, "text/event-stream": { schema: TEXT } },
        },
        ...refusals("400", "401", "403", "413"),
      },
    },
  };
}
