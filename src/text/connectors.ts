/**
 * Parses terms and connectors, the search language of legal research services (docs/interface.md, "Terms and connectors").
 *
 * | processed in this order | written |
 * |---|---|
 * | words, phrases, brackets, fields | `a`, `"a b"`, `negligen!`, `wom?n`, `#a`, `( )`, `NAME(a)`, `ATLEAST3(a)` |
 * | OR | `a or b` |
 * | proximity, from narrow to wide, then from the left | `a /3 b`, `a w/3 b`, `a +3 b`, `a pre/3 b`, `/s`, `/p`, `/seg` |
 * | AND | `a and b`, `a & b`, `a b` |
 * | NOT | `a not b`, `a but not b`, `a % b` |
 *
 * Every part has its place in the text, and what cannot be read is an error with its place: nothing is silently a word.
 */
import { atleastPart, datePart, fieldPart, type Part, phrasePart, wordPart } from "./connector-terms.ts";
import {
  ConnectorsError,
  type ConnectorToken,
  type FieldName,
  type Operator,
  tokenise,
} from "./connector-tokens.ts";
import { join, leavesOf, type SearchNode, Spread } from "./search-tree.ts";

interface ReadConnectors {
  readonly node: SearchNode;
  /** How the text was read, with all brackets that it means; null if it cannot be read. */
  readonly shown: string | null;
  /** What is wrong, and at which character from 1, as a sentence; null if nothing is. */
  readonly problem: string | null;
}

/** FTS5's parser overflows at a depth of 100 symbols. */
const MAX_DEPTH = 16;
const NOTHING: SearchNode = { kind: "all", nodes: [] };

export function readConnectors(text: string): ReadConnectors {
  try {
    const parser = new Parser(text);
    const { node, shown } = parser.parse();
    return { node, shown, problem: parser.problem };
  } catch (error) {
    if (!(error instanceof ConnectorsError)) throw error;
    const character = [...text.slice(0, error.at)].length + 1;
    return { node: NOTHING, shown: null, problem: `${error.message}: character ${character}.` };
  }
}

