/**
 * Cases that a citation may mean, if the corpus has no such case, or one with another name, year or court. A candidate confirms nothing.
 *
 * They are found by a slip in the number, by the page, by the name, by a parallel citation and by the quotation next to it
 * (check/candidate-searches). How well each of them fits is one sum (check/candidate-score), however it was found.
 */
import type { Case } from "../domain/records.ts";
import { type Fit, fitOf } from "./candidate-score.ts";
import { CandidateSearches } from "./candidate-searches.ts";
import { isNameOf } from "./case-name.ts";
import type { CheckedCitation, Checking } from "./check-citation.ts";
import type { DraftCitation } from "./draft-citations.ts";

/** A case that a citation may mean. */
export interface Candidate extends Fit {
  readonly case: Case;
}

/** With fewer points a case is not a candidate: of a citation that is wrong, and of one that may be right, but is not in the corpus. */
const MIN_SCORES = { wrong: 50, open: 60 } as const;
/** Points behind the best one. More that fit equally well say nothing. */
const [MAX_BEHIND, MAX_CANDIDATES] = [25, 3] as const;

/** Forms that name a case by themselves. */
const IN_FULL: ReadonlySet<DraftCitation["form"]> = new Set(["full", "docket", "blank"]);

type Checked = Pick<CheckedCitation, "verdict" | "cases" | "name" | "year" | "court" | "judgement">;

/** The parts of a checked draft, in its order; quotations with the index of their citation. */
export interface DraftParts {
  readonly cited: readonly DraftCitation[];
  readonly citations: readonly Checked[];
  readonly quotations: readonly {
    readonly text: string;
    readonly citation: number | null;
    readonly verdict: string;
  }[];
}

/** The candidates of each citation, the best first. Those of a short form are those of the citation that it refers to, and not repeated. */
export function candidatesOf(checking: Checking, draft: DraftParts): Candidate[][] {
  const { cited, citations, quotations } = draft;
  const searches = new CandidateSearches(checking);
  const quotationsOf = Map.groupBy(quotations, ({ citation }) =>
    citation === null ? null : (cited[citation]?.refersTo ?? citation),
  );
  const groups = Map.groupBy(cited.keys(), (nth) => cited[nth]?.group);
  return cited.map((written, nth) => {
    const checked = citations[nth];
    if (checked === undefined || !IN_FULL.has(written.form)) return [];
    const isOpen = isOpenCitation(written, checked);
    const quoting = (quotationsOf.get(nth) ?? []).flatMap(({ text, verdict }) => {
      if (verdict !== "not found" && !(isOpen && verdict === "body not available")) return [];
      // the citation may be right: then a later case may quote it
      const mayBeRight = isOpen && checked.judgement !== "wrong";
      if (mayBeRight && written.year === null) return [];
      return searches.byQuotation(text, written, mayBeRight ? written.year : null);
    });
    const parallels = isOpen ? parallelsOf(nth, groups.get(written.group) ?? [], draft) : [];
    const cases = [
      ...quoting,
      ...parallels.map((one) => one.case),
      ...(isOpen ? [...searches.byNumber(written), ...searches.byName(written)] : []),
    ];
    // the case of a parallel citation is what is wrong with the other one
    const own = checked.verdict === "parallel differs" ? [] : checked.cases;
    const fitWith = (one: Case): Fit | null =>
      fitOf(written, one, checking.courts, {
        isFound: own.length > 0,
        parallel: parallels.find((other) => other.case.id === one.id)?.cite ?? null,
        hasQuotation: quoting.some(({ id }) => id === one.id),
      });
    const fits = [...new Map(cases.map((one) => [one.id, one])).values()].flatMap((one): Candidate[] => {
      const found = own.some(({ id }) => id === one.id) ? null : fitWith(one);
      return found === null ? [] : [{ case: one, ...found }];
    });
    const [citedCase] = isOpen ? own : [];
    const least = checked.judgement === "wrong" || !isOpen ? MIN_SCORES.wrong : MIN_SCORES.open;
    return bestOf(fits, Math.max(least, citedCase === undefined ? 0 : (fitWith(citedCase)?.score ?? 0)));
  });
}

/** Whether the corpus does not show which case is meant. */
function isOpenCitation({ reading }: DraftCitation, { verdict, cases, name, year, court }: Checked): boolean {
  switch (verdict) {
    case "found":
      return [name, year, court].some((one) => one?.verdict === "differs");
    case "ambiguous":
      return reading !== null && !cases.some((one) => isNameOf(reading, one));
    default:
      return true;
  }
}

/** @param least score of a candidate */
function bestOf(fits: readonly Candidate[], least: number): Candidate[] {
  const sorted = fits
    .filter((one) => one.score >= least)
    .sort((a, b) => b.score - a.score || a.case.id - b.case.id);
  const best = sorted[0]?.score ?? 0;
  const equal = sorted.filter((one) => one.score === best).length;
  if (equal > MAX_CANDIDATES) return [];
  return sorted
    .slice(0, MAX_CANDIDATES)
    .filter((one) => best - one.score <= MAX_BEHIND)
    .map((one, nth) =>
      equal > 1 && nth < equal ? { ...one, reason: `${one.reason}; ${equal} cases fit equally well` } : one,
    );
}

interface ParallelCase {
  readonly case: Case;
  /** The citation of the draft that it has. */
  readonly cite: string;
}

/** @param group indexes of parallel citations and of their short forms */
function parallelsOf(
  nth: number,
  group: readonly number[],
  { cited, citations }: DraftParts,
): ParallelCase[] {
  return group.flatMap((at) => {
    const { form, cite = "" } = cited[at] ?? {};
    const { verdict, cases: [only] = [] } = citations[at] ?? {};
    const isFound = at !== nth && form === "full" && verdict === "found" && only !== undefined;
    return isFound ? [{ case: only, cite }] : [];
  });
}
