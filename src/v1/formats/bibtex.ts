/** Records of cases as entries of BibTeX. */
import { type BibtexType, bibtexOf } from "../../bibliography/bibtex.ts";
import { referenceOf } from "../../bibliography/case-reference.ts";
import type { V1Case } from "../records.ts";

export type BibtexCase = Pick<
  V1Case,
  | "id"
  | "name"
  | "name_abbreviation"
  | "citations"
  | "court"
  | "decision_date"
  | "docket_number"
  | "first_page"
  | "last_page"
  | "volume"
  | "reporter"
  | "jurisdiction"
  | "frontend_url"
>;

/** One entry for each case, each with its end. */
export function* bibtexEntries(cases: Iterable<BibtexCase>, type: BibtexType = "misc"): Generator<string> {
  for (const one of cases) yield `${entryOf(one, type)}\n`;
}

function entryOf(one: BibtexCase, type: BibtexType): string {
  const { court, jurisdiction } = one;
  const referred = {
    id: one.id,
    name: one.name,
    nameAbbreviation: one.name_abbreviation,
    citations: one.citations,
    docketNumber: one.docket_number,
    decisionDate: one.decision_date,
    firstPage: one.first_page,
    lastPage: one.last_page,
    volume: { volumeNumber: one.volume.volume_number },
    reporter: { fullName: one.reporter.full_name },
    court: court === null ? null : { name: court.name, nameAbbreviation: court.name_abbreviation },
    jurisdiction: jurisdiction === null ? null : { name: jurisdiction.name },
  };
  return bibtexOf(referenceOf(referred, one.frontend_url), type);
}
