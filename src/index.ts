/**
 * The library: ask a corpus, import archives, mirror a source.
 *
 * ```ts
 * using corpus = openCorpus("data/caselaw.db");
 * corpus.list("cases", { search: '"gold letters"', jurisdiction: "ga", full_case: true }).results;
 * ```
 */

export type { Access } from "./corpus/casebody.ts";
export type { ChangeAnswer, ChangesAnswer } from "./corpus/changes.ts";
export type { CitedAnswer, CitedCase, CitesAnswer } from "./corpus/cites.ts";
export {
  type Answers,
  COLLECTIONS,
  type Collection,
  DEFAULT_BASE_URL,
  parametersOf,
  type Setting,
} from "./corpus/collections.ts";
export type {
  CoverageAnswer,
  CoverageSum,
  CoverageUnit,
  JurisdictionCoverage,
} from "./corpus/coverage.ts";
export { type Envelope, isBounded } from "./corpus/envelope.ts";
export { Corpus, openCorpus } from "./corpus/open-corpus.ts";
export type { BodyFormat } from "./corpus/query/case-parameters.ts";
export type { Parameter, Parameters } from "./corpus/query/parameter.ts";
export type {
  BulkAnswer,
  CaseAnswer,
  CasebodyAnswer,
  CitationAnswer,
  CourtAnswer,
  JurisdictionAnswer,
  ReporterAnswer,
  TextBodyAnswer,
  VolumeAnswer,
} from "./corpus/records.ts";
export type { RunAnswer, StatsAnswer, StatsQuestion, VolumeStats } from "./corpus/stats.ts";
export type { Trend, TrendGroup, TrendsAnswer, TrendYear } from "./corpus/trends.ts";
export type { Selection, SourceName } from "./domain/bulk-file.ts";
export type { CoverageState } from "./domain/coverage.ts";
export { CaselawError, type ErrorCode, type Place } from "./domain/errors.ts";
export type { Json, JsonObject } from "./domain/json.ts";
export type { ExportOptions, WrittenFile } from "./export/export-writer.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./export/export-writer.ts";
export type { Manifest, ManifestFile } from "./export/manifest.ts";
export { type ExportRequest, type ExportRun, runExport } from "./export/run-export.ts";
export { importPaths } from "./import/import.ts";
export {
  type ArchiveReport,
  type ArchiveStatus,
  hasFaults,
  type RunReport,
} from "./import/report.ts";
export type { ProgressEvent, RunOptions } from "./import/run.ts";
export { sync } from "./sync/sync.ts";
export type { SyncOptions } from "./sync/sync-options.ts";
