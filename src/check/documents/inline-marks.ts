/**
 * Reads the marks within a paragraph of plain text or Markdown: emphasis, links, references to notes, entities and tags of HTML.
 *
 * Lawyers write asterisks and low lines themselves (`*4`, `[*12]`, `* * *`, `576 U.S. ___`), and `<` in prose: what has no other half, or is
 * no known tag, stays. No line end is lost, so that lines can be counted.
 */
import { Parser } from "htmlparser2";
import { EMPHASIS_END, EMPHASIS_START, EMPHASIS_TAGS, noteCall } from "../draft.ts";

const TAG =
  /^<(\/?)(a|abbr|b|big|blockquote|br|center|cite|code|del|dfn|div|em|font|i|ins|kbd|mark|p|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var)(?:\s?\/|\s[^<>=]*=[^<>]*)?>$/;
const BREAKS = new Set(["br", "p", "div", "blockquote", "center"]);
/** Left out with what is between them; `sup` only if that is the number of a note. */
const PAIRS = new Set(["sup", "del", "s", "strike"]);
/** An escape, a run of marks, a tag or an address, a comment, an entity, a reference to a note, the brackets of a link. */
const MARK =
  /\\[!-/:-@[-`{-~]|`+|\*+|_+|~~|<!--|<[^\s<>][^<>]{0,1000}>|&#?\w{2,32};|\[\^[^\s[\]]{1,100}\]|!?\[|\]\([^\s()]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?(?:\s"[^"\n]{0,500}")?\)|\]|[⁰¹²³⁴-⁹]+/g;
/** The raised number of a note, which would else belong to the page before it: `347 U.S. 483<sup>3</sup>`. */
export const NOTE_MARK = /^\s*[[(]?(?:\d{1,4}|[*†‡§]{1,3})[\])]?\s*$/;
/** Characters between the marks around one page: `*4`, or `*347 U.S. 483*`. */
const MAX_STARRED_NUMBER = 80;

export function withoutMarks(text: string): string {
  return new InlineReader(text).read();
}

class InlineReader {
  readonly #text: string;
  /** The text and its marks, in turn. */
  readonly #parts: string[] = [];
  /** The marks with which emphasis begins, by their index in the parts. */
  readonly #emphasis = new Set<number>();
  /** Where in the parts a mark is open, and where in the text. */
  readonly #open = new Map<string, { readonly part: number; readonly at: number }[]>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    let end = 0;
    let commentEnd = 0;
    for (const { 0: mark, index } of this.#text.matchAll(MARK)) {
      if (index < commentEnd) continue;
      this.#parts.push(this.#text.slice(end, index));
      end = index + mark.length;
      if (mark === "<!--") {
        const close = this.#text.indexOf("-->", end);
        end = close < 0 ? this.#text.length : close + 3;
        commentEnd = end;
        this.#parts.push(lineEnds(this.#text.slice(index, end)));
      } else this.#readMark(mark, index);
    }
    const parts = this.#parts.map((part, nth) => (this.#emphasis.has(nth) ? part + EMPHASIS_START : part));
    return [...parts, this.#text.slice(end)].join("");
  }

  #readMark(mark: string, at: number): void {
    const first = mark[0] ?? "";
    if (first === "\\") this.#parts.push(mark.slice(1));
    else if ("*_`~".includes(first)) this.#readRun(mark, at);
    else if (first === "<") this.#readTag(mark, at);
    else if (first === "&") this.#parts.push(decoded(mark));
    else if (mark.startsWith("[^")) this.#parts.push(noteCall(mark.slice(2, -1)));
    else if (/^!?\[$/.test(mark)) this.#openMark("[", mark, at);
    else if (first === "]") this.#readBracket(mark);
    else this.#parts.push(/[\p{L}\p{N}\p{P}]$/u.test(this.#text.slice(Math.max(0, at - 2), at)) ? "" : mark);
  }

  #openMark(name: string, mark: string, at: number): void {
    const open = this.#open.get(name) ?? [];
    open.push({ part: this.#parts.length, at });
    this.#open.set(name, open);
    this.#parts.push(mark);
  }

  /** A link loses its brackets and its address; other brackets stay. */
  #readBracket(mark: string): void {
    const open = this.#open.get("[")?.pop();
    const isLink = mark !== "]" && open !== undefined && /[/#.:@]/.test(mark);
    if (isLink) this.#parts[open.part] = "";
    this.#parts.push(isLink ? "" : mark);
  }

  #readRun(mark: string, at: number): void {
    const [before, after] = [this.#text[at - 1] ?? " ", this.#text[at + mark.length] ?? " "];
    const isBlank = mark.startsWith("_") && mark.length > 2;
    const closes =
      !/[\s([{“‘]/.test(before) && !/\d/.test(after) && (mark.startsWith("*") || !/\p{L}/u.test(after));
    const opens = !/[\p{L}\p{N}]/u.test(before) && !/[\s.,;:!?)\]}”]/.test(after);
    if (!isBlank && closes && this.#closeRun(mark, at)) return;
    if (!isBlank && opens) this.#openMark(mark[0] ?? "", mark, at);
    else this.#parts.push(mark);
  }

  /** The halves of a mark may differ in length: `**a *b***`. */
  #closeRun(mark: string, at: number): boolean {
    const open = this.#open.get(mark[0] ?? "") ?? [];
    const isEmphasis = /^[*_]/.test(mark);
    let left = mark.length;
    while (left > 0) {
      const last = open.at(-1);
      const opened = last === undefined ? "" : (this.#parts[last.part] ?? "");
      if (last === undefined || (opened.length > left && left < mark.length)) break;
      if (/\d/.test(this.#text[last.at + opened.length] ?? "") && at - last.at > MAX_STARRED_NUMBER) break;
      const both = Math.min(opened.length, left);
      this.#parts[last.part] = opened.slice(both);
      if (opened.length === both) open.pop();
      if (mark === "~~" && open.length === 0) this.#leaveOut(last.part);
      if (isEmphasis) this.#emphasis.add(last.part);
      left -= both;
    }
    if (left === mark.length) return false;
    this.#parts.push((isEmphasis ? EMPHASIS_END : "") + mark.slice(0, left));
    return true;
  }

  #readTag(tag: string, at: number): void {
    const [, end = "", name = ""] = TAG.exec(tag.toLowerCase()) ?? [];
    const open = this.#open.get(name) ?? [];
    if (PAIRS.has(name) && end === "") this.#openMark(name, lineEnds(tag), at);
    else if (PAIRS.has(name)) {
      const last = open.pop();
      if (last !== undefined && open.length === 0 && (name !== "sup" || this.#isNoteMark(last.at, at)))
        this.#leaveOut(last.part);
      this.#parts.push(lineEnds(tag));
    } else if (name === "") this.#parts.push(tag);
    else if (EMPHASIS_TAGS.has(name))
      this.#parts.push(lineEnds(tag) + (end === "" ? EMPHASIS_START : EMPHASIS_END));
    else if (name === "q") this.#parts.push(end === "" ? "“" : "”");
    else this.#parts.push(lineEnds(tag) || (BREAKS.has(name) ? " " : ""));
  }

  #isNoteMark(from: number, to: number): boolean {
    return to - from < 200 && NOTE_MARK.test(this.#text.slice(from, to).replace(/<[^<>]*>/g, ""));
  }

  /** All parts from here. */
  #leaveOut(part: number): void {
    for (let nth = part; nth < this.#parts.length; nth++) this.#parts[nth] = lineEnds(this.#parts[nth] ?? "");
  }
}

function lineEnds(text: string): string {
  return text.replace(/[^\n]+/g, "");
}

function decoded(entity: string): string {
  let text = "";
  new Parser({
    ontext: (part) => {
      text += part;
    },
  }).end(entity);
  return text;
}
