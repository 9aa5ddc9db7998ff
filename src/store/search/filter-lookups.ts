/**
 * What the translation of a filter (plan.ts) looks up in the corpus. Two filters need the matches of others: an opinion with an author, a
 * type and citations, and cases that cite into a set of cases. Their lists are kept for one state of the corpus.
 */
import type { CaseFilter, OpinionFilter } from "../../domain/query.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { openExtraValues } from "../values/extra-values.ts";
import {
  fitsOpinions,
  MAX_BODIES_READ,
  MAX_CITED_CASES,
  tooManyBodies,
  tooManyCited,
} from "../values/opinion-values.ts";
import { type OpenTexts, quoted } from "../words/compile-search.ts";
import { openNameFilters } from "../words/name-filter.ts";
import type { TestedCorpus } from "../words/place-test.ts";
import { openPrefixLookups } from "../words/prefixes.ts";
import { filterToken } from "../write/index-row.ts";
import { citedTokensOf } from "./conditions.ts";
import type { FindCases } from "./find-cases.ts";
import { idsUpTo } from "./matched-date-rowids.ts";
import { anyOf, type Lookups, type Plan, planOf } from "./plan.ts";

const CITATIONS = `
  SELECT DISTINCT normal
    FROM citation
   WHERE case_id IN (SELECT value FROM json_each(:ids)) AND normal IS NOT NULL
`;
const CITING = "SELECT rowid FROM case_words WHERE case_words MATCH :words";
/** Tokens of one statement: FTS5 compares the lists of all of them for each case. */
const TOKENS_AT_A_TIME = 16;

interface ReferenceLookups {
  /** The ids of the courts with a slug. */
  readonly findCourts: (slug: string) => readonly number[];
  /** Ids of the jurisdictions whose texts everyone may search. */
  readonly openJurisdictions: () => readonly number[];
}

/** Call it once for a connection. */
export function openLookups(corpus: TestedCorpus, find: FindCases, references: ReferenceLookups): Lookups {
  const { db } = corpus;
  // some MB each at most
  const lists = new SnapshotCache<readonly number[]>(8);
  openExtraValues(db);
  const lookups: Lookups = {
    ...openPrefixLookups(db),
    findIds: (by) => find.ids(by),
    findNameWords: openNameFilters(db),
    findCourts: references.findCourts,
    openTexts: () => {
      const cases = anyOf(references.openJurisdictions().map((id) => filterToken("jurisdiction", id)));
      return { cases, citingInText: (cited) => find.citingInText(`${cited} NOT ${cases}`) };
    },
    findCiting: (filter, open) =>
      lists.get(stateOf(db), `${open?.cases ?? ""} cites ${JSON.stringify(filter)}`, () =>
        citing(filter, open),
      ),
    findWithOpinions: (plan, opinions) =>
      lists.get(stateOf(db), `${JSON.stringify(opinions)} of ${JSON.stringify(plan)}`, () =>
        withOpinions(plan, opinions),
      ),
  };

  const citing = (filter: CaseFilter, open: OpenTexts | null): readonly number[] => {
    const ids = idsUpTo(corpus, planOf(filter, lookups), MAX_CITED_CASES);
    if (ids === null) throw tooManyCited();
    const cites = readRows(db, CITATIONS, { ids: JSON.stringify(ids) }).map(([normal]) => String(normal));
    const tokens = citedTokensOf({ ids, cites });
    const dateRowids = new Set<number>();
    for (let at = 0; at < tokens.length; at += TOKENS_AT_A_TIME) {
      const words = tokens
        .slice(at, at + TOKENS_AT_A_TIME)
        .map(quoted)
        .join(" OR ");
      for (const [dateRowid] of readRows(db, CITING, { words })) dateRowids.add(Number(dateRowid));
      for (const hidden of open?.citingInText(`(${words})`) ?? []) dateRowids.delete(hidden);
    }
    return [...dateRowids].sort((a, b) => a - b);
  };

  const withOpinions = (plan: Plan, opinions: readonly OpinionFilter[]): readonly number[] => {
    const candidates = idsUpTo(corpus, plan, MAX_BODIES_READ);
    if (candidates === null) throw tooManyBodies(opinions);
    return candidates.filter((id) => fitsOpinions(opinions, find.opinionsOf(id)));
  };

  return lookups;
}
