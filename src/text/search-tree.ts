/** The tree of a search (text/search-query), and how operators of proximity apply to groups. */
import { tokenOf, wordsOf } from "./analyzer.ts";

/** A part of a search that has positions in a text. */
export type SearchTerm =
  | { readonly kind: "word"; readonly text: string }
  /** `tokens`: the tokens of an index that are searched instead of the last word of the text, if there are any. */
  | { readonly kind: "prefix"; readonly text: string; readonly tokens?: readonly string[] }
  | { readonly kind: "phrase"; readonly text: string }
  /** Words next to each other, of which at least one is not searched by its stem alone. */
  | { readonly kind: "forms"; readonly text: string; readonly forms: readonly WordForm[] };

/** What one word of a text must be. */
export interface WordForm {
  /** `word`: any word with the same stem; `exact`: this word; `prefix`: a word that begins so; `pattern`: each `?` is one character. */
  readonly kind: "word" | "exact" | "prefix" | "pattern";
  /** Folded. */
  readonly text: string;
  /** Of a pattern: whether any characters may follow. */
  readonly isOpen?: boolean;
  /** The tokens of an index that these words can have, once they are looked up; undefined if they are too many. */
  readonly tokens?: readonly string[];
}

export interface Proximity {
  /** In one sentence or paragraph, or with at most so many words between. */
  readonly within: number | "sentence" | "paragraph";
  /** The left term ends before the right one begins. */
  readonly isOrdered: boolean;
}

/** Two terms near each other, each with a searchable word. */
export interface SearchPair extends Proximity {
  readonly kind: "pair";
  readonly left: SearchTerm;
  readonly right: SearchTerm;
}

/** A condition with the meaning of the parameter of that name. */
export interface SearchField {
  readonly kind: "field";
  readonly field: "author" | "court" | "name" | "cite" | "docket" | "date";
  readonly text: string;
  /** Where it is in a text in terms and connectors, in UTF-16 units. */
  readonly at?: number;
  /** Of a court: its ids, once they are looked up. */
  readonly ids?: readonly number[];
  /** Of a name or a docket number: groups of tokens of an index, once they are looked up. Each match has one of each group. */
  readonly groups?: readonly (readonly string[])[];
  /** Of a date: the first and the last day; null: no bound. */
  readonly days?: readonly [from: number | null, to: number | null];
}

export type SearchNode =
  | SearchTerm
  /** All words of the text within `distance` words. */
  | { readonly kind: "near"; readonly text: string; readonly distance: number }
  | SearchPair
  | SearchField
  /** The places of all terms together are so many. */
  | { readonly kind: "atleast"; readonly times: number; readonly terms: readonly SearchTerm[] }
  | { readonly kind: "not"; readonly node: SearchNode }
  | { readonly kind: "all"; readonly nodes: readonly SearchNode[] }
  | { readonly kind: "any"; readonly nodes: readonly SearchNode[] };

/** In words; no two words that are farther apart count as in one sentence or paragraph. */
export const UNIT_WORDS = { sentence: 300, paragraph: 3_000 } as const;
/** Each pair is a search of its own. */
const MAX_PAIRS = 200;

export function join(kind: "all" | "any", nodes: readonly SearchNode[]): SearchNode {
  const full = nodes.filter((node) => !isEmpty(node));
  const only = full[0];
  return full.length === 1 && only !== undefined ? only : { kind, nodes: full };
}

export function isEmpty(node: SearchNode): boolean {
  return (node.kind === "all" || node.kind === "any") && node.nodes.length === 0;
}

/** The same tree with other terms or fields. */
export function mapLeaves(
  node: SearchNode,
  change: {
    readonly term?: (term: SearchTerm, place: "alone" | "in a pair") => SearchTerm;
    readonly field?: (field: SearchField) => SearchField;
  },
): SearchNode {
  const { term = (leaf) => leaf, field = (leaf) => leaf } = change;
  switch (node.kind) {
    case "word":
    case "prefix":
    case "phrase":
    case "forms":
      return term(node, "alone");
    case "atleast":
      return { ...node, terms: node.terms.map((part) => term(part, "in a pair")) };
    case "near":
      return node;
    case "pair":
      return { ...node, left: term(node.left, "in a pair"), right: term(node.right, "in a pair") };
    case "field":
      return field(node);
    case "not":
      return { ...node, node: mapLeaves(node.node, change) };
    case "any":
    case "all":
      return { ...node, nodes: node.nodes.map((part) => mapLeaves(part, change)) };
  }
}

/** The words, phrases, prefixes, pairs, fields and groups of a search; without the excluded ones if `which` is `wanted`. */
export function leavesOf(
  node: SearchNode,
  which: "wanted" | "all",
): Exclude<SearchNode, { readonly kind: "not" | "all" | "any" }>[] {
  switch (node.kind) {
    case "not":
      return which === "all" ? leavesOf(node.node, which) : [];
    case "any":
    case "all":
      return node.nodes.flatMap((part) => leavesOf(part, which));
    default:
      return [node];
  }
}

