/**
 * What the translation of a filter (plan.ts) looks up in the corpus: case ids by conditions that the index of words does not answer
 * (citation, citing case, `last_updated`, numbers), and the matches of other filters. Two filters need these: an opinion with an author, a
 * type and citations, and cases that cite into a set of cases. Their lists are kept for one state of the corpus.
 */
import type { Database } from "better-sqlite3";
import { extractNormals } from "../../citations/extract.ts";
import { citationForms, volumeForms } from "../../citations/reporters.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CaseFilter, Condition, OpinionFilter } from "../../domain/query.ts";
import { stateOf } from "../database/corpus-state.ts";
import { readObjects, readValue, readValues, SnapshotCache } from "../database/statement-cache.ts";
import {
  type CaseOpinions,
  fitsOpinions,
  MAX_BODIES_READ,
  MAX_CITED_CASES,
  tooManyBodies,
  tooManyCited,
} from "../values/opinion-values.ts";
import { anyOf, quoted } from "../words/compile-search.ts";
import { openNameFilters } from "../words/name-filter.ts";
import type { OpenTexts } from "../words/open-search.ts";
import type { TestedCorpus } from "../words/place-test.ts";
import { openPrefixLookups } from "../words/prefixes.ts";
import { openExtraValues, type StoredText, unpackExtras } from "../write/extras.ts";
import { BLOCKED, filterToken, idsOfEntry, normalOfEntry } from "../write/index-row.ts";
import { bestPassages } from "./best-passages.ts";
import { citedTokensOf, conditionClauses } from "./conditions.ts";
import { idByDateRowid, idsUpTo } from "./matched-date-rowids.ts";
import { type Lookups, type Plan, planOf } from "./plan.ts";
import type { PassageMatch } from "./scored-match.ts";
import { statementOf } from "./statement.ts";

/** The join order makes each citation a look-up in the index. */
const BY_CITATIONS = `
  SELECT DISTINCT forms.value ->> 0 AS normal, citation.case_id AS caseId
    FROM json_each(:citations) AS forms
   CROSS JOIN json_each(forms.value) AS form
   CROSS JOIN citation ON citation.normal = form.value
   ORDER BY citation.case_id
`;
/** A page is a number; `:` follows the digits. */
export const BY_VOLUME = `
  SELECT DISTINCT case_id
    FROM json_each(:volumes) AS volume
   CROSS JOIN citation
   WHERE normal >= volume.value || '0'
     AND normal < volume.value || ':'
     AND substr(normal, length(volume.value) + 1) NOT GLOB '*[^0-9]*'
   ORDER BY case_id
`;
const NORMALS =
  "SELECT DISTINCT normal FROM citation WHERE case_id = :id AND normal IS NOT NULL ORDER BY normal";
const BLOCKED_CASES = "SELECT rowid FROM case_words WHERE case_words MATCH :blocked ORDER BY rowid";
const EXTRA = "SELECT extra FROM court_case WHERE id = :id";
const IS_OPEN = `
  SELECT j.whitelisted
    FROM court_case AS c
    JOIN jurisdiction AS j ON j.id = c.jurisdiction_id
   WHERE c.id = :id
`;
const MATCHING = `
  SELECT c.id, c.date_rowid AS dateRowid
    FROM case_words
   CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid
   WHERE case_words MATCH :words
`;
const IS_STORED = "SELECT 1 FROM court_case WHERE id = :id";

/** A range with more cases is not resolved to ids: other filters find the cases sooner. */
const FEW = 2_000;

/** Returns the body that is indexed for a case; null if the case has no body or it cannot be read. */
export type BodyOf = (id: number) => CaseBody | null;

interface CitedCase {
  readonly normal: string;
  readonly caseId: number;
}

export class FindCases {
  readonly #db: Database;
  readonly #bodyOf: BodyOf;
  readonly #blocked = new SnapshotCache<readonly number[]>(1);

  constructor(db: Database, bodyOf: BodyOf) {
    this.#db = db;
    this.#bodyOf = bodyOf;
  }

  /** @param normal normal form; no case has an empty one */
  byCitation(normal: string): number[] {
    return this.byCitations([normal]).get(normal) ?? [];
  }

