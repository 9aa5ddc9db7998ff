/**
 * Cases that a citation may mean, if the corpus has no such case, or one with another name, year or court. A candidate confirms nothing.
 *
 * They are found by a slip in the number, by the page, by the name, by a parallel citation and by the quotation next to it. The work
 * for one draft is bounded. How well each of them fits is one sum (check/candidate-score), however it was found.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { decisionDay } from "../domain/decision-date.ts";
import { type CaseFilter, OLDEST } from "../domain/query.ts";
import { type Case, distinctCases } from "../domain/records.ts";
import { type Fit, fitOf } from "./candidate-score.ts";
import { agreementOfName, isNameOf, wordsOfParties } from "./case-name.ts";
import type { CheckedCitation, Checking } from "./check-citation.ts";
import type { CheckedQuotation } from "./check-quotation.ts";
import { citationsLike } from "./citation-slips.ts";
import type { DraftCitation } from "./draft-citations.ts";
import { remembered } from "./imported-volumes.ts";

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

/** The candidates of each citation, the best first. Those of a short form are those of the citation that it refers to, and not repeated. */
export function candidatesOf(
  checking: Checking,
  cited: readonly DraftCitation[],
  citations: readonly CheckedCitation[],
  quotations: readonly Pick<CheckedQuotation, "text" | "citation" | "verdict">[],
): Candidate[][] {
  const searches = new Searches(checking);
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
    const parallels = isOpen ? parallelsOf(nth, groups.get(written.group) ?? [], cited, citations) : [];
    const cases = [
      ...quoting,
      ...parallels.map((parallel) => parallel.case),
      ...(isOpen ? [...searches.byNumber(written), ...searches.byName(written)] : []),
    ];
    // the case of a parallel citation is what is wrong with the other one
    const citedCases = checked.verdict === "parallel differs" ? [] : checked.cases;
    const fitWith = (record: Case): Fit | null =>
      fitOf(written, record, checking.courts, {
        isFound: citedCases.length > 0,
        parallel: parallels.find((other) => other.case.id === record.id)?.cite ?? null,
        hasQuotation: quoting.some(({ id }) => id === record.id),
      });
    const fits = distinctCases(cases).flatMap((record): Candidate[] => {
      const fit = citedCases.some(({ id }) => id === record.id) ? null : fitWith(record);
      return fit === null ? [] : [{ case: record, ...fit }];
    });
    const [citedCase] = isOpen ? citedCases : [];
    const least = checked.judgement === "wrong" || !isOpen ? MIN_SCORES.wrong : MIN_SCORES.open;
    return bestOf(fits, Math.max(least, citedCase === undefined ? 0 : (fitWith(citedCase)?.score ?? 0)));
  });
}

/** Whether the corpus does not show which case is meant. */
function isOpenCitation(
  { reading }: DraftCitation,
  { verdict, cases, name, year, court }: CheckedCitation,
): boolean {
  switch (verdict) {
    case "found":
      return [name, year, court].some((part) => part?.verdict === "differs");
    case "ambiguous":
      return reading !== null && !cases.some((record) => isNameOf(reading, record));
    default:
      return true;
  }
}

