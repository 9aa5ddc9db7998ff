/**
 * Where the characters of a draft are in the XML of its DOCX. A draft has the characters of the DOCX in their order, without those that
 * are not seen and with other white space (`check/draft`), so that the visible ones are counted on both sides.
 */
import { countUpTo, plainText, type TextRange, withoutCalls } from "../draft.ts";
import type { DocxBlock, DocxContent, WrittenText } from "./docx-document.ts";

const VISIBLE = /[^\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
/** Characters of a text in which one is looked for. */
const MAX_CHARS = 1_000;
/** What a draft adds to a note: `^[` and `]`. */
const [BEFORE_NOTE, AFTER_NOTE] = ["^[", "]"] as const;

/** A text of the DOCX in the order of the draft. */
interface PlacedText {
  /** Visible characters before it. */
  readonly before: number;
  readonly text: string;
  /** Null in a note that is not called. */
  readonly at: TextRange | null;
  /** Whether each character of the text is one of the XML. */
  readonly isLiteral: boolean;
}

export class DocxPlaces {
  readonly #texts: PlacedText[] = [];
  #visible = 0;

  /** @throws Error if the draft has other characters than the DOCX */
  constructor({ blocks, notes }: DocxContent, draft: string) {
    const left = new Map(notes);
    const addNote = (written: DocxBlock["written"], at: TextRange | null): void => {
      for (const part of written) if (part.call === undefined) this.#add(part.text, at, false);
    };
    for (const { written } of blocks)
      for (const part of written) {
        if (part.call === undefined) {
          this.#addWritten(part);
          continue;
        }
        const note = left.get(part.call);
        left.delete(part.call);
        if (note === undefined || !hasText(note)) continue;
        this.#add(BEFORE_NOTE, part.at, false);
        addNote(note.written, part.at);
        this.#add(AFTER_NOTE, part.at, false);
      }
    for (const { written } of left.values()) addNote(written, null);
    if (this.#visible !== countVisible(draft)) throw new Error("its text has characters that no text has");
  }

  /**
   * For each range of the draft the range in the XML of the body; of a text in a note that of its call, null if it is not called.
   *
   * @param ranges ascending by start
   */
  placesOf(draft: string, ranges: readonly TextRange[]): (TextRange | null)[] {
    let [from, before] = [0, 0];
    return ranges.map(({ start, end }) => {
      before += countVisible(draft.slice(from, start));
      from = start;
      const first = this.#placeOf(before);
      const last = this.#placeOf(before + Math.max(0, countVisible(draft.slice(start, end)) - 1));
      if (first === null || last === null) return first ?? last;
      // the text of a text box is before that of the paragraph around it
      return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
    });
  }

  #addWritten({ text, at }: WrittenText): void {
    const isLiteral = at.end - at.start === text.length;
    if (!isLiteral) this.#add(text, at, false);
    else
      for (let from = 0; from < text.length; from += MAX_CHARS) {
        const part = text.slice(from, from + MAX_CHARS);
        this.#add(part, { start: at.start + from, end: at.start + from + part.length }, true);
      }
  }

  #add(text: string, at: TextRange | null, isLiteral: boolean): void {
    const count = countVisible(text);
    if (count > 0) this.#texts.push({ before: this.#visible, text, at, isLiteral });
    this.#visible += count;
  }

  /** @param nth of the visible characters, from 0 */
  #placeOf(nth: number): TextRange | null {
    const place = this.#texts[countUpTo(this.#texts, nth, ({ before }) => before) - 1];
    if (place === undefined || place.at === null || !place.isLiteral) return place?.at ?? null;
    const [match] = place.text.matchAll(VISIBLE).drop(nth - place.before);
    const start = place.at.start + (match?.index ?? 0);
    // no half of a character
    const [unit = ""] = match ?? [];
    if (/[\udc00-\udfff]/.test(unit)) return { start: start - 1, end: start + 1 };
    return { start, end: start + (/[\ud800-\udbff]/.test(unit) ? 2 : 1) };
  }
}

function hasText({ text }: Pick<DocxBlock, "text">): boolean {
  return plainText(withoutCalls(text)).trim() !== "";
}

function countVisible(text: string): number {
  return text.match(VISIBLE)?.length ?? 0;
}
