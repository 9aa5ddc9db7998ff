/** The result of checking a draft, as JSON. */
import type { InferOutput } from "valibot";
import { type CheckedDraft, type CheckOptions, checkDraft } from "../../check/check-draft.ts";
import { readText } from "../../check/documents/text-document.ts";
import type { Draft } from "../../check/draft.ts";
import { printedCites } from "../../domain/citation.ts";
import { courtlistenerFacts, textSource } from "../../domain/courtlistener-facts.ts";
import type { Case } from "../../domain/records.ts";
import { notesOn } from "../../notes/case-notes.ts";
import type { CHECK, CHECKED_CASE, CHECKED_CITATION, CHECKED_QUOTATION } from "../answer-definitions.ts";
import type { AsRead } from "../records.ts";
import type { V1 } from "../v1.ts";

export type { CheckOptions, Draft };

/** A case that a draft cites. */
export type V1CheckedCase = AsRead<InferOutput<typeof CHECKED_CASE>>;
/**
 * A citation of a draft, with the verdict and what differs.
 *
 * A candidate is found by one digit, two swapped digits, a digit too many or too few, another reporter or series (`F.2d` for `F.3d`), a page
 * within the case, the name, a right parallel citation, or the exact words of the quotation (the oldest two cases). Its `score`, at most 100,
 * is a sum: name 40 (a matter 30; one party, or a government as a party, 20; 10 fewer if swapped), year 20 (10 if one year off, else -10),
 * court 10 (-20 if it differs), reporter, volume and page 10 each, another series or a slip in a number 5, a page within the case 40, parallel
 * citation 50, quotation 60, -30 if the reporter is of another place. A candidate has 50 or more, 60 if the citation is only not known to be
 * wrong, at most 25 fewer than the best, and, unless it has the quotation, no other name. If more than three fit equally well, none is named.
 */
export type V1CheckedCitation = AsRead<InferOutput<typeof CHECKED_CITATION>>;
/** A case that a citation may mean. */
export type V1Candidate = V1CheckedCitation["candidates"][number];
/** A quotation of a draft, with the verdict and the passage that it was compared with. */
export type V1CheckedQuotation = AsRead<InferOutput<typeof CHECKED_QUOTATION>>;
/** The citations and quotations of a draft, each with a verdict. */
export type V1Check = AsRead<InferOutput<typeof CHECK>>;

/**
 * Checks the citations and quotations of a draft (docs/interface.md, "check"). Offsets are those of the text that `readDraft` or `readText` returns.
 *
 * @param draft as `readDraft` returns it, or a text
 */
export function checkText(
  { corpus, baseUrl }: Pick<V1, "corpus" | "baseUrl">,
  draft: string | Draft,
  options: CheckOptions = {},
): V1Check {
  return v1Check(checkDraft(corpus, typeof draft === "string" ? readText(draft) : draft, options), baseUrl);
}

function v1Check(
  { citations, quotations, works, treatments, counts }: CheckedDraft,
  baseUrl: string,
): V1Check {
  return {
    citations: citations.map(({ pinPages, cases, refersTo, candidates, ...citation }) => ({
      ...{ ...citation, refers_to: refersTo },
      cases: cases.map((record) => checkedCase(record, baseUrl)),
      pin_pages: pinPages,
      candidates: candidates.map((each) => ({ ...each, case: checkedCase(each.case, baseUrl) })),
      treatment: cases.flatMap(({ id }) => treatments.get(id) ?? []),
      is_confirmed: citation.judgement === "confirmed",
    })),
    quotations: quotations.map(({ isOnPinPage, foundIn, ...quotation }) => ({
      ...quotation,
      found_in: foundIn?.map((record) => checkedCase(record, baseUrl)) ?? null,
      is_on_pin_page: isOnPinPage,
      is_confirmed: quotation.judgement === "confirmed",
    })),
    works,
    counts,
    open: counts.unsure + counts.wrong + counts.unknown,
  };
}

function checkedCase(record: Case, baseUrl: string): V1CheckedCase {
  return {
    id: record.id,
    url: `${baseUrl}/v1/cases/${record.id}/`,
    name_abbreviation: record.nameAbbreviation,
    decision_date: record.decisionDate,
    citations: printedCites(record.citations),
    ...{ docket_number: record.docketNumber, court: record.court?.name ?? null },
    ...{ text_source: textSource(record), courtlistener_url: courtlistenerFacts(record)?.url ?? null },
    notes: notesOn(record),
  };
}
