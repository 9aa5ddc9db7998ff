/** The answer to a search. */
import { CaselawError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import { type Fields, fieldsOf } from "../client/engine-error.ts";

export interface Hit {
  readonly source: Fields;
  /** Values of doc values and stored fields. */
  readonly fields: Fields;
  readonly sort: readonly Json[];
  /** 0 unless it was requested. */
  readonly version: number;
}

export interface Hits {
  readonly count: number;
  readonly hits: readonly Hit[];
  readonly aggregations: Fields;
  /** Of a search within a point in time. */
  readonly pit: string | null;
}

/** @throws CaselawError `unavailable` if a shard did not answer: a part of the matches is no answer */
export function readHits(answer: Fields): Hits {
  const shards = fieldsOf(answer._shards);
  if (answer.timed_out === true || shards.failed !== 0)
    throw new CaselawError(
      "unavailable",
      "Cannot read the search engine: not all shards of the index answered",
    );
  const hits = fieldsOf(answer.hits);
  const list: readonly unknown[] = Array.isArray(hits.hits) ? hits.hits : [];
  return {
    count: Number(fieldsOf(hits.total).value ?? 0),
    hits: list.map(hitOf),
    aggregations: fieldsOf(answer.aggregations),
    pit: typeof answer.pit_id === "string" ? answer.pit_id : null,
  };
}

function hitOf(value: unknown): Hit {
  const { _source, fields, sort, _version } = fieldsOf(value);
  return {
    source: fieldsOf(_source),
    fields: fieldsOf(fields),
    sort: Array.isArray(sort) ? sort : [],
    version: Number(_version ?? 0),
  };
}

/** From its doc values. */
export function idOf(hit: Hit): number {
  return Number(valuesOf(hit, "id")[0]);
}

/** The values of a field of a hit; none if it is missing. */
export function valuesOf({ fields }: Hit, name: string): readonly unknown[] {
  const values = fields[name];
  return Array.isArray(values) ? values : [];
}