/** Applies operators of proximity to operands; counts the pairs of one search. */
export class Spread {
  /** Why the search cannot be answered, as a sentence. */
  problem: string | null = null;
  #pairs = 0;

  /**
   * Pairs of terms with the meaning of "left near right". An operator applies to each part of a group: `(a | b) /5 c` means
   * `(a /5 c) | (b /5 c)`, and `(a b) /5 c` means `(a /5 c) (b /5 c)`. What has no searchable word is ignored.
   */
  pairsOf(left: SearchNode, proximity: Proximity, right: SearchNode): SearchNode {
    if (this.problem !== null) return join("all", [left, right]);
    if (!hasWord(left)) return right;
    if (!hasWord(right)) return left;
    const lefts = partsOf(left);
    if (lefts !== null) return this.#each(left, lefts, (part) => this.pairsOf(part, proximity, right));
    const rights = partsOf(right);
    if (rights !== null) return this.#each(right, rights, (part) => this.pairsOf(left, proximity, part));
    if (!isTerm(left) || !isTerm(right)) {
      this.problem = "author:, court: and name: cannot be next to an operator such as /5 or /s.";
    } else if (++this.#pairs > MAX_PAIRS) {
      this.problem = `The operators /5, +5, /s and /p combine more than ${MAX_PAIRS} pairs of words.`;
    } else return { kind: "pair", ...proximity, left, right };
    return join("all", [left, right]);
  }

  #each(
    group: SearchNode,
    parts: readonly SearchNode[],
    pairsOf: (part: SearchNode) => SearchNode,
  ): SearchNode {
    const pairs: SearchNode[] = [];
    for (const part of parts.filter(hasWord)) {
      if (this.problem !== null) break;
      pairs.push(pairsOf(part));
    }
    if (group.kind === "not") return { kind: "not", node: join("all", pairs) };
    if (group.kind === "any") return join("any", pairs);
    return join("all", group.kind === "all" ? pairs : [group, ...pairs]);
  }
}

/** Splits a search into the fields of some kinds that all matches must have, and the rest. */
export function withoutRequired(
  node: SearchNode,
  kinds: readonly SearchField["field"][],
): { readonly node: SearchNode; readonly fields: readonly SearchField[] } {
  const parts = node.kind === "all" ? node.nodes : [node];
  const fields = parts.flatMap((part) => (part.kind === "field" && kinds.includes(part.field) ? [part] : []));
  if (fields.length === 0) return { node, fields };
  const rest = parts.filter((part) => part.kind !== "field" || !kinds.includes(part.field));
  return { node: join("all", rest), fields };
}

/** Whether a folded word of a text is what a form demands. */
export function wordTestOf({ kind, text, isOpen = false }: WordForm): (word: string) => boolean {
  switch (kind) {
    case "word": {
      const token = tokenOf(text);
      // a stem begins as its words do
      return (word) => word[0] === text[0] && (word === text || tokenOf(word) === token);
    }
    case "exact":
      return (word) => word === text;
    case "prefix":
      return (word) => word.startsWith(text);
    case "pattern": {
      const pattern = [...text];
      return (word) => {
        const letters = [...word];
        if (isOpen ? letters.length < pattern.length : letters.length !== pattern.length) return false;
        return pattern.every((letter, nth) => letter === "?" || letter === letters[nth]);
      };
    }
  }
}

/** The terms of a part of a search that has no parts of its own. */
export function termsOfLeaf(leaf: ReturnType<typeof leavesOf>[number]): readonly SearchTerm[] {
  switch (leaf.kind) {
    case "pair":
      return [leaf.left, leaf.right];
    case "atleast":
      return leaf.terms;
    case "near":
      return leaf.text.split(/\s+/).map((text) => ({ kind: "phrase", text }));
    case "field":
      return [];
    default:
      return [leaf];
  }
}

/** Whether a search has words outside of fields, by which its matches can be scored. */
export function hasScoredWord(node: SearchNode): boolean {
  return leavesOf(node, "all").some((leaf) => leaf.kind !== "field" && hasWord(leaf));
}

function hasWord(node: SearchNode): boolean {
  return leavesOf(node, "all").some((leaf) =>
    leaf.kind === "field"
      ? wordsOf(leaf.text).length > 0
      : termsOfLeaf(leaf).some(({ text }) => wordsOf(text).length > 0),
  );
}

/** The parts of a group, each of which an operator applies to; null for a term or a field. */
function partsOf(node: SearchNode): readonly SearchNode[] | null {
  switch (node.kind) {
    case "all":
    case "any":
      return node.nodes;
    case "not":
      return [node.node];
    case "pair":
      return [node.left, node.right];
    case "near":
      return node.text.split(/\s+/).map((text) => ({ kind: "word", text }));
    default:
      return null;
  }
}

export function isTerm(node: SearchNode): node is SearchTerm {
  return ["word", "prefix", "phrase", "forms"].includes(node.kind);
}
