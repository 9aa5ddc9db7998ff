/** A valid case, and the reference records, as one archive has them: typed, independent of the source's JSON. */
import type { CaseBody } from "./casebody.ts";
import type { Citation } from "./citation.ts";
import type { JsonObject } from "./json.ts";

/** The volume and reporter that a record names; null if the record lacks the field (docs/formats.md, "Lines of a bulk file"). */
export interface VolumeMention {
  readonly barcode: string | null;
  readonly volumeNumber: string | null;
  readonly reporterId: number | null;
  readonly reporterName: string | null;
}

/**
 * The body in the form of the archive.
 *
 * - `none`: metadata only; a stored body is kept
 * - `xml`: the archive's string, unchanged and not parsed
 * - `text`: the object of a text archive
 * - `static`: the body of the JSON file, and the HTML file of the site (null if it is missing)
 * - `opinions`: the texts of a decision of CourtListener, not parsed and not sanitised
 */
export type SourceBody =
  | { readonly form: "none" }
  | { readonly form: "xml"; readonly xml: string }
  | { readonly form: "text"; readonly body: CaseBody }
  | { readonly form: "static"; readonly body: CaseBody; readonly html: string | null }
  | { readonly form: "opinions"; readonly decision: SourceDecision };

/** An opinion as CourtListener has it. */
export interface SourceOpinion {
  /** `majority`, `dissent`, …; null if unknown: then the type in its XML is used, if it has one. */
  readonly type: string | null;
  /** Such as `Marshall`; null if unknown. */
  readonly author: string | null;
  /** Those who joined it, as one text; null if unknown. */
  readonly joinedBy: string | null;
  /** `plain text` is text from PDF. All other fields are `markup`: HTML, XML, or HTML of text from PDF. */
  readonly form: "markup" | "plain text";
  readonly text: string;
}

/** A decision as CourtListener has it. Texts of the head matter are HTML; `""` where the source has no such text. */
export interface SourceDecision {
  /** The names of the parties, in full, as text. */
  readonly parties: string;
  /** Head matter as the Caselaw Access Project has it, which can contain all other texts. */
  readonly headMatter: string;
  readonly attorneys: string;
  /** As text. */
  readonly judges: string;
  readonly syllabus: string;
  readonly headnotes: string;
  readonly summary: string;
  readonly history: string;
  readonly disposition: string;
  /** The pages of the first citation, as the source has them; `""` if unknown. */
  readonly firstPage: string;
  readonly lastPage: string;
  /** In order. */
  readonly opinions: readonly SourceOpinion[];
}

/** Values that are stored and answered as the source gave them; null if the record does not have the key. */
export interface CaseExtras {
  readonly citesTo: readonly JsonObject[] | null;
  readonly analysis: JsonObject | null;
  readonly provenance: JsonObject | null;
  /** What CourtListener has of the decision; null if its tables do not have it, or were not imported. */
  readonly courtlistener: JsonObject | null;
}

export const NO_CASE_EXTRAS: CaseExtras = {
  citesTo: null,
  analysis: null,
  provenance: null,
  courtlistener: null,
};
export const EXTRA_KEYS: readonly (keyof CaseExtras)[] = [
  "citesTo",
  "analysis",
  "provenance",
  "courtlistener",
];

/** A record's extras, and the rest of it. */
export function splitExtras<T extends CaseExtras>(
  record: T,
): { readonly extras: CaseExtras; readonly rest: Omit<T, keyof CaseExtras> } {
  const { citesTo, analysis, provenance, courtlistener, ...rest } = record;
  return { extras: { citesTo, analysis, provenance, courtlistener }, rest };
}

/** The values that a record of a case and its answer have in common. */
export interface CaseValues extends CaseExtras {
  /** An integer from 1 to 2^53 - 1. */
  readonly id: number;
  readonly name: string;
  readonly nameAbbreviation: string;
  /** As given: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, something else, or null. */
  readonly decisionDate: string | null;
  readonly docketNumber: string;
  readonly firstPage: string;
  readonly lastPage: string;
  readonly citations: readonly Citation[];
  /** As given, an ISO 8601 instant; null if missing. */
  readonly lastUpdated: string | null;
}

export interface CaseRecord extends CaseValues {
  readonly volume: VolumeMention;
  readonly court: CourtRecord | null;
  readonly jurisdiction: JurisdictionRecord | null;
  readonly body: SourceBody;
}

/** A case without its body. */
export type CaseMetadata = Omit<CaseRecord, "body">;

/** A case in a CaseMETS document: one XML file with the metadata and the body, from the digitised volumes. */
export interface MetsCase {
  /** `32044057891608_0001`: the barcode of the volume, and the number of the case in it. */
  readonly caseId: string;
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly court: MetsCourt | null;
  readonly docketNumber: string;
  readonly citations: readonly { readonly category: string; readonly cite: string }[];
  /** As given; null without a date. */
  readonly decisionDate: string | null;
  readonly body: MetsBody | null;
}

/** A court by its names, because the documents have no ids. `jurisdiction` is usually a long name, `Illinois`. */
export interface MetsCourt {
  readonly name: string;
  readonly abbreviation: string;
  readonly jurisdiction: string;
}

interface MetsBody {
  /** The `casebody` element, unchanged. */
  readonly xml: string;
  readonly firstPage: string;
  readonly lastPage: string;
}

/**
 * A reference record. Null means that the source does not have the value. 0 and "" are values and are kept (docs/formats.md,
 * "Irregularities of real data").
 */
export interface JurisdictionRecord {
  readonly id: number;
  readonly slug: string | null;
  readonly name: string | null;
  readonly nameLong: string | null;
  /** Whether bodies are open to callers without credentials; null if the source does not say. */
  readonly whitelisted: boolean | null;
}

export interface CourtRecord {
  readonly id: number;
  /** Only a slug from a source. Derived slugs come from `courtSlugs`. */
  readonly slug: string | null;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
  /** The jurisdiction by id, or by slug. */
  readonly jurisdictionId: number | null;
  readonly jurisdictionSlug: string | null;
}

/** What a reporter and its answer have in common. */
export interface ReporterValues {
  readonly id: number;
  readonly fullName: string | null;
  readonly shortName: string | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
}

export interface ReporterRecord extends ReporterValues {
  /** Name of the reporter's folder on the static site. */
  readonly slug: string | null;
  readonly jurisdictions: readonly JurisdictionRecord[] | null;
}

/** What a volume and its answer have in common. */
export interface VolumeValues {
  readonly barcode: string;
  readonly volumeNumber: string | null;
  readonly title: string | null;
  readonly publisher: string | null;
  readonly publicationYear: number | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
  readonly nominativeVolumeNumber: string | null;
  readonly nominativeName: string | null;
  readonly seriesVolumeNumber: string | null;
  readonly reporterId: number | null;
  readonly reporterName: string | null;
}

export interface VolumeRecord extends VolumeValues {
  readonly jurisdictions: readonly JurisdictionRecord[] | null;
}

/** Reference records of one origin: a listing, a metadata file, or what a batch of cases mentions. */
export interface ReferenceRecords {
  readonly jurisdictions: readonly JurisdictionRecord[];
  readonly courts: readonly CourtRecord[];
  readonly reporters: readonly ReporterRecord[];
  readonly volumes: readonly VolumeRecord[];
}
