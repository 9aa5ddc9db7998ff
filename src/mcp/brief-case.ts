/** How tools name a case: its id is what other tools take. */
import { briefName, type Case } from "../domain/records.ts";

export interface BriefCase {
  readonly id: number;
  readonly name: string;
  /** All its citations, the official one first. */
  readonly citations: readonly string[];
  readonly court: string | null;
  readonly jurisdiction: string | null;
  readonly decision_date: string | null;
}

export function briefCase(one: Case): BriefCase {
  return {
    id: one.id,
    name: briefName(one),
    citations: one.citations.map(({ cite }) => cite),
    court: one.court?.name ?? null,
    jurisdiction: one.jurisdiction?.slug ?? null,
    decision_date: one.decisionDate,
  };
}
