/** A valid case as one archive has it, typed, independent of the source's JSON. */
import type { CaseBody } from "./casebody.ts";
import type { Citation } from "./citation.ts";
import type { JsonObject } from "./json.ts";
import type { CourtRecord, JurisdictionRecord } from "./reference.ts";

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
 */
export type GivenBody =
  | { readonly form: "none" }
  | { readonly form: "xml"; readonly xml: string }
  | { readonly form: "text"; readonly body: CaseBody }
  | { readonly form: "static"; readonly body: CaseBody; readonly html: string | null };

export interface CaseRecord {
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
  readonly volume: VolumeMention;
  readonly court: CourtRecord | null;
  readonly jurisdiction: JurisdictionRecord | null;
  /** As given; null if the record does not have the key. */
  readonly citesTo: readonly JsonObject[] | null;
  readonly analysis: JsonObject | null;
  /** As given, an ISO 8601 instant; null if missing. */
  readonly lastUpdated: string | null;
  readonly provenance: JsonObject | null;
  readonly body: GivenBody;
}

/** A case without its body. */
export type CaseMetadata = Omit<CaseRecord, "body">;
