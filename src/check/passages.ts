/**
 * The passages of a case that are closest to what a draft says of it: one to three sentences that share words with it, the words that are
 * rare in the case first. It says nothing of whether the case supports the statement. What a draft says is the parenthetical after the
 * citation, else the sentence that the citation supports.
 */
import { tokenOf, wordsOf } from "../text/analyzer.ts";
import { sentenceEnds, sentencesIn } from "../text/sentences.ts";
import type { Bodies, Marks } from "./bodies.ts";
import type { CasePart } from "./case-parts.ts";
import type { CheckedCitation } from "./check-citation.ts";
import { type DraftText, lastFrom, type TextRange } from "./draft.ts";
import { type DraftCitation, startOfName, textAfterCitation } from "./draft-citations.ts";
import { remembered } from "./imported-volumes.ts";

/** What a draft says of a case, and where the case comes closest to it. */
export interface WithPassages {
  /** Null if the draft says nothing, its case was not found, or passages were not asked for. */
  readonly statement: string | null;
  /** The closest ones, the best first. */
  readonly passages: readonly Passage[];
}

/** A passage of a case. */
export interface Passage {
  readonly text: string;
  /** Of the report; null if the text does not mark its pages. */
  readonly page: string | null;
  /** The part of the case: `majority`, `dissent` …; null if it is not known. */
  readonly part: string | null;
  /** The words of the statement that it lacks. */
  readonly missing: readonly string[];
}

export const NO_PASSAGES: WithPassages = { statement: null, passages: [] };

/** The statement and the passages of each citation. */
export function passagesOf(
  draft: DraftText,
  bodies: Bodies,
  cited: readonly DraftCitation[],
  checked: readonly Pick<CheckedCitation, "verdict" | "cases">[],
): WithPassages[] {
  const statements = statementsOf(draft, cited);
  const prepared = new Map<number, CaseSentences | null>();
  const groupsSeen = new Set<number>();
  return checked.map(({ verdict, cases: [only] }, nth) => {
    const { group = nth } = cited[nth] ?? {};
    const statement = statements.get(group);
    if (verdict !== "found" || only === undefined || statement === undefined || groupsSeen.has(group))
      return NO_PASSAGES;
    const sentences = remembered(prepared, only.id, () => {
      const text = bodies.textOf(only);
      return text === null ? null : new CaseSentences(text.parts, bodies.marksOf(only));
    });
    if (sentences === null) return NO_PASSAGES;
    // parallel citations say it once
    groupsSeen.add(group);
    return { statement, passages: sentences.closest(statement) };
  });
}

const MAX_PASSAGES = 3;
const MAX_SENTENCES = 3;
/** Characters of a passage of several sentences. */
const MAX_CHARS = 1_000;
/** How soon a word that comes again counts less, and how much the length of a passage counts (BM25). */
const [SATURATION, BY_LENGTH] = [0.6, 0.5] as const;
/** Words that say nothing by themselves. */
const COMMON = new Set(
  (
    "a an the of to in on at by for from with as and or but that this these those it its is are was were be been being he she they " +
    "his her their him them we our you i who whom which what when where there here have has had do does did will would shall " +
    "should may might can could must if so than then such any all also into upon under over between s"
  ).split(" "),
);

interface Sentence {
  readonly part: CasePart;
  readonly text: string;
  /** How often it has each. */
  readonly tokens: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The sentences of a case, prepared for statements. */
class CaseSentences {
  readonly #sentences: Sentence[];
  readonly #marks: Marks | null;
  readonly #counts = new Map<string, number>();
  readonly #meanLength: number;

  constructor(parts: readonly CasePart[], marks: Marks | null) {
    const opinions = parts.filter(({ kind, text }) => kind !== "head matter" && text.trim() !== "");
    this.#sentences = (opinions.length > 0 ? opinions : parts).flatMap(sentencesOfPart);
    this.#marks = marks;
    for (const { tokens } of this.#sentences)
      for (const token of tokens.keys()) this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1);
    const words = this.#sentences.reduce((sum, { length }) => sum + length, 0);
    this.#meanLength = words / Math.max(1, this.#sentences.length);
  }

