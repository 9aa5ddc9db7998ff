/**
 * Words within a distance, as the engine's intervals.
 *
 * FTS5: no more than `distance` tokens lie between the end of the first phrase and the start of the last one, those of phrases in
 * between included. Intervals count gaps, which are tokens of no phrase. So which tokens count depends on which phrases are in
 * the middle, and if phrases differ in length, each order is a rule of its own.
 */
import type { Query } from "./query.ts";

export type Proximity =
  | { readonly kind: "phrase"; readonly tokens: readonly string[] }
  | { readonly kind: "intervals"; readonly rule: Query };

/** Orders of so many phrases are listed; more phrases of different lengths are taken to be as short as the shortest. */
const MAX_ORDERED = 4;
const MAX_GAPS = 2 ** 31 - 2;

/** @param parts phrases as tokens; the same phrase twice may be one place in FTS5 */
export function proximity(parts: readonly (readonly string[])[], distance: number): Proximity | null {
  const phrases = [...new Map(parts.map((tokens) => [tokens.join(" "), tokens])).values()];
  const [only] = phrases;
  if (only === undefined) return null;
  if (phrases.length === 1) return { kind: "phrase", tokens: only };
  const isEven = phrases.length === 2 || new Set(phrases.map((tokens) => tokens.length)).size === 1;
  const rule =
    isEven || phrases.length > MAX_ORDERED ? unordered(phrases, distance) : inAnyOrder(phrases, distance);
  return { kind: "intervals", rule };
}

/** The first phrase ends before the second one begins. */
export function ordered(parts: readonly (readonly string[])[], distance: number): Proximity {
  return { kind: "intervals", rule: within(parts, distance, true) };
}

function unordered(phrases: readonly (readonly string[])[], distance: number): Query {
  const inMiddle = (phrases.length - 2) * Math.min(...phrases.map((tokens) => tokens.length));
  return within(phrases, distance - inMiddle, false);
}

function inAnyOrder(phrases: readonly (readonly string[])[], distance: number): Query {
  const rules = ordersOf(phrases).map((order) => {
    const inMiddle = order.slice(1, -1).reduce((sum, tokens) => sum + tokens.length, 0);
    return within(order, distance - inMiddle, true);
  });
  return { any_of: { intervals: rules } };
}

function within(phrases: readonly (readonly string[])[], gaps: number, isOrdered: boolean): Query {
  // a rule that nothing matches: its only token is in no text
  if (gaps < 0) return { match: { query: "\ue004" } };
  const intervals = phrases.map((tokens) => ({
    match: { query: tokens.join(" "), max_gaps: 0, ordered: true },
  }));
  return { all_of: { ordered: isOrdered, max_gaps: Math.min(gaps, MAX_GAPS), intervals } };
}

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}
