/** The bodies of the cases that a draft quotes, each read once: its text, and on which printed page and in which paragraph a passage is. */

import { createRequire } from "node:module";
import { markupOf, textBodyOf } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { TextRange } from "../domain/casebody.ts";
import type { Case } from "../domain/records.ts";
import { type CasePart, partsOfCase } from "./case-parts.ts";
import { PARAGRAPH_NUMBER, placesInLetters, QuotedText } from "./compare-quotation.ts";
import { EMPHASIS_TAGS } from "./draft.ts";
import { remembered } from "./imported-volumes.ts";
import type { Pin } from "./pins.ts";
import { lettersOf } from "./quotations/quotation-marks.ts";

// loaded with the first text of HTML: most commands read none
const require = createRequire(import.meta.url);

/** The text of a case, and the parts that it is made of. */
export interface CaseText {
  readonly quoted: QuotedText;
  readonly parts: readonly CasePart[];
}

export class Bodies {
  readonly #corpus: Corpus;
  readonly #texts = new Map<number, CaseText | null>();
  readonly #marks = new Map<number, Marks | null>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** The text of a case; null if the corpus has no body of it, or the caller may not see it. */
  textOf(record: Case): CaseText | null {
    return remembered(this.#texts, record.id, () => {
      const [read] = this.#corpus.withBodies([record], { format: "joined text", preview: null });
      const body = read === undefined ? null : textBodyOf(read);
      if (body === null) return null;
      const parts = partsOfCase(body);
      return {
        quoted: new QuotedText(
          parts.map(({ text }) => text),
          record.decisionDate,
        ),
        parts,
      };
    });
  }

  /** What the text of a case marks; null if the corpus has no body of it, or the caller may not see it. */
  marksOf(record: Case): Marks | null {
    return remembered(this.#marks, record.id, () => {
      const [read] = this.#corpus.withBodies([record], { format: "html", preview: null });
      const html = read === undefined ? null : markupOf(read);
      if (html !== null) return new Marks({ html }, record.firstPage);
      const text = this.textOf(record)?.parts.map((part) => part.text);
      return text === undefined ? null : new Marks({ text: text.join("\n") }, record.firstPage);
    });
  }

  /** The page on which a passage begins; null if the text does not have it, marks no pages, or may not be seen. */
  pageOf(record: Case, passage: string): string | null {
    return this.marksOf(record)?.placesOf(passage)[0]?.pages[0] ?? null;
  }
}

/** Labels in the order of the text; empty if they are not known. */
export interface MarkedPlace {
  readonly pages: readonly string[];
  readonly paragraphs: readonly string[];
  /** Whether it is in a note that the text marks. */
  readonly isInNote: boolean;
  /** The letters that the text emphasises there, each stretch; null if it emphasises nothing anywhere. */
  readonly emphasised: readonly string[] | null;
}

/** Where a page or a paragraph begins in the letters of a case. */
interface Start {
  readonly label: string;
  readonly at: number;
}

/** The text has footnotes after the opinion: each is on the page of its mark. */
interface Note extends TextRange {
  readonly markAt: number | null;
}

/** Paragraphs that are not read between two that are. */
const MAX_MISSED = 2;
const BLOCKS = new Set("p blockquote h1 h2 h3 h4 h5 h6 li div section article aside".split(" "));

export class Marks {
  readonly #pages: Start[];
  readonly #paragraphs: Start[] = [];
  readonly #notes: Note[] = [];
  readonly #emphasised: TextRange[] = [];
  #letters = "";
  #paragraph = 0;
  #highest = 0;

  /** @param body HTML with the links that mark its pages, or text with a line for each paragraph @param firstPage of the case */
  constructor(body: { readonly html: string } | { readonly text: string }, firstPage: string) {
    this.#pages = [{ label: firstPage, at: 0 }];
    if ("html" in body) this.#addHtml(body.html);
    else for (const line of body.text.split("\n")) this.#addText(line, true);
  }

  /** The highest number of a paragraph; null if the paragraphs are not numbered. */
  get lastParagraph(): number | null {
    return this.#paragraphs.length < 2 ? null : this.#highest;
  }

