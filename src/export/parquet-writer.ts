/**
 * Parquet: `cases.parquet`, `citations.parquet` and `edges.parquet`. With `--partition`, the folder `cases` has a file for
 * each jurisdiction and year, in the layout that DuckDB, Spark and Arrow read.
 *
 * With partitions, cases are ordered by jurisdiction and year, so that one file of cases is open at a time.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CaseWithBody, markupOf, textBodyOf } from "../corpus/bodies.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import { chosenColumns } from "./column-choice.ts";
import { type Edge, edgesOf } from "./edges.ts";
import type { ExportWriter, WriterContext, WrittenFile } from "./export-writer.ts";
import { type FlatRow, flatRow } from "./flat-columns.ts";
import { CITATION_COLUMNS, type CitationRow, caseColumns, EDGE_COLUMNS } from "./parquet-columns.ts";
import { ParquetFile } from "./parquet-file.ts";

/** Null in the names of Hive partitions. */
const NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

export async function openParquetWriter(output: WriterContext): Promise<ExportWriter> {
  await using opening = new AsyncDisposableStack();
  const make = async <Row>(name: string, columns: Parameters<typeof ParquetFile.make<Row>>[1]) =>
    opening.use(await ParquetFile.make(join(output.folder, name), columns));
  const citations = await make("citations.parquet", CITATION_COLUMNS);
  const edges = await make("edges.parquet", EDGE_COLUMNS);
  const writer = new ParquetExport(output, citations, edges);
  if (output.options.partition !== true) await writer.open("cases.parquet");
  opening.move();
  return writer;
}

class ParquetExport implements ExportWriter {
  readonly #output: WriterContext;
  readonly #citations: ParquetFile<CitationRow>;
  readonly #edges: ParquetFile<Edge>;
  readonly #written: WrittenFile[] = [];
  #cases: { readonly path: string; readonly file: ParquetFile<FlatRow> } | null = null;
  #partition: string | null = null;

  constructor(output: WriterContext, citations: ParquetFile<CitationRow>, edges: ParquetFile<Edge>) {
    this.#output = output;
    this.#citations = citations;
    this.#edges = edges;
  }

  async write(cases: readonly CaseWithBody[]): Promise<void> {
    const edges = edgesOf(cases, this.#output.snapshot, this.#output.options.edges);
    for (const one of cases) {
      if (this.#output.options.partition === true) await this.#enter(partitionOf(one));
      await this.#cases?.file.add(flatRow(one, this.#output.baseUrl), charactersOf(one));
      for (const [at, { type, cite }] of one.citations.entries())
        await this.#citations.add({ caseId: one.id, seq: at + 1, type, cite });
    }
    for (const edge of edges) await this.#edges.add(edge);
  }

  async finish(): Promise<readonly WrittenFile[]> {
    await this.#close();
    await this.#citations.finish();
    await this.#edges.finish();
    return [
      ...this.#written,
      { path: "citations.parquet", rows: this.#citations.rows },
      { path: "edges.parquet", rows: this.#edges.rows },
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using _citations = this.#citations;
    await using _edges = this.#edges;
    await this.#cases?.file[Symbol.asyncDispose]();
  }

  /** Creates a file of cases. */
  async open(path: string): Promise<void> {
    const columns = chosenColumns(caseColumns(this.#output.bodyFormat), this.#output.options.columns);
    this.#cases = { path, file: await ParquetFile.make(join(this.#output.folder, path), columns) };
  }

  async #enter(partition: string): Promise<void> {
    if (partition === this.#partition) return;
    await this.#close();
    this.#partition = partition;
    await this.open(this.#freePart(partition));
  }

  /** If two jurisdictions have the same slug, the folder has a second file. */
  #freePart(partition: string): string {
    for (let part = 0; ; part++) {
      const path = `cases/${partition}/part-${part}.parquet`;
      if (!existsSync(join(this.#output.folder, path))) return path;
    }
  }

  async #close(): Promise<void> {
    if (this.#cases === null) return;
    const { path, file } = this.#cases;
    await file.finish();
    this.#written.push({ path, rows: file.rows });
    this.#cases = null;
    await file[Symbol.asyncDispose]();
  }
}

function partitionOf({ jurisdiction, decisionDate }: CaseWithBody): string {
  const day = decisionDay(decisionDate);
  const slug = jurisdiction === null ? NULL_PARTITION : encodeURIComponent(jurisdiction.slug);
  const year = day === null ? NULL_PARTITION : String(yearOfDay(day)).padStart(4, "0");
  return `jurisdiction=${slug}/year=${year}`;
}

function charactersOf(one: CaseWithBody): number {
  // an entry of cites_to has some 100 characters
  const cited = 100 * (one.citesTo?.length ?? 0);
  const body = textBodyOf(one);
  if (body === null) return cited + (markupOf(one)?.length ?? 0);
  return body.opinions.reduce((sum, { text }) => sum + text.length, cited + body.headMatter.length);
}
