/** The export formats: their options, body formats, order of cases and writers. */

import { BODY_FORMATS, type BodyFormat } from "../corpus/bodies.ts";
import type { IdOrder } from "../domain/query.ts";
import type { Table } from "./dictionary/fields.ts";
import type { Described } from "./dictionary/tables.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOption,
  type ExportOptions,
  type ExportWriter,
  type WriterContext,
} from "./export-writer.ts";

interface FormatEntry {
  /** One line for `--help`. */
  readonly describes: string;
  /** The options that it accepts. */
  readonly options: readonly ExportOption[];
  /** Whether the bodies are always exported, or only on request; or its writer reads them itself. */
  readonly bodies: "on request" | "always" | "read by the writer";
  readonly bodyFormats: readonly BodyFormat[];
  /** Whether it has a table of citations between cases. */
  readonly hasEdges: boolean;
  order(options: ExportOptions): IdOrder;
  /** Whether its cases are in several files, which its dictionary lists. */
  hasParts(options: ExportOptions): boolean;
  /** Its tables, for the dictionary. */
  tables(described: Described): Promise<readonly Table[]>;
  /** Loads the module of the writer. */
  open(output: WriterContext): Promise<ExportWriter>;
}

/** What most formats have in common. */
const USUAL = {
  options: [],
  bodies: "on request",
  bodyFormats: BODY_FORMATS,
  hasEdges: false,
  order: (): IdOrder => "id",
  hasParts: () => false,
} as const;

export const FORMATS: Readonly<Record<ExportFormat, FormatEntry>> = {
  jsonl: {
    ...USUAL,
    describes: "the interface's record, a case a line; with --flat the columns of csv",
    options: ["flat"],
    tables: async (described) => (await import("./dictionary/tables.ts")).jsonlTables(described),
    open: async (output) => (await import("./jsonl-writer.ts")).openJsonlWriter(output),
  },
  csv: {
    ...USUAL,
    describes: 'RFC 4180; null is an empty field, an empty text is ""',
    tables: async (described) => (await import("./dictionary/tables.ts")).csvTables(described),
    open: async (output) => (await import("./csv-writer.ts")).openCsvWriter(output),
  },
  parquet: {
    ...USUAL,
    describes: "typed columns, zstd; tables cases, citations and edges",
    options: ["partition"],
    hasEdges: true,
    hasParts: ({ partition }) => partition === true,
    order: ({ partition }) => (partition === true ? "year" : "id"),
    tables: async (described) => (await import("./dictionary/tables.ts")).parquetTables(described),
    open: async (output) => (await import("./parquet-writer.ts")).openParquetWriter(output),
  },
  bulk: {
    ...USUAL,
    describes: "BagIt zips by jurisdiction and format, to be imported again",
    bodies: "read by the writer",
    bodyFormats: ["text", "xml"],
    order: () => "jurisdiction",
    hasParts: () => true,
    tables: async (described) => (await import("./dictionary/tables.ts")).bulkTables(described),
    open: async (output) => (await import("./bulk-writer.ts")).openBulkWriter(output),
  },
  sqlite: {
    ...USUAL,
    describes: "a plain database with the texts, for Datasette, R, Python",
    bodies: "always",
    bodyFormats: ["text"],
    hasEdges: true,
    tables: async (described) => (await import("./dictionary/tables.ts")).sqliteTables(described),
    open: async (output) => (await import("./sqlite-writer.ts")).openSqliteWriter(output),
  },
  files: {
    ...USUAL,
    describes: "a file a case, in folders by reporter and volume, named by citation",
    bodies: "always",
    tables: async () => (await import("./dictionary/tables.ts")).filesTables(),
    open: async (output) => (await import("./files-writer.ts")).openFilesWriter(output),
  },
};

export function isExportFormat(name: string): name is ExportFormat {
  return EXPORT_FORMATS.some((one) => one === name);
}
