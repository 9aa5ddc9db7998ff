/**
 * Expressions that consist of single tokens, AND, OR and NOT. Their matches follow from the lists of their tokens, without FTS5; for
 * phrases, prefixes, NEAR groups and column filters the places of tokens would be needed.
 */
import { chosenFrom, unionOf } from "../dates/date-rowid-lists.ts";

export type PlainExpression =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: Operator; readonly left: PlainExpression; readonly right: PlainExpression };
/** From the loosest on. All are left-associative. */
const OPERATORS = ["OR", "AND", "NOT"] as const;
type Operator = (typeof OPERATORS)[number];

const PARTS = /"([^"]*)"|[()]|AND|OR|NOT|\S/gu;
/** What FTS5's `ascii` tokenizer neither splits nor changes. */
const SINGLE_TOKEN = /^[a-z0-9\P{ASCII}]+$/u;

/** Reads an FTS5 expression of compile-search.ts; null if it has other parts. */
export function parsePlain(words: string): PlainExpression | null {
  const parts = [...words.matchAll(PARTS)];
  let at = 0;
  const parse = (level: number): PlainExpression | null => {
    const operator = OPERATORS[level];
    if (operator === undefined) return parseOperand();
    let left = parse(level + 1);
    while (left !== null && parts[at]?.[0] === operator) {
      at++;
      const right = parse(level + 1);
      left = right === null ? null : { kind: operator, left, right };
    }
    return left;
  };
  const parseOperand = (): PlainExpression | null => {
    const [part, token] = parts[at++] ?? [];
    if (token !== undefined) return SINGLE_TOKEN.test(token) ? { kind: "token", token } : null;
    if (part !== "(") return null;
    const inner = parse(0);
    return parts[at++]?.[0] === ")" ? inner : null;
  };
  const parsed = parse(0);
  return at === parts.length ? parsed : null;
}

/** The different tokens of an expression. */
export function tokensOfPlain(expression: PlainExpression): string[] {
  if (expression.kind === "token") return [expression.token];
  return [...new Set([...tokensOfPlain(expression.left), ...tokensOfPlain(expression.right)])];
}

/** The matches of an expression, ascending. */
export function matchesOfPlain(
  expression: PlainExpression,
  listOf: (token: string) => Float64Array,
): Float64Array {
  if (expression.kind === "token") return listOf(expression.token);
  const [left, right] = [matchesOfPlain(expression.left, listOf), matchesOfPlain(expression.right, listOf)];
  if (expression.kind === "OR") return unionOf([left, right]);
  return chosenFrom(left, right, expression.kind === "AND" ? "in" : "not in");
}

/**
 * How many postings FTS5 reads for the matches of an expression, about: it skips in long lists to the cases of short ones. A list is
 * not counted if the answer does not depend on it: `lengthOf` gives infinity for a long list.
 */
export function costOfPlain(expression: PlainExpression, lengthOf: (token: string) => number): number {
  if (expression.kind === "token") return lengthOf(expression.token);
  const left = costOfPlain(expression.left, lengthOf);
  const isDecided = expression.kind === "AND" ? Number.isFinite(left) : !Number.isFinite(left);
  if (expression.kind === "NOT" || isDecided) return left;
  const right = costOfPlain(expression.right, lengthOf);
  return expression.kind === "OR" ? left + right : right;
}
