/** Pairs of cases that share a citation and were not merged (store/staging/match-clusters), with the reason. */
import { clusterOf } from "../domain/case-id.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { briefName, type Case } from "../domain/records.ts";
import { matchOf, shareOfWords } from "../store/staging/match-clusters.ts";

/** Pairs that are listed. */
const MOST = 1_000;

/**
 * - `courtlistener`: both are CourtListener's, of one day
 * - `names`: no word of the parties is the same
 * - `dates`: the names are alike, but not so much that the dates may differ
 * - `several`: several cases fit, or the other one came after the last import of CourtListener
 */
export type WhyApart = "courtlistener" | "names" | "dates" | "several";

/** A citation and two cases that have it, CourtListener's first. */
export interface CasesApart {
  readonly cite: string;
  readonly cases: readonly [Case, Case];
  readonly why: WhyApart;
}

/** How many pairs there are, and the first 1,000 by id. */
export interface AllCasesApart {
  readonly count: number;
  readonly pairs: readonly CasesApart[];
}

/** Call it within one state of the corpus. */
export function casesApart(source: CorpusSource): AllCasesApart {
  const { count, pairs } = source.sharedCitations(MOST);
  const ids = [...new Set(pairs.flatMap(({ id, otherId }) => [id, otherId]))];
  const cases = new Map(source.casesOf(ids).map((one) => [one.id, one]));
  return {
    count,
    pairs: pairs.flatMap(({ normal, id, otherId }): CasesApart[] => {
      const [own, other] = [cases.get(id), cases.get(otherId)];
      if (own === undefined || other === undefined) return [];
      const cite = own.citations.find((one) => normaliseCitation(one.cite) === normal)?.cite ?? normal;
      return [{ cite, cases: [own, other], why: whyApart(own, other) }];
    }),
  };
}

function whyApart(own: Case, other: Case): WhyApart {
  if (clusterOf(other.id) !== null) return "courtlistener";
  const cluster = { date: own.decisionDate, name: briefName(own), courtId: own.court?.id };
  const { id, name, nameAbbreviation, decisionDate: date } = other;
  const candidate = { id, name, nameAbbreviation, date, courtId: other.court?.id ?? null };
  if (matchOf(cluster, [candidate]) !== null) return "several";
  const isNamedSo = [name, nameAbbreviation].some((one) => shareOfWords(one, cluster.name) > 0);
  return isNamedSo ? "dates" : "names";
}
