/** Makes a test of a search: whether a case matches, by the places of its words, which come from the index or from its texts. */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  type SearchField,
  type SearchNode,
  type SearchPair,
  type SearchTerm,
  UNIT_WORDS,
  type WordForm,
} from "../../text/search-tree.ts";
import { isAmong } from "../dates/date-rowid.ts";

export type TextUnit = "sentence" | "paragraph";

/** The words of a case. Places ascend from column to column, and no distance reaches from one column to another. */
export interface CaseWords {
  /** Where a token is, ascending. */
  placesOf(token: string): readonly number[];
  /** Where words are that begin with `start`, ascending. */
  placesFrom(start: string): readonly number[];
  /** Where words are that fit an exact form or a pattern, ascending. */
  placesLike(form: WordForm): readonly number[];
  /** Whether the words at two places are in one sentence or paragraph. */
  areTogether(unit: TextUnit, placeA: number, placeB: number): boolean;
  fits(field: SearchField): boolean;
}

/** Words next to each other that are searched. */
interface Term {
  readonly size: number;
  /** Where its first word is, ascending. */
  readonly find: (words: CaseWords) => readonly number[];
}

/** Null if the term contains no word. */
export function termOf(searched: SearchTerm): Term | null {
  const forms = formsOf(searched);
  const lists = forms.map((form) => {
    const token = tokenOf(form.text);
    if (form.kind === "word") return (words: CaseWords) => words.placesOf(token);
    if (form.kind === "prefix") return (words: CaseWords) => words.placesFrom(form.text);
    return (words: CaseWords) => words.placesLike(form);
  });
  const [first, ...following] = lists;
  if (first === undefined) return null;
  const find = (words: CaseWords): readonly number[] => {
    const starts = first(words);
    if (following.length === 0 || starts.length === 0) return starts;
    const next = following.map((list) => list(words));
    return starts.filter((from) => next.every((places, nth) => isAmong(places, from + nth + 1)));
  };
  return { size: forms.length, find };
}

function formsOf(term: SearchTerm): readonly WordForm[] {
  if (term.kind === "forms") return term.forms;
  const words = wordsOf(term.text);
  return words.map((text, at) => {
    const isPrefix = term.kind === "prefix" && at === words.length - 1;
    return { kind: isPrefix ? "prefix" : "word", text };
  });
}

type CaseTest = (words: CaseWords) => boolean;

/** Null if the node contains no searchable word. */
export function testOf(node: SearchNode): CaseTest | null {
  switch (node.kind) {
    case "word":
    case "phrase":
    case "forms": {
      const term = termOf(node);
      return term === null ? null : (words) => term.find(words).length > 0;
    }
    case "prefix": {
      // as the index: the words before the last one need not be next to it
      const parts = wordsOf(node.text);
      const last = parts.pop();
      const before = testOf({ kind: "phrase", text: parts.join(" ") });
      if (last === undefined) return null;
      return (words) => words.placesFrom(last).length > 0 && (before === null || before(words));
    }
    case "near": {
      const terms = node.text.split(/\s+/).flatMap((text) => termOf({ kind: "phrase", text }) ?? []);
      return terms.length === 0 ? null : (words) => areNear(words, terms, node.distance);
    }
    case "pair": {
      const [left, right] = [termOf(node.left), termOf(node.right)];
      if (left === null || right === null) return left === right ? null : () => false;
      return (words) => arePaired(words, left, right, node);
    }
    case "field":
      return (words) => words.fits(node);
    case "atleast": {
      const terms = node.terms.flatMap((term) => termOf(term) ?? []);
      return (words) => new Set(terms.flatMap(({ find }) => find(words))).size >= node.times;
    }
    case "not": {
      const test = testOf(node.node);
      return test === null ? null : (words) => !test(words);
    }
    case "all":
    case "any": {
      const tests = node.nodes.flatMap((part) => testOf(part) ?? []);
      if (tests.length === 0) return null;
      return node.kind === "all"
        ? (words) => tests.every((test) => test(words))
        : (words) => tests.some((test) => test(words));
    }
  }
}

/** As FTS5's NEAR: no more than `distance` words between the end of the first phrase and the start of the last one. */
function areNear(words: CaseWords, terms: readonly Term[], distance: number): boolean {
  const places = terms.map(({ size, find }) => ({ size, starts: [...find(words)] }));
  return places
    .flatMap(({ starts }) => starts)
    .some((last) =>
      places.every(({ size, starts }) =>
        starts.some((start) => start <= last && last - start - size <= distance),
      ),
    );
}

function arePaired(words: CaseWords, left: Term, right: Term, { within, isOrdered }: SearchPair): boolean {
  const distance = typeof within === "number" ? within : UNIT_WORDS[within];
  const rights = right.find(words);
  let start = 0;
  for (const from of left.find(words)) {
    while (start < rights.length && from - (rights[start] ?? 0) - right.size > distance) start++;
    for (let at = start; at < rights.length; at++) {
      const to = rights[at] ?? 0;
      if (to - from - left.size > distance) break;
      if (isOrdered && to < from + left.size) continue;
      if (typeof within === "number" || words.areTogether(within, from, to)) return true;
    }
  }
  return false;
}
