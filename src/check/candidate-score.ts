/**
 * How well a case fits what a draft says of a citation. The score is a sum, at most 100:
 *
 * | agrees | points |
 * |---|---|
 * | the name: of two parties; of a matter; of one party, or with a government | 40; 30; 20 |
 * | the parties are swapped | -10 |
 * | the year; it is one year off; it differs more | 20; 10; -10 |
 * | the court in brackets; it differs | 10; -20 |
 * | the reporter, the volume, the page | 10 each |
 * | another series; one digit of the volume or of the page, not of both | 5 each |
 * | the page is a later page of the case, and no case begins there | 40 |
 * | a citation next to it is of the case | 50 |
 * | the quotation next to it is in the case | 60 |
 * | the reporter has no cases of its jurisdiction | -30 |
 *
 * A case with another name than the written one fits only by its quotation, and nothing else of it counts against it.
 */
import type { NameReading } from "../citations/case-name.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { yearOfDate } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { agreementOfName, VERSUS } from "./case-name.ts";
import { bestCite, pointsOfCite, slipsInWords } from "./citation-slips.ts";
import type { DraftCitation } from "./draft-citations.ts";
import { AGREEMENTS, type Agreement } from "./judgement.ts";
import { type Courts, Places } from "./written-court.ts";

/** What is known in addition to what the draft says of the citation. */
interface OtherEvidence {
  /** Whether the corpus has a case with the citation. */
  readonly isFound: boolean;
  /** A citation of it that is parallel to the one that was written. */
  readonly parallel: string | null;
  readonly hasQuotation: boolean;
}

export interface Fit {
  readonly score: number;
  readonly agrees: readonly Agreement[];
  /** What differs, and how it may have come about. */
  readonly reason: string;
}

const GOVERNMENT =
  /^(?:the )?(?:(?:united )?states?|u\.? ?s\.?(?: ?a\.?)?|people|commonwealth|government)(?: of .*)?$/i;
const FEDERAL = /^(?:f(?:supp|appx)?(?:2d|3d|4th)?|fedappx|frd|br|sct|led(?:2d)?|fedcl|fedcas)$/;
const places = new Places([]);

/** How well a case fits; null if its name is another one, and no quotation speaks for it. */
export function fitOf(
  written: DraftCitation,
  record: Case,
  courts: Courts,
  { isFound, parallel, hasQuotation }: OtherEvidence,
): Fit | null {
  const { reading, year, court, page } = written;
  const name = reading === null ? null : agreementOfName(reading, record);
  const isNamed = name !== null;
  if (reading !== null && !isNamed && !hasQuotation) return null;
  const cite = bestCite(written, record, isFound);
  const decided = yearOfDate(record.decisionDate);
  const years = year === null || decided === null ? null : Math.abs(year - decided);
  const courtVerdict = court === null ? null : courts.compare(court, record).verdict;
  const against = (points: number): number => (hasQuotation && !isNamed ? 0 : -points);
  const points = [
    reading === null || name === null ? 0 : namePoints(reading) - (name === "swapped" ? 10 : 0),
    years === null ? 0 : years === 0 ? 20 : years === 1 ? 10 : against(10),
    courtVerdict === "match" ? 10 : courtVerdict === "differs" ? against(20) : 0,
    cite === null ? (isOfOtherPlace(written, record) ? against(30) : 0) : pointsOfCite(cite),
    parallel === null ? 0 : 50,
    hasQuotation ? 60 : 0,
  ].reduce((sum, each) => sum + each, 0);
  const does: Readonly<Record<Agreement, boolean>> = {
    ...{ name: name === "same", court: courtVerdict === "match", year: years === 0 },
    ...{ reporter: cite?.reporter === "same", volume: cite?.volume === "same", page: cite?.page === "same" },
    ...{ "parallel citation": parallel !== null, quotation: hasQuotation },
  };
  const slips = cite === null ? [] : slipsInWords(cite, page);
  const reasons = [
    ...(hasQuotation ? ["the quotation is in it"] : []),
    ...(parallel === null ? [] : [`${parallel} is this case`]),
    ...slips,
    ...(name === "swapped" ? ["the parties are swapped"] : []),
    ...(reading !== null && !isNamed
      ? ["the name differs"]
      : [
          ...(years === null || years === 0 ? [] : ["the year differs"]),
          ...(courtVerdict === "differs" ? ["the court differs"] : []),
        ]),
  ];
  return {
    score: Math.max(0, Math.min(100, points)),
    agrees: AGREEMENTS.filter((agreement) => does[agreement]),
    reason: (name === "same" && slips.length === 0 ? ["it has the name", ...reasons] : reasons).join("; "),
  };
}

function namePoints({ form, name }: NameReading): number {
  const parties = name.split(VERSUS);
  if (form === "matter") return 30;
  return form === "parties" && !parties.some((party) => GOVERNMENT.test(party.trim())) ? 40 : 20;
}

/** Whether a reporter is that of a state, or of the federal courts, and the case of another jurisdiction. */
function isOfOtherPlace({ reporters }: DraftCitation, { jurisdiction }: Case): boolean {
  const theirs = places.placeOf(jurisdiction?.name ?? "");
  const isFederal = reporters.some((name) => FEDERAL.test(normaliseCitation(name)));
  const home = isFederal ? "u s" : places.placeOf(reporters.at(-1) ?? "");
  return theirs !== null && home !== null && theirs !== home;
}
