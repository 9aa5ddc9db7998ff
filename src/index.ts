/**
 * The library: ask a corpus, import archives, mirror a source.
 *
 * ```ts
 * using v1 = openV1("data/caselaw.db");
 * v1.list("cases", { search: '"gold letters"', jurisdiction: "ga", full_case: true }).results;
 *
 * using corpus = openCorpus("data/caselaw.db");
 * corpus.case(435800)?.nameAbbreviation;
 *
 * using published = openV1(openEngine({ urls: ["http://127.0.0.1:9200"] }));
 * ```
 */
/// <reference types="node" preserve="true" />

export type { V1AlertCase, V1AlertNews } from "./alerts/delivery.ts";
export type { CheckedCitation, Compared, ComparedName, ComparedPage } from "./check/check-citation.ts";
export type { CheckedWork, CheckOptions } from "./check/check-draft.ts";
export type { CheckedQuotation } from "./check/check-quotation.ts";
export type { QuotationVerdict } from "./check/compare-quotation.ts";
export { readText } from "./check/documents/text-document.ts";
export type { Block, Draft, PageStart } from "./check/draft.ts";
export type { CitationForm, DraftWork } from "./check/draft-citations.ts";
export type { CitationVerdict } from "./check/imported-volumes.ts";
export type { Judgement } from "./check/judgement.ts";
export type { Alteration } from "./check/quotations/alterations.ts";
export type { Resemblance, TextChange } from "./check/quotations/similar-passage.ts";
export { readDraft } from "./check/read-draft.ts";
export type { ComparedCourt } from "./check/written-court.ts";
export type { AllCasesApart, CasesApart, WhyApart } from "./corpus/apart.ts";
export type { Access, Body, BodyFormat, BodyRequest, CaseWithBody } from "./corpus/bodies.ts";
export type { CaseCites, Cited, CitedFields } from "./corpus/cites.ts";
export { Corpus } from "./corpus/corpus.ts";
export type { CourtCoverage, QuarterCoverage } from "./corpus/court-coverage.ts";
export type {
  CorpusCoverage,
  CoverageOfJurisdiction,
  CoverageQuery,
  CoverageSum,
} from "./corpus/coverage.ts";
export type { NearDuplicates } from "./corpus/near-duplicates.ts";
export { type CorpusOptions, type MatchLimits, openCorpus } from "./corpus/open-corpus.ts";
export type { SimilarCase, SimilarCases } from "./corpus/similar.ts";
export type { Trend, TrendGroup, Trends, TrendsQuery, TrendYear } from "./corpus/trends.ts";
export type { BulkRecord, Selection, SourceName, UnitOutcome } from "./domain/bulk-file.ts";
export type { CaseExtras, CaseValues, ReporterValues, VolumeValues } from "./domain/case.ts";
export type { CaseBody, Opinion, TextRange } from "./domain/casebody.ts";
export type { Citation } from "./domain/citation.ts";
export type { CorpusLocation, CorpusSource, EngineLocation, RequestCount } from "./domain/corpus-source.ts";
export { CaselawError, type ErrorCode, type SourcePosition } from "./domain/errors.ts";
export type { Json, JsonObject } from "./domain/json.ts";
export type {
  CaseTotals,
  Change,
  ChangeKind,
  ChangeSpan,
  CoverageState,
  CoveredJurisdiction,
  CoveredUnit,
  CurrentRun,
  ImportCounts,
  LoggedRun,
  RunOutcome,
  RunResult,
  Sizes,
  Stats,
  VolumeCount,
} from "./domain/ledger.ts";
export type {
  AnalysisField,
  AnalysisNumber,
  CaseFilter,
  CaseOrder,
  CasePage,
  CaseQuery,
  CitationQuery,
  CitedCases,
  CitedField,
  Condition,
  ConditionField,
  Counting,
  ExtraField,
  Facet,
  FacetCount,
  OpinionFilter,
  Ordering,
  Page,
  Passage,
  Position,
  RelevanceKind,
  SearchText,
  SortKey,
  Span,
  YearCount,
} from "./domain/query.ts";
export type {
  Case,
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  ReporterVolumes,
  Volume,
  VolumeCases,
  VolumeOfReporter,
} from "./domain/records.ts";
export type { Shape } from "./engine/layout/mapping.ts";
export type { Published, PublishOptions, PublishProgress } from "./engine/publish/publish.ts";
export { publishCorpus } from "./engine/publish/publish.ts";
export { type EngineOptions, openEngine } from "./engine/read/engine-reader.ts";
export { EDGES_BY, type EdgesBy, type ExportOptions } from "./export/format.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./export/formats.ts";
export type { Manifest, ManifestFile } from "./export/manifest.ts";
export {
  type ExportParameterName,
  type ExportRequest,
  type ExportRun,
  runExport,
} from "./export/run-export.ts";
export { importPaths, type OpenInput } from "./import/import.ts";
export {
  type ArchiveReport,
  type ArchiveStatus,
  hasFaults,
  type RunReport,
} from "./import/report.ts";
export type { ProgressEvent, RunOptions } from "./import/run.ts";
export type { TableSelection } from "./import/tables/find-set.ts";
export type { ProxySettings, SyncOptions } from "./sync/plan.ts";
export { sync } from "./sync/sync.ts";
export type { CaseFilterName, OwnFilter } from "./v1/case-filters.ts";
export type { BodyParameterName, CaseOptionName } from "./v1/case-parameters.ts";
export type { ChangesParameterName, V1Change, V1Changes } from "./v1/changes.ts";
export { authoritiesOf, type V1Authority } from "./v1/check/authorities.ts";
export {
  checkText,
  type V1Check,
  type V1CheckedCase,
  type V1CheckedCitation,
  type V1CheckedQuotation,
} from "./v1/check/check.ts";
export {
  COLLECTIONS,
  type Collection,
  type ParameterNames,
  parametersOf,
  type V1Records,
  type V1Values,
} from "./v1/collections.ts";
export type {
  CoverageParameterName,
  V1CourtCoverage,
  V1Coverage,
  V1CoverageSum,
  V1CoverageUnit,
  V1JurisdictionCoverage,
} from "./v1/coverage.ts";
export type { Counts, FacetPair, Facets } from "./v1/facets.ts";
export type { Abortable, Each, Pages, V1Page } from "./v1/lists.ts";
export type {
  NgramParameterName,
  V1Ngrams,
  V1NgramYear,
  V1Resolved,
  V1ResolvedCase,
  V1ResolvedCitation,
} from "./v1/ngrams-resolve.ts";
export type { Envelope, PagingName } from "./v1/paging.ts";
export type {
  NumberRange,
  OtherValue,
  Parameter,
  ParameterList,
  ParameterRow,
  Parameters,
  ParameterValue,
  Question,
  QuestionOf,
  Reading,
  UnknownParameters,
} from "./v1/parameter.ts";
export type {
  V1Bulk,
  V1Case,
  V1Casebody,
  V1Citation,
  V1Court,
  V1Jurisdiction,
  V1Note,
  V1Reporter,
  V1TextBody,
  V1Volume,
} from "./v1/records.ts";
export type { V1Cited, V1CitedCase, V1Cites, V1Similar, V1SimilarCase } from "./v1/related.ts";
export type {
  StatsQuery,
  V1CasesApart,
  V1DuplicateCase,
  V1Duplicates,
  V1Run,
  V1Stats,
  V1VolumeStats,
} from "./v1/stats.ts";
export type { OrderedField, SuffixedField, SuffixedName } from "./v1/suffixed-filters.ts";
export type { V1StatedTreatment, V1Treatment } from "./v1/treatment.ts";
export type { TrendsParameterName, V1Trend, V1Trends, V1TrendYear } from "./v1/trends.ts";
export {
  type CaseQuestion,
  type CollectionQuestion,
  DEFAULT_BASE_URL,
  type DetailOf,
  openV1,
  V1,
  type V1Options,
} from "./v1/v1.ts";
