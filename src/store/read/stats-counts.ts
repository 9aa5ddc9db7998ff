/** Counts over all cases: by a token of the index where there is one, which costs no row, else in one walk. */
import type { Database } from "better-sqlite3";
import { filterToken } from "../write/index-row.ts";

const BY_TOKEN = "SELECT count(*) FROM case_words WHERE case_words MATCH :expression";

/** Cases of each jurisdiction or reporter. */
export function countByToken(
  db: Database,
  kind: "jurisdiction" | "reporter",
  ids: readonly number[],
): Map<number, number> {
  const count = db.prepare<{ expression: string }, number>(BY_TOKEN).pluck();
  return new Map(ids.map((id) => [id, count.get({ expression: `"${filterToken(kind, id)}"` }) ?? 0]));
}

/** Counts of all cases. */
export interface CaseTotals {
  readonly cases: number;
  /** A body that holds no text. */
  readonly emptyBodies: number;
  /** No body at all, from no source. */
  readonly withoutBody: number;
  /** Without a decision date that is a date. */
  readonly undated: number;
  /** Text that does not fit `analysis.sha256`. */
  readonly hashDifferences: number;
  /** Held of each form; the others are made of these. */
  readonly xml: number;
  readonly html: number;
  readonly text: number;
}

/** One walk over the rows; bodies lie elsewhere and are not read. */
const CASES = `
  SELECT count(*) AS cases, total(body_chars = 0) AS emptyBodies, total(body_chars IS NULL) AS withoutBody,
         total(day IS NULL) AS undated, total(hash_differs) AS hashDifferences
    FROM court_case
`;
/** The primary key of the bodies has all that is asked. */
export const FORMS = `
  SELECT total(form = 'xml') AS xml, total(form = 'html') AS html, total(form = 'text') AS text
    FROM case_body
`;

export function countCases(db: Database): CaseTotals {
  const none = { cases: 0, emptyBodies: 0, withoutBody: 0, undated: 0, hashDifferences: 0 };
  const forms = db.prepare<[], Pick<CaseTotals, "xml" | "html" | "text">>(FORMS).get();
  return {
    ...(db.prepare<[], typeof none>(CASES).get() ?? none),
    ...(forms ?? { xml: 0, html: 0, text: 0 }),
  };
}

export interface VolumeCount {
  readonly barcode: string;
  readonly cases: number;
}

const VOLUMES = `
  SELECT volume_barcode AS barcode, count(*) AS cases
    FROM court_case
   WHERE volume_barcode IS NOT NULL
   GROUP BY volume_barcode
   ORDER BY volume_barcode
`;

/** Cases of each volume that holds any, by barcode: sorts all cases, so only for those who ask. */
export function countVolumes(db: Database): VolumeCount[] {
  return db.prepare<[], VolumeCount>(VOLUMES).all();
}
