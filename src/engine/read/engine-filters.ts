/** Parts of filters that the engine's query language lacks: cited cases by a filter, and opinions, which are read from the bodies. */
import { readJoinedBody } from "../../casebody/read-form.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CitedCases, OpinionFilter } from "../../domain/query.ts";
import { SnapshotCache } from "../../store/database/snapshot-cache.ts";
import { MAX_CITED_CASES, tooManyCited } from "../../store/values/cited-set.ts";
import { fitsOpinions, MAX_BODIES_READ, tooManyBodies } from "../../store/values/opinion-values.ts";
import type { Query } from "../query/query.ts";
import type { EngineCases } from "./engine-cases.ts";
import type { EngineIndex } from "./engine-index.ts";
import { type Hit, idOf, valuesOf } from "./hits.ts";

const PAGE = 10_000;
/** Bodies that are in memory at a time. */
const BODIES = 50;

export class EngineFilters {
  readonly #index: EngineIndex;
  readonly #cases: EngineCases;
  readonly #withOpinions = new SnapshotCache<readonly number[]>(8);

  constructor(index: EngineIndex, cases: EngineCases) {
    this.#index = index;
    this.#cases = cases;
  }

  cited(query: Query): CitedCases {
    const hits = this.#some(query, ["id", "cite"], MAX_CITED_CASES);
    if (hits === null) throw tooManyCited();
    const cites = hits.flatMap((hit) => valuesOf(hit, "cite").map(String));
    return { ids: hits.map(idOf), cites: [...new Set(cites)] };
  }

  withOpinions(query: Query, opinions: readonly OpinionFilter[]): readonly number[] {
    const key = `${JSON.stringify(opinions)} of ${JSON.stringify(query)}`;
    return this.#withOpinions.get(this.#index.state.state, key, () => {
      const hits = this.#some(query, ["id"], MAX_BODIES_READ);
      if (hits === null) throw tooManyBodies(opinions);
      const ids = hits.map(idOf);
      const found: number[] = [];
      for (let at = 0; at < ids.length; at += BODIES)
        found.push(...this.#among(ids.slice(at, at + BODIES), opinions));
      return found;
    });
  }

  #among(ids: readonly number[], opinions: readonly OpinionFilter[]): number[] {
    const bodies = this.#cases.bodies(ids);
    const fitting = this.#cases.read(ids).filter(({ id, citesTo, citations }) => {
      const text = bodies.get(id)?.text ?? null;
      const body = text === null ? null : readJoinedBody(text.form, text.source);
      const own = citations.map(({ cite }) => normaliseCitation(cite));
      return fitsOpinions(opinions, { body, entries: citesTo ?? [], own });
    });
    return fitting.map(({ id }) => id);
  }

  /** All matches of a query; null if they are more. */
  #some(query: Query, fields: readonly string[], most: number): Hit[] | null {
    const hits: Hit[] = [];
    const page = { query, sort: [{ id: "asc" }], size: Math.min(PAGE, most + 1) };
    for (const hit of this.#index.walk("cases", { ...page, _source: false, docvalue_fields: fields })) {
      hits.push(hit);
      if (hits.length > most) return null;
    }
    return hits;
  }
}
