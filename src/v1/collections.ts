/**
 * The seven collections (docs/interface.md, "Collections and records"): their names and parameters, and of those that fit in memory
 * where their records come from, their order and their shape.
 */
import type { CaseWithBody } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { SortKey } from "../domain/query.ts";
import type {
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  Volume,
} from "../domain/records.ts";
import { foldForContains } from "../store/write/index-row.ts";
import type { CaseFilterName } from "./case-filters.ts";
import { CASE_PARAMETERS, type CaseOptionName } from "./case-parameters.ts";
import { jurisdictionIds, type Lookup, recordsNamed, reporterIds } from "./lookup.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PAGING_PARAMETERS, type PagingName } from "./paging.ts";
import {
  choice,
  fine,
  integer,
  noSuchChoice,
  type Parameter,
  type ParameterRow,
  type ParameterTable,
  type ParameterValues,
  parametersIn,
  readNumber,
  truth,
} from "./parameter.ts";
import type { DEFINITIONS } from "./record-definitions.ts";
import {
  type V1Bulk,
  type V1Case,
  type V1Citation,
  type V1Court,
  type V1Jurisdiction,
  type V1Reporter,
  type V1Volume,
  v1Bulk,
  v1Court,
  v1Jurisdiction,
  v1Reporter,
  v1Volume,
} from "./records.ts";

/** The record of each collection. */
export interface V1Records {
  readonly cases: V1Case;
  readonly courts: V1Court;
  readonly jurisdictions: V1Jurisdiction;
  readonly reporters: V1Reporter;
  readonly volumes: V1Volume;
  readonly citations: V1Citation;
  readonly bulk: V1Bulk;
}

/** The typed value behind each collection's record. */
export interface V1Values {
  readonly cases: CaseWithBody;
  readonly courts: Court;
  readonly jurisdictions: Jurisdiction;
  readonly reporters: Reporter;
  readonly volumes: Volume;
  readonly citations: CitationOfCase;
  readonly bulk: KnownBulkFile;
}

/** The name of a collection. */
export type Collection = keyof V1Records;
/** The definition of the records of each collection. */
export const RECORD_NAMES: Readonly<Record<Collection, keyof typeof DEFINITIONS>> = {
  cases: "Case",
  courts: "Court",
  jurisdictions: "Jurisdiction",
  reporters: "Reporter",
  volumes: "Volume",
  citations: "Citation",
  bulk: "BulkFile",
};
/** The collections that fit in memory. */
export type ListedCollection = Exclude<Collection, "cases" | "citations">;

/** All names of collections: `cases`, `courts`, `jurisdictions`, `reporters`, `volumes`, `citations`, `bulk`. */
export const COLLECTIONS = Object.keys(RECORD_NAMES) as readonly Collection[];

/** Filters of the citations collection, which is too large to be tested record by record. */
export interface CitationFilter {
  readonly cite?: string;
  readonly type?: string;
  readonly caseId?: number;
}

const CITATION_TABLE = {
  cite: {
    describes: "a citation, however spaced and punctuated",
    read: ([cite]) => fine({ cite: normaliseCitation(cite) }),
  },
  type: { describes: "official, parallel, nominative or vendor", read: ([type]) => fine({ type }) },
  case_id: integer("id of a case", (caseId) => ({ caseId })),
} satisfies ParameterTable<CitationFilter, unknown>;

export const CITATION_PARAMETERS = parametersIn<CitationFilter, unknown>(CITATION_TABLE);

/** A test that records must pass (docs/interface.md, "Filters of the collections"). */
type RecordTest<T> = (record: T) => boolean;

interface RecordList<T, A> {
  readonly parameters: ParameterTable<RecordTest<T>, Lookup>;
  readonly defaultPageSize: number;
  records(corpus: Corpus, values: ParameterValues): readonly T[];
  /** The last part of the record's own address. */
  addressOf(record: T): string | number;
  /** Sorts the records, nulls last; no two keys are equal. */
  keyOf(record: T): SortKey;
  answer(record: T, baseUrl: string): A;
}

type Lists = { readonly [K in ListedCollection]: RecordList<V1Values[K], V1Records[K]> };

