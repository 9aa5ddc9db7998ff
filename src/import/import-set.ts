/**
 * Imports a set of CourtListener's tables: stages it, then imports each court from the staging file as an archive of its own. The file is
 * kept until all courts are imported, so that a run which was stopped continues with the rest.
 */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { compareRelease } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import { asCorpusError } from "../store/database/open-database.ts";
import type { ArchiveOfUnit } from "../store/ledger/units.ts";
import type { KnownReferences } from "../store/references/reference-reader.ts";
import { KnownCases } from "../store/staging/match-clusters.ts";
import { Staging } from "../store/staging/staged-clusters.ts";
import { removeStaging, STAGING_VERSION } from "../store/staging/staging-file.ts";
import type { SinkUnit } from "./case-sink.ts";
import { importArchive } from "./import-archive.ts";
import { type ArchiveReport, emptyReport, NO_COUNTS } from "./report.ts";
import type { RunFindings } from "./run.ts";
import { checkCourts, openTableFile, stageSet } from "./stage-set.ts";
import { checksumOf, type TableSelection, type TableSet, tablesOf } from "./tables/find-set.ts";
import { courtPath, otherStagings, stagingPath } from "./tables/open-court.ts";
import type { ImportContext } from "./write-records.ts";

const SOURCE = "courtlistener";
/** The unit under which a complete set is logged, so that it is not staged twice. */
const TABLES_UNIT = "tables";

/** The key in the import log of a complete set, whatever the corpus has of other sources. */
export function loggedSet(
  set: Pick<TableSet, "release" | "checksums">,
  selection: TableSelection,
): ArchiveOfUnit {
  return { source: SOURCE, name: TABLES_UNIT, sha256: checksumOf(set, selection, [STAGING_VERSION]) };
}

/** The outcome of an import of a set. */
export interface ImportedSet {
  /** Whether the corpus has all of the set, or a newer one. */
  readonly isImported: boolean;
  /** Why the tables could not be read. */
  readonly fault: CaselawError | null;
}

export interface SetTask {
  readonly set: TableSet;
  readonly selection: TableSelection;
  readonly known: KnownReferences;
}

/** @param findings gets the report of the tables, and of each court @throws as `importArchive` */
export async function importSet(
  { set, selection, known }: SetTask,
  context: ImportContext,
  findings: RunFindings,
): Promise<ImportedSet> {
  const { options, rejects } = context;
  const { dataFolder, onProgress, jobs, signal } = options;
  const started = performance.now();
  const path = resolve(set.folder);
  const tables = context.sink.openUnit(SOURCE, TABLES_UNIT);
  tables.commit();
  const { corpusPath } = tables;
  const checksum = checksumOf(set, selection, [STAGING_VERSION, otherUnitsOf(corpusPath)]);
  const of = { source: SOURCE, unit: `${TABLES_UNIT} of ${set.release}` };
  const report = { ...emptyReport(path, of), bytes: set.bytes };
  const end = (status: ArchiveReport["status"], values: Partial<ArchiveReport> = {}): void => {
    const seconds = Math.round(performance.now() - started) / 1000;
    const ended = { ...report, status, seconds, ...values };
    findings.reports.push(ended);
    onProgress({ kind: "imported", report: ended });
  };
  if (tables.isLastSet(checksum)) {
    end("unchanged");
    return { isImported: true, fault: null };
  }
  if (isOlder(set, context)) {
    end("superseded");
    return { isImported: true, fault: null };
  }
  const courts = set.files.get("courts");
  if (courts !== undefined) await checkCourts(courts, selection);
  const file = stagingPath(dataFolder, set.release);
  const rejectFile = rejects?.(SOURCE, TABLES_UNIT) ?? null;
  try {
    if (Staging.find(file)?.checksum !== checksum) {
      const staged = await stageSet(set, {
        path: file,
        checksum,
        selection,
        corpusPath,
        rejects: rejectFile,
        jobs,
        signal,
        onProgress,
      });
      for (const note of notesOn(staged.rules, staged.otherCourts))
        onProgress({ kind: "note", message: note });
      const { rejected } = staged;
      const matched = Object.fromEntries(staged.rules);
      end("imported", { read: rejected, rejected, rejects: (await rejectFile?.finish()) ?? null, matched });
    }
  } catch (error) {
    rejectFile?.discard();
    removeStaging(file);
    if (!(error instanceof CaselawError) || error.code !== "corrupt")
      throw asCorpusError(file, error, `staging file "${file}"`);
    end("failed", { error: error.message });
    return { isImported: false, fault: error };
  }
  const isImported = await importCourts(file, { known, selection }, context, findings);
  if (!isImported) {
    // the next run stages the set again
    if (isDamaged(file, findings)) removeStaging(file);
    return { isImported, fault: null };
  }
  // log each file as imported; these units have no cases
  const log = (unit: SinkUnit, file: string, sha256: string, bytes: number): void =>
    unit.finish({ ...NO_COUNTS, path: file, bytes, sha256, release: set.release, complete: true }, null);
  for (const sha256 of [checksum, loggedSet(set, selection).sha256]) log(tables, path, sha256, set.bytes);
  for (const table of tablesOf(selection)) {
    const [file, sha256] = [set.files.get(table), set.checksums.get(table)];
    if (file === undefined || sha256 === undefined) continue;
    const unit = context.sink.openUnit(SOURCE, table);
    if (unit.findImport(sha256) === null) log(unit, resolve(file), sha256, statSync(file).size);
  }
  for (const staging of [file, ...otherStagings(dataFolder, set.release)]) removeStaging(staging);
  return { isImported, fault: null };
}

