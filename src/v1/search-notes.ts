/**
 * Notes on a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). The command line,
 * the headers of HTTP, the pages and the tools of an assistant show the same notes.
 */

import type { Corpus } from "../corpus/corpus.ts";
import { hasWord, otherOperators } from "../corpus/search-words.ts";
import { briefName } from "../domain/records.ts";
import { type SearchedCitation, searchedCitation } from "./searched-citation.ts";

export interface SearchNote {
  readonly kind: "no word" | "operators" | "citation" | "absent citation";
  /** One or more sentences. */
  readonly message: string;
  /** A search text that has the meaning; null if there is none. */
  readonly search: string | null;
}

/** Characters of a search text in a message. */
const MAX_SHOWN = 60;
/** Operators in a message. */
const MAX_LISTED = 5;

const LANGUAGE =
  "Write a | b for either, a b for both, -b for without, a /4 b for at most 4 words between, a +4 b for this order, a /s b for one sentence, appell* for words that begin so";

/** All notes; none for most texts. */
export function searchNotes(corpus: Corpus, search: string): SearchNote[] {
  return [...wordNotes(search), ...citationNotes(searchedCitation(corpus, search))];
}

/** The notes on the words and operators of a text. */
export function wordNotes(search: string): SearchNote[] {
  if (!hasWord(search)) {
    const message = `the text "${shown(search)}" contains no searchable word and was ignored`;
    return [{ kind: "no word", message, search: null }];
  }
  return operatorNotes(search);
}

function operatorNotes(search: string): SearchNote[] {
  const other = otherOperators(search);
  if (other === null) return [];
  const { operators, translation } = other;
  const listed = operators.slice(0, MAX_LISTED).map(shown).join(", ");
  const read = `${listed} ${operators.length === 1 ? "was read as a word" : "were read as words"}`;
  const message =
    translation === null
      ? `${read}, and no translation of the search is certain. ${LANGUAGE}`
      : `${read}. As ${operators.length === 1 ? "an operator" : "operators"} in this search language: ${translation}`;
  return [{ kind: "operators", message, search: translation }];
}

/** The notes on a text that is a citation. */
export function citationNotes(citation: SearchedCitation | null): SearchNote[] {
  if (citation === null) return [];
  const { cite, cases, isWithin, absence } = citation;
  const search = `"${cite}"`;
  if (absence === null) {
    const [first] = cases;
    const which = first === undefined || cases.length > 1 ? `${cases.length} cases` : shown(briefName(first));
    const message = `${cite} is ${isWithin ? "a page" : "the citation"} of ${which}`;
    return [{ kind: "citation", message, search }];
  }
  const { verdict, citing, command } = absence;
  const cited =
    citing === 0
      ? "No case here cites it"
      : `${citing ?? "Many"} ${citing === 1 ? "case" : "cases"} here cite${citing === 1 ? "s" : ""} it`;
  const sentences = [
    `No case here has the citation ${cite}: ${verdict}`,
    cited,
    ...(command === null ? [] : [`To get the volume: ${command}`]),
  ];
  return [{ kind: "absent citation", message: sentences.join(". "), search }];
}

function shown(text: string): string {
  const line = text
    .slice(0, 10 * MAX_SHOWN)
    .replace(/\s+/gu, " ")
    .trim();
  return [...line].length <= MAX_SHOWN ? line : `${[...line].slice(0, MAX_SHOWN - 1).join("")}…`;
}
