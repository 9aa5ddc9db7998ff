/**
 * Downloads the tables of CourtListener's newest set, and imports the set once all of them are here. If one fails, nothing is imported, and
 * the other tables stay for the next run.
 */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BulkFile, StoredFile } from "../domain/bulk-file.ts";
import { corpusSink } from "../import/case-sink.ts";
import { importSet } from "../import/import-set.ts";
import { rejectsIn } from "../import/rejects.ts";
import { type ArchiveReport, emptyReport } from "../import/report.ts";
import type { RunFindings } from "../import/run.ts";
import { checkCourts } from "../import/stage-set.ts";
import { EVERYTHING, type TableSet } from "../import/tables/find-set.ts";
import { readTableName, type TableName } from "../sources/courtlistener/tables.ts";
import { readKnownReferences } from "../store/references/reference-reader.ts";
import { drop, type Fetching } from "./fetch-unit.ts";
import { setOf } from "./plan.ts";

/** Imports a downloaded file. @returns null if it is imported later, or not at all */
export type Importer = (stored: StoredFile, replaced: string | null) => Promise<ArchiveReport | null>;
/** Downloads files, and imports each. */
export type FetchAll = (files: readonly BulkFile[], importUnit: Importer) => Promise<void>;

/** @throws CaselawError `invalid` for a selected court that the tables do not have; else as `importArchive` */
export async function syncSet(
  files: readonly BulkFile[],
  fetchAll: FetchAll,
  fetching: Fetching,
  findings: RunFindings,
): Promise<void> {
  const { writer, options } = fetching;
  const { onProgress, keep, steps, tables: selection = EVERYTHING } = options;
  const stored = new Map<string, StoredFile>();
  const collect: Importer = async (table) => {
    stored.set(table.file.unit, table);
    return null;
  };
  const isOfCourts = ({ unit }: BulkFile): boolean => unit === "courts";
  // first, so that a wrong court is known before 50 GB are downloaded
  await fetchAll(files.filter(isOfCourts), collect);
  const courts = stored.get("courts");
  if (courts !== undefined && existsSync(courts.path)) await checkCourts(courts.path, selection);
  await fetchAll(
    files.filter((file) => !isOfCourts(file)),
    collect,
  );
  writer.commit();
  const [first] = files;
  if (steps === "download" || first === undefined) return;
  const set = setFrom([...stored.values()], first.release ?? "");
  const lacking = files.filter(({ unit }) => !stored.has(unit)).map(({ unit }) => unit);
  if (lacking.length > 0) {
    onProgress({
      kind: "note",
      message: `the set of ${set.release} is not imported: without ${lacking.join(", ")}`,
    });
    return;
  }
  const isHere = [...set.files.values()].every((path) => existsSync(path));
  const isImported = isHere
    ? await importStored(set, fetching, findings)
    : reportPruned(set, files, fetching, findings);
  if (!isImported) return;
  // no file is deleted whose cases could still be lost
  writer.commit();
  if (keep !== "all") await pruneSets(set, fetching);
}

function setFrom(stored: readonly StoredFile[], release: string): TableSet {
  const tables = stored.map((table) => ({ ...table, name: table.file.unit as TableName }));
  return {
    folder: dirname(stored[0]?.path ?? ""),
    release,
    files: new Map(tables.map(({ name, path }) => [name, path])),
    checksums: new Map(tables.map(({ name, sha256 }) => [name, sha256])),
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** @returns whether all of the set is in the corpus */
async function importStored(
  set: TableSet,
  { writer, threads, options }: Fetching,
  findings: RunFindings,
): Promise<boolean> {
  const { corpusPath, dataFolder, tables: selection = EVERYTHING } = options;
  const context = {
    sink: corpusSink(writer),
    threads,
    rejects: rejectsIn(dataFolder),
    unknownReporters: findings.unknownReporters,
    options,
  };
  const task = { set, selection, known: readKnownReferences(corpusPath) };
  const { isImported, fault } = await importSet(task, context, findings);
  for (const [unit, path] of set.files) {
    if (fault?.at.file !== path) continue;
    const of = { source: "courtlistener", unit } as const;
    writer.noteTried({ ...of, outcome: "failed", error: fault.message });
    // a line names what is wrong in the file, which another download would not change
    if (fault.at.line !== undefined) continue;
    await drop(path, dataFolder);
    writer.forgetDownload(of);
    options.onProgress({
      kind: "note",
      message: `${path} is damaged and was removed: the next run downloads it again`,
    });
  }
  return isImported;
}

/** Files of an imported set that were removed (`--keep none`). */
function reportPruned(
  set: TableSet,
  files: readonly BulkFile[],
  { writer, options }: Fetching,
  findings: RunFindings,
): boolean {
  const logged = setOf(files, writer.known, options.tables);
  const isImported = logged !== null && writer.known.isLastSet(logged);
  if (isImported) {
    const of = { source: "courtlistener", unit: `tables of ${set.release}` };
    const report = { ...emptyReport(set.folder, of), bytes: set.bytes, status: "unchanged" } as const;
    findings.reports.push(report);
    options.onProgress({ kind: "imported", report });
  } else {
    const message = `the set of ${set.release} is not imported: the next run downloads the tables that were removed`;
    options.onProgress({ kind: "note", message });
  }
  return isImported;
}

/** Removes the tables of earlier sets, and with `--keep none` those of this one. */
async function pruneSets(
  { folder, release }: TableSet,
  { options: { dataFolder, keep } }: Fetching,
): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const date = readTableName(name)?.date ?? "";
    if (date !== "" && (date < release || (keep === "none" && date === release)))
      await drop(join(folder, name), dataFolder);
  }
}
