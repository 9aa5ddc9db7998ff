/**
 * Parquet: the tables `cases`, `opinions`, `citations` and `edges`, a file each. With `--partition`, the folders `cases` and
 * `opinions` have a file for each jurisdiction and year, in the layout that DuckDB, Spark and Arrow read.
 *
 * With partitions, cases are ordered by jurisdiction and year, so that one file of cases is open at a time.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type BodyFormat, type CaseWithBody, markupOf, textBodyOf } from "../corpus/bodies.ts";
import { calendarDay, decisionDay, yearOfDay } from "../domain/decision-date.ts";
import { means, textOrNull } from "../v1/record-definitions.ts";
import {
  CITATION_COLUMNS,
  chosenColumns,
  citationRows,
  type FlatRow,
  flatColumns,
  flatRow,
  OPINION_ROW,
  type OpinionRow,
  opinionRows,
  ownColumn,
  recordColumns,
} from "./columns.ts";
import { fieldOf, ID_KEY, nestedFields, SEQ_KEY, type Table, tableOf } from "./dictionary.ts";
import { EDGE_COLUMNS, edgesAre, edgesOf } from "./edges.ts";
import {
  type ExportedParts,
  type ExportWriter,
  type Format,
  USUAL,
  type WriterContext,
  type WrittenFile,
} from "./format.ts";
import { type ParquetColumn, ParquetFile, physicalTypeOf } from "./parquet-file.ts";
import { STRUCTURES } from "./structures.ts";

export const PARQUET: Format = {
  ...USUAL,
  describes: "typed columns, zstd; tables cases, opinions, citations and edges",
  accepts: ["since", "partition", "splits", "edges"],
  order: ({ partition }) => (partition === true ? "year" : "id"),
  columns: (bodyFormat) => exportedColumns(bodyFormat).map(({ name }) => name),
  tables: parquetTables,
  open: openParquetWriter,
};

const [CITATIONS, EDGES] = ["citations.parquet", "edges.parquet"] as const;
/** Columns whose least and greatest value in a group are useless for readers, as in lists. */
const LONG_TEXTS: readonly string[] = ["head_matter", "corrections", "casebody", "text"];
/** A case has its opinions as lists in one file, but as rows of a table in an export. */
const OF_OPINIONS: readonly string[] = ["opinions", "author_surnames"];
const OPINION_COLUMNS = withBounds(recordColumns<OpinionRow>(OPINION_ROW));
/** Null in the names of Hive partitions. */
const NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

/** The files of the cases and their opinions, of the export or of a partition or split. */
interface CaseFiles extends AsyncDisposable {
  add(record: CaseWithBody): Promise<void>;
  finish(): Promise<readonly WrittenFile[]>;
}

/** @param pathOf the path of a table's file within the folder of the export */
async function openCaseFiles(output: WriterContext, pathOf: (table: string) => string): Promise<CaseFiles> {
  const { folder, baseUrl } = output;
  await using opening = new AsyncDisposableStack();
  const make = async <Row>(path: string, columns: readonly ParquetColumn<Row>[]) =>
    opening.use(await ParquetFile.make(join(folder, path), columns));
  const [casePath, opinionPath] = [pathOf("cases"), pathOf("opinions")];
  const cases = await make(casePath, chosenCaseColumns(output));
  const opinions = hasOpinions(output) ? await make(opinionPath, OPINION_COLUMNS) : null;
  const files = opening.move();
  return {
    add: async (record) => {
      await cases.add(flatRow(record, baseUrl), charactersOf(record));
      if (opinions !== null) for (const row of opinionRows(record)) await opinions.add(row, row.text.length);
    },
    finish: async () => {
      await cases.finish();
      await opinions?.finish();
      const written = { path: casePath, rows: cases.rows };
      return opinions === null ? [written] : [written, { path: opinionPath, rows: opinions.rows }];
    },
    [Symbol.asyncDispose]: () => files.disposeAsync(),
  };
}

