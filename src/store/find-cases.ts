/** Case ids by what is not in the indexes: a citation they bear, or a case that cites them. */
import type { Database } from "better-sqlite3";
import type { JsonObject } from "../domain/json.ts";
import type { Updated } from "./case-match.ts";
import { idsOfEntry, normalOfEntry } from "./cited-tokens.ts";
import { type StoredText, unpackExtras } from "./extras.ts";

const BY_CITATION = "SELECT DISTINCT case_id FROM citation WHERE normal = :normal ORDER BY case_id";
const NORMALS =
  "SELECT DISTINCT normal FROM citation WHERE case_id = :id AND normal IS NOT NULL ORDER BY normal";
const EXTRA = "SELECT data FROM case_extra WHERE case_id = :id";
const IS_HELD = "SELECT 1 FROM court_case WHERE id = :id";

const UPDATED = `
  SELECT id
    FROM court_case
   WHERE updated_instant >= coalesce(:updatedFrom, '')
     AND updated_instant <= coalesce(:updatedTo, '~')
   LIMIT :limit
`;
/** Cases of a range of `last_updated` that are looked at one by one. More are better found by the other filters. */
const FEW = 2_000;

export class FindCases {
  readonly #byCitation;
  readonly #normals;
  readonly #extra;
  readonly #isHeld;
  readonly #updated;

  constructor(db: Database) {
    this.#byCitation = db.prepare<{ normal: string }, number>(BY_CITATION).pluck();
    this.#normals = db.prepare<{ id: number }, string>(NORMALS).pluck();
    this.#extra = db.prepare<{ id: number }, StoredText>(EXTRA).pluck();
    this.#isHeld = db.prepare<{ id: number }, number>(IS_HELD).pluck();
    this.#updated = db.prepare<Updated & { limit: number }, number>(UPDATED).pluck();
  }

  /** @param normal normal form; an empty one is no case's */
  byCitation(normal: string): number[] {
    return this.#byCitation.all({ normal });
  }

  /** The normal forms of a case's own citations. */
  citationsOf(id: number): string[] {
    return this.#normals.all({ id });
  }

  /** The cases updated between two instants; null when they are many. */
  updatedBetween({ updatedFrom, updatedTo }: Updated): number[] | null {
    const ids = this.#updated.all({ updatedFrom, updatedTo, limit: FEW + 1 });
    return ids.length > FEW ? null : ids;
  }

  /** The held cases that any of these cites: by the ids that the source gives, else by the citation's text. */
  citedBy(ids: readonly number[]): number[] {
    const cited = ids.flatMap((id) => unpackExtras(this.#extra.get({ id })).values.citesTo ?? []);
    const found = cited.flatMap((entry) => this.#resolve(entry));
    return [...new Set(found)].sort((a, b) => a - b);
  }

  #resolve(entry: JsonObject): number[] {
    const given = idsOfEntry(entry);
    if (given.length > 0) return given.filter((id) => this.#isHeld.get({ id }) !== undefined);
    const normal = normalOfEntry(entry);
    return normal === "" ? [] : this.byCitation(normal);
  }
}