  /** Where a passage is: the first places. */
  placesOf(quoted: string): MarkedPlace[] {
    return placesInLetters(this.#letters, quoted).map((place) => {
      const note = this.#notes.find(({ start, end }) => start <= place.start && place.start < end);
      const [start, end] = note === undefined ? [place.start, place.end] : [note.markAt, note.markAt];
      return {
        pages: this.#pages.length < 2 ? [] : labelsIn(this.#pages, start, end),
        paragraphs: labelsIn(this.#paragraphs, start, end),
        isInNote: note !== undefined,
        emphasised: this.#emphasised.length === 0 ? null : this.#emphasisedIn(place),
      };
    });
  }

  #emphasisedIn({ start, end }: TextRange): string[] {
    const within = this.#emphasised.filter((stretch) => stretch.start < end && stretch.end > start);
    return within.map((stretch) => this.#letters.slice(stretch.start, stretch.end));
  }

  #addHtml(html: string): void {
    const emphasis: number[] = [];
    const noteMarks = new Map<string, number>();
    let note: { readonly id: string; readonly start: number } | null = null;
    let isMark = false;
    let isStart = true;
    const { Parser }: typeof import("htmlparser2") = require("htmlparser2");
    const parser = new Parser({
      onopentag: (tag, { class: classes = "", id = "", "data-label": label }) => {
        if (BLOCKS.has(tag)) isStart = true;
        if (EMPHASIS_TAGS.has(tag)) emphasis.push(this.#letters.length);
        if (tag === "aside") note = { id, start: this.#letters.length };
        if (tag !== "a") return;
        const names = classes.split(" ");
        isMark = names.includes("page-label") || names.includes("footnotemark");
        if (names.includes("footnotemark")) noteMarks.set(id, Math.max(0, this.#letters.length - 1));
        else if (isMark && label !== undefined) this.#pages.push({ label, at: this.#letters.length });
      },
      ontext: (text) => {
        if (isMark || text.trim() === "") return;
        this.#addText(text, isStart && note === null);
        isStart = false;
      },
      onclosetag: (tag) => {
        if (tag === "a") isMark = false;
        const start = EMPHASIS_TAGS.has(tag) ? emphasis.pop() : undefined;
        if (start !== undefined) this.#emphasised.push({ start, end: this.#letters.length });
        if (tag !== "aside" || note === null) return;
        const markAt = noteMarks.get(`ref_${note.id}`) ?? null;
        this.#notes.push({ start: note.start, end: this.#letters.length, markAt });
        note = null;
      },
    });
    parser.end(html);
  }

  #addText(text: string, isStart: boolean): void {
    let from = 0;
    for (const { 0: matched, 1: before = "", 2: digits = "", index } of text.matchAll(PARAGRAPH_NUMBER)) {
      const number = this.#nextParagraph(digits, isStart && before.trim() === "");
      if (number === null) continue;
      this.#letters += lettersOf(text.slice(from, index + before.length));
      this.#paragraphs.push({ label: String(number), at: this.#letters.length });
      this.#paragraph = number;
      this.#highest = Math.max(this.#highest, number);
      from = index + matched.length;
    }
    this.#letters += lettersOf(text.slice(from));
  }

  /** A number is a mark only in its order: other opinions are cited by paragraph too. Each opinion may begin at 1. */
  #nextParagraph(digits: string, isStart: boolean): number | null {
    const number = Number(digits);
    const next = this.#paragraph + 1;
    if (!isStart) return number === next ? number : null;
    const follows = (last: number) => number > last && number <= last + 1 + MAX_MISSED;
    if (number === 1 || follows(this.#paragraph) || follows(this.#highest)) return number;
    // `¶101 dissent` is `¶10 I dissent`
    return next > 1 && digits.startsWith(String(next)) ? next : null;
  }
}

/** Whether all paragraphs that a pin names can be in a case. */
export function compareParagraphs(
  { spans }: Pin,
  marks: Marks | null,
): "in the case" | "outside the case" | "not compared" {
  const last = marks?.lastParagraph ?? null;
  if (last === null) return "not compared";
  const isInside = spans.every(([from, to]) => from >= 1 && from <= to && to <= last);
  return isInside ? "in the case" : "outside the case";
}

function labelsIn(starts: readonly Start[], start: number | null, end: number | null): string[] {
  if (start === null || end === null) return [];
  const first = starts.findLastIndex(({ at }) => at <= start);
  const last = starts.findLastIndex(({ at }) => at < Math.max(end, start + 1));
  return first < 0 ? [] : [...new Set(starts.slice(first, last + 1).map(({ label }) => label))];
}
