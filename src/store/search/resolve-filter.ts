/**
 * Matches of filters that no statement answers: an opinion with an author, a type and citations, and cases that cite into a set of
 * cases. The other filters find candidates; what is left is a list of ids or of date rowids, which is cached for one
 * state of the corpus.
 */
import type { Database } from "better-sqlite3";
import type { CaseFilter, OpinionFilter } from "../../domain/query.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { MAX_CITED_CASES, tooManyCited } from "../values/cited-set.ts";
import { fitsOpinions, MAX_BODIES_READ, tooManyBodies } from "../values/opinion-values.ts";
import { quoted } from "../words/compile-search.ts";
import { postingsOfAny } from "../words/lists-of-many.ts";
import type { OpenTexts } from "../words/open-texts.ts";
import { idsOf } from "./case-ids.ts";
import { type CaseMatch, casesOfJurisdictions, citedTokensOf, matchOf } from "./case-match.ts";
import type { FindCases } from "./find-cases.ts";
import type { Lookups } from "./lookups.ts";
import { idsOfDateRowids, indexSourceOf, someDateRowids } from "./matched-date-rowids.ts";
import { idsThatPass } from "./tested-matches.ts";

const CITATIONS = `
  SELECT DISTINCT normal
    FROM citation
   WHERE case_id IN (SELECT value FROM json_each(:ids)) AND normal IS NOT NULL
`;
const CITING = "SELECT rowid FROM case_words WHERE case_words MATCH :words";
/** Tokens of one statement: FTS5 compares the lists of all of them for each case. */
const TOKENS_AT_A_TIME = 16;

export class FilterResolver {
  readonly #db: Database;
  readonly #find: FindCases;
  readonly #lookups: Lookups;
  readonly #openJurisdictions: () => readonly number[];
  // some MB each at most
  readonly #ids = new SnapshotCache<readonly number[]>(8);

  /** @param openJurisdictions ids of the jurisdictions whose texts everyone may search */
  constructor(db: Database, find: FindCases, lookups: Lookups, openJurisdictions: () => readonly number[]) {
    this.#openJurisdictions = openJurisdictions;
    this.#db = db;
    this.#find = find;
    this.#lookups = lookups;
  }

  /** @throws CaselawError `invalid` if too many cases would have to be read */
  match(filter: CaseFilter): CaseMatch {
    const { citesToCases, ...others } = filter;
    const open = filter.searchedTexts === "open" ? this.#openTexts() : null;
    const citing = citesToCases === undefined ? null : this.#citing(citesToCases, open);
    const match = {
      ...matchOf(others, this.#lookups, open),
      ...(citing === null ? {} : { dateRowids: citing, inRows: null }),
    };
    return filter.opinions === undefined ? match : within(match, this.#withOpinions(match, filter.opinions));
  }

  #openTexts(): OpenTexts {
    const cases = casesOfJurisdictions(this.#openJurisdictions());
    return { cases, citingInText: (cited) => this.#find.citingInText(`${cited} NOT ${cases}`) };
  }

  /** The date rowids of the cases that cite one of the cases of a filter, ascending. */
  #citing(filter: CaseFilter, open: OpenTexts | null): readonly number[] {
    const key = `${open?.cases ?? ""} cites ${JSON.stringify(filter)}`;
    return this.#ids.get(stateOf(this.#db), key, () => {
      const ids = this.#some(this.match(filter), MAX_CITED_CASES);
      if (ids === null) throw tooManyCited();
      const cites = readRows(this.#db, CITATIONS, { ids: JSON.stringify(ids) }).map(([normal]) =>
        String(normal),
      );
      const tokens = citedTokensOf({ ids, cites });
      const found = postingsOfAny(this.#db, tokens);
      const dateRowids = new Set(found);
      for (let at = 0; at < tokens.length; at += TOKENS_AT_A_TIME) {
        const some = tokens.slice(at, at + TOKENS_AT_A_TIME);
        const words = some.map(quoted).join(" OR ");
        const searched = found === null ? readRows(this.#db, CITING, { words }) : [];
        for (const [dateRowid] of searched) dateRowids.add(Number(dateRowid));
        if (open === null) continue;
        for (const hidden of open.citingInText(`(${words})`)) dateRowids.delete(hidden);
      }
      return [...dateRowids].sort((a, b) => a - b);
    });
  }

  #withOpinions(match: CaseMatch, filters: readonly OpinionFilter[]): readonly number[] {
    const key = `${JSON.stringify(filters)} of ${JSON.stringify(match)}`;
    return this.#ids.get(stateOf(this.#db), key, () => {
      const candidates = this.#some(match, MAX_BODIES_READ);
      if (candidates === null) throw tooManyBodies(filters);
      return candidates.filter((id) => fitsOpinions(filters, this.#find.opinionsOf(id)));
    });
  }

  /** The ids of all matches, ascending; null if they are more. */
  #some(match: CaseMatch, most: number): readonly number[] | null {
    if (match.test !== null) return idsThatPass(this.#db, match, match.test, most);
    // reads only the parts of the index between the bounds of the date, which one statement for all levels would not
    if (indexSourceOf(match) !== null) {
      const dateRowids = someDateRowids(this.#db, match, most);
      if (dateRowids === null) return null;
      return idsOfDateRowids(this.#db, dateRowids).sort((a, b) => a - b);
    }
    const ids: number[] = [];
    for (const id of idsOf(this.#db, match, "id")) {
      if (ids.length === most) return null;
      ids.push(id);
    }
    return ids;
  }
}

/** The matches that are among these ids. */
function within(match: CaseMatch, ids: readonly number[]): CaseMatch {
  const allowed = match.ids === null ? null : new Set(match.ids);
  return { ...match, ids: allowed === null ? ids : ids.filter((id) => allowed.has(id)) };
}
