/**
 * Finds operators of other search languages in a search text, where they are read as words, and translates the text
 * (docs/interface.md, "Notes on a search"). There is no translation where this language cannot say the same, or where services differ in
 * what the text means.
 */
import { depthOf, groupedText, lineOf, type SearchItem } from "./group-operators.ts";
import { readSearch, type SearchToken, searchTokens } from "./search-query.ts";
import type { SearchNode } from "./search-tree.ts";

export interface OtherOperators {
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
  const isOther =
    kind === "word"
      ? CAPITALS.test(text) ||
        PROXIMITY.test(text) ||
        STRAY.test(text) ||
        ROOT.test(text) ||
        WILDCARD.test(text)
      : kind === "prefix" && WILDCARD.test(text);
  return isOther ? [kind === "prefix" ? `${text}*` : text] : [];
}

function translationOf(tokens: readonly SearchToken[]): string | null {
  const items = itemsOf(tokens);
  if (items === null || depthOf(lineOf(items)) > MAX_DEPTH) return null;
  const isPlain = items.every(({ kind, isOther }) => kind === "operand" || !isOther);
  const text = isPlain ? lineOf(items) : groupedText(items);
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
  return { kind, text, near: null, isWord: false, isOther: true };
}

function itemOf(token: SearchToken): SearchItem | null {
  const none = { near: null, isWord: false, isOther: false };
  switch (token.kind) {
    case "(":
    case ")":
    case "-":
      return { kind: token.kind, text: token.kind, ...none };
    case "|":
      return { kind: "or", text: "|", ...none };
    case "proximity": {
      const { within, isOrdered } = token.proximity;
      const unit = within === "sentence" ? "s" : within === "paragraph" ? "p" : String(within);
      return { kind: "near", text: `${isOrdered ? "+" : "/"}${unit}`, ...none };
    }
    case "operand":
      return operandOf(token.node);
  }
}

function operandOf(node: SearchNode): SearchItem | null {
  const operand = { kind: "operand", isWord: false, isOther: false } as const;
  switch (node.kind) {
    case "word":
      return wordOf(node.text);
    case "prefix":
      return WILDCARD.test(node.text) ? null : { ...operand, text: `${node.text}*`, near: `${node.text}*` };
    case "phrase":
      return phraseOf(node.text);
    case "near":
      return { ...operand, text: `"${node.text}"~${node.distance}`, near: null };
    case "field":
      return {
        ...operand,
        text: `${node.field}:${/^[\p{L}\p{N}-]+$/u.test(node.text) ? node.text : `"${node.text}"`}`,
        near: null,
      };
    default:
      return null;
  }
}

function wordOf(text: string): SearchItem | null {
  const operand = { kind: "operand", isWord: false, isOther: true } as const;
  const near = PROXIMITY.exec(text)?.groups;
  if (near !== undefined) {
    const operator = proximityOf(near);
    return operator === null ? null : { ...operand, kind: "near", text: operator, near: null };
  }
  if (STRAY.test(text) || WILDCARD.test(text)) return null;
  const root = ROOT.exec(text)?.[1];
  if (root !== undefined) return { ...operand, text: `${root}*`, near: `${root}*` };
  return { ...operand, text, near: text, isWord: true, isOther: false };
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
  const operand = { kind: "operand", isWord: false, isOther: true } as const;
  const words = text.trim().split(/\s+/);
  const last = words.pop() ?? "";
  if (WILDCARD.test(text) || words.some((word) => ROOT.test(word))) return null;
  const root = ROOT.exec(last)?.[1];
  if (root === undefined) return { ...operand, text: `"${text}"`, near: `"${text}"`, isOther: false };
  const before = words.length === 0 ? "" : `"${words.join(" ")}" +0 `;
  return {
    ...operand,
    text: before === "" ? `${root}*` : `(${before}${root}*)`,
    near: before === "" ? `${root}*` : null,
  };
}
