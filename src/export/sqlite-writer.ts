/** `caselaw.db`: a plain database with the cases, their texts, and all reference records. */
import { join } from "node:path";
import { type CaseWithBody, textBodyOf } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import { PlainDatabase, type PlainRow, type PlainTable } from "../store/read/plain-database.ts";
import { v1Case } from "../v1/records.ts";
import { type Edge, edgesOf } from "./edges.ts";
import type { ExportWriter, WriterContext } from "./export-writer.ts";
import { authorSurname, judgeSurnames } from "./names/surnames.ts";

const FILE = "caselaw.db";

type Row = readonly [PlainTable, PlainRow];

export async function openSqliteWriter({
  folder,
  snapshot,
  baseUrl,
  options,
}: WriterContext): Promise<ExportWriter> {
  const database = new PlainDatabase(join(folder, FILE));
  let rows = 0;
  try {
    database.write(referenceRows(snapshot));
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
  return {
    write: async (cases) => {
      database.write([
        ...cases.flatMap((one) => [...caseRows(one, baseUrl)]),
        ...edgesOf(cases, snapshot, options.edges).map((edge) => ["edges", edgeRow(edge)] as const),
      ]);
      rows += cases.length;
    },
    finish: async () => {
      database.finish();
      database[Symbol.dispose]();
      return [{ path: FILE, rows }];
    },
    [Symbol.asyncDispose]: async () => database[Symbol.dispose](),
  };
}

function* referenceRows(snapshot: CorpusSnapshot): Generator<Row> {
  for (const one of snapshot.jurisdictions())
    yield ["jurisdictions", rowOf({ ...one, whitelisted: Number(one.whitelisted) })];
  for (const { jurisdiction, ...court } of snapshot.courts())
    yield ["courts", rowOf({ ...court, jurisdictionId: jurisdiction?.id ?? null })];
  for (const { jurisdictions: _, ...reporter } of snapshot.reporters()) yield ["reporters", rowOf(reporter)];
  for (const { jurisdictions: _, reporterName, ...volume } of snapshot.volumes())
    yield ["volumes", rowOf({ ...volume, reporter: reporterName })];
}

/** A reference record by column: the names of columns are those of its fields in snake_case. */
function rowOf(record: PlainRow): PlainRow {
  const entries = Object.entries(record);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  );
}

function* caseRows(one: CaseWithBody, baseUrl: string): Generator<Row> {
  yield ["cases", caseRow(one, baseUrl)];
  for (const [at, { type, author, text }] of (textBodyOf(one)?.opinions ?? []).entries())
    yield [
      "opinions",
      {
        ...{ id: null, case_id: one.id, seq: at + 1, type, author, text },
        author_surname: authorSurname(author),
      },
    ];
  for (const [at, { type, cite }] of one.citations.entries())
    yield [
      "citations",
      { case_id: one.id, seq: at + 1, type, cite, normalized_cite: normaliseCitation(cite) },
    ];
}

function edgeRow(edge: Edge): PlainRow {
  return {
    case_id: edge.caseId,
    seq: edge.seq,
    cite: edge.cite,
    standard_cite: edge.standardCite,
    cited_case_id: edge.citedCaseId,
    source: edge.source,
    pin_pages: JSON.stringify(edge.pinPages),
    year: edge.year,
    times: edge.times,
    weight: edge.weight,
    mentions: edge.mentions,
    treatment_words: JSON.stringify(edge.treatmentWords),
    opinion_index: edge.opinionIndex,
    target: edge.target,
    target_case_ids: JSON.stringify(edge.targetCaseIds),
    cites: JSON.stringify(edge.cites),
  };
}

function caseRow(one: CaseWithBody, baseUrl: string): PlainRow {
  const day = decisionDay(one.decisionDate);
  const body = textBodyOf(one);
  const { url, notes = [], casebody } = v1Case(one, baseUrl);
  return {
    id: one.id,
    url,
    name: one.name,
    name_abbreviation: one.nameAbbreviation,
    decision_date: one.decisionDate,
    decision_year: day === null ? null : yearOfDay(day),
    docket_number: one.docketNumber,
    first_page: one.firstPage,
    last_page: one.lastPage,
    volume_barcode: one.volume.barcode,
    volume_number: one.volume.volumeNumber,
    reporter_id: one.reporter.id,
    reporter: one.reporter.fullName,
    court_id: one.court?.id ?? null,
    jurisdiction_id: one.jurisdiction?.id ?? null,
    last_updated: one.lastUpdated,
    cites_to: jsonOf(one.citesTo),
    analysis: jsonOf(one.analysis),
    provenance: jsonOf(one.provenance),
    notes: jsonOf(notes),
    casebody_status: casebody?.status ?? null,
    head_matter: body?.headMatter ?? null,
    corrections: body?.corrections ?? null,
    parties: jsonOf(body?.parties),
    attorneys: jsonOf(body?.attorneys),
    judges: jsonOf(body?.judges),
    judge_surnames: jsonOf(body === null ? null : judgeSurnames(body.judges)),
  };
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