async function openParquetWriter(output: WriterContext): Promise<ExportWriter> {
  const { folder, snapshot, options } = output;
  await using opening = new AsyncDisposableStack();
  const make = async <Row>(path: string, columns: readonly ParquetColumn<Row>[]) =>
    opening.use(await ParquetFile.make(join(folder, path), columns));
  const citations = await make(CITATIONS, CITATION_COLUMNS);
  const edges = await make(EDGES, EDGE_COLUMNS);
  const written: WrittenFile[] = [];
  const open = new Map<string, CaseFiles>();
  opening.defer(async () => {
    for (const caseFiles of open.values()) await caseFiles[Symbol.asyncDispose]();
  });
  const { splits = false, partition = false } = options;
  const names = partition ? [] : splits ? SPLITS : [""];
  for (const name of names)
    open.set(name, await openCaseFiles(output, (table) => `${table}${name && `/${name}`}.parquet`));
  const files = opening.move();
  const end = async (): Promise<void> => {
    for (const [name, caseFiles] of open) {
      written.push(...(await caseFiles.finish()));
      await caseFiles[Symbol.asyncDispose]();
      open.delete(name);
    }
  };
  const filesOf = async (record: CaseWithBody): Promise<CaseFiles | undefined> => {
    if (!partition) return open.get(splits ? splitOf(record.id) : "");
    const name = partitionOf(record);
    if (!open.has(name)) {
      // cases come by partition
      await end();
      const part = freePart(folder, name);
      open.set(name, await openCaseFiles(output, (table) => `${table}/${name}/${part}`));
    }
    return open.get(name);
  };
  return {
    write: async (page) => {
      // read before anything is written
      const edgesOfPage = edgesOf(page, snapshot, options.edges);
      for (const record of page) {
        await (await filesOf(record))?.add(record);
        for (const row of citationRows(record)) await citations.add(row);
      }
      for (const edge of edgesOfPage) await edges.add(edge);
    },
    finish: async () => {
      await end();
      await citations.finish();
      await edges.finish();
      return [...written, { path: CITATIONS, rows: citations.rows }, { path: EDGES, rows: edges.rows }];
    },
    [Symbol.asyncDispose]: () => files.disposeAsync(),
  };
}

/** The files of `--splits`. */
const SPLITS = ["train", "validation", "test"] as const;

/** Of 100 cases 90, 5 and 5, by a hash of the id: a case is in the same split in every export. */
export function splitOf(id: number): (typeof SPLITS)[number] {
  const share = createHash("sha256").update(String(id)).digest().readUInt32BE(0) / 2 ** 32;
  return share < 0.9 ? "train" : share < 0.95 ? "validation" : "test";
}

/** If two jurisdictions have the same slug, the folder has a second file. */
function freePart(folder: string, partition: string): string {
  for (let part = 0; ; part++) {
    const name = `part-${part}.parquet`;
    if (!existsSync(join(folder, "cases", partition, name))) return name;
  }
}

function partitionOf({ jurisdiction, decisionDate }: CaseWithBody): string {
  const day = decisionDay(decisionDate);
  const slug = jurisdiction === null ? NULL_PARTITION : encodeURIComponent(jurisdiction.slug);
  const year = day === null ? NULL_PARTITION : String(yearOfDay(day)).padStart(4, "0");
  return `jurisdiction=${slug}/year=${year}`;
}

/** The approximate length of a row of `cases`. */
function charactersOf(record: CaseWithBody): number {
  // an entry of cites_to takes as much memory as some 300 characters
  const cited = 300 * (record.citesTo?.length ?? 0);
  return cited + (textBodyOf(record)?.headMatter ?? markupOf(record) ?? "").length;
}

/**
 * `decision_date` is a DATE: the day that filters compare (docs/interface.md, "Parameters of cases"). The columns
 * `decision_date_text`, as in the source, and `decision_date_precision` (`day`, `month` or `year`) are added.
 */
