/**
 * Checks the citations and quotations of a draft against a corpus.
 *
 * A verdict says only what the corpus shows: a case whose volume is not in the corpus may well exist.
 */
import type { Corpus } from "../corpus/corpus.ts";
import { treatmentRemarks } from "../treatment/remarks.ts";
import { Bodies } from "./bodies.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import {
  type CheckedCitation,
  casesFound,
  checkCitations,
  judgeCitation,
  reasonsOf,
} from "./check-citation.ts";
import { type CheckedQuotation, QuotationCheck } from "./check-quotation.ts";
import { type Draft, type DraftText, lineAt, runningText, type TextRange } from "./draft.ts";
import { type DraftCitation, type DraftWork, draftReferences } from "./draft-citations.ts";
import { draftQuotations, quotedRanges } from "./draft-quotations.ts";
import { ImportedVolumes } from "./imported-volumes.ts";
import { type Agreement, countJudgements, type JudgementCounts } from "./judgement.ts";
import { NO_PASSAGES, passagesOf, type WithPassages } from "./passages.ts";
import { Unreported } from "./unreported.ts";
import { Courts } from "./written-court.ts";

/** A statute, rule, article of a journal or case of another country, which is not checked. */
export interface CheckedWork extends DraftWork {
  readonly line: number;
}

export interface WithCandidates {
  /** The cases that may be meant, the best first; none of a short form, which has those of the citation that it refers to. */
  readonly candidates: readonly Candidate[];
}

export interface CheckedDraft {
  /** What the draft says of each citation. */
  readonly cited: readonly DraftCitation[];
  readonly citations: readonly (CheckedCitation & WithCandidates & WithPassages)[];
  readonly quotations: readonly CheckedQuotation[];
  readonly works: readonly CheckedWork[];
  /** What later decisions did to a cited case, by its id; no judgement follows from it. */
  readonly treatments: ReadonlyMap<number, readonly string[]>;
  /** Of citations and quotations. */
  readonly counts: JudgementCounts;
}

/** What is looked for only on request. */
export interface CheckOptions {
  /** The passages of the cases that are closest to what the draft says of them. */
  readonly passages?: boolean;
}

export function checkDraft(corpus: Corpus, draft: Draft, options: CheckOptions = {}): CheckedDraft {
  return corpus.snapshot(() => {
    const running: DraftText = { text: runningText(draft), blocks: draft.blocks };
    const { text } = running;
    const volumes = new ImportedVolumes(corpus);
    const isReporter = (normal: string) => volumes.isReporter(normal);
    const references = draftReferences(text, isReporter, quotedRanges(running));
    const { citations: cited, works } = references;
    const courts = new Courts(corpus.jurisdictions().map(({ name }) => name ?? ""));
    const bodies = new Bodies(corpus);
    const checking = { corpus, volumes, bodies, courts, unreported: new Unreported(corpus, courts) };
    const quoted = draftQuotations(running, references);
    const checked = checkCitations(checking, cited).map((citation) => {
      const isOfCase = isInCase(citation, quoted);
      return {
        ...{ ...citation, line: lineAt(draft, citation.start) },
        ...(isOfCase ? { reason: "it is part of a quotation" } : {}),
        judgement: isOfCase ? ("unknown" as const) : judgeCitation(citation),
      };
    });
    const check = new QuotationCheck(bodies, { text, emphasised: draft.emphasised }, checked);
    const quotations = quoted.map((quote) => ({ ...check.of(quote), line: lineAt(draft, quote.start) }));
    const candidates = candidatesOf(checking, cited, checked, quotations);
    const citations = checked.map((citation, nth) => withCandidates(citation, candidates[nth] ?? []));
    const passages = options.passages === true ? passagesOf(running, bodies, cited, citations) : [];
    return {
      cited,
      citations: citations.map((citation, nth) => ({ ...citation, ...(passages[nth] ?? NO_PASSAGES) })),
      quotations,
      works: works.map((work) => ({ ...work, line: lineAt(draft, work.start) })),
      treatments: treatmentsOf(corpus, citations),
      counts: countJudgements([...citations, ...quotations].map(({ judgement }) => judgement)),
    };
  });
}

/**
 * Makes "unknown" "unsure" if the corpus has the case at another citation: a decision is printed once in a reporter, and seldom at the same
 * volume and page of two reporters.
 */
function withCandidates(
  citation: CheckedCitation,
  candidates: readonly Candidate[],
): CheckedCitation & WithCandidates {
  const isElsewhere = candidates.some(({ agrees }) => {
    const does = (...all: readonly Agreement[]): boolean => all.every((each) => agrees.includes(each));
    return does("name", "year") && (does("reporter") || does("volume", "page"));
  });
  return citation.judgement === "unknown" && citation.form === "full" && isElsewhere
    ? {
        ...citation,
        candidates,
        judgement: "unsure",
        reason: reasonsOf(citation.reason, "the corpus has this case elsewhere"),
      }
    : { ...citation, candidates };
}

/** Whether a short form refers to something in the case that is quoted. */
function isInCase(
  { verdict, start, end }: Pick<CheckedCitation, "verdict" | "start" | "end">,
  quoted: readonly TextRange[],
): boolean {
  return (
    verdict === "refers to no citation before it" &&
    quoted.some((range) => range.start <= start && end <= range.end)
  );
}

/** Cases whose treatment is looked up: one takes some milliseconds. */
const MAX_TREATED = 50;

function treatmentsOf(
  corpus: Corpus,
  citations: readonly CheckedCitation[],
): ReadonlyMap<number, readonly string[]> {
  const cases = casesFound(citations).slice(0, MAX_TREATED);
  return new Map(cases.map((record) => [record.id, treatmentRemarks(corpus, record)]));
}
