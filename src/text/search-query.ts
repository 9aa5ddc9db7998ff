/**
 * Parses the search language (docs/interface.md, "Search language").
 *
 * | text | matches cases with |
 * |---|---|
 * | `a b`, `a + b` | both words |
 * | `"a b"`, `"a b"~5` | the phrase; both words within 5 words |
 * | `a /5 b`, `a +5 b` | both within 5 words; `a` before `b`; binds stronger than "both" |
 * | `a /s b`, `a /p b` | both in one sentence, in one paragraph |
 * | `author:a`, `court:neb`, `name:"a v. b"` | what the parameters of these names find |
 * | `a \| b` | either word; binds weaker than "both" |
 * | `-a` | no `a` |
 * | `appell*` | a word that begins with `appell` |
 * | `( )` | grouping |
 *
 * The nodes contain raw text. The analyzer decides later which words `§` or `O'Brien` contain (text/analyzer).
 */
import { fold, wordsOf } from "./analyzer.ts";
import { isEmpty, join, type Proximity, type SearchNode, Spread } from "./search-tree.ts";

/** Deeper brackets are ignored, because FTS5's parser overflows at a depth of 100 symbols. */
const MAX_DEPTH = 16;
/** In words; more than any opinion has. */
const MAX_DISTANCE = 10_000_000;
/** Hyphens between letters in one word or phrase, if each may break a word. */
const MAX_HYPHENS = 3;
/** Characters of a name, as the parameter `name` requires. */
const MIN_NAME = 3;

export type SearchToken =
  | { readonly kind: "(" | ")" | "|" | "-" }
  | { readonly kind: "operand"; readonly node: SearchNode }
  /** `node`: what it means where it is not between two operands. */
  | { readonly kind: "proximity"; readonly proximity: Proximity; readonly node: SearchNode };

/** The groups in their order: a field, a phrase, a bracket, `|`, `-`, an operator of proximity, a word. */
const TOKEN =
  /(?<field>author|court|name):(?:"(?<quoted>[^"]*)(?:"|$)|(?<value>[^\s()|"+]+))|"(?<phrase>[^"]*)(?:"(?:~(?<distance>\d+))?|$)|(?<bracket>[()])|(?<or>\|)|(?<not>(?<![^\s()|"+])-+(?=[^\s|+)-]))|(?<![^\s()"])(?:\/(?<unit>[sp])|(?<operator>[/+])(?<words>\d+))(?![^\s()"])|(?<word>[^\s()|"+]+)/giu;

/**
 * Parses a search text. A text without operands returns an empty `all` node.
 *
 * @returns also why the text cannot be searched, as a sentence; null for nearly every text
 */
export function readSearch(text: string): { readonly node: SearchNode; readonly problem: string | null } {
  return new Parser(searchTokens(text)).parse();
}

/** The words, phrases and operators of a search text, as this language reads them. */
export function searchTokens(text: string): SearchToken[] {
  return betweenOperands(tokenise(text.replace(/[“”„‟«»]/gu, '"').replace(/[‘’‚‛]/gu, "'")));
}

function tokenise(text: string): SearchToken[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: all, groups = {} }): SearchToken[] => {
    const { field, phrase, distance, bracket, or, not, unit, operator, words } = groups;
    if (field !== undefined) return fieldTokens(field, groups.quoted, groups.value);
    if (phrase !== undefined) {
      const node: SearchNode =
        distance === undefined
          ? { kind: "phrase", text: phrase }
          : { kind: "near", text: phrase, distance: Math.min(Number(distance), MAX_DISTANCE) };
      return [{ kind: "operand", node }];
    }
    if (bracket === "(" || bracket === ")") return [{ kind: bracket }];
    if (or !== undefined) return [{ kind: "|" }];
    if (not !== undefined) return [{ kind: "-" }];
    if (unit !== undefined || words !== undefined) {
      const within = words === undefined ? unitOf(unit) : Math.min(Number(words), MAX_DISTANCE);
      const node: SearchNode = { kind: "word", text: operator === "+" ? (words ?? "") : all };
      return [{ kind: "proximity", proximity: { within, isOrdered: operator === "+" }, node }];
    }
    return [{ kind: "operand", node: wordNode(all) }];
  });
}

function unitOf(letter = "s"): "sentence" | "paragraph" {
  return letter.toLowerCase() === "s" ? "sentence" : "paragraph";
}

/** A value that the parameter would not accept or would ignore is searched like any other text. */
function fieldTokens(prefix: string, quoted: string | undefined, value: string | undefined): SearchToken[] {
  const text = quoted ?? value ?? "";
  const field = prefix.toLowerCase() as "author" | "court" | "name";
  const length = Math.min([...text.normalize("NFC")].length, [...fold(text)].length);
  if (field === "name" ? length >= MIN_NAME : wordsOf(text).length > 0)
    return [{ kind: "operand", node: { kind: "field", field, text } }];
  const nodes: SearchNode[] =
    quoted === undefined
      ? [wordNode(`${prefix}:${text}`)]
      : [wordNode(`${prefix}:`), { kind: "phrase", text: quoted }];
  return nodes.map((node) => ({ kind: "operand", node }));
}