export function caseColumns(bodyFormat: BodyFormat | null): readonly ParquetColumn<FlatRow>[] {
  return withBounds(
    flatColumns(bodyFormat).flatMap((column) => {
      const fields = STRUCTURES.get(column.name) ?? column.fields;
      return column.name === "decision_date" ? dateColumns(column) : [{ ...column, fields }];
    }),
  );
}

function withBounds<Row>(columns: readonly ParquetColumn<Row>[]): readonly ParquetColumn<Row>[] {
  return columns.map((column) => {
    const isLong = ["array", "object"].includes(column.type) || LONG_TEXTS.includes(column.name);
    return isLong ? { ...column, bounds: "left out" } : column;
  });
}

/** The columns of the table `cases`. */
function exportedColumns(bodyFormat: BodyFormat | null): readonly ParquetColumn<FlatRow>[] {
  return caseColumns(bodyFormat).filter(({ name }) => !OF_OPINIONS.includes(name));
}

function hasOpinions({ bodyFormat }: ExportedParts): boolean {
  return bodyFormat === "text";
}

function dateColumns(asWritten: ParquetColumn<FlatRow>): readonly ParquetColumn<FlatRow>[] {
  const day = means(textOrNull, "Day as which the case counts in filters", {
    ...{ from: "caselaw", isNull: "the source has no date, or a text that is not a date" },
    caveats:
      "1988 is 1988-01-01 and 1988-05 is 1988-05-01: see decision_date_precision. An impossible day is the first of its month.",
  });
  const precision = means(textOrNull, "day, month or year", {
    ...{ from: "caselaw", isNull: "decision_date is null" },
  });
  return [
    {
      ...ownColumn<FlatRow>("decision_date", day, ({ record }) => decisionDay(record.decisionDate)),
      isDate: true,
    },
    { ...asWritten, name: "decision_date_text", path: "decision_date" },
    ownColumn("decision_date_precision", precision, ({ record }) => precisionOf(record.decisionDate)),
  ];
}

/** The precision of a decision date; an impossible day counts as its month. Null if it is not a date. */
export function precisionOf(date: string | null): "day" | "month" | "year" | null {
  const day = decisionDay(date);
  if (date === null || day === null) return null;
  if (date.length === 4) return "year";
  const isDay = date.length === 10 && calendarDay(day) === Number(date.slice(8));
  return isDay ? "day" : "month";
}

function chosenCaseColumns({ bodyFormat, options }: ExportedParts): readonly ParquetColumn<FlatRow>[] {
  return chosenColumns(exportedColumns(bodyFormat), options.columns);
}

function parquetTables(request: ExportedParts, paths: readonly string[]): readonly Table[] {
  const table = <Row>(
    name: string,
    path: Table["path"],
    description: string,
    columns: readonly ParquetColumn<Row>[],
  ): Table => {
    const fields = columns.map((column) =>
      fieldOf(column, {
        physicalType: physicalTypeOf(column),
        ...(column.fields.length > 0 ? { fields: nestedFields(column.fields) } : {}),
        ...(column.isDate === true ? { type: "date" as const } : {}),
      }),
    );
    const head = { name, path, description, format: "parquet", mediatype: "application/vnd.apache.parquet" };
    return tableOf(head, fields, name === "cases" ? ID_KEY : SEQ_KEY);
  };
  const parts = (name: string): Table["path"] =>
    request.options.partition === true || request.options.splits === true
      ? paths.filter((path) => path.startsWith(`${name}/`))
      : `${name}.parquet`;
  const opinions = "A row for each opinion of a case.";
  return [
    table("cases", parts("cases"), "A case a row.", chosenCaseColumns(request)),
    ...(hasOpinions(request) ? [table("opinions", parts("opinions"), opinions, OPINION_COLUMNS)] : []),
    table("citations", CITATIONS, "A row for each citation of a case.", CITATION_COLUMNS),
    table("edges", EDGES, edgesAre(request.options), EDGE_COLUMNS),
  ];
}
