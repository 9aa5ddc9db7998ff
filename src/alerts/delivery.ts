/** The JSON of an alert's news: a webhook gets it, and `alert run --format jsonl` prints it (docs/interface.md, "alert"). */
import { briefName, type Case } from "../domain/records.ts";

/** A case that an alert reports. */
export interface V1AlertCase {
  /** `new`: it matches and was not reported before; `changed`: it was, and has changed since. */
  readonly kind: "new" | "changed";
  readonly id: number;
  readonly url: string;
  /** The reading page. */
  readonly frontend_url: string;
  readonly name_abbreviation: string;
  /** As the source wrote it; null is unknown. */
  readonly decision_date: string | null;
  readonly citations: readonly string[];
  /** Name of the court; null is unknown. */
  readonly court: string | null;
  /** Slug; null is unknown. */
  readonly jurisdiction: string | null;
}

/** At most `DELIVERED_CASES` cases of one run of an alert. */
export interface V1AlertNews {
  readonly alert: string;
  readonly question: readonly (readonly [name: string, value: string])[];
  /** Id of the corpus. */
  readonly corpus: string;
  /** Number of the newest change at the last run, and now. */
  readonly since: number;
  readonly until: number;
  /** Why the changes since the last run are not known; null if they are. */
  readonly note: string | null;
  /** How many cases the run found, in all its deliveries. */
  readonly new: number;
  readonly changed: number;
  /** Whether another delivery of this run follows. */
  readonly more: boolean;
  /** First the new cases, then the changed ones, each by id. */
  readonly results: readonly V1AlertCase[];
}

/** Some 400 kB of JSON. */
export const DELIVERED_CASES = 1_000;

export function alertCase(one: Case, kind: V1AlertCase["kind"], baseUrl: string): V1AlertCase {
  return {
    kind,
    id: one.id,
    url: `${baseUrl}/v1/cases/${one.id}/`,
    frontend_url: `${baseUrl}/cases/${one.id}/`,
    name_abbreviation: briefName(one),
    decision_date: one.decisionDate,
    citations: one.citations.map(({ cite }) => cite),
    court: one.court?.name ?? null,
    jurisdiction: one.jurisdiction?.slug ?? null,
  };
}
