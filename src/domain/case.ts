/** A case as one archive holds it: judged, typed, nothing of the source's JSON left. */
import type { CaseBody } from "./casebody.ts";
import type { Citation } from "./citation.ts";
import type { JsonObject } from "./json.ts";
import type { CourtRecord, JurisdictionRecord } from "./reference.ts";

/** The volume and reporter that a record names; null is "not told" (docs/formats.md, "Lines of a bulk file"). */
export interface VolumeMention {
  readonly barcode: string | null;
  readonly volumeNumber: string | null;
  readonly reporterId: number | null;
  readonly reporterName: string | null;
}

/**
 * The body in the form that the archive gave.
 *
 * - `none`: metadata only; a body already held stays
 * - `xml`: the archive's string, unchanged; not yet parsed
 * - `text`: a text archive's object
 * - `static`: the JSON's own body, with the HTML file beside it as the site has it (null when it is missing)
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
  /** As given; null when the record has no such key. */
  readonly citesTo: readonly JsonObject[] | null;
  readonly analysis: JsonObject | null;
  /** As given, an ISO 8601 instant; null when absent. */
  readonly lastUpdated: string | null;
  readonly provenance: JsonObject | null;
  readonly body: GivenBody;
}

/** All of a case but its body. */
export type CaseMetadata = Omit<CaseRecord, "body">;
