/**
 * Finds the stored case for each staged cluster (docs/formats.md, "One decision, one case"). A citation alone is never enough, because
 * several decisions can begin on one page. A cluster without a certain match becomes a case of its own.
 */
import type { Database } from "better-sqlite3";
import { CLUSTER_IDS, clusterCite, MAX_CLUSTER } from "../../domain/case-id.ts";
import { COURTLISTENER_ID, normaliseCitation } from "../../domain/citation.ts";
import { wordsOf } from "../../text/analyzer.ts";
import { openForReading } from "../database/open-database.ts";
import { readObjects, readValue, readValues, run } from "../database/statement-cache.ts";
import { type StoredText, unpackExtras } from "../write/extras.ts";
import type { StagingWriter } from "./staging-file.ts";

/**
 * - `file`: the cluster names the case that it was made from
 * - `citation and date`, `citation, year and court`: the same, and names that share a word
 * - `citation and name`: the same citation, at least half the words of the names, and years that are at most one apart or unknown
 */
export type MatchRule = "file" | "citation and date" | "citation, year and court" | "citation and name";

/** The values of a cluster that are compared with those of cases. */
interface ComparedCluster {
  /** `YYYY-MM-DD`, or null. */
  readonly date: string | null;
  readonly name: string;
  /** Id of the court in the corpus; undefined: not known. */
  readonly courtId: number | undefined;
}

/** A case with one of the citations of a cluster. */
interface Candidate {
  readonly id: number;
  readonly date: string | null;
  readonly courtId: number | null;
  readonly name: string;
  readonly nameAbbreviation: string;
}

/** A candidate, and its extras if a set that was imported may have given it the citation. */
interface StoredCandidate extends Candidate {
  readonly extra: StoredText | null;
}

const UNITS_OF = "SELECT 1 FROM contribution AS co JOIN unit ON unit.id = co.unit_id WHERE co.case_id = c.id";
const CANDIDATES = `
  SELECT DISTINCT c.id, c.decision_date AS date, c.court_id AS courtId, c.name, c.name_abbreviation AS nameAbbreviation,
         iif(EXISTS (${UNITS_OF} AND unit.source = 'courtlistener'), c.extra, NULL) AS extra
    FROM json_each(:normals) AS normals
   CROSS JOIN citation ON citation.normal = normals.value
   CROSS JOIN court_case AS c ON c.id = citation.case_id
   WHERE c.id NOT BETWEEN ${CLUSTER_IDS} AND ${CLUSTER_IDS + MAX_CLUSTER}
     AND EXISTS (${UNITS_OF} AND unit.source <> 'courtlistener')
   ORDER BY c.id
`;
const CASES_OF = "SELECT case_id FROM citation WHERE normal = :normal AND type = :type";
/**
 * Without a contribution of an earlier set, the row of the case says whether it has a text: 150,000 rows take 0.5 s, their bodies 1.8 to
 * 3 s, and more if the system has to read them from the disk.
 */
const OTHER_TEXT = `
  SELECT CASE WHEN c.text_form IS NULL THEN 0
              WHEN EXISTS (${UNITS_OF} AND unit.source = 'courtlistener') THEN EXISTS (
                SELECT 1 FROM case_body JOIN unit ON unit.id = case_body.unit_id
                 WHERE case_body.case_id = c.id AND unit.source <> 'courtlistener'
              )
              ELSE 1 END
    FROM court_case AS c
   WHERE c.id = :id
`;
const ADD_MATCH =
  "INSERT OR REPLACE INTO matched (cluster_id, case_id, rule, has_text) VALUES (:id, :caseId, :rule, :hasText)";
/** Of the clusters of a case, one is imported: a blocked cluster if there is one, so that the case is blocked; else the lowest. */
const CHOOSE_FIRST = `
  CREATE INDEX matched_case ON matched (case_id);
  UPDATE matched SET first_id = (
    SELECT cluster.id FROM matched AS m JOIN cluster ON cluster.id = m.cluster_id
     WHERE m.case_id = matched.case_id
     ORDER BY cluster.blocked DESC, cluster.id
     LIMIT 1
  );
  CREATE INDEX matched_first ON matched (first_id);
`;