  /** The cases with each of several citations, in all its forms. A citation that no case has is left out. */
  byCitations(normals: readonly string[]): Map<string, number[]> {
    const caseIds = new Map<string, number[]>();
    const citations = JSON.stringify(normals.map(citationForms));
    for (const { normal, caseId } of readObjects<CitedCase>(this.#db, BY_CITATIONS, { citations })) {
      const ids = caseIds.get(normal);
      if (ids === undefined) caseIds.set(normal, [caseId]);
      else ids.push(caseId);
    }
    return caseIds;
  }

  byVolume(volume: string): number[] {
    return readValues(this.#db, BY_VOLUME, { volumes: JSON.stringify(volumeForms(volume)) });
  }

  /** The normal forms of the citations by which a case is cited. */
  citationsOf(id: number): string[] {
    return readValues(this.#db, NORMALS, { id });
  }

  /** The cases of a condition whose field has an index; null if they are more than `FEW`. */
  byCondition(condition: Condition): number[] | null {
    const { where, parameters } = conditionClauses([condition]);
    const clauses = { from: "court_case AS c", where, parameters };
    const sql = statementOf("c.id", clauses, [], "LIMIT :limit");
    const ids = readValues<number>(this.#db, sql, { ...parameters, limit: FEW + 1 });
    return ids.length > FEW ? null : ids;
  }

  /**
   * The stored cases that any of these cases cites: by the ids in the source's `cites_to`, else by its citations. For a case
   * without `cites_to`, by the citations in its text, unless the caller may not see that text.
   */
  citedBy(ids: readonly number[], texts: "all" | "open"): number[] {
    const caseIds = ids.flatMap((id) => {
      const entries = this.#entriesOf(id);
      if (entries.length > 0) return entries.flatMap((entry) => this.resolve(entry));
      return texts === "all" || readValue(this.#db, IS_OPEN, { id }) === 1 ? this.#citedInText(id) : [];
    });
    return [...new Set(caseIds)].sort((a, b) => a - b);
  }

  /** The date rowids of the matches without `cites_to`, whose cited cases come from their text. */
  citingInText(words: string): number[] {
    const matches = readObjects<{ id: number; dateRowid: number }>(this.#db, MATCHING, { words });
    return matches.flatMap(({ id, dateRowid }) => (this.#entriesOf(id).length > 0 ? [] : [dateRowid]));
  }

  /** The ids of the decisions that are kept from the network, ascending. */
  blocked(): readonly number[] {
    return this.#blocked.get(stateOf(this.#db), "", () =>
      [...idByDateRowid(this.#db, blockedDateRowids(this.#db)).values()].sort((a, b) => a - b),
    );
  }

  opinionsOf(id: number): CaseOpinions {
    return { body: this.#bodyOf(id), entries: this.#entriesOf(id), citations: this.citationsOf(id) };
  }

  #entriesOf(id: number): readonly JsonObject[] {
    const extra = readValue<StoredText>(this.#db, EXTRA, { id });
    return extra === undefined ? [] : (unpackExtras(extra).values.citesTo ?? []);
  }

  #citedInText(id: number): number[] {
    const body = this.#bodyOf(id);
    if (body === null) return [];
    const citations = new Set(this.citationsOf(id));
    return extractNormals(body).flatMap((normal) => (citations.has(normal) ? [] : this.byCitation(normal)));
  }

  /** The stored cases that an entry of `cites_to` names. */
  resolve(entry: JsonObject): number[] {
    const ids = idsOfEntry(entry);
    if (ids.length > 0) return ids.filter((id) => readValue(this.#db, IS_STORED, { id }) !== undefined);
    const normal = normalOfEntry(entry);
    return normal === "" ? [] : this.byCitation(normal);
  }
}

function blockedDateRowids(db: Database): number[] {
  return readValues(db, BLOCKED_CASES, { blocked: quoted(BLOCKED) });
}

const CITATIONS = `
  SELECT DISTINCT normal
    FROM citation
   WHERE case_id IN (SELECT value FROM json_each(:ids)) AND normal IS NOT NULL
`;
const CITING = "SELECT rowid FROM case_words WHERE case_words MATCH :words";
/** Tokens of one statement: FTS5 compares the lists of all of them for each case. */
const TOKENS_AT_A_TIME = 16;

interface ReferenceLookups {
  readonly findCourts: (slug: string) => readonly number[];
  /** Ids of the jurisdictions whose texts everyone may search. */
  readonly openJurisdictions: () => readonly number[];
}

/** Call it once for a connection. */
export function openLookups(corpus: TestedCorpus, find: FindCases, references: ReferenceLookups): Lookups {
  const { db } = corpus;
  // some MB each at most
  const lists = new SnapshotCache<readonly number[]>(8);
  const best = new SnapshotCache<readonly PassageMatch[]>(8);
  openExtraValues(db);
  const lookups: Lookups = {
    ...openPrefixLookups(db),
    find,
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
    findBest: (sentence, plan, open) =>
      best.get(stateOf(db), `${sentence} of ${JSON.stringify(plan)}`, () =>
        bestPassages(db, { sentence, plan, open: open?.cases ?? null }),
      ),
    findBlocked: () => lists.get(stateOf(db), "blocked", () => blockedDateRowids(db)),
    findWithOpinions: (plan, opinions) =>
      lists.get(stateOf(db), `${JSON.stringify(opinions)} of ${JSON.stringify(plan)}`, () =>
        withOpinions(plan, opinions),
      ),
  };

  const citing = (filter: CaseFilter, open: OpenTexts | null): readonly number[] => {
    const ids = idsUpTo(corpus, planOf(filter, lookups), MAX_CITED_CASES);
    if (ids === null) throw tooManyCited();
    const cites = readValues<string>(db, CITATIONS, { ids: JSON.stringify(ids) });
    const tokens = citedTokensOf({ ids, cites });
    const dateRowids = new Set<number>();
    for (let at = 0; at < tokens.length; at += TOKENS_AT_A_TIME) {
      const words = tokens
        .slice(at, at + TOKENS_AT_A_TIME)
        .map(quoted)
        .join(" OR ");
      for (const dateRowid of readValues<number>(db, CITING, { words })) dateRowids.add(dateRowid);
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