function wordNode(word: string): SearchNode {
  const prefix = /^(.*[^*])\*+$/u.exec(word)?.[1];
  return { kind: prefix === undefined ? "word" : "prefix", text: prefix ?? word };
}

/** Each hyphen within a word may be left out: one that breaks a word is not indexed (docs/formats.md, "Words broken by a hyphen"). */
function withoutHyphens(text: string): readonly string[] {
  const [first = "", ...others] = text.split(/(?<=\p{L})-(?=\p{L})/u);
  if (others.length > MAX_HYPHENS) return [text];
  return others.reduce((forms, part) => forms.flatMap((form) => [`${form}-${part}`, form + part]), [first]);
}

/** Codes of law, whose abbreviation is one word or one for each letter. */
const JOINED_CODE = /(?<![\p{L}\p{N}.])(?:usc[as]?|cfr)(?![\p{L}\p{N}]|\.\p{L})/giu;
const SPLIT_CODE =
  /(?<![\p{L}\p{N}.])(?:u\. ?s\. ?c(?:\.[as](?![\p{L}\p{N}])|\. [as](?=\.))?|c\. ?f\. ?r)\.?(?![\p{L}\p{N}])/giu;

/** Words in all spellings that are searched with them: with and without hyphens, and `18 USC` also as `18 U.S.C.`, and the reverse. */
export function inAllSpellings(node: SearchNode): SearchNode {
  if (node.kind !== "word" && node.kind !== "phrase" && node.kind !== "near") return node;
  const { text } = node;
  const joined = text.replace(SPLIT_CODE, (code) => code.replace(/[. ]/g, ""));
  const split = text.replace(JOINED_CODE, (code) => `${[...code].join(".")}.`);
  const spellings = new Set([text, joined, split].flatMap(withoutHyphens));
  return join(
    "any",
    [...spellings].map((spelling) => ({ ...node, text: spelling })),
  );
}

/** Operators of proximity stay operators only between two operands; elsewhere they are the words that they always were. */
function betweenOperands(tokens: readonly SearchToken[]): SearchToken[] {
  const read: SearchToken[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "proximity") read.push(token);
    else {
      const [before, after] = [read.at(-1)?.kind, tokens[at + 1]?.kind];
      const isBetween = (before === "operand" || before === ")") && (after === "operand" || after === "(");
      read.push(isBetween ? token : { kind: "operand", node: token.node });
    }
  }
  return read;
}

/**
 * any := all ("|" all)*; all := ("-"* operand (proximity operand)*)*; operand := node | "(" any ")". A stray operator is ignored.
 */
class Parser {
  readonly #tokens: readonly SearchToken[];
  readonly #spread = new Spread();
  #at = 0;

  constructor(tokens: readonly SearchToken[]) {
    this.#tokens = tokens;
  }

  parse(): { readonly node: SearchNode; readonly problem: string | null } {
    const nodes: SearchNode[] = [];
    while (this.#at < this.#tokens.length) {
      nodes.push(this.#any(0));
      if (this.#peek() === ")") this.#at++;
    }
    return { node: join("all", nodes), problem: this.#spread.problem };
  }

  #any(depth: number): SearchNode {
    const nodes = [this.#all(depth)];
    while (this.#peek() === "|") {
      this.#at++;
      nodes.push(this.#all(depth));
    }
    return join("any", nodes);
  }

  #all(depth: number): SearchNode {
    const nodes: SearchNode[] = [];
    let isNegated = false;
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token.kind === "|" || (token.kind === ")" && depth > 0)) break;
      this.#at++;
      if (token.kind === "-") {
        isNegated = true;
        continue;
      }
      const node = this.#operand(token, depth);
      // the "-" before an empty group is dropped with the group
      if (node === null) {
        isNegated &&= depth >= MAX_DEPTH && token.kind === "(";
        continue;
      }
      const chain = this.#chain(node, depth);
      nodes.push(isNegated ? { kind: "not", node: chain } : chain);
      isNegated = false;
    }
    return join("all", nodes);
  }

  /** `a /5 b /s c` means `(a /5 b) (b /s c)`. */
  #chain(first: SearchNode, depth: number): SearchNode {
    const parts: SearchNode[] = [];
    let left = first;
    for (let token = this.#tokens[this.#at]; token?.kind === "proximity"; token = this.#tokens[this.#at]) {
      const operand = this.#tokens[this.#at + 1];
      this.#at += 2;
      const right = operand === undefined ? null : this.#operand(operand, depth);
      // the group was empty
      if (right === null) return join("all", [...(parts.length === 0 ? [first] : parts), token.node]);
      parts.push(this.#spread.pairsOf(left, token.proximity, right));
      left = right;
    }
    return parts.length === 0 ? first : join("all", parts);
  }

  #operand(token: SearchToken, depth: number): SearchNode | null {
    if (token.kind === "operand" || token.kind === "proximity") return inAllSpellings(token.node);
    if (token.kind !== "(" || depth >= MAX_DEPTH) return null;
    const node = this.#any(depth + 1);
    if (this.#peek() === ")") this.#at++;
    return isEmpty(node) ? null : node;
  }

  #peek(): SearchToken["kind"] | undefined {
    return this.#tokens[this.#at]?.kind;
  }
}
