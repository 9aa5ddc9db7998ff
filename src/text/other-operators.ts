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

function translationOf(tokens: readonly SearchToken[]): string | null {
  const items = itemsOf(tokens);
  if (items === null || depthOf(lineOf(items)) > MAX_DEPTH) return null;
  const isPlain = items.every(({ kind, isOther }) => kind === "operand" || !isOther);
  const text = isPlain ? lineOf(items) : new Translator(items).translate();
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
  const items: SearchItem[] = [];
  for (const [at, token] of tokens.entries()) {
    const word = isLegal ? (words[at] ?? "").toUpperCase() : (words[at] ?? "");
    const next = isLegal ? (words[at + 1] ?? "").toUpperCase() : (words[at + 1] ?? "");
    // AND NOT and BUT NOT are NOT; a single "not" in lower case is a word
    if (/^(?:AND|BUT)$/.test(word) && next === "NOT") continue;
    const isNot = word === "NOT" && (!isLegal || /^(?:and|but)$/i.test(words[at - 1] ?? ""));
    const item = isNot ? connector("not", "-") : /^(?:AND|OR)$/.test(word) ? connector(word) : itemOf(token);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function connector(word: string, text = ""): SearchItem {
  const kind = word.toLowerCase() as "or" | "and" | "not";
  return { ...NO_OPERAND, kind, text, isOther: true };
}

const NO_OPERAND = { near: null, isWord: false, isOther: false } as const;

/** @param near `text` by default */
function operand(text: string, more: Partial<SearchItem> = {}): SearchItem {
  return { ...NO_OPERAND, kind: "operand", text, near: text, ...more };
}

function itemOf(token: SearchToken): SearchItem | null {
  switch (token.kind) {
    case "operand":
      return operandOf(token.node);
    case "|":
      return { ...NO_OPERAND, kind: "or", text: "|" };
    case "proximity": {
      const { within, isOrdered } = token.proximity;
      const unit = within === "sentence" ? "s" : within === "paragraph" ? "p" : String(within);
      return { ...NO_OPERAND, kind: "near", text: `${isOrdered ? "+" : "/"}${unit}` };
    }
    default:
      return { ...NO_OPERAND, kind: token.kind, text: token.kind };
  }
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
      return operand(`"${node.text}"~${node.distance}`, { near: null });
    case "field": {
      const value = /^[\p{L}\p{N}-]+$/u.test(node.text) ? node.text : `"${node.text}"`;
      return operand(`${node.field}:${value}`, { near: null });
    }
    default:
      return null;
  }
}

function wordOf(text: string): SearchItem | null {
  const near = PROXIMITY.exec(text)?.groups;
  if (near !== undefined) {
    const operator = proximityOf(near);
    return operator === null ? null : { ...NO_OPERAND, kind: "near", text: operator, isOther: true };
  }
  if (STRAY.test(text) || WILDCARD.test(text)) return null;
  const root = ROOT.exec(text)?.[1];
  return root === undefined ? operand(text, { isWord: true }) : operand(`${root}*`, { isOther: true });
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
  if (words.length === 0) return operand(`${root}*`, { isOther: true });
  return operand(`("${words.join(" ")}" +0 ${root}*)`, { near: null, isOther: true });
}

/** An operand, an operator or a bracket. */
interface SearchItem {
  readonly kind: "operand" | "or" | "and" | "not" | "near" | "(" | ")" | "-";
  /** As this language writes it. */
  readonly text: string;
  /** Of an operand: as an operand of `/5` or NOT; null if it cannot be one. */
  readonly near: string | null;
  /** A single word without operators: with its neighbours it can be a phrase. */
  readonly isWord: boolean;
  /** Whether this language reads it as a word. */
  readonly isOther: boolean;
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

/**
 * Groups operators as Westlaw and Lexis do: OR first, then `w/5`, then AND, and NOT last; and writes the groups in this language, with
 * brackets.
 *
 * all := some ("AND" some)* ("NOT" some)*; some := either (near either)?; either := run ("OR" run)*; run := ("-"* operand)+;
 * operand := word | phrase | "(" all ")".
 */
class Translator {
  readonly #items: readonly SearchItem[];
  #at = 0;

  constructor(items: readonly SearchItem[]) {
    this.#items = items;
  }

  /** Null if the operators have no operands, or services differ in what they mean. */
  translate(): string | null {
    const part = this.#all();
    return part === null || this.#at < this.#items.length ? null : part.text;
  }

  #all(): Part | null {
    const parts = this.#kind() === "not" ? [] : this.#listOf(() => this.#some(), "and");
    const excluded = this.#accepts("not") ? this.#listOf(() => this.#some(), "not") : [];
    if (parts === null || excluded === null) return null;
    const [only] = parts;
    if (only !== undefined && parts.length === 1 && excluded.length === 0) return only;
    const texts = [
      ...parts.map(({ inAll }) => inAll),
      ...excluded.map(({ near, inAll }) => `-${near ?? inAll}`),
    ];
    const text = texts.join(" ");
    return { text, inAll: parts.length === 0 ? text : `(${text})`, near: null };
  }

  /** Null if one of the parts is. */
  #listOf(read: () => Part | null, separator: SearchItem["kind"]): Part[] | null {
    const parts: Part[] = [];
    do {
      const part = read();
      if (part === null) return null;
      parts.push(part);
    } while (this.#accepts(separator));
    return parts;
  }

  #some(): Part | null {
    const left = this.#either();
    const operator = this.#items[this.#at];
    if (left === null || operator?.kind !== "near") return left;
    this.#at++;
    const right = this.#either();
    // services differ in what a chain means
    if (left.near === null || !right?.near || this.#kind() === "near") return null;
    const text = `${left.near} ${operator.text} ${right.near}`;
    return { text, inAll: `(${text})`, near: null };
  }

  #either(): Part | null {
    const parts = this.#listOf(() => this.#run(), "or");
    const [only] = parts ?? [];
    if (parts === null || only === undefined || parts.length === 1) return only ?? null;
    const text = parts.map(({ inAll }) => inAll).join(" | ");
    const near = parts.flatMap((part) => part.near ?? []);
    return { text, inAll: `(${text})`, near: near.length < parts.length ? null : `(${near.join(" | ")})` };
  }

  /** Words next to each other: with `w/5` and NOT they are a phrase. */
  #run(): Part | null {
    const parts: Part[] = [];
    let areWords = true;
    for (let kind = this.#kind(); kind === "operand" || kind === "(" || kind === "-"; kind = this.#kind()) {
      areWords &&= this.#items[this.#at]?.isWord === true;
      const part = this.#operand();
      if (part === null) return null;
      parts.push(part);
    }
    const [only] = parts;
    if (only === undefined || parts.length === 1) return only ?? null;
    const text = parts.map(({ inAll }) => inAll).join(" ");
    return { text, inAll: text, near: areWords ? `"${text}"` : null };
  }

  #operand(): Part | null {
    const item = this.#items[this.#at++];
    if (item?.kind === "operand") return { text: item.text, inAll: item.text, near: item.near };
    if (item?.kind === "-") {
      const part = this.#operand();
      return part && { text: `-${part.inAll}`, inAll: `-${part.inAll}`, near: null };
    }
    if (item?.kind !== "(") return null;
    const part = this.#all();
    if (part === null || !(this.#accepts(")") || this.#at >= this.#items.length)) return null;
    return { ...part, text: part.inAll };
  }

  #accepts(kind: SearchItem["kind"]): boolean {
    if (this.#kind() !== kind) return false;
    this.#at++;
    return true;
  }

  #kind(): SearchItem["kind"] | undefined {
    return this.#items[this.#at]?.kind;
  }
}