  /** The best first; none shares a sentence with a better one. */
  closest(statement: string): Passage[] {
    const words = new Map(wordsOf(statement).map((word) => [tokenOf(word), word]));
    const weights = [...words.keys()].flatMap((token) => {
      const weight = this.#weightOf(token);
      return weight === 0 ? [] : [{ token, weight }];
    });
    const ownTokens = [...words].flatMap(([token, word]) => (COMMON.has(word) ? [] : token));
    const has = (at: number): boolean => ownTokens.some((token) => this.#sentences[at]?.tokens.has(token));
    const taken = new Set<number>();
    const passages: Passage[] = [];
    for (const { first, count } of this.#windows(weights)) {
      const window = Array.from({ length: count }, (_, nth) => first + nth);
      if (window.some((at) => taken.has(at)) || (ownTokens.length > 0 && !window.some(has))) continue;
      for (const at of window) taken.add(at);
      passages.push(this.#passage(window, words));
      if (passages.length === MAX_PASSAGES) break;
    }
    return passages;
  }

  #weightOf(token: string): number {
    const count = this.#counts.get(token) ?? 0;
    return count === 0 ? 0 : Math.log(1 + (this.#sentences.length - count + 0.5) / (count + 0.5));
  }

  /** Runs of sentences that have a word of the statement, the best first. */
  #windows(weights: readonly { readonly token: string; readonly weight: number }[]) {
    const windows: { first: number; count: number; score: number }[] = [];
    for (const [first, { part }] of this.#sentences.entries()) {
      const counts = weights.map(() => 0);
      let [length, chars] = [0, 0];
      for (let count = 1; count <= MAX_SENTENCES; count++) {
        const last = this.#sentences[first + count - 1];
        if (last?.part !== part) break;
        length += last.length;
        chars += last.text.length;
        if (count > 1 && chars > MAX_CHARS) break;
        const norm = SATURATION * (1 - BY_LENGTH + (BY_LENGTH * length) / this.#meanLength);
        let score = 0;
        for (const [nth, { token, weight }] of weights.entries()) {
          const times = (counts[nth] ?? 0) + (last.tokens.get(token) ?? 0);
          counts[nth] = times;
          score += (weight * times) / (times + norm);
        }
        if (score > 0) windows.push({ first, count, score });
      }
    }
    return windows.sort((a, b) => b.score - a.score || a.first - b.first);
  }

  #passage(window: readonly number[], words: ReadonlyMap<string, string>): Passage {
    const sentences = window.flatMap((at) => this.#sentences[at] ?? []);
    const text = sentences.map((sentence) => sentence.text).join(" ");
    const [place] = this.#marks?.placesOf(text) ?? [];
    const missing = [...words].flatMap(([token, word]) =>
      COMMON.has(word) || sentences.some(({ tokens }) => tokens.has(token)) ? [] : word,
    );
    const pages = place?.pages ?? [];
    const page = pages.length === 0 ? null : [...new Set([pages[0], pages.at(-1)])].join("-");
    return { text, page, part: sentences[0]?.part.kind ?? null, missing };
  }
}

function sentencesOfPart(part: CasePart): Sentence[] {
  return sentencesIn(part.text)
    .flat()
    .flatMap((written) => {
      const text = written.replace(/\s+/g, " ").trim();
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const tokens = new Map<string, number>();
      for (const token of words.map(tokenOf)) tokens.set(token, (tokens.get(token) ?? 0) + 1);
      return [{ part, text, tokens, length: words.length }];
    });
}

/** Fewer words state nothing. */
const MIN_WORDS = 4;
/** Sentences before a citation that may be citations too. */
const MAX_BACK = 3;
const BRACKETS = /\(((?:[^()]|\([^()]*\)){10,600})\)/g;
/** `(holding that …)`, `(“the owner is liable”)`; not `(citing …)`, `(Hale, J., dissenting)`. */
const EXPLAINS =
  /^(?!(?:quoting|citing|dissenting|concurring|collecting|including)\b)(?:\p{Ll}+ing\b(?: that\b)?|(?=[“"]))/u;
const SIGNALS =
  /\b(?:see(?:,?\s+e\.\s?g\.,?|\s+also|\s+generally)?|accord|but\s+see|cf\.|compare|e\.\s?g\.|citing|quoting|contra|id\.)(?=[\s,;]|$)/gi;

/** The statements by the index of their citation. Parallel citations have that of the first. */
function statementsOf(
  { text, blocks }: DraftText,
  citations: readonly DraftCitation[],
): ReadonlyMap<number, string> {
  const spans = citations.map((citation) => spanOf(text, citation));
  const masked = mask(text, spans);
  const sentences = new Map<TextRange, readonly TextRange[]>();
  const statements = new Map<number, string>();
  for (const [nth, citation] of citations.entries()) {
    if (citation.group !== nth) continue;
    const last = citations.findLastIndex(({ group }) => group === nth);
    const explained = explanationAfter(text, citations[Math.max(nth, last)]?.end ?? citation.end);
    const block = lastFrom(blocks, citation.start);
    if (block === undefined) continue;
    const ranges = sentences.get(block) ?? sentencesOf(masked, block);
    sentences.set(block, ranges);
    const statement = explained ?? sentenceFor(masked, ranges, citation.start);
    if (statement !== null) statements.set(nth, statement);
  }
  return statements;
}

/** A citation with its name, pages and brackets. */
function spanOf(text: string, { start, end, reading }: DraftCitation): TextRange {
  const after = textAfterCitation(text, end).trimEnd();
  return { start: startOfName(text, start, reading), end: end + after.length };
}

/** In place of a citation, so that sentences are found and offsets stay. It is no word of a text. */
const PLACEHOLDER = "Ⓠ";

function mask(text: string, spans: readonly TextRange[]): string {
  let masked = "";
  for (const { start, end } of spans) {
    const from = Math.max(start, masked.length);
    if (end <= from) continue;
    masked += `${text.slice(masked.length, from)}${PLACEHOLDER}${" ".repeat(end - from - 1)}`;
  }
  return masked + text.slice(masked.length);
}

function sentencesOf(text: string, { start, end }: TextRange): TextRange[] {
  const block = text.slice(start, end).replaceAll(PLACEHOLDER, "Q");
  const ends = [...sentenceEnds(block), block.length];
  return ends.map((to, nth) => ({ start: start + (ends[nth - 1] ?? 0), end: start + to }));
}

/** The sentence that has a citation, or, if that has no words of its own, the last one before it that has. */
function sentenceFor(masked: string, sentences: readonly TextRange[], at: number): string | null {
  const nth = sentences.findIndex(({ start, end }) => start <= at && at < end);
  for (let back = nth; back >= Math.max(0, nth - MAX_BACK); back--) {
    const { start = 0, end = 0 } = sentences[back] ?? {};
    const words = withoutSignals(masked.slice(start, end));
    if (hasWords(words)) return words;
  }
  return null;
}

function withoutSignals(masked: string): string {
  return masked
    .replaceAll(PLACEHOLDER, " ")
    .replace(SIGNALS, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;])/g, "")
    .trim();
}

function hasWords(text: string): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS;
}

function explanationAfter(text: string, end: number): string | null {
  for (const [, content = ""] of textAfterCitation(text, end).matchAll(BRACKETS)) {
    const words = EXPLAINS.exec(content)?.[0];
    const statement = words === undefined ? "" : content.slice(words.length).trim();
    if (hasWords(statement)) return statement;
  }
  return null;
}