/** @param least score of a candidate */
function bestOf(fits: readonly Candidate[], least: number): Candidate[] {
  const sorted = fits
    .filter((fit) => fit.score >= least)
    .sort((a, b) => b.score - a.score || a.case.id - b.case.id);
  const best = sorted[0]?.score ?? 0;
  const equal = sorted.filter((fit) => fit.score === best).length;
  if (equal > MAX_CANDIDATES) return [];
  return sorted
    .slice(0, MAX_CANDIDATES)
    .filter((fit) => best - fit.score <= MAX_BEHIND)
    .map((fit, nth) =>
      equal > 1 && nth < equal ? { ...fit, reason: `${fit.reason}; ${equal} cases fit equally well` } : fit,
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
  cited: readonly DraftCitation[],
  citations: readonly CheckedCitation[],
): ParallelCase[] {
  return group.flatMap((at) => {
    const { form, cite = "" } = cited[at] ?? {};
    const { verdict, cases: [only] = [] } = citations[at] ?? {};
    const isFound = at !== nth && form === "full" && verdict === "found" && only !== undefined;
    return isFound ? [{ case: only, cite }] : [];
  });
}

/** In one draft: in a complete corpus a search for a name takes some 10 ms, one for a quotation 50. */
const [MAX_NAME_SEARCHES, MAX_QUOTATION_SEARCHES] = [400, 40] as const;
/** Cases of one search; texts that are read for a quotation; oldest cases that have it, for others quote them. */
const [MAX_NAMED, MAX_QUOTING, MAX_READ, MAX_OLDEST] = [50, 20, 3, 2] as const;

/** Finds cases that a citation may mean: by its number, by its name, and by the quotation next to it. */
class Searches {
  readonly #checking: Checking;
  readonly #answers = new Map<string, readonly Case[]>();
  #nameSearches = 0;
  #quotationSearches = 0;

  constructor(checking: Checking) {
    this.#checking = checking;
  }

  /** The cases whose citation differs by one slip, and the case that has the page. */
  byNumber(written: DraftCitation): readonly Case[] {
    const { volume, reporters, page, reading, year } = written;
    if (page === "") return [];
    const within = reporters.flatMap((reporter) =>
      this.#checking.volumes
        .pagesIn(normaliseCitation(`${volume} ${reporter}`))
        .filter(({ first, last }) => Number(page) > first && Number(page) <= last),
    );
    // a number alone may be written for many others
    const isBare = reading === null && year === null;
    const alike = isBare
      ? []
      : [...this.#checking.corpus.idsByCitations(citationsLike(written)).values()].flat();
    return this.#checking.corpus.casesOf([...new Set([...within.map(({ id }) => id), ...alike])]);
  }

  /** The cases with the name, of the year and those next to it if there are any. */
  byName({ reading, year }: DraftCitation): readonly Case[] {
    const [first, second] = reading === null ? [] : wordsOfParties(reading);
    if (reading === null || first === undefined) return [];
    // either name may abbreviate one of the words; a search for names reads the texts, and these filters do not
    const filters: CaseFilter[] =
      second === undefined
        ? [{ name: first }]
        : [
            { name: first, nameAbbreviation: second },
            { name: second, nameAbbreviation: first },
          ];
    const dated = year === null ? [] : filters.map((filter) => ({ ...filter, ...yearsAround(year) }));
    for (const filter of second === undefined ? dated : [...dated, ...filters]) {
      const named = this.#search(filter, MAX_NAMED, () => this.#nameSearches++ < MAX_NAME_SEARCHES).filter(
        (record) => agreementOfName(reading, record) !== null,
      );
      if (named.length > 0) return named;
    }
    return [];
  }

  /** The cases with a quotation: the one with the name, else the oldest. @param before a year: only older cases */
  byQuotation(text: string, { reading }: DraftCitation, before: number | null): readonly Case[] {
    const mayAsk = (): boolean => this.#quotationSearches++ < MAX_QUOTATION_SEARCHES;
    const hasName = (record: Case) => reading !== null && agreementOfName(reading, record) !== null;
    for (const phrase of phrasesOf(text)) {
      const filter = { search: `"${phrase}"`, ...decidedBefore(before) };
      const cases = this.#search(filter, MAX_QUOTING, mayAsk);
      const named = cases.filter(hasName);
      const having = [...new Set([...named, ...cases])]
        .slice(0, MAX_READ)
        .filter((record) => this.#checking.bodies.textOf(record)?.quoted.has(text));
      if (having.length > 0) return having.slice(0, named.length > 0 ? 1 : MAX_OLDEST);
    }
    return [];
  }

  #search(filter: CaseFilter, pageSize: number, mayAsk: () => boolean): readonly Case[] {
    return remembered(this.#answers, JSON.stringify(filter), () =>
      mayAsk() ? this.#checking.corpus.cases({ filter, ...OLDEST, pageSize }).items : [],
    );
  }
}

function decidedBefore(year: number | null): Pick<CaseFilter, "decidedTo"> {
  const day = year === null ? null : decisionDay(`${year}-01-01`);
  return day === null ? {} : { decidedTo: day - 1 };
}

function yearsAround(year: number): Pick<CaseFilter, "decidedFrom" | "decidedTo"> {
  const [from, to] = [decisionDay(`${year - 1}-01-01`), decisionDay(`${year + 1}-12-31`)];
  return from === null || to === null ? {} : { decidedFrom: from, decidedTo: to };
}

/** Words of a phrase that few other texts have, and the fewest. */
const [PHRASE_WORDS, MIN_PHRASE_WORDS] = [10, 6] as const;
const NOT_QUOTED = /…|\.(?:\s?\.){2,3}|\[[^\]]{0,200}\]|["“”]/;

/** The first and the last words of the longest part of a quotation that has no ellipsis and no bracket. */
function phrasesOf(text: string): string[] {
  const parts = text
    .split(NOT_QUOTED)
    .map((part) => part.match(/[\p{L}\p{N}](?:['’-]{0,2}[\p{L}\p{N}]){0,60}/gu) ?? []);
  const [longest = []] = parts.sort((a, b) => b.length - a.length);
  if (longest.length < MIN_PHRASE_WORDS) return [];
  const phrases = [longest.slice(0, PHRASE_WORDS), longest.slice(-PHRASE_WORDS)];
  return [...new Set(phrases.map((words) => words.join(" ")))];
}
