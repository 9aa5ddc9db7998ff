/**
 * The parameters of the other collections (docs/interface.md, "Filters of the collections"): each value narrows by a
 * test on the record.
 */
import { normaliseCitation } from "../domain/citation.ts";
import type { Court, Jurisdiction, KnownBulkFile, Reporter, Volume } from "../domain/records.ts";
import { foldForContains } from "../store/write/index-row.ts";
import { idsOfAll, jurisdictionIds, type Lookup, reporterIds } from "./lookup.ts";
import {
  fine,
  INTEGER,
  mapped,
  NO_NUMBER,
  noSuchChoice,
  type Parameter,
  readNumber,
  readTruth,
  TRUTH,
} from "./parameter.ts";

type Test<T> = (record: T) => boolean;
type TestParameter<T> = Parameter<Test<T>, Lookup>;

/** Filters of the citations collection, which is too large to be tested record by record. */
export interface CitationFilter {
  readonly cite?: string;
  readonly type?: string;
  readonly caseId?: number;
}

export const COURT_PARAMETERS: readonly TestParameter<Court>[] = [
  sameNumber("id", "id of a court", (court) => court.id),
  sameText("slug", "slug of a court", (court) => court.slug),
  containedText("name", "part of the name", (court) => court.name),
  sameText("name_abbreviation", "abbreviated name", (court) => court.nameAbbreviation),
  inJurisdiction("jurisdiction", (court) => (court.jurisdiction === null ? [] : [court.jurisdiction])),
];

export const JURISDICTION_PARAMETERS: readonly TestParameter<Jurisdiction>[] = [
  sameNumber("id", "id of a jurisdiction", (jurisdiction) => jurisdiction.id),
  sameText("slug", "slug of a jurisdiction", (jurisdiction) => jurisdiction.slug),
  sameText("name", "short name", (jurisdiction) => jurisdiction.name),
  sameText("name_long", "full name", (jurisdiction) => jurisdiction.nameLong),
  {
    name: "whitelisted",
    describes: "true or false: whether bodies are open to everyone",
    choices: TRUTH,
    read: ([text]) => mapped(readTruth(text), (isOpen) => (one) => one.whitelisted === isOpen),
  },
];

export const REPORTER_PARAMETERS: readonly TestParameter<Reporter>[] = [
  inJurisdiction("jurisdictions", (reporter) => reporter.jurisdictions),
  containedText("full_name", "part of the full name", (reporter) => reporter.fullName),
  sameText("short_name", "short name", (reporter) => reporter.shortName),
  sameNumber("start_year", "first year", (reporter) => reporter.startYear),
  sameNumber("end_year", "last year", (reporter) => reporter.endYear),
];

export const VOLUME_PARAMETERS: readonly TestParameter<Volume>[] = [
  inJurisdiction("jurisdictions", (volume) => volume.jurisdictions),
  {
    name: "reporter",
    describes: "id, slug, short or full name of the reporter",
    read: ([text], lookup) => {
      const ids = readNumber(text) === null ? reporterIds(text, lookup.reporters()) : [Number(text)];
      return ids.length === 0 ? noSuchChoice(text) : fine(({ reporterId }) => ids.includes(reporterId ?? -1));
    },
  },
  sameText("volume_number", "number of the volume", (volume) => volume.volumeNumber),
  sameNumber("publication_year", "year of publication", (volume) => volume.publicationYear),
];

/** `with_old` is not a test: it decides which records there are. */
export const BULK_PARAMETERS: readonly TestParameter<KnownBulkFile>[] = [
  choiceOf("body_format", ["text", "xml"], "text or xml", (file) => file.bodyFormat),
  choiceOf(
    "filter_type",
    ["jurisdiction", "reporter"],
    "jurisdiction or reporter",
    (file) => file.filterType,
  ),
  sameNumber("filter_id", "id of the jurisdiction or reporter", (file) => file.filterId),
  {
    name: "with_old",
    describes: "true also lists files that newer ones replaced",
    choices: TRUTH,
    read: ([text]) => mapped(readTruth(text), () => () => true),
  },
];

export const CITATION_PARAMETERS: readonly Parameter<CitationFilter, unknown>[] = [
  {
    name: "cite",
    describes: "a citation, however spaced and punctuated",
    read: ([cite]) => fine({ cite: normaliseCitation(cite) }),
  },
  { name: "type", describes: "official, parallel, nominative or vendor", read: ([type]) => fine({ type }) },
  {
    name: "case_id",
    describes: "id of a case",
    number: INTEGER,
    read: ([text]) => {
      const caseId = readNumber(text);
      return caseId === null ? NO_NUMBER : fine({ caseId });
    },
  },
];

function sameNumber<T>(
  name: string,
  describes: string,
  field: (record: T) => number | null,
): TestParameter<T> {
  return {
    name,
    describes,
    number: INTEGER,
    read: ([text]) => {
      const wanted = readNumber(text);
      return wanted === null ? NO_NUMBER : fine((record) => field(record) === wanted);
    },
  };
}

function sameText<T>(name: string, describes: string, field: (record: T) => string | null): TestParameter<T> {
  return { name, describes, read: ([text]) => fine((record) => field(record) === text) };
}

function containedText<T>(
  name: string,
  describes: string,
  field: (record: T) => string | null,
): TestParameter<T> {
  return {
    name,
    describes,
    read: ([text]) => {
      const wanted = foldForContains(text);
      return fine((record) => foldForContains(field(record) ?? "").includes(wanted));
    },
  };
}

function choiceOf<T>(
  name: string,
  choices: readonly string[],
  describes: string,
  field: (record: T) => string | null,
): TestParameter<T> {
  return {
    name,
    describes,
    choices,
    read: ([text]) =>
      choices.includes(text) ? fine((record) => field(record) === text) : noSuchChoice(text),
  };
}

function inJurisdiction<T>(name: string, field: (record: T) => readonly Jurisdiction[]): TestParameter<T> {
  return {
    name,
    describes: "slug of a jurisdiction; repeatable: any of them",
    repeatable: true,
    read: (values, lookup) => {
      const found = idsOfAll(values, (value) => jurisdictionIds(value, lookup.jurisdictions()));
      return mapped(found, (ids) => (record) => field(record).some(({ id }) => ids.includes(id)));
    },
  };
}