type Item = Part | Operator;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly ConnectorToken[];
  readonly #spread = new Spread();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenise(text);
  }

  /** Why the search cannot be answered, although it can be read. */
  get problem(): string | null {
    return this.#spread.problem;
  }

  parse(): Part {
    const part = this.#group({ at: 0, field: null, depth: 0 });
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw new ConnectorsError("The ) has no ( before it", left.at);
    return part;
  }

  /** @param open where it begins; depth 0: it is the complete text */
  #group(open: { readonly at: number; readonly field: FieldName | null; readonly depth: number }): Part {
    const { at, field, depth } = open;
    if (depth > MAX_DEPTH)
      throw new ConnectorsError(`More than ${MAX_DEPTH} brackets are within each other`, at);
    const items: Item[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || token.kind === ")") break;
      this.#at++;
      items.push(this.#item(token, field, depth));
    }
    if (items.length === 0)
      throw new ConnectorsError(depth === 0 ? "The text has no word" : "The brackets are empty", at);
    return this.#withoutNot(items);
  }

  /** A group and its closing bracket; the current token is the opening one. */
  #inBrackets(field: FieldName | null, depth: number): Part {
    const at = this.#tokens[this.#at]?.at ?? 0;
    this.#at++;
    const part = this.#group({ at, field, depth: depth + 1 });
    if (this.#tokens[this.#at] === undefined) throw new ConnectorsError("The ( is not closed", at);
    this.#at++;
    return part;
  }

  #item(
    token: Exclude<ConnectorToken, { readonly kind: ")" }>,
    field: FieldName | null,
    depth: number,
  ): Item {
    const { at } = token;
    switch (token.kind) {
      case "word":
      case "phrase":
        if (field !== null) return fieldPart(field, this.#textFrom(token), at);
        return token.kind === "word" ? wordPart(token.text, at) : phrasePart(token.text, at);
      case "field":
        if (field !== null) throw new ConnectorsError("A field cannot be in a field", at);
        return { ...this.#inBrackets(token.field, depth), at };
      case "dates":
        if (field !== null) throw new ConnectorsError("A field cannot be in a field", at);
        return datePart(token.text, at);
      case "atleast":
        if (field !== null) throw new ConnectorsError("ATLEAST cannot be in a field", at);
        return atleastPart(token.times, this.#inBrackets(null, depth), at);
      case "(":
        this.#at--;
        return this.#inBrackets(field, depth);
      default:
        return token;
    }
  }

  /** In a field, words next to each other are one text. */
  #textFrom({ at }: ConnectorToken): string {
    let end = this.#tokens[this.#at - 1];
    for (let next = this.#tokens[this.#at]; next?.kind === "word" || next?.kind === "phrase"; ) {
      end = next;
      this.#at++;
      next = this.#tokens[this.#at];
    }
    const quotes = end?.kind === "phrase" ? 2 : 0;
    return this.#text
      .slice(at, (end?.at ?? at) + (end?.text.length ?? 0) + quotes)
      .replace(/[“”„‟«»]/gu, '"');
  }

  #withoutNot(items: readonly Item[]): Part {
    for (const [nth, item] of items.entries())
      if (isOperator(item)) checkSides(item, items[nth - 1], items[nth + 1]);
    const [terms = [], ...exclusions] = split(items, "not");
    const parts = exclusions.map((group): Part => {
      const part = this.#all(group);
      const node: SearchNode = { kind: "not", node: part.node };
      return { at: part.at, node, shown: `NOT ${bracketed(part)}`, isGroup: true };
    });
    if (terms.length === 0) return joined("all", parts, ({ shown }) => shown);
    const first = this.#all(terms);
    return joined("all", [first, ...parts], (part) => (part === first ? bracketed(part) : part.shown));
  }

  /** Terms next to each other are joined by AND. */
  #all(items: readonly Item[]): Part {
    const runs = split(items, "and").flatMap((group) => {
      const between: Item[][] = [];
      for (const [nth, item] of group.entries()) {
        const isNext = nth > 0 && !isOperator(item) && !isOperator(group[nth - 1]);
        const last = between.at(-1);
        if (last === undefined || isNext) between.push([item]);
        else last.push(item);
      }
      return between;
    });
    return joined(
      "all",
      runs.map((run) => this.#near(run)),
    );
  }

  #near(items: readonly Item[]): Part {
    const operators = items.flatMap((item): Near[] =>
      isOperator(item) && item.kind === "near" ? [item] : [],
    );
    const parts = split(items, "near").map(either);
    while (operators.length > 0) {
      const widths = operators.map(widthOf);
      const nth = widths.indexOf(Math.min(...widths));
      const [operator] = operators.splice(nth, 1);
      const [left, right] = parts.slice(nth, nth + 2);
      if (operator === undefined || left === undefined || right === undefined) break;
      parts.splice(nth, 2, this.#pair(left, operator, right));
    }
    return parts[0] ?? joined("all", []);
  }

  #pair(left: Part, { within, isOrdered, unit, text, at }: Near, right: Part): Part {
    for (const side of [left, right])
      if (leavesOf(side.node, "all").some(({ kind }) => kind === "field" || kind === "atleast"))
        throw new ConnectorsError(`A field or ATLEAST cannot be next to ${text}`, side.at);
    const node = this.#spread.pairsOf(left.node, { within, isOrdered }, right.node);
    const shown = `${bracketed(left)} ${isOrdered ? "+" : "/"}${unit} ${bracketed(right)}`;
    return { at, node, shown, isGroup: true };
  }
}

type Near = Extract<Operator, { readonly kind: "near" }>;

function isOperator(item: Item | undefined): item is Operator {
  return item !== undefined && "kind" in item;
}

/** Every connector has a part on both sides, but NOT may begin. */
function checkSides(operator: Operator, left: Item | undefined, right: Item | undefined): void {
  const mayBegin = operator.text.toLowerCase() === "not" && left === undefined;
  const lacks = !mayBegin && (left === undefined || isOperator(left)) ? "before" : "after";
  if (lacks === "before" || right === undefined || isOperator(right))
    throw new ConnectorsError(`${operator.text} needs a word or group ${lacks} it`, operator.at);
}

/** The items between the operators of a kind. */
function split(items: readonly Item[], kind: Operator["kind"]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items)
    if (isOperator(item) && item.kind === kind) parts.push([]);
    else parts.at(-1)?.push(item);
  return parts;
}

function either(items: readonly Item[]): Part {
  return joined(
    "any",
    items.flatMap((item) => (isOperator(item) ? [] : [item])),
  );
}

/** Wider than any number of words. */
const WIDTHS: Readonly<Record<string, number>> = { s: 1e9, p: 2e9, seg: 3e9 };

function widthOf({ unit }: Near): number {
  return WIDTHS[unit] ?? Number(unit);
}

function bracketed({ shown, isGroup }: Part): string {
  return isGroup ? `(${shown})` : shown;
}

function joined(kind: "all" | "any", parts: readonly Part[], show = bracketed): Part {
  const [only] = parts;
  const node = join(
    kind,
    parts.flatMap((part) => (part.node.kind === kind ? part.node.nodes : [part.node])),
  );
  if (only !== undefined && parts.length === 1) return { ...only, node };
  return {
    at: only?.at ?? 0,
    node,
    shown: parts.map(show).join(kind === "all" ? " AND " : " OR "),
    isGroup: true,
  };
}