/** Whether the corpus has courts of a newer set: a court that only the older set has would be added to them. */
function isOlder({ release }: TableSet, { sink }: ImportContext): boolean {
  return sink.unitNames(SOURCE).some((name) => {
    const { state } = sink.openUnit(SOURCE, name);
    return state.hasAllCases === 1 && compareRelease(release, state.release) < 0;
  });
}

/** The state of the other sources in the corpus: once it changes, decisions are matched again. */
function otherUnitsOf(corpusPath: string | null): string {
  using known = new KnownCases(corpusPath);
  return known.otherUnits();
}

/** @returns whether all courts were imported */
async function importCourts(
  file: string,
  { known, selection }: Pick<SetTask, "known" | "selection">,
  context: ImportContext,
  findings: RunFindings,
): Promise<boolean> {
  const { signal, onProgress } = context.options;
  let isComplete = true;
  for (const id of [...courtsIn(file), ...lostCourts(file, selection, context)]) {
    signal.throwIfAborted();
    const report = await importArchive({ path: courtPath(file, id), listed: null, known }, context);
    findings.reports.push(report);
    onProgress({ kind: "imported", report });
    isComplete &&= report.status !== "failed" && report.status !== "incomplete";
  }
  return isComplete;
}

/** Whether a court could not be opened or read to its end, or the file cannot be opened. */
function isDamaged(file: string, { reports }: RunFindings): boolean {
  const isCut = reports.some(
    // a court that was refused has its unit in the report
    ({ path, status, unit }) =>
      dirname(path) === file && (status === "incomplete" || (status === "failed" && unit === null)),
  );
  return isCut || Staging.find(file) === null;
}

function courtsIn(file: string): readonly string[] {
  using staging = Staging.open(file);
  return staging.courts();
}

/** Selected courts of which the set has no decision, and the corpus has some. */
function lostCourts(file: string, { courts }: TableSelection, { sink }: ImportContext): readonly string[] {
  const staged = new Set(courtsIn(file));
  return sink
    .unitNames(SOURCE)
    .filter((name) => !staged.has(name) && (courts.length === 0 || courts.includes(name)))
    .filter((name) => sink.openUnit(SOURCE, name).countContributions() > 0);
}

/** What the staging found, as messages. */
function notesOn(rules: ReadonlyMap<string, number>, otherCourts: readonly string[]): string[] {
  const matched = [...rules].map(([rule, clusters]) => `${clusters} by ${rule}`);
  const notes = [`decisions that are cases of another source: ${matched.join(", ") || "none"}`];
  if (otherCourts.length > 0) notes.push(`courts that no other source has: ${otherCourts.join(", ")}`);
  return notes;
}

/** Reports the dialect of each table, and the unknown and missing columns of its header. @throws CaselawError `corrupt`, and as `checkCourts` */
export async function describeSet(
  { release, files }: TableSet,
  selection: TableSelection,
  onProgress: ImportContext["options"]["onProgress"],
): Promise<void> {
  const courts = files.get("courts");
  if (courts !== undefined) await checkCourts(courts, selection);
  onProgress({ kind: "note", message: `the set of ${release} has ${files.size} tables that are read` });
  for (const [table, file] of files) {
    const opened = await openTableFile(file, table);
    // the first rows show the dialect
    for await (const _ of opened.batches()) break;
    const { dialect, missing, unknown } = opened;
    const parts = [
      `written in the dialect "${dialect}"`,
      ...(missing.length === 0 ? [] : [`without the columns ${missing.join(", ")}`]),
      ...(unknown.length === 0 ? [] : [`with unknown columns ${unknown.join(", ")}`]),
    ];
    onProgress({
      kind: missing.length + unknown.length > 0 ? "warning" : "note",
      message: `${file}: ${parts.join("; ")}`,
    });
  }
}
