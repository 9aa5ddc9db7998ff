/** The formats of an export: how each is written, what it takes, and in which order it wants the cases. */

import { BODY_FORMATS, type BodyFormat } from "../corpus/bodies.ts";
import type { IdOrder } from "../store/search/case-ids.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOption,
  type ExportOptions,
  type ExportWriter,
  type WriterPlace,
} from "./export-writer.ts";

export interface FormatEntry {
  /** One line, for help. */
  readonly describes: string;
  /** Options that mean something to it. */
  readonly options: readonly ExportOption[];
  /** Whether cases come with their bodies when nobody asks for them. */
  readonly bodies: "when asked" | "always";
  readonly bodyFormats: readonly BodyFormat[];
  order(options: ExportOptions): IdOrder;
  /** Its module is loaded when it is wanted. */
  open(place: WriterPlace): Promise<ExportWriter>;
}

export const FORMATS: Readonly<Record<ExportFormat, FormatEntry>> = {
  jsonl: {
    describes: "the interface's record, a case a line; with --flat the columns of csv",
    options: ["flat"],
    bodies: "when asked",
    bodyFormats: BODY_FORMATS,
    order: () => "id",
    open: async (place) => (await import("./jsonl-writer.ts")).openJsonlWriter(place),
  },
  csv: {
    describes: 'RFC 4180; null is an empty field, an empty text is ""',
    options: [],
    bodies: "when asked",
    bodyFormats: BODY_FORMATS,
    order: () => "id",
    open: async (place) => (await import("./csv-writer.ts")).openCsvWriter(place),
  },
  parquet: {
    describes: "typed columns, zstd; tables cases, citations and edges",
    options: ["partition"],
    bodies: "when asked",
    bodyFormats: BODY_FORMATS,
    order: ({ partition }) => (partition === true ? "year" : "id"),
    open: async (place) => (await import("./parquet-writer.ts")).openParquetWriter(place),
  },
  bulk: {
    describes: "BagIt zips by jurisdiction and format, to be imported again",
    options: [],
    bodies: "when asked",
    bodyFormats: ["text", "xml"],
    order: () => "jurisdiction",
    open: async (place) => (await import("./bulk-writer.ts")).openBulkWriter(place),
  },
  sqlite: {
    describes: "a plain database with the texts, for Datasette, R, Python",
    options: [],
    bodies: "always",
    bodyFormats: ["text"],
    order: () => "id",
    open: async (place) => (await import("./sqlite-writer.ts")).openSqliteWriter(place),
  },
  files: {
    describes: "a file a case, in folders by reporter and volume, named by citation",
    options: [],
    bodies: "always",
    bodyFormats: BODY_FORMATS,
    order: () => "id",
    open: async (place) => (await import("./files-writer.ts")).openFilesWriter(place),
  },
};

export function isExportFormat(name: string): name is ExportFormat {
  return EXPORT_FORMATS.some((one) => one === name);
}
