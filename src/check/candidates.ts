/**
 * Cases that a citation may mean, if the corpus has no such case, or one with another name, year or court. A candidate confirms nothing.
 *
 * They are found by a slip in the number, by the page, by the name, by a parallel citation and by the quotation next to it
 * (check/candidate-searches). How well each of them fits is one sum (check/candidate-score), however it was found.
 */
import type { Corpus } from "../corpus/corpus.ts";
import type { Case } from "../domain/records.ts";
import type { Bodies } from "./bodies.ts";
import { type Fit, fitOf } from "./candidate-score.ts";
import { CandidateSearches } from "./candidate-searches.ts";
import { isNameOf } from "./case-name.ts";
import type { CheckedCitation } from "./check-citation.ts";
import type { DraftCitation } from "./draft-citations.ts";
import type { Courts } from "./written-court.ts";

/** A case that a citation may mean. */
export interface Candidate extends Fit {
  readonly case: Case;
}

/** With fewer points, or so many fewer than the best, a case is not a candidate; more that fit equally well say nothing. */
const [MIN_SCORE, MAX_BEHIND, MAX_CANDIDATES] = [50, 25, 3] as const;

/** Forms that name a case by themselves. */
const IN_FULL: ReadonlySet<DraftCitation["form"]> = new Set(["full", "docket", "blank"]);

type Checked = Pick<CheckedCitation, "verdict" | "cases" | "name" | "year" | "court">;

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

interface Sources {
  readonly corpus: Corpus;
  readonly bodies: Bodies;
  readonly courts: Courts;
}

/** The candidates of each citation, the best first. Those of a short form are those of the citation that it refers to, and not repeated. */
export function candidatesOf(sources: Sources, draft: DraftParts): Candidate[][] {
  const { cited, citations, quotations } = draft;
  const searches = new CandidateSearches(sources.corpus, sources.bodies);
  const quotationsOf = Map.groupBy(quotations, ({ citation }) =>
    citation === null ? null : (cited[citation]?.refersTo ?? citation),
  );
  const groups = Map.groupBy(cited.keys(), (nth) => cited[nth]?.group);
  return cited.map((written, nth) => {
    const checked = citations[nth];
    if (checked === undefined || !IN_FULL.has(written.form)) return [];
    const isOpen = isOpenCitation(written, checked);
    const quoted = (quotationsOf.get(nth) ?? []).filter(({ verdict }) => isOpen || verdict === "not found");
    const quoting = quoted.flatMap(({ text }) => searches.byQuotation(text, written));
    const parallels = isOpen ? parallelsOf(nth, groups.get(written.group) ?? [], draft) : [];
    const cases = [
      ...quoting,
      ...parallels.map((one) => one.case),
      ...(isOpen ? [...searches.byNumber(written), ...searches.byName(written)] : []),
    ];
    // the case of a parallel citation is what is wrong with the other one
    const isCited = (id: number): boolean =>
      checked.verdict !== "parallel differs" && checked.cases.some((one) => one.id === id);
    const [only] = checked.verdict === "found" ? checked.cases : [];
    const ofCited = only === undefined ? null : fitOf(written, only, sources.courts);
    const fits = [...new Map(cases.map((one) => [one.id, one])).values()].flatMap((one): Candidate[] => {
      if (isCited(one.id)) return [];
      const parallel = parallels.find((other) => other.case.id === one.id)?.cite ?? null;
      const hasQuotation = quoting.some(({ id }) => id === one.id);
      const fit = fitOf(written, one, sources.courts, { parallel, hasQuotation });
      return fit === null ? [] : [{ case: one, ...fit }];
    });
    return bestOf(fits, isOpen ? (ofCited?.score ?? 0) : 0);
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

/** @param score of the case that is cited: a candidate has to fit as well */
function bestOf(fits: readonly Candidate[], score: number): Candidate[] {
  const sorted = fits
    .filter((one) => one.score >= Math.max(MIN_SCORE, score))
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
