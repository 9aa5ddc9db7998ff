/** Orders of cases in the engine's terms: how hits are sorted, and where a page begins. */
import type { Json, JsonObject } from "../../domain/json.ts";
import {
  ANALYSIS_NUMBERS,
  type AnalysisField,
  type CaseOrder,
  type Ordering,
  type Position,
  type SortKey,
} from "../../domain/query.ts";
import { RANDOM_MODULUS, randomCoefficients } from "../../store/values/random-order.ts";
import { isExtraField } from "../../store/write/extras.ts";
import type { Query } from "./query.ts";

/** A value that is sorted where a missing one belongs: nulls come last in both directions. */
const BEYOND = { number: 2 ** 31 - 1, double: Number.MAX_VALUE, text: "\u{10ffff}" } as const;
const BEFORE = { number: -(2 ** 31), double: -Number.MAX_VALUE, text: "" } as const;

/** The random order of store/values/random-order. */
const RANDOM = `long value = params.first; long id = doc['id'].value % ${RANDOM_MODULUS}L;
  for (def next : params.next) { value = (value * id + (long) next) % ${RANDOM_MODULUS}L }
  return value;`;

interface OrderField {
  /** Of the mapping, or `_score` or `_script`. */
  readonly field: string;
  /** How its missing values are compared; null if no value is missing. */
  readonly missing: keyof typeof BEYOND | null;
}

const DAY: OrderField = { field: "day", missing: "number" };
/** The fields before the id. */
const FIELDS: Readonly<Record<Exclude<CaseOrder, AnalysisField>, readonly OrderField[]>> = {
  relevance: [{ field: "_score", missing: null }, DAY],
  decision_date: [DAY],
  name_abbreviation: [{ field: "name_key", missing: null }],
  last_updated: [{ field: "updated", missing: "text" }],
  id: [],
  random: [{ field: "_script", missing: null }],
};

function fieldsOf(by: CaseOrder): readonly OrderField[] {
  const isNumber = ANALYSIS_NUMBERS.some((field) => field === by);
  const fields = isExtraField(by)
    ? [{ field: by, missing: isNumber ? "double" : "text" } as const]
    : FIELDS[by];
  return [...fields, { field: "id", missing: null }];
}

/** The order of one page: how it is sorted, the key of a hit from its sort values, and where the page behind a key begins. */
export function hitOrder({ by, descending, seed = 0 }: Ordering, direction: Position["direction"]) {
  const backwards = direction === "before";
  const fields = fieldsOf(by).map(({ field, missing }, at) => {
    // the best score comes first; only the first field is reversed by a descending order
    const isDown = at === 0 && (by === "relevance" ? !descending : descending);
    const last = missing === null ? null : (isDown ? BEFORE : BEYOND)[missing];
    return { field, isDown: isDown !== backwards, last };
  });
  const sort: Json = fields.map(({ field, isDown, last }) => ({
    [field]: {
      order: isDown ? "desc" : "asc",
      ...(last === null ? {} : { missing: last }),
      ...(field === "_script" ? randomScript(seed) : {}),
    },
  }));
  return {
    sort,
    keyOf: (values: readonly Json[]): SortKey =>
      fields.map(({ last }, at) => {
        const value = values[at] ?? null;
        return value === last || typeof value === "object" || typeof value === "boolean" ? null : value;
      }),
    after: (key: SortKey): Query => ({ search_after: fields.map(({ last }, at) => key[at] ?? last) }),
  };
}

function randomScript(seed: number): JsonObject {
  const [first, ...next] = randomCoefficients(seed);
  return { type: "number", script: { source: RANDOM, params: { first, next } } };
}