const NORMALS = "SELECT normal FROM citation WHERE cluster_id = :id AND normal IS NOT NULL";
const CLUSTERS = `
  SELECT cluster.id, named, date, name, court_id AS court
    FROM cluster JOIN docket ON docket.id = cluster.docket_id
   WHERE cluster.id > :id
   ORDER BY cluster.id
   LIMIT 10000
`;
interface ClusterRow extends Omit<ComparedCluster, "courtId"> {
  readonly id: number;
  readonly named: number | null;
  readonly court: string;
}

interface KnownCourts {
  readonly courts: readonly { id: number; nameAbbreviation: string | null; jurisdictionId: number | null }[];
  readonly jurisdictionIds: ReadonlySet<number>;
}

interface Matching {
  /** Court ids of the corpus by court ids of CourtListener. */
  readonly courtIds: ReadonlyMap<string, number>;
  /** Called with each cluster whose text another source has. */
  readonly onOther: (clusterId: number) => void;
}

/** Reads what staging needs of the corpus into which a set will be imported. */
export class KnownCases implements Disposable {
  readonly #corpus: Database | null;

  /** @param path null before the first import @throws CaselawError as `openForReading` */
  constructor(path: string | null) {
    this.#corpus = path === null ? null : openForReading(path, "little");
  }

  [Symbol.dispose](): void {
    this.#corpus?.close();
  }

