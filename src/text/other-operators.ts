/**
 * Finds operators of other search languages in a search text, where they are read as words, and translates the text
 * (docs/interface.md, "Notes on a search"). There is no translation where this language cannot say the same, or where services differ in
 * what the text means.
 */
import { readSearch, type SearchToken, searchTokens } from "./search-query.ts";
import type { SearchNode } from "./search-tree.ts";

interface OtherOperators {
  /** As written, each once: `AND`, `w/5`, `negligen!`. */
  readonly operators: readonly string[];
  /** A search text with the same meaning; null if none surely has it. */
  readonly translation: string | null;
}

const CAPITALS = /^(?:AND|OR|NOT)$/;
/** Within some words, a sentence, a paragraph: `w/5`, `pre/3`, `near/s`, `/sent`. */
const PROXIMITY =
  /^(?:(?<how>w|within|near|pre|onear|adj)\/(?:(?<words>\d{1,6})|(?<unit>s|p|sent|para|seg))|\/(?<long>sent|para))$/i;
/** `+s`: in this order in one sentence. */
const ORDERED_UNIT = /(?<![^\s()"])\+[sp](?![^\s()"])/gi;
/** `/5` that is not between two operands. */
const STRAY = /^\/(?:[sp]|\d+)$/i;
/** `negligen!` */
const ROOT = /^(.*[\p{L}\p{N}])!+$/u;
/** `wom?n`, `wom*n` */
const WILDCARD = /[\p{L}\p{N}][?*!]+[\p{L}\p{N}]/u;
/** Characters of a translation. */
const MAX_LENGTH = 500;
/** Brackets within brackets that the language reads. */
const MAX_DEPTH = 16;

