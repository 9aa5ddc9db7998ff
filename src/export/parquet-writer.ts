/**
 * Parquet: `cases.parquet`, or with `--partition` a folder `cases` in which each jurisdiction and year has one of its own,
 * as DuckDB, Spark and Arrow read them; `citations.parquet` and `edges.parquet` beside it.
 *
 * With partitions cases come by jurisdiction and year, so that only one of them is open at a time.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CaseWithBody, markupOf, textBodyOf } from "../corpus/bodies.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import { chosenColumns } from "./column-choice.ts";
import { type Edge, edgesOf } from "./edges.ts";
import type { ExportWriter, WriterPlace, WrittenFile } from "./export-writer.ts";
import { type FlatRow, flatRow } from "./flat-columns.ts";
import { CITATION_COLUMNS, type CitationRow, caseColumns, EDGE_COLUMNS } from "./parquet-columns.ts";
import { ParquetFile } from "./parquet-file.ts";

/** How Hive, and what reads its folders, writes null. */
const NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__";

export async function openParquetWriter(place: WriterPlace): Promise<ExportWriter> {
  await using opening = new AsyncDisposableStack();
  const make = async <Row>(name: string, columns: Parameters<typeof ParquetFile.make<Row>>[1]) =>
    opening.use(await ParquetFile.make(join(place.folder, name), columns));
  const citations = await make("citations.parquet", CITATION_COLUMNS);
  const edges = await make("edges.parquet", EDGE_COLUMNS);
  const writer = new ParquetExport(place, citations, edges);
  if (place.options.partition !== true) await writer.open("cases.parquet");
  opening.move();
  return writer;
}

class ParquetExport implements ExportWriter {
  readonly #place: WriterPlace;
  readonly #citations: ParquetFile<CitationRow>;
  readonly #edges: ParquetFile<Edge>;
  readonly #written: WrittenFile[] = [];
  #cases: { readonly path: string; readonly file: ParquetFile<FlatRow> } | null = null;
  #partition: string | null = null;

  constructor(place: WriterPlace, citations: ParquetFile<CitationRow>, edges: ParquetFile<Edge>) {
    this.#place = place;
    this.#citations = citations;
    this.#edges = edges;
  }

  async write(cases: readonly CaseWithBody[]): Promise<void> {
    for (const one of cases) {
      if (this.#place.options.partition === true) await this.#enter(partitionOf(one));
      await this.#cases?.file.add(flatRow(one, this.#place.baseUrl), charactersOf(one));
      for (const [at, { type, cite }] of one.citations.entries())
        await this.#citations.add({ caseId: one.id, seq: at + 1, type, cite });
    }
    for (const edge of edgesOf(cases, this.#place.snapshot)) await this.#edges.add(edge);
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

  /** Begins a file of cases. */
  async open(path: string): Promise<void> {
    const columns = chosenColumns(caseColumns(this.#place.bodyFormat), this.#place.options.columns);
    this.#cases = { path, file: await ParquetFile.make(join(this.#place.folder, path), columns) };
  }

  async #enter(partition: string): Promise<void> {
    if (partition === this.#partition) return;
    await this.#close();
    this.#partition = partition;
    await this.open(this.#freePart(partition));
  }

  /** Two jurisdictions may share a slug: then a folder gets a second file. */
  #freePart(partition: string): string {
    for (let part = 0; ; part++) {
      const path = `cases/${partition}/part-${part}.parquet`;
      if (!existsSync(join(this.#place.folder, path))) return path;
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
