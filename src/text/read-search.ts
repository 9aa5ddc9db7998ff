/** Parses a search text in the language that it is written in. */
import type { SearchText } from "../domain/query.ts";
import type { Court } from "../domain/records.ts";
import { wordsOf } from "./analyzer.ts";
import { readConnectors } from "./connectors.ts";
import { readSearch } from "./search-query.ts";
import { join, type SearchNode } from "./search-tree.ts";

interface ReadSearchText {
  readonly node: SearchNode;
  /** How terms and connectors were read, with all brackets that they mean; else null. */
  readonly shown: string | null;
  /** Why the text cannot be searched, as a sentence; null for nearly every text. */
  readonly problem: string | null;
}

export function parseSearchText(search: SearchText): ReadSearchText {
  if (typeof search === "string") return { ...readSearch(search), shown: null };
  if ("connectors" in search) return readConnectors(search.connectors);
  return { node: anyWord(search.sentence), shown: null, problem: null };
}

function anyWord(sentence: string): SearchNode {
  return join(
    "any",
    [...new Set(wordsOf(sentence))].map((text) => ({ kind: "word", text })),
  );
}

export function searchNodeOf(search: SearchText): SearchNode {
  return parseSearchText(search).node;
}

/** The courts that a text in `court:` or `COURT( )` means: the one with this slug, else those with all its words in their names. */
export function courtIdsOf(text: string, courts: readonly Court[]): readonly number[] {
  const exact = courts.filter(({ slug }) => slug === text);
  const words = wordsOf(text);
  const hasAll = ({ slug, name, nameAbbreviation }: Court): boolean => {
    const courtWords = new Set(wordsOf(`${slug} ${name ?? ""} ${nameAbbreviation ?? ""}`));
    return words.every((word) => courtWords.has(word));
  };
  return (exact.length > 0 ? exact : courts.filter(hasAll)).map(({ id }) => id);
}

/** The search as it was written. */
export function writtenText(search: SearchText): string {
  if (typeof search === "string") return search;
  return "connectors" in search ? search.connectors : search.sentence;
}
