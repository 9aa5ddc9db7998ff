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

/** What is looked for only if it is asked for. */
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
    const checked = checkCitations(checking, cited).map((one) => {
      const isOfCase = isInCase(one, quoted);
      return {
        ...{ ...one, line: lineAt(draft, one.start) },
        ...(isOfCase ? { reason: "it is part of a quotation" } : {}),
        judgement: isOfCase ? ("unknown" as const) : judgeCitation(one),
      };
    });
    const check = new QuotationCheck(bodies, { text, emphasised: draft.emphasised }, checked);
    const quotations = quoted.map((one) => ({ ...check.of(one), line: lineAt(draft, one.start) }));
    const candidates = candidatesOf(checking, cited, checked, quotations);
    const citations = checked.map((one, nth) => withCandidates(one, candidates[nth] ?? []));
    const passages = options.passages === true ? passagesOf(running, bodies, cited, citations) : [];
    return {
      cited,
      citations: citations.map((one, nth) => ({ ...one, ...(passages[nth] ?? NO_PASSAGES) })),
      quotations,
      works: works.map((one) => ({ ...one, line: lineAt(draft, one.start) })),
      treatments: treatmentsOf(corpus, citations),
      counts: countJudgements([...citations, ...quotations].map(({ judgement }) => judgement)),
    };
  });
}

/**
 * A decision is printed once in a reporter, and seldom at one volume and page of two: a citation that cannot be judged is to be looked at if
 * the corpus has the decision elsewhere.
 */
function withCandidates(
  one: CheckedCitation,
  candidates: readonly Candidate[],
): CheckedCitation & WithCandidates {
  const isElsewhere = candidates.some(({ agrees }) => {
    const does = (...all: readonly Agreement[]): boolean => all.every((each) => agrees.includes(each));
    return does("name", "year") && (does("reporter") || does("volume", "page"));
  });
  return one.judgement === "unknown" && one.form === "full" && isElsewhere
    ? {
        ...one,
        candidates,
        judgement: "unsure",
        reason: reasonsOf(one.reason, "the corpus has this case elsewhere"),
      }
    : { ...one, candidates };
}

/** Whether a short form refers to something in the case that is quoted. */
function isInCase(
  { verdict, start, end }: Pick<CheckedCitation, "verdict" | "start" | "end">,
  quoted: readonly TextRange[],
): boolean {
  return (
    verdict === "refers to no citation before it" &&
    quoted.some((one) => one.start <= start && end <= one.end)
  );
}

/** Cases whose treatment is looked up: one takes some milliseconds. */
const MAX_TREATED = 50;

function treatmentsOf(
  corpus: Corpus,
  citations: readonly CheckedCitation[],
): ReadonlyMap<number, readonly string[]> {
  const cases = casesFound(citations).slice(0, MAX_TREATED);
  return new Map(cases.map((one) => [one.id, treatmentRemarks(corpus, one)]));
}
