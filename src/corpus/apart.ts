/** Pairs of cases that share a citation and were not merged (store/staging/match-clusters), with the reason. */
import { clusterOf } from "../domain/case-id.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { briefName, byId, type Case } from "../domain/records.ts";
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
  const cases = byId(source.casesOf(ids));
  return {
    count,
    pairs: pairs.flatMap(({ normal, id, otherId }): CasesApart[] => {
      const [first, second] = [cases.get(id), cases.get(otherId)];
      if (first === undefined || second === undefined) return [];
      const cite = first.citations.find(({ cite }) => normaliseCitation(cite) === normal)?.cite ?? normal;
      return [{ cite, cases: [first, second], why: whyApart(first, second) }];
    }),
  };
}

function whyApart(first: Case, second: Case): WhyApart {
  if (clusterOf(second.id) !== null) return "courtlistener";
  const cluster = { date: first.decisionDate, name: briefName(first), courtId: first.court?.id };
  const { id, name, nameAbbreviation, decisionDate: date } = second;
  const candidate = { id, name, nameAbbreviation, date, courtId: second.court?.id ?? null };
  if (matchOf(cluster, [candidate]) !== null) return "several";
  const isNamedSo = [name, nameAbbreviation].some((text) => shareOfWords(text, cluster.name) > 0);
  return isNamedSo ? "dates" : "names";
}
