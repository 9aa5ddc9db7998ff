/**
 * Writes running text as a list of paragraphs, however the source nests blocks and formats: each paragraph has balanced tags, and
 * white space is collapsed where it is written.
 *
 * Marks of pages and footnotes depend on what follows them, so each is written as a placeholder, a number between two NUL characters. No
 * text of a source contains NUL.
 */
import { collapseSpaces, trimWhiteSpace } from "./body-tree.ts";
import { escapeText } from "./render-xml.ts";

/** How the next paragraphs are written. */
export interface BlockStyle {
  readonly tag: "p" | "blockquote" | "h4";
  /** A class of the static site's HTML (`author`, `attorneys`, …), or null. */
  readonly name: string | null;
  /** Whether the source centres it above the opinion. */
  readonly isCaption: boolean;
}

export const PLAIN: BlockStyle = { tag: "p", name: null, isCaption: false };

/** A paragraph with text. */
export interface Paragraph extends BlockStyle {
  /** Text and inline tags, with placeholders. */
  readonly html: string;
}

/** An inline format that is kept. */
export type Format = "em" | "strong" | "sub" | "sup";

const PLACEHOLDER = /\0(\d+)\0/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML and the scanner of HTML do not have these
const CONTROLS = /[\0-\x08\x0b\x0e-\x1f\x7f]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: most texts have none, and this test is cheaper
const HAS_CONTROLS = /[\0-\x08\x0b\x0e-\x1f\x7f]/;

/** Text without control characters, so that it cannot contain a placeholder. */
export function withoutControls(text: string): string {
  return HAS_CONTROLS.test(text) ? text.replace(CONTROLS, " ") : text;
}

export function placeholder(index: number): string {
  return `\0${index}\0`;
}

/** Replaces placeholders. */
export function resolvePlaceholders(html: string, resolve: (index: number) => string): string {
  return html.replace(PLACEHOLDER, (_, index: string) => resolve(Number(index)));
}

/** The texts between placeholders, and their numbers: text, number, text, … */
export function splitAtPlaceholders(text: string): readonly string[] {
  return text.split(PLACEHOLDER);
}

const NOT_TEXT = /<[^<>]*>|\0\d+\0/g;

/** The visible text of a paragraph, still escaped. */
export function textOfParagraph({ html }: Paragraph): string {
  return trimWhiteSpace(html.replace(NOT_TEXT, ""));
}

export class Flow {
  readonly paragraphs: Paragraph[] = [];
  style: BlockStyle = PLAIN;
  #line = "";
  #hasText = false;
  /** Placeholders before the first text: they belong to the next paragraph with text. */
  #marks = "";
  /** Formats that are open in the source; and in the line (`#written`). */
  readonly #formats: Format[] = [];
  #written: Format[] = [];
  #isSpacePending = false;
  #isAfterSpace = true;
  #breaks = 0;

  text(source: string): void {
    const text = collapseSpaces(withoutControls(source));
    const startsWithSpace = text.startsWith(" ");
    const core = startsWithSpace ? text.slice(1) : text;
    if (startsWithSpace) this.#space();
    if (core === "" || (!this.#hasText && trimWhiteSpace(core) === "")) return;
    if (this.#breaks > 1) this.end();
    const endsWithSpace = core.endsWith(" ");
    this.#begin();
    this.#line += escapeText(endsWithSpace ? core.slice(0, -1) : core);
    this.#hasText = true;
    this.#isAfterSpace = false;
    if (endsWithSpace) this.#space();
  }

  /** Opens a format; false if it is open already, so that it must not be closed. */
  open(format: Format): boolean {
    if (this.#formats.includes(format)) return false;
    this.#formats.push(format);
    return true;
  }

  /** Closes the format that was opened last. */
  close(): void {
    this.#formats.pop();
  }

  /** A mark within the line. It does not separate words. */
  mark(index: number): void {
    if (!this.#hasText) {
      this.#marks += placeholder(index);
      return;
    }
    if (this.#breaks > 1) {
      this.end();
      this.#marks += placeholder(index);
      return;
    }
    // a format that begins here begins after the mark
    this.#closeFormats();
    this.#line += placeholder(index);
  }

  /** HTML within the line, for an element without text. */
  inline(html: string): void {
    this.#begin();
    this.#line += html;
    this.#hasText = true;
    this.#isAfterSpace = false;
  }

  /** Two line breaks in a row end the paragraph: court websites separate paragraphs like this. */
  lineBreak(): void {
    if (this.#hasText) this.#breaks++;
    this.#isSpacePending = false;
  }

  /** Ends the paragraph, if it has text. */
  end(): void {
    if (this.#hasText) {
      for (const format of this.#written.reverse()) this.#line += `</${format}>`;
      this.paragraphs.push({ ...this.style, html: this.#line });
    }
    this.#line = "";
    this.#written = [];
    this.#hasText = false;
    this.#isSpacePending = false;
    this.#isAfterSpace = true;
    this.#breaks = 0;
  }

  /** Ends the text. Marks after the last text are a paragraph of their own. */
  finish(): readonly Paragraph[] {
    this.end();
    if (this.#marks !== "") this.paragraphs.push({ ...PLAIN, html: this.#marks });
    this.#marks = "";
    return this.paragraphs;
  }

  #space(): void {
    if (!this.#isAfterSpace) this.#isSpacePending = true;
  }

  #begin(): void {
    if (this.#marks !== "") {
      this.#line += this.#marks;
      this.#marks = "";
    }
    this.#syncFormats();
  }

  /** Formats in the line become those of the source. A space goes between the tags, so that no format begins or ends with one. */
  #syncFormats(): void {
    for (const format of this.#formats.slice(this.#closeFormats())) {
      this.#line += `<${format}>`;
      this.#written.push(format);
    }
  }

  /** Closes the formats that the source has closed. @returns how many are still open */
  #closeFormats(): number {
    let same = 0;
    while (same < this.#written.length && this.#written[same] === this.#formats[same]) same++;
    for (const format of this.#written.splice(same).reverse()) this.#line += `</${format}>`;
    if (this.#breaks > 0) {
      this.#line += "<br>";
      this.#breaks = 0;
      this.#isAfterSpace = true;
    } else if (this.#isSpacePending) {
      this.#line += " ";
      this.#isAfterSpace = true;
    }
    this.#isSpacePending = false;
    return same;
  }
}