/** Null for nearly every text: it has none. */
export function otherOperators(search: string): OtherOperators | null {
  // most texts are words only
  if (!/[!?*/+]|AND|OR|NOT/.test(search)) return null;
  const tokens = searchTokens(search);
  const ordered = search.replace(/["“”„‟«»][^"“”„‟«»]*(?:["“”„‟«»]|$)/gu, '"').match(ORDERED_UNIT) ?? [];
  const operators = new Set([...tokens.flatMap(otherIn), ...ordered]);
  if (operators.size === 0) return null;
  const translation = ordered.length > 0 ? null : translationOf(tokens);
  return { operators: [...operators], translation };
}

/** The text of a token that is an operator elsewhere. */
function otherIn(token: SearchToken): string[] {
  if (token.kind !== "operand" || !("text" in token.node)) return [];
  const { kind, text } = token.node;
  if (kind === "phrase") return text.split(/\s+/).filter((word) => ROOT.test(word) || WILDCARD.test(word));
  if (kind === "prefix") return WILDCARD.test(text) ? [`${text}*`] : [];
  const patterns = [CAPITALS, PROXIMITY, STRAY, ROOT, WILDCARD];
  return kind === "word" && patterns.some((pattern) => pattern.test(text)) ? [text] : [];
}

/** An operand, an operator or a bracket. */
interface SearchItem {
  readonly kind: "operand" | "or" | "and" | "not" | "near" | "(" | ")" | "-";
  /** As this language writes it; an operand also as one of `/5` or NOT, null if it cannot be one. */
  readonly text: string;
  readonly near?: string | null;
  /** A single word without operators: with its neighbours it can be a phrase. */
  readonly isWord?: boolean;
  /** Whether this language reads an operator as a word. */
  readonly isOther?: boolean;
}

function translationOf(tokens: readonly SearchToken[]): string | null {
  const items = itemsOf(tokens);
  if (items === null || depthOf(lineOf(items)) > MAX_DEPTH) return null;
  const text = items.some(({ isOther }) => isOther) ? groupedText(items) : lineOf(items);
  if (text === null || text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH) return null;
  return readSearch(text).problem === null ? text : null;
}

/** Null if one of them has no translation. */
function itemsOf(tokens: readonly SearchToken[]): SearchItem[] | null {
  // Westlaw and Lexis also read operators in lower case
  const words = tokens.map((token) =>
    token.kind === "operand" && token.node.kind === "word" ? token.node.text : "",
  );
  const hasCapitals = words.some((word) => CAPITALS.test(word));
  const isLegal = !hasCapitals && words.some((word) => PROXIMITY.test(word) || ROOT.test(word));
  const operators = isLegal ? words.map((word) => word.toUpperCase()) : words;
  const items: SearchItem[] = [];
  for (const [at, token] of tokens.entries()) {
    const word = operators[at] ?? "";
    // AND NOT and BUT NOT are NOT; a single "not" in lower case is a word
    if (/^(?:AND|BUT)$/.test(word) && operators[at + 1] === "NOT") continue;
    const isNot = word === "NOT" && (!isLegal || /^(?:AND|BUT)$/.test(operators[at - 1] ?? ""));
    const kind = isNot ? "not" : word === "AND" ? "and" : word === "OR" ? "or" : null;
    const item = kind === null ? itemOf(token) : { kind, text: isNot ? "-" : "", isOther: true };
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function itemOf(token: SearchToken): SearchItem | null {
  switch (token.kind) {
    case "operand":
      return operandOf(token.node);
    case "|":
      return { kind: "or", text: "|" };
    case "proximity": {
      const { within, isOrdered } = token.proximity;
      const unit = typeof within === "number" ? String(within) : within.charAt(0);
      return { kind: "near", text: `${isOrdered ? "+" : "/"}${unit}` };
    }
    default:
      return { kind: token.kind, text: token.kind };
  }
}

/** @param near as an operand of `/5` or NOT */
function operand(text: string, near: string | null = text): SearchItem {
  return { kind: "operand", text, near };
}

function operandOf(node: SearchNode): SearchItem | null {
  switch (node.kind) {
    case "word":
      return wordOf(node.text);
    case "prefix":
      return WILDCARD.test(node.text) ? null : operand(`${node.text}*`);
    case "phrase":
      return phraseOf(node.text);
    case "near":
      return operand(`"${node.text}"~${node.distance}`, null);
    case "field":
      return operand(
        `${node.field}:${/^[\p{L}\p{N}-]+$/u.test(node.text) ? node.text : `"${node.text}"`}`,
        null,
      );
    default:
      return null;
  }
}

function wordOf(text: string): SearchItem | null {
  const near = PROXIMITY.exec(text)?.groups;
  if (near !== undefined) {
    const operator = proximityOf(near);
    return operator === null ? null : { kind: "near", text: operator, isOther: true };
  }
  if (STRAY.test(text) || WILDCARD.test(text)) return null;
  const root = ROOT.exec(text)?.[1];
  return root === undefined ? { ...operand(text), isWord: true } : operand(`${root}*`);
}

/** Other services count from word to word: their `w/1` is next to each other, as `/0` here. */
function proximityOf({ how = "w", words, unit, long }: Record<string, string | undefined>): string | null {
  const kind = how.toLowerCase();
  const isOrdered = kind === "pre" || kind === "onear";
  if (kind === "adj") return null;
  if (words !== undefined) return `${isOrdered ? "+" : "/"}${Math.max(Number(words) - 1, 0)}`;
  const letter = (unit ?? long ?? "").toLowerCase();
  if (isOrdered || letter === "seg") return null;
  return letter.startsWith("s") ? "/s" : "/p";
}

/** `"comparative neglig!"` is `("comparative" +0 neglig*)`. */
function phraseOf(text: string): SearchItem | null {
  const words = text.trim().split(/\s+/);
  const last = words.pop() ?? "";
  if (WILDCARD.test(text) || words.some((word) => ROOT.test(word))) return null;
  const root = ROOT.exec(last)?.[1];
  if (root === undefined) return operand(`"${text}"`);
  if (words.length === 0) return operand(`${root}*`);
  return operand(`("${words.join(" ")}" +0 ${root}*)`, null);
}

/** The items in their order, without groups. */
function lineOf(items: readonly SearchItem[]): string {
  return items
    .map(({ kind, text }) => (kind === "or" ? "|" : text))
    .join(" ")
    .replace(/([(-]) | (?=\))/g, "$1");
}

/** How many brackets are within each other. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text.replace(/"[^"]*"/g, "")) {
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}

/** A part of the text in this language. */
interface Part {
  readonly text: string;
  /** Next to other parts that must all match. */
  readonly inAll: string;
  /** As an operand of `/5` or NOT; null if it cannot be one. */
  readonly near: string | null;
}

/** A bracket with what is in it is one item. */
type NestedItem = SearchItem | { readonly kind: "group"; readonly items: readonly NestedItem[] };

/**
 * Groups operators as Westlaw and Lexis do: OR first, then `w/5`, then AND, and NOT last; and writes the groups in this language, with
 * brackets. Null if the operators have no operands, or services differ in what they mean.
 */
function groupedText(items: readonly SearchItem[]): string | null {
  const open: NestedItem[][] = [[]];
  for (const item of items) {
    if (item.kind === "(") open.push([]);
    else if (item.kind !== ")") open.at(-1)?.push(item);
    else if (open.length === 1) return null;
    else closeGroup(open);
  }
  while (open.length > 1) closeGroup(open);
  return allOf(open[0] ?? [])?.text ?? null;
}

function closeGroup(open: NestedItem[][]): void {
  const items = open.pop() ?? [];
  open.at(-1)?.push({ kind: "group", items });
}

/** What is between the operators of a kind, each read; null if one of them cannot be. */
function partsBetween(
  items: readonly NestedItem[],
  operator: SearchItem["kind"],
  read: (items: readonly NestedItem[]) => Part | null,
): Part[] | null {
  const runs: NestedItem[][] = [[]];
  for (const item of items)
    if (item.kind === operator) runs.push([]);
    else runs.at(-1)?.push(item);
  const parts = runs.flatMap((run) => read(run) ?? []);
  return parts.length < runs.length ? null : parts;
}

/** Parts that must all match, then what is excluded. */
function allOf(items: readonly NestedItem[]): Part | null {
  const end = items.findIndex(({ kind }) => kind === "not");
  const parts = end === 0 ? [] : partsBetween(end < 0 ? items : items.slice(0, end), "and", nearOf);
  const excluded = end < 0 ? [] : partsBetween(items.slice(end + 1), "not", nearOf);
  if (parts === null || excluded === null) return null;
  const [only] = parts;
  if (only !== undefined && parts.length + excluded.length === 1) return only;
  const texts = [
    ...parts.map(({ inAll }) => inAll),
    ...excluded.map(({ near, inAll }) => `-${near ?? inAll}`),
  ];
  const text = texts.join(" ");
  return { text, inAll: parts.length === 0 ? text : `(${text})`, near: null };
}

/** Two parts near each other, or one; services differ in what a chain means. */
function nearOf(items: readonly NestedItem[]): Part | null {
  const [left, right, ...others] = partsBetween(items, "near", eitherOf) ?? [];
  if (left === undefined || right === undefined) return left ?? null;
  const operator = items.flatMap((item) => (item.kind === "near" ? item.text : [])).join(" ");
  if (!left.near || !right.near || others.length > 0) return null;
  const text = `${left.near} ${operator} ${right.near}`;
  return { text, inAll: `(${text})`, near: null };
}

function eitherOf(items: readonly NestedItem[]): Part | null {
  const parts = partsBetween(items, "or", runOf);
  const [only] = parts ?? [];
  if (parts === null || parts.length === 1) return only ?? null;
  const text = parts.map(({ inAll }) => inAll).join(" | ");
  const near = parts.flatMap((part) => part.near ?? []);
  return { text, inAll: `(${text})`, near: near.length < parts.length ? null : `(${near.join(" | ")})` };
}

/** Words next to each other: with `w/5` and NOT they are a phrase. */
function runOf(items: readonly NestedItem[]): Part | null {
  const parts: Part[] = [];
  let minus = "";
  for (const item of items) {
    if (item.kind === "-") minus += "-";
    else {
      const part = operandPart(item);
      if (part === null) return null;
      parts.push(minus === "" ? part : { text: minus + part.inAll, inAll: minus + part.inAll, near: null });
      minus = "";
    }
  }
  const [only] = parts;
  if (only === undefined || minus !== "") return null;
  if (parts.length === 1) return only;
  const text = parts.map(({ inAll }) => inAll).join(" ");
  const areWords = items.every((item) => item.kind === "operand" && item.isWord === true);
  return { text, inAll: text, near: areWords ? `"${text}"` : null };
}

function operandPart(item: NestedItem): Part | null {
  if (item.kind === "operand") return { text: item.text, inAll: item.text, near: item.near ?? null };
  const part = item.kind === "group" ? allOf(item.items) : null;
  return part === null ? null : { ...part, text: part.inAll };
}