const RECORD_LISTS = {
  courts: {
    parameters: {
      id: sameNumber("id of a court", (court) => court.id),
      slug: sameText("slug of a court", (court) => court.slug),
      name: containedText("part of the name", (court) => court.name),
      name_abbreviation: sameText("abbreviated name", (court) => court.nameAbbreviation),
      jurisdiction: inJurisdiction((court) => (court.jurisdiction === null ? [] : [court.jurisdiction])),
    },
    defaultPageSize: DEFAULT_PAGE_SIZE,
    records: (corpus) => corpus.courts(),
    addressOf: (court) => court.slug,
    keyOf: (court) => [court.name, court.id],
    answer: v1Court,
  },
  jurisdictions: {
    parameters: {
      id: sameNumber("id of a jurisdiction", (jurisdiction) => jurisdiction.id),
      slug: sameText("slug of a jurisdiction", (jurisdiction) => jurisdiction.slug),
      name: sameText("short name", (jurisdiction) => jurisdiction.name),
      name_long: sameText("full name", (jurisdiction) => jurisdiction.nameLong),
      whitelisted: truth(
        "true or false: whether bodies are open to everyone",
        (isOpen) => (record) => record.whitelisted === isOpen,
      ),
    },
    defaultPageSize: MAX_PAGE_SIZE,
    records: (corpus) => corpus.jurisdictions(),
    addressOf: (jurisdiction) => jurisdiction.slug,
    keyOf: (jurisdiction) => [jurisdiction.name, jurisdiction.id],
    answer: v1Jurisdiction,
  },
  reporters: {
    parameters: {
      jurisdictions: inJurisdiction((reporter) => reporter.jurisdictions),
      full_name: containedText("part of the full name", (reporter) => reporter.fullName),
      short_name: sameText("short name", (reporter) => reporter.shortName),
      start_year: sameNumber("first year", (reporter) => reporter.startYear),
      end_year: sameNumber("last year", (reporter) => reporter.endYear),
    },
    defaultPageSize: DEFAULT_PAGE_SIZE,
    records: (corpus) => corpus.reporters(),
    addressOf: (reporter) => reporter.id,
    keyOf: (reporter) => [reporter.fullName, reporter.id],
    answer: v1Reporter,
  },
  volumes: {
    parameters: {
      jurisdictions: inJurisdiction((volume) => volume.jurisdictions),
      reporter: {
        describes: "id, slug, short or full name of the reporter",
        read: ([text], lookup) => {
          const ids = readNumber(text) === null ? reporterIds(text, lookup) : [Number(text)];
          if (ids.length === 0) return noSuchChoice(text);
          return fine(({ reporterId }) => ids.includes(reporterId ?? -1));
        },
      },
      volume_number: sameText("number of the volume", (volume) => volume.volumeNumber),
      publication_year: sameNumber("year of publication", (volume) => volume.publicationYear),
    },
    defaultPageSize: DEFAULT_PAGE_SIZE,
    records: (corpus) => corpus.volumes(),
    addressOf: (volume) => volume.barcode,
    keyOf: (volume) => [volume.barcode],
    answer: v1Volume,
  },
  bulk: {
    parameters: {
      body_format: choice("text or xml", ["text", "xml"], (form) => (file) => file.bodyFormat === form),
      filter_type: choice(
        "jurisdiction or reporter",
        ["jurisdiction", "reporter"],
        (type) => (file) => file.filterType === type,
      ),
      filter_id: sameNumber("id of the jurisdiction or reporter", (file) => file.filterId),
      // no test: it decides which records there are
      with_old: truth("true also lists files that newer ones replaced", () => () => true),
    },
    defaultPageSize: DEFAULT_PAGE_SIZE,
    records: (corpus, values) =>
      values.get("with_old")?.at(-1) === "true" ? corpus.bulkFiles() : newestOnly(corpus.bulkFiles()),
    addressOf: (file) => file.id,
    keyOf: (file) => [file.id],
    answer: v1Bulk,
  },
} satisfies Lists;

export const LISTS: Lists = RECORD_LISTS;

/** The parameters of each collection (docs/interface.md, "Filters of the collections"). */
export type ParameterNames = {
  readonly [K in ListedCollection]: PagingName | keyof (typeof RECORD_LISTS)[K]["parameters"];
} & {
  readonly cases: PagingName | CaseFilterName | CaseOptionName;
  readonly citations: PagingName | keyof typeof CITATION_TABLE;
};

/** The parameters of a collection: flags, help texts and validation follow from them. */
export function parametersOf(collection: Collection): readonly Parameter<unknown, never>[] {
  if (collection === "cases") return [...CASE_PARAMETERS, ...PAGING_PARAMETERS];
  if (collection === "citations") return [...CITATION_PARAMETERS, ...PAGING_PARAMETERS];
  return [...recordParameters(collection), ...PAGING_PARAMETERS];
}

/** The filters of a collection that fits in memory. */
export function recordParameters<K extends ListedCollection>(
  collection: K,
): readonly Parameter<RecordTest<V1Values[K]>, Lookup>[] {
  return parametersIn(LISTS[collection].parameters);
}

/** The newest file of each filter and format, by export date, then id; a file with an unknown filter has a filter of its own. */
function newestOnly(files: readonly KnownBulkFile[]): KnownBulkFile[] {
  const newest = new Map<string, KnownBulkFile>();
  for (const file of files) {
    const key = JSON.stringify([file.filterType, file.filterId ?? file.fileName, file.bodyFormat]);
    const previous = newest.get(key);
    const isNewer = previous === undefined || (file.exportDate ?? "") >= (previous.exportDate ?? "");
    if (isNewer) newest.set(key, file);
  }
  return [...newest.values()];
}

type TestRow<T> = ParameterRow<RecordTest<T>, Lookup>;

function sameNumber<T>(describes: string, field: (record: T) => number | null): TestRow<T> {
  return integer(describes, (value) => (record) => field(record) === value);
}

function sameText<T>(describes: string, field: (record: T) => string | null): TestRow<T> {
  return { describes, read: ([text]) => fine((record) => field(record) === text) };
}

function containedText<T>(describes: string, field: (record: T) => string | null): TestRow<T> {
  return {
    describes,
    read: ([text]) => {
      const part = foldForContains(text);
      return fine((record) => foldForContains(field(record) ?? "").includes(part));
    },
  };
}

function inJurisdiction<T>(field: (record: T) => readonly Jurisdiction[]): TestRow<T> {
  return recordsNamed(
    "slug of a jurisdiction",
    jurisdictionIds,
    (ids) => (record) => field(record).some(({ id }) => ids.includes(id)),
  );
}
