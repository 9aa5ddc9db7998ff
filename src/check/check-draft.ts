/**
 * Checks the citations and quotations of a draft against a corpus.
 *
 * A verdict says only what the corpus shows: a case whose volume is not in the corpus may well exist.
 */
import type { Corpus } from "../corpus/corpus.ts";
import { Bodies } from "./bodies.ts";
import { type CheckedCitation, checkCitations, isConfirmed } from "./check-citation.ts";
import { type CheckedQuotation, checkQuotation, isConfirmedQuotation } from "./check-quotation.ts";
import { type Draft, lineAt, runningText } from "./draft.ts";
import { type DraftWork, draftReferences } from "./draft-citations.ts";
import { draftQuotations } from "./draft-quotations.ts";
import { ImportedVolumes } from "./imported-volumes.ts";
import { Courts } from "./written-court.ts";

/** A statute, rule or article of a journal, which is not checked. */
export interface CheckedWork extends DraftWork {
  readonly line: number;
}

export interface CheckedDraft {
  readonly citations: readonly CheckedCitation[];
  readonly quotations: readonly CheckedQuotation[];
  /** Statutes, rules and journals, which are not checked. */
  readonly works: readonly CheckedWork[];
  /** Citations and quotations that are not confirmed in all that the draft says of them. */
  readonly open: number;
}

/** Checks all citations and quotations of a draft on one state of the corpus. */
export function checkDraft(corpus: Corpus, draft: Draft): CheckedDraft {
  return corpus.snapshot(() => {
    const text = runningText(draft);
    const volumes = new ImportedVolumes(corpus);
    const { citations: cited, works } = draftReferences(text, (normal) => volumes.isReporter(normal));
    const courts = new Courts(corpus.jurisdictions().map(({ name }) => name ?? ""));
    const bodies = new Bodies(corpus);
    const citations = checkCitations({ corpus, volumes, bodies, courts }, cited).map((one) => ({
      ...one,
      line: lineAt(draft, one.start),
    }));
    const quotations = draftQuotations({ text, blocks: draft.blocks }, cited).map((one) => ({
      ...checkQuotation(bodies, citations, one),
      line: lineAt(draft, one.start),
    }));
    const open =
      citations.filter((one) => !isConfirmed(one)).length +
      quotations.filter((one) => !isConfirmedQuotation(one)).length;
    return {
      citations,
      quotations,
      works: works.map((one) => ({ ...one, line: lineAt(draft, one.start) })),
      open,
    };
  });
}
