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

/** A part of a search: an operand or a group (`o`), a bracket, or an operator: AND `&`, NOT `!`, OR `|`, `w/5` `~`, without `-`. */
interface Part {
  readonly kind: "o" | "(" | ")" | "&" | "!" | "|" | "~" | "-";
  /** In this language: alone, and next to other parts that must all match. */
  readonly text: string;
  readonly inAll: string;
  /** As an operand of `/5` or NOT; null if it cannot be one. */
  readonly near: string | null;
  /** A single word without operators: with its neighbours it can be a phrase. */
  readonly isWord?: boolean;
  /** Whether this language reads an operator as a word. */
  readonly isOther?: boolean;
}

function translationOf(tokens: readonly SearchToken[]): string | null {
  const parts = partsOf(tokens);
  if (parts === null || parts.length > MAX_LENGTH || depthOf(lineOf(parts)) > MAX_DEPTH) return null;
  const text = parts.some(({ isOther }) => isOther) ? groupedText(parts) : lineOf(parts);
  if (text === null || text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH) return null;
  return readSearch(text).problem === null ? text : null;
}

/** Null if one of them has no translation. */
function partsOf(tokens: readonly SearchToken[]): Part[] | null {
  // Westlaw and Lexis also read operators in lower case
  const words = tokens.map((token) =>
    token.kind === "operand" && token.node.kind === "word" ? token.node.text : "",
  );
  const hasCapitals = words.some((word) => CAPITALS.test(word));
  const isLegal = !hasCapitals && words.some((word) => PROXIMITY.test(word) || ROOT.test(word));
  const operators = isLegal ? words.map((word) => word.toUpperCase()) : words;
  const parts: Part[] = [];
  for (const [at, token] of tokens.entries()) {
    const word = operators[at] ?? "";
    // AND NOT and BUT NOT are NOT; a single "not" in lower case is a word
    if (/^(?:AND|BUT)$/.test(word) && operators[at + 1] === "NOT") continue;
    const isNot = word === "NOT" && (!isLegal || /^(?:AND|BUT)$/.test(operators[at - 1] ?? ""));
    const kind = isNot ? "!" : word === "AND" ? "&" : word === "OR" ? "|" : null;
    const part = kind === null ? partOf(token) : operator(kind, kind === "|" ? "|" : "", true);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

function operator(kind: Part["kind"], text: string, isOther = false): Part {
  return { kind, text, inAll: text, near: null, isOther };
}

function operand(text: string, near: string | null = text, inAll = text): Part {
  return { kind: "o", text, inAll, near };
}

function partOf(token: SearchToken): Part | null {
  if (token.kind === "operand") return operandOf(token.node);
  if (token.kind !== "proximity") return operator(token.kind, token.kind);
  const { within, isOrdered } = token.proximity;
  const unit = typeof within === "number" ? String(within) : within.charAt(0);
  return operator("~", `${isOrdered ? "+" : "/"}${unit}`);
}

function operandOf(node: SearchNode): Part | null {
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

function wordOf(text: string): Part | null {
  const near = PROXIMITY.exec(text)?.groups;
  if (near !== undefined) {
    const written = proximityOf(near);
    return written === null ? null : operator("~", written, true);
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
function phraseOf(text: string): Part | null {
  const words = text.trim().split(/\s+/);
  const last = words.pop() ?? "";
  if (WILDCARD.test(text) || words.some((word) => ROOT.test(word))) return null;
  const root = ROOT.exec(last)?.[1];
  if (root === undefined) return operand(`"${text}"`);
  if (words.length === 0) return operand(`${root}*`);
  return operand(`("${words.join(" ")}" +0 ${root}*)`, null);
}

/** The parts in their order, without groups. */
function lineOf(parts: readonly Part[]): string {
  return parts
    .map(({ text }) => text)
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

/**
 * Groups operators as Westlaw and Lexis do, and writes the groups in this language, with brackets. Null if the operators have no
 * operands, or services differ in what they mean.
 */
function groupedText(parts: readonly Part[]): string | null {
  let rest = parts;
  for (;;) {
    const kinds = kindsOf(rest);
    const open = kinds.lastIndexOf("(");
    const close = kinds.indexOf(")", open + 1);
    if (open < 0 && close >= 0) return null;
    const end = close < 0 ? rest.length : close;
    const group = groupOf(rest.slice(open + 1, end));
    if (group === null || open < 0) return group?.text ?? null;
    const { inAll, near } = group;
    rest = rest.toSpliced(open, end + 1 - open, operand(inAll, near));
  }
}

/** One part of all, by the rules in their order. */
function groupOf(parts: readonly Part[]): Part | null {
  let left = parts;
  for (const [pattern, join] of RULES) {
    const joined: (Part | null)[] = [];
    let end = 0;
    for (const { 0: kinds, index } of kindsOf(left).matchAll(pattern)) {
      joined.push(...left.slice(end, index), join(left.slice(index, index + kinds.length)));
      end = index + kinds.length;
    }
    joined.push(...left.slice(end));
    if (joined.includes(null)) return null;
    left = joined.filter((part) => part !== null);
  }
  return left.length === 1 && left[0]?.kind === "o" ? left[0] : null;
}

function kindsOf(parts: readonly Part[]): string {
  return parts.map(({ kind }) => kind).join("");
}

/** By how close they bind; by pattern of the kinds, how they become one part. What no rule joins, as a chain of `w/5`, has no one meaning. */
const RULES: readonly (readonly [pattern: RegExp, join: (parts: readonly Part[]) => Part | null])[] = [
  [/(?<!-)-+o/g, (parts) => operand(parts.map(({ inAll }) => inAll).join(""), null)],
  [/oo+/g, runOf],
  [/o(?:\|o)+/g, eitherOf],
  [/o~o/g, nearOf],
  [/^o(?:&o)+(?:!o)*$|^o?(?:!o)+$/g, allOf],
];

/** Words next to each other: with `w/5` and NOT they are a phrase. */
function runOf(parts: readonly Part[]): Part {
  const text = parts.map(({ inAll }) => inAll).join(" ");
  return operand(text, parts.every(({ isWord }) => isWord) ? `"${text}"` : null);
}

function eitherOf(parts: readonly Part[]): Part {
  const some = parts.filter(({ kind }) => kind === "o");
  const text = some.map(({ inAll }) => inAll).join(" | ");
  const near = some.flatMap((part) => part.near ?? []);
  return operand(text, near.length < some.length ? null : `(${near.join(" | ")})`, `(${text})`);
}

function nearOf([left, how, right]: readonly Part[]): Part | null {
  if (!left?.near || !right?.near) return null;
  const text = `${left.near} ${how?.text} ${right.near}`;
  return operand(text, null, `(${text})`);
}

function allOf(parts: readonly Part[]): Part {
  const texts = parts.flatMap(({ kind, near, inAll }, at) =>
    kind === "o" ? [parts[at - 1]?.kind === "!" ? `-${near ?? inAll}` : inAll] : [],
  );
  const text = texts.join(" ");
  return operand(text, null, parts[0]?.kind === "!" ? text : `(${text})`);
}
