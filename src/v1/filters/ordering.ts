/** The order of a list of cases: `ordering` and `seed`. */

import { orderingOf } from "../../corpus/search-words.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type CaseOrder,
  type Ordering,
  type Position,
} from "../../domain/query.ts";
import {
  fine,
  INTEGER,
  mapped,
  NO_NUMBER,
  noSuchChoice,
  type Reading,
  readChoice,
  readNumber,
} from "../parameter.ts";
import type { CaseParameter, CaseRequest } from "./case-part.ts";

/** Those that can be reversed. */
const ORDERS: readonly CaseOrder[] = [
  "relevance",
  "decision_date",
  "name_abbreviation",
  "id",
  "last_updated",
  ...ANALYSIS_NUMBERS,
  ...ANALYSIS_TEXTS,
];
const RANDOM = "random";
const ORDERINGS: readonly string[] = [...ORDERS.flatMap((order) => [order, `-${order}`]), RANDOM];
/** Chosen seeds are less than this. */
const SEEDS = 2 ** 31;

export const ORDERING_PARAMETERS: readonly CaseParameter[] = [
  {
    name: "ordering",
    describes:
      "relevance (needs search), decision_date, name_abbreviation, id, last_updated or a field of analysis, reversed by - in front (-analysis.pagerank.percentile: most cited); or random",
    choices: ORDERINGS,
    read: ([text]) => mapped(readOrdering(text), (ordering) => ({ ordering })),
  },
  {
    name: "seed",
    describes: "with ordering=random: an integer; the same one gives the same order",
    number: INTEGER,
    read: ([text]) => {
      const seed = readNumber(text);
      return seed === null || !Number.isFinite(seed) ? NO_NUMBER : fine({ seed });
    },
  },
];

function readOrdering(text: string): Reading<Ordering> {
  if (text === RANDOM) return fine({ by: RANDOM, descending: false });
  const reading = readChoice(text.replace(/^-/, ""), ORDERS);
  if ("error" in reading) return noSuchChoice(text);
  return fine({ by: reading.value, descending: text.startsWith("-") });
}

/** The order of a request without the seed of a random one, and the text that identifies it in cursors. */
export function orderOf({ filter, ordering: wanted }: CaseRequest): {
  readonly ordering: Ordering;
  readonly cursorOrder: string;
} {
  const ordering = orderingOf(filter, wanted);
  return { ordering, cursorOrder: `cases ${ordering.descending ? "-" : ""}${ordering.by}` };
}

/** A random order gets the seed of the cursor, else that of the request, else a chosen one. */
export function seeded(ordering: Ordering, { seed }: CaseRequest, position: Position | null): Ordering {
  if (ordering.by !== RANDOM) return ordering;
  return { ...ordering, seed: position?.seed ?? seed ?? Math.floor(Math.random() * SEEDS) };
}
