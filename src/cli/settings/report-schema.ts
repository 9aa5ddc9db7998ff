/**
 * The JSON Schema of `--report` (docs/operations.md, "The report file"): what scripts that read a report may rely on.
 *
 * Nothing prints it; tests hold every report against it. A key may be added to a report, none is taken away. In every
 * archive and in total, read = added + changed + unchanged + rejected; `removed` comes beside these.
 */

const COUNTS = {
  read: { type: "integer", minimum: 0, description: "records" },
  added: { type: "integer", minimum: 0, description: "cases that were not there before" },
  changed: { type: "integer", minimum: 0, description: "cases written anew" },
  unchanged: { type: "integer", minimum: 0, description: "cases that were in already as they are" },
  removed: { type: "integer", minimum: 0, description: "cases that left the corpus" },
  rejected: {
    type: "integer",
    minimum: 0,
    description: "records that could not be taken; `rejects` has them",
  },
  hash_differences: {
    type: "integer",
    minimum: 0,
    description: "cases whose text does not fit analysis.sha256",
  },
} as const;

const SIZES = {
  bytes: { type: "integer", minimum: 0, description: "of the archives" },
  seconds: { type: "number", minimum: 0 },
} as const;

const LINE = { type: "string", pattern: "^[^\\n]*$" } as const;
const LINE_OR_NULL = { ...LINE, type: ["string", "null"] } as const;

const ARCHIVE = {
  type: "object",
  properties: {
    path: { type: "string" },
    source: { enum: ["bulk", "static", "files", null], description: "null: nothing could be told of it" },
    unit: { type: ["string", "null"], description: "what is replaced as one piece; null as above" },
    status: {
      enum: ["imported", "unchanged", "superseded", "incomplete", "failed"],
      description:
        "imported: read to its end. unchanged: these bytes are in already. superseded: older than what is in. " +
        "incomplete: read, but part of it is missing. failed: nothing was taken, `error` says why",
    },
    error: { ...LINE_OR_NULL, description: "what ended it early" },
    problems: { type: "array", items: LINE, description: "mismatches and differences within it" },
    rejects: { type: ["string", "null"], description: "the file with the records refused" },
    ...COUNTS,
    ...SIZES,
  },
  required: [
    "path",
    "source",
    "unit",
    "status",
    "error",
    "problems",
    "rejects",
    ...Object.keys(COUNTS),
    ...Object.keys(SIZES),
  ],
  additionalProperties: false,
} as const;

export const REPORT_SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Report of caselaw sync, download or import",
  type: "object",
  properties: {
    archives: { type: "array", items: ARCHIVE, description: "in the order in which they were dealt with" },
    total: {
      type: "object",
      properties: {
        archives: { type: "integer", minimum: 0 },
        failed: { type: "integer", minimum: 0, description: "archives with status failed" },
        ...COUNTS,
        ...SIZES,
      },
      required: ["archives", "failed", ...Object.keys(COUNTS), ...Object.keys(SIZES)],
      additionalProperties: false,
    },
    problems: {
      type: "array",
      items: LINE,
      description: "of a sync: listed records that cannot be used, units found absent at the source (404)",
    },
  },
  required: ["archives", "total", "problems"],
  additionalProperties: false,
} as const;
