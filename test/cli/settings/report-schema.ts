/**
 * The JSON Schema of `--report` (docs/operations.md, "The report file"), on which scripts may rely.
 *
 * Nothing prints it; tests validate reports with it. Keys may be added to a report, but are never removed. For each
 * archive and in total, read = added + changed + unchanged + rejected; `removed` is counted separately.
 */

const COUNTS = {
  read: { type: "integer", minimum: 0, description: "records" },
  added: { type: "integer", minimum: 0, description: "new cases" },
  changed: { type: "integer", minimum: 0, description: "cases that were replaced" },
  unchanged: {
    type: "integer",
    minimum: 0,
    description: "cases that were stored already with the same content",
  },
  removed: { type: "integer", minimum: 0, description: "cases that left the corpus" },
  rejected: {
    type: "integer",
    minimum: 0,
    description: "records that could not be imported; `rejects` has them",
  },
  hash_differences: {
    type: "integer",
    minimum: 0,
    description: "cases whose text does not match analysis.sha256",
  },
} as const;

const SIZES = {
  bytes: { type: "integer", minimum: 0, description: "size of the archives" },
  seconds: { type: "number", minimum: 0 },
} as const;

const LINE = { type: "string", pattern: "^[^\\n]*$" } as const;
const LINE_OR_NULL = { ...LINE, type: ["string", "null"] } as const;

const ARCHIVE = {
  type: "object",
  properties: {
    path: { type: "string" },
    source: {
      enum: ["bulk", "static", "files", null],
      description: "null: the archive could not be identified",
    },
    unit: {
      type: ["string", "null"],
      description: "what the archive is the current state of; null: not identified",
    },
    status: {
      enum: ["imported", "unchanged", "superseded", "incomplete", "failed"],
      description:
        "imported: read to its end. unchanged: the same bytes were imported before. superseded: a newer release was imported. " +
        "incomplete: read, but part of it is missing. failed: nothing was imported, `error` has the reason",
    },
    error: { ...LINE_OR_NULL, description: "the reason why it ended early" },
    problems: { type: "array", items: LINE, description: "mismatches within the archive" },
    rejects: { type: ["string", "null"], description: "the file with the rejected records" },
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
    archives: { type: "array", items: ARCHIVE, description: "in the order of the run" },
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
      description: "of a sync: listed records that cannot be used, units missing at the source (404)",
    },
    warnings: {
      type: "array",
      items: LINE,
      description: "what several archives have in common and is no fault: volumes whose reporter is unknown",
    },
  },
  required: ["archives", "total", "problems", "warnings"],
  additionalProperties: false,
} as const;
