/** The words of a case's texts with their sentences and paragraphs, and the places of searched terms in them. */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { type SearchPair, type SearchTerm, UNIT_WORDS } from "../../text/search-tree.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { BETWEEN } from "../write/index-row.ts";

/** The words of one column in their order, with the paragraph and sentence of each. */
export interface Run {
  readonly words: readonly string[];
  readonly paragraphs: readonly number[];
  readonly sentences: readonly number[];
}

/** The first word of a match of a term, and the word after its last one. */
interface Occurrence {
  readonly from: number;
  readonly to: number;
}

/** Finds the places of a term in a run, ascending. */
export type Find = (run: Run) => Occurrence[];

/** How a term is found; empty if it contains no word. */
export function partsOf({ kind, text }: SearchTerm): Find[] {
  const words = wordsOf(text);
  const fits = words.map((word, at) =>
    kind === "prefix" && at === words.length - 1 ? startsAs(word) : isAs(word),
  );
  const [isFirst, ...others] = fits;
  if (isFirst === undefined) return [];
  return [
    ({ words: run }) => {
      const found: Occurrence[] = [];
      for (const [from, word] of run.entries()) {
        if (!isFirst(word) || !others.every((isNext, at) => isNext(run[from + at + 1] ?? ""))) continue;
        found.push({ from, to: from + words.length });
      }
      return found;
    },
  ];
}

function startsAs(start: string): (word: string) => boolean {
  return (word) => word.startsWith(start);
}

/** Words with one token begin with the same letter, and looking a token up costs more than comparing letters. */
function isAs(wanted: string): (word: string) => boolean {
  const [first, token] = [wanted.charCodeAt(0), tokenOf(wanted)];
  return (word) => word.charCodeAt(0) === first && tokenOf(word) === token;
}

/** As FTS5's NEAR: no more than `distance` words between the end of the first phrase and the start of the last one. */
export function areNear(places: readonly Occurrence[][], distance: number): boolean {
  const starts = places.flat().map(({ from }) => from);
  return starts.some((last) =>
    places.every((of) => of.some(({ from, to }) => from <= last && last - to <= distance)),
  );
}

/** @param rights ascending, as `lefts` */
export function arePaired(
  run: Run,
  lefts: readonly Occurrence[],
  rights: readonly Occurrence[],
  { within, isOrdered }: SearchPair,
): boolean {
  const distance = typeof within === "number" ? within : UNIT_WORDS[within];
  const units = within === "sentence" ? run.sentences : within === "paragraph" ? run.paragraphs : null;
  let start = 0;
  for (const left of lefts) {
    while (start < rights.length && left.from - (rights[start]?.to ?? 0) > distance) start++;
    for (let at = start; at < rights.length; at++) {
      const right = rights[at];
      if (right === undefined || right.from - left.to > distance) break;
      if (isOrdered && right.from < left.to) continue;
      if (units === null || units[left.from] === units[right.from]) return true;
    }
  }
  return false;
}

/** The words of the texts of a column, as the index has them; with `needsUnits`, their sentences and paragraphs too. */
export function runOf(texts: readonly string[], needsUnits: boolean): Run {
  if (!needsUnits) {
    const words = texts.flatMap((text, at) => (at > 0 ? [BETWEEN, ...wordsOf(text)] : wordsOf(text)));
    return { words, paragraphs: [], sentences: [] };
  }
  const [words, paragraphs, sentences]: [string[], number[], number[]] = [[], [], []];
  let [paragraph, sentence] = [0, 0];
  const add = (word: string): void => {
    words.push(word);
    paragraphs.push(paragraph);
    sentences.push(sentence);
  };
  for (const [at, text] of texts.entries()) {
    if (at > 0) add(BETWEEN);
    for (const parts of sentencesIn(text)) {
      paragraph++;
      for (const part of parts) {
        sentence++;
        for (const word of wordsOf(part)) add(word);
      }
    }
  }
  return { words, paragraphs, sentences };
}
