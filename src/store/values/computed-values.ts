/**
 * Orders by a value that no index has: it is computed for every match, and the matches are sorted. It is random, or a text of the
 * source's `analysis`.
 *
 * The random order is by a polynomial of the id, modulo a prime: for a seed that was chosen at random, any four cases are as likely in
 * one order as in another. SQLite and the search engine compute it with the same 64-bit integers.
 */
import type { Ordering } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { isAnalysisNumber, isExtraField } from "../write/extra-fields.ts";
import { extraColumn } from "./extra-values.ts";

/** A value of a match as an SQL expression on the case row `c`. */
export interface ComputedValue {
  readonly expression: string;
  readonly parameters: Parameters;
}

/** 2^31 - 1: a product of two remainders, plus a third one, is less than 2^63. */
export const RANDOM_MODULUS = 2_147_483_647;

/** Numbers are bound as floats, which would round the products. */
const integer = (parameter: string): string => `CAST(${parameter} AS INTEGER)`;
const ID = `(c.id % ${RANDOM_MODULUS})`;
const RANDOM = ["second", "third", "fourth"].reduce(
  (sum, name) => `((${sum} * ${ID} + ${integer(`:${name}`)}) % ${RANDOM_MODULUS})`,
  integer(":first"),
);

/** Null for an order by relevance or by a column. */
export function computedValue({ by, seed = 0 }: Ordering): ComputedValue | null {
  if (isExtraField(by) && !isAnalysisNumber(by)) return { expression: extraColumn(by), parameters: {} };
  if (by !== "random") return null;
  const [first, second, third, fourth] = randomCoefficients(seed);
  return { expression: RANDOM, parameters: { first, second, third, fourth } };
}

/** Of the polynomial `((first * id + second) * id + third) * id + fourth`. */
export function randomCoefficients(seed: number): readonly [number, number, number, number] {
  const { hash } = process.getBuiltinModule("node:crypto");
  const bytes = hash("sha256", `caselaw random order ${seed}`, "buffer");
  const coefficient = (at: number): number => bytes.readUIntBE(at * 6, 6) % RANDOM_MODULUS;
  return [coefficient(0), coefficient(1), coefficient(2), coefficient(3)];
}
