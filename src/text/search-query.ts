/**
 * Parses the search language (docs/interface.md, "Search language"). Every text is valid.
 *
 * | text | matches cases with |
 * |---|---|
 * | `a b`, `a + b` | both words |
 * | `"a b"`, `"a b"~5` | the phrase; both words within 5 words |
 * | `a \| b` | either word; binds weaker than "both" |
 * | `-a` | no `a` |
 * | `appell*` | a word that begins with `appell` |
 * | `( )` | grouping |
 *
 * The nodes contain raw text. The analyzer decides later which words `§` or `O'Brien` contain (text/analyzer).
 */

export type SearchNode =
  | { readonly kind: "word"; readonly text: string }
  /** `tokens`: the tokens of an index that are searched instead of the last word of the text, if there are any. */
  | { readonly kind: "prefix"; readonly text: string; readonly tokens?: readonly string[] }
  | { readonly kind: "phrase"; readonly text: string }
  /** All words of the text within `distance` words. */
  | { readonly kind: "near"; readonly text: string; readonly distance: number }
  | { readonly kind: "not"; readonly node: SearchNode }
  | { readonly kind: "all"; readonly nodes: readonly SearchNode[] }
  | { readonly kind: "any"; readonly nodes: readonly SearchNode[] };

/** Deeper brackets are ignored, because FTS5's parser overflows at a depth of 100 symbols. */
const MAX_DEPTH = 16;
/** In words; more than any opinion has. */
const MAX_DISTANCE = 10_000_000;

type Token =
  | { readonly kind: "(" | ")" | "|" | "-" }
  | { readonly kind: "operand"; readonly node: SearchNode };

const TOKEN =
  /"(?<phrase>[^"]*)(?:"(?:~(?<distance>\d+))?|$)|(?<bracket>[()])|(?<or>\|)|(?<not>(?<![^\s()|"+])-+(?=[^\s|+)-]))|(?<word>[^\s()|"+]+)/gu;

/** Parses a search text. A text without operands returns an empty `all` node. */
export function parseSearch(text: string): SearchNode {
  const tokens = tokenise(text.replace(/[“”„‟«»]/gu, '"').replace(/[‘’‚‛]/gu, "'"));
  return new Parser(tokens).parse();
}

function tokenise(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ groups }): Token => {
    const { phrase, distance, bracket, or, not, word } = groups ?? {};
    if (phrase !== undefined) {
      const node: SearchNode =
        distance === undefined
          ? { kind: "phrase", text: phrase }
          : { kind: "near", text: phrase, distance: Math.min(Number(distance), MAX_DISTANCE) };
      return { kind: "operand", node };
    }
    if (bracket === "(" || bracket === ")") return { kind: bracket };
    if (or !== undefined) return { kind: "|" };
    if (not !== undefined) return { kind: "-" };
    return { kind: "operand", node: wordNode(word ?? "") };
  });
}

function wordNode(word: string): SearchNode {
  const prefix = /^(.*[^*])\*+$/u.exec(word)?.[1];
  return prefix === undefined ? { kind: "word", text: word } : { kind: "prefix", text: prefix };
}

/** any := all ("|" all)*; all := operand*; operand := "-"* (node | "(" any ")"). A stray operator is ignored. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): SearchNode {
    const nodes: SearchNode[] = [];
    while (this.#at < this.#tokens.length) {
      nodes.push(this.#any(0));
      if (this.#peek() === ")") this.#at++;
    }
    return join("all", nodes);
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
      nodes.push(isNegated ? { kind: "not", node } : node);
      isNegated = false;
    }
    return join("all", nodes);
  }

  #operand(token: Token, depth: number): SearchNode | null {
    if (token.kind === "operand") return token.node;
    if (token.kind !== "(" || depth >= MAX_DEPTH) return null;
    const node = this.#any(depth + 1);
    if (this.#peek() === ")") this.#at++;
    return isEmpty(node) ? null : node;
  }

  #peek(): Token["kind"] | undefined {
    return this.#tokens[this.#at]?.kind;
  }
}

function join(kind: "all" | "any", nodes: readonly SearchNode[]): SearchNode {
  const full = nodes.filter((node) => !isEmpty(node));
  const only = full[0];
  return full.length === 1 && only !== undefined ? only : { kind, nodes: full };
}

function isEmpty(node: SearchNode): boolean {
  return (node.kind === "all" || node.kind === "any") && node.nodes.length === 0;
}
