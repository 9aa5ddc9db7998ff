/** Puts lines together as paragraphs, quotations, items of lists and entries of tables of authorities. */
import { type Block, pageMark, type SourceBlock } from "../draft.ts";

export interface TextLine extends LaidLine {
  /** Of the file, from 0. */
  readonly line: number;
  /** Whether a blank line is before it. */
  readonly isApart: boolean;
  /** Whether it is the first one of a page. */
  readonly isAfterBreak: boolean;
  /** The number of the page that begins with it, if that is known. */
  readonly page?: number;
}

/** A word in small letters after a dash goes on with a sentence. */
const ITEM = /^\s*(?:[-+*•‣·]|(\d{1,3})[.)])\s{1,8}(?=[*_"“[(<]{0,4}[\p{Lu}\d§¶])/u;
const BULLET = /^\s*[-+*•‣·]\s/;

/** The end of a line in a table of authorities: dots, and the pages that cite it. */
const LEADER =
  /(?:\.{4}|(?<=\s)(?:\. ){4}|…{2}|·{4}|_{4})[.\s…·_]{0,300}((?:(?:[\divxlc]{1,6}|passim)[\s,;–-]{0,3}){0,60})$/iu;
const MIN_DOTS = 10;
const TABLE_HEAD =
  /^\s{0,99}(?:table of \p{L}+|cases|statutes|rules|(?:other )?authorities|constitution\p{L}*)?:?\s{0,99}(?:pages?(?:\(s\))?)?:?$/iu;

interface WrittenBlock {
  readonly kind: Block["kind"];
  readonly lines: TextLine[];
}

/** Characters by which a line may begin further right than the one before, on another page. */
const SAME_EDGE = 4;

export class BlockWriter {
  readonly #blocks: WrittenBlock[] = [];
  /** What the next line may go on with. */
  #last: WrittenBlock | null = null;
  /** Number of the last item. */
  #item = 0;

  /** The blocks; a paragraph that is set off is a quotation. */
  blocks(): SourceBlock[] {
    const body = bodyOf(this.#blocks.flatMap(({ lines }) => lines));
    return this.#blocks.map(({ kind, lines }) => ({
      kind: kind === "paragraph" && isSetOff(lines, body) ? "quotation" : kind,
      ...textOf(lines),
    }));
  }

  get lastKind(): Block["kind"] | null {
    return this.#last?.kind ?? null;
  }

  endBlock(): void {
    this.#last = null;
  }

  add(kind: Block["kind"], line: TextLine): void {
    if (this.#last === null) {
      this.#last = { kind, lines: [] };
      this.#blocks.push(this.#last);
    }
    this.#last.lines.push(line);
  }

  addCells(line: TextLine, cells: readonly string[]): void {
    this.#last = null;
    for (const text of cells) this.#blocks.push({ kind: "cell", lines: [{ ...line, text: text.trim() }] });
  }

  addLine(line: TextLine): void {
    const before = this.#last?.lines.at(-1);
    const isWithin = before !== undefined && !line.isApart && !line.isAfterBreak;
    const isIndented = before !== undefined && endsSentence(before.text) && line.left >= before.left + 2;
    const isJoined =
      before !== undefined &&
      line.isAfterBreak &&
      line.left < before.left + SAME_EDGE &&
      goesOn(before.text, line.text);
    const item = ITEM.exec(line.text);
    const follows = this.#last?.kind === "cell" && (item?.[1] === undefined || +item[1] === this.#item + 1);
    const isItem =
      item !== null && (!isWithin || follows || endsSentence(before.text) || /[;,]$/.test(before.text));
    if (isItem) this.#item = Number(item[1] ?? 0);
    if (isItem || !((isWithin && !isIndented) || isJoined)) this.#last = null;
    const [leader = "", pages = ""] = LEADER.exec(line.text.slice(-400)) ?? [];
    if (pages !== "" || leader.length >= MIN_DOTS) this.#endEntry(line, leader);
    else if (isItem) this.add("cell", { ...line, text: line.text.replace(BULLET, "") });
    else this.add(this.#last?.kind ?? "paragraph", line);
  }

  /** An entry of a table of authorities, without its pages. */
  #endEntry(line: TextLine, leader: string): void {
    const lines = this.#last?.lines ?? [];
    const heads = lines.findLastIndex(({ text }) => TABLE_HEAD.test(text)) + 1;
    const entry = lines.splice(heads);
    this.#blocks.push({
      kind: "cell",
      lines: [...entry, { ...line, text: line.text.slice(0, line.text.length - leader.length) }],
    });
    this.#last = null;
  }
}

export function textOf(lines: readonly TextLine[]): Required<Omit<SourceBlock, "kind">> {
  const texts = lines.map(({ text, page }) => (page === undefined ? text : pageMark(page) + text));
  return { text: texts.join("\n"), lines: lines.map(({ line }) => line) };
}

/** A line of a page; places are in characters. */
interface LaidLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** An abbreviation ends with a full stop too: `v.`, `Corp.`, `Wis.` */
const SENTENCE_END = /(?:\p{Ll}{4}|[\d)\]”’"'*_])[.?!]["'”’)\]*_]{0,4}$|[.?!:][”"’)*_]{1,4}$|[?!:]$/u;
const NEW_SENTENCE = /^\s*(?:[“"‘'(*_]{0,3}\p{Lu}|\d{1,3}[.)]\s|[-*•#>|¶§])/u;

/** Whether text after the end of a page goes on with the paragraph before. */
function goesOn(before: string, after: string): boolean {
  const isHeading = /\p{Lu}{2}/u.test(before) && before === before.toUpperCase() && before.length < 60;
  if (/^\s*[\p{Ll}\d,;.)]/u.test(after) && !NEW_SENTENCE.test(after)) return !isHeading || /\d$/.test(before);
  return !isHeading && !endsSentence(before);
}

function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd().slice(-20));
}

/** Characters by which a quotation is set off on both sides. */
const MIN_INDENT = 3;
/** The part of the widest line that each line but the last fills: addresses and lists are set off too, but do not fill their lines. */
const FILLED = 0.75;
const MIN_WIDTH = 30;

/** Whether a paragraph is narrower than the text around it, on both sides, with lines that begin below each other. */
function isSetOff(
  lines: readonly LaidLine[],
  body: { readonly left: number; readonly right: number },
): boolean {
  const [first, second, ...rest] = lines;
  if (first === undefined || second === undefined) return false;
  const left = second.left;
  const right = Math.max(...lines.map((line) => line.right));
  const isAligned = first.left >= left - 1 && rest.every((line) => Math.abs(line.left - left) <= 1);
  const isFilled = lines.slice(0, -1).every((line) => line.right - left >= FILLED * (right - left));
  const isNarrow = left - body.left >= MIN_INDENT && body.right - right >= MIN_INDENT;
  return isAligned && isFilled && isNarrow && right - left >= MIN_WIDTH;
}

/** The edges of most of the text: the first left one that a tenth of the lines has, the right one that one line in twenty goes beyond. */
function bodyOf(lines: readonly LaidLine[]): { readonly left: number; readonly right: number } {
  const counts = new Map<number, number>();
  for (const { left } of lines) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  const left = Math.min(...[...counts].flatMap(([at, count]) => (count * 10 >= lines.length ? at : [])));
  const rights = lines.map(({ right }) => right).sort((a, b) => a - b);
  return { left, right: rights[Math.floor(rights.length * 0.95)] ?? 0 };
}