  courts(): KnownCourts {
    if (this.#corpus === null) return { courts: [], jurisdictionIds: new Set() };
    const ids = readValues<number>(this.#corpus, JURISDICTION_IDS);
    return { courts: readObjects(this.#corpus, COURTS), jurisdictionIds: new Set(ids) };
  }

  /** Greater with each archive that is imported. */
  imports(): number {
    return this.#corpus === null ? 0 : (readValue<number>(this.#corpus, LAST_IMPORT) ?? 0);
  }

  /** The archives of other sources in the corpus, as a text that changes when one of them changes. */
  otherUnits(): string {
    return this.#corpus === null ? "" : readValues<string>(this.#corpus, OTHER_UNITS).join(" ");
  }

  /** The cases that have the id of this cluster from the last set. */
  casesOf(cluster: number): readonly number[] {
    const normal = normaliseCitation(clusterCite(cluster));
    return this.#corpus === null
      ? []
      : readValues(this.#corpus, CASES_OF, { normal, type: COURTLISTENER_ID });
  }

  /** To be called after `finishMetadata`. */
  match(staging: StagingWriter, { courtIds, onOther }: Matching): void {
    const corpus = this.#corpus;
    const candidatesOf = (id: number): readonly Candidate[] => {
      const normals = readValues<string>(staging.db, NORMALS, { id });
      if (corpus === null || normals.length === 0) return [];
      const cases = readObjects<StoredCandidate>(corpus, CANDIDATES, { normals: JSON.stringify(normals) });
      return cases.filter(({ extra }) => extra === null || isOfSource(extra, normals));
    };
    const after = (id: number): ClusterRow[] => readObjects(staging.db, CLUSTERS, { id });
    for (let rows = after(0); rows.length > 0; rows = after(rows.at(-1)?.id ?? 0)) {
      for (const { id, named, court, ...cluster } of rows) {
        const match =
          named === null
            ? matchOf({ ...cluster, courtId: courtIds.get(court) }, candidatesOf(id))
            : { id: named, rule: "file" as const };
        if (match === null) continue;
        const hasText = corpus === null ? 0 : (readValue<number>(corpus, OTHER_TEXT, { id: match.id }) ?? 0);
        run(staging.db, ADD_MATCH, { id, caseId: match.id, rule: match.rule, hasText });
        if (hasText === 1) onOther(id);
      }
    }
    staging.db.exec(CHOOSE_FIRST);
  }
}

/** Whether the case has one of these citations from its own source. */
function isOfSource(extra: StoredText, normals: readonly string[]): boolean {
  return unpackExtras(extra).citations.some(({ cite }) => normals.includes(normaliseCitation(cite)));
}

/** Only records that another source has named, so that a set has the same decisions before and after its import. */
const NAMED_ELSEWHERE = `
  NOT EXISTS (
    SELECT 1 FROM import_log AS log JOIN unit ON unit.id = log.unit_id
     WHERE log.sha256 = substr(json_extract(stamps, '$.name'), -64) AND unit.source = 'courtlistener'
  )
`;
const COURTS = `
  SELECT id, name_abbreviation AS nameAbbreviation, jurisdiction_id AS jurisdictionId
    FROM court WHERE ${NAMED_ELSEWHERE}
`;
const LAST_IMPORT = "SELECT max(id) FROM import_log";
const OTHER_UNITS = `
  SELECT id || ':' || coalesce(sha256, '') FROM unit WHERE source <> 'courtlistener' ORDER BY id
`;
const JURISDICTION_IDS = `SELECT id FROM jurisdiction WHERE ${NAMED_ELSEWHERE}`;

/**
 * The case that fits the first rule that any candidate fits; null if none or several fit equally well. Orders of one day can begin on one
 * page, so at least a word of the names is the same.
 */
export function matchOf(
  cluster: ComparedCluster,
  candidates: readonly Candidate[],
): { readonly id: number; readonly rule: MatchRule } | null {
  const compared = candidates.map(({ name, nameAbbreviation, ...candidate }) => ({
    ...candidate,
    years: yearsApart(candidate.date, cluster.date),
    names: Math.max(shareOfWords(nameAbbreviation, cluster.name), shareOfWords(name, cluster.name)),
  }));
  const rules: readonly (readonly [MatchRule, (candidate: (typeof compared)[number]) => boolean])[] = [
    ["citation and date", ({ date, names }) => date?.length === 10 && date === cluster.date && names > 0],
    [
      "citation, year and court",
      ({ years, courtId, names }) => years === 0 && courtId === cluster.courtId && names > 0,
    ],
    ["citation and name", ({ years, names }) => names >= ALIKE && (years ?? 0) <= 1],
  ];
  for (const [rule, fits] of rules) {
    const fitting = compared.filter(fits);
    const best = Math.max(...fitting.map(({ names }) => names));
    const [first, second] = fitting.filter(({ names }) => names === best);
    if (first !== undefined) return second === undefined ? { id: first.id, rule } : null;
  }
  return null;
}

/** Null if a year is unknown. */
function yearsApart(dateA: string | null, dateB: string | null): number | null {
  const [yearA, yearB] = [yearOf(dateA), yearOf(dateB)];
  return yearA === null || yearB === null ? null : Math.abs(yearA - yearB);
}

function yearOf(date: string | null): number | null {
  const year = Number(date?.slice(0, 4));
  return Number.isInteger(year) && year > 0 ? year : null;
}

/** Names that share at least this part of their words can be names of one case. */
const ALIKE = 0.5;
const NOT_NAMES = new Set(
  "v vs the of in re ex rel et al and a an matter state people united states commonwealth no".split(" "),
);

/** The share of the words of the shorter name that both names have, from 0 to 1. Words that are in many names do not count. */
export function shareOfWords(nameA: string, nameB: string): number {
  const [wordsA, wordsB] = [wordsIn(nameA), wordsIn(nameB)];
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared === 0 ? 0 : shared / Math.min(wordsA.size, wordsB.size);
}

function wordsIn(name: string): ReadonlySet<string> {
  return new Set(wordsOf(name).filter((word) => !NOT_NAMES.has(word)));
}
