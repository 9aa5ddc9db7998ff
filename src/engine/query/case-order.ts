/** Orders of cases in the engine's terms: how hits are sorted, and where a page begins. */
import type { Json } from "../../domain/json.ts";
import type { CaseOrder, Ordering, Position, SortKey } from "../../domain/query.ts";
import type { Query } from "./query.ts";

/** A value that is sorted where a missing one belongs: nulls come last in both directions. */
const BEYOND = { number: 2 ** 31 - 1, text: "\u{10ffff}" } as const;
const BEFORE = { number: -(2 ** 31), text: "" } as const;

interface OrderField {
  readonly field: string;
  /** How its missing values are compared; null if no value is missing. */
  readonly missing: "number" | "text" | null;
}

const FIELDS: Readonly<Record<CaseOrder, readonly OrderField[]>> = {
  relevance: [
    { field: "_score", missing: null },
    { field: "day", missing: "number" },
    { field: "id", missing: null },
  ],
  decision_date: [
    { field: "day", missing: "number" },
    { field: "id", missing: null },
  ],
  name_abbreviation: [
    { field: "name_key", missing: null },
    { field: "id", missing: null },
  ],
  last_updated: [
    { field: "updated", missing: "text" },
    { field: "id", missing: null },
  ],
  id: [{ field: "id", missing: null }],
};

/** The order of one page. */
export class HitOrder {
  readonly #fields: readonly (OrderField & {
    readonly down: boolean;
    readonly last: string | number | null;
  })[];

  constructor({ by, descending }: Ordering, direction: Position["direction"]) {
    const backwards = direction === "before";
    this.#fields = FIELDS[by].map((one, at) => {
      // the best score comes first; only the first field is reversed by a descending order
      const isDown = at === 0 && (by === "relevance" ? !descending : descending);
      const last = one.missing === null ? null : (isDown ? BEFORE : BEYOND)[one.missing];
      return { ...one, down: isDown !== backwards, last };
    });
  }

  get sort(): Json {
    return this.#fields.map(({ field, down, last }) => ({
      [field]: { order: down ? "desc" : "asc", ...(last === null ? {} : { missing: last }) },
    }));
  }

  /** The key of a hit, from its sort values. */
  keyOf(values: readonly Json[]): SortKey {
    return this.#fields.map(({ last }, at) => {
      const value = values[at] ?? null;
      return value === last || typeof value === "object" || typeof value === "boolean" ? null : value;
    });
  }

  /** The part of a request that begins the page behind a key. */
  after(key: SortKey): Query {
    return { search_after: this.#fields.map(({ last }, at) => key[at] ?? last) };
  }
}
