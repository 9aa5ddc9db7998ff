/**
 * Plain text, and Markdown, as a draft. Both are read alike: assistants and people write Markdown's marks into plain text, and Markdown has
 * pages and tables of authorities pasted from elsewhere. A small reader of our own: a parser of CommonMark takes `*4` and `576 U.S. ___`
 * for marks and joins what only page numbers and tables of plain text separate.
 */
import type { Block, Draft } from "../draft.ts";
import { DraftBuilder, noteInText } from "./draft-builder.ts";
import { withoutMarks } from "./inline-marks.ts";
import { type TextLine, textLines } from "./page-furniture.ts";
import { bodyOf, endsSentence, goesOn, isSetOff, type LaidLine } from "./paragraphs.ts";

const QUOTED = /^ {0,3}>(?: ?>){0,20} ?/;
const NOTE = /^ {0,3}\[\^([^\s[\]]{1,100})\]: ?/;
const HEADING = /^ {0,3}#{1,6}(?: |$)/;
/** Lines below headings, between sections and around code; the address of a link. */
const NO_TEXT = /^\s*(?:={3,}|-{3,}|\*{3,}|_{5,}|`{3,}\w{0,20}|~{3,}|\[[^[\]^]{1,200}\]: ?https?:\S*)$/;
/** A word in small letters after a dash goes on with a sentence. */
const ITEM = /^\s*(?:[-+*•‣·]|(\d{1,3})[.)])\s{1,8}(?=[*_"“[(<]{0,4}[\p{Lu}\d§¶])/u;
const BULLET = /^\s*[-+*•‣·]\s/;
const ROW = /^\s*\|.*\|$/;
const BELOW_HEAD = /^[\s|:-]+$/;
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

/** Reads plain text or Markdown as a draft. */
export function readText(text: string): Draft {
  const { written, notes } = new BlockReader().read(textLines(text.replace(/\r\n?|\u2028|\u2029/g, "\n")));
  const builder = new DraftBuilder();
  // each note once, so that a short text cannot grow without end
  const takeNote = (label: string): string => {
    const note = notes.get(label);
    notes.delete(label);
    return note === undefined ? "" : noteInText(withoutMarks(linesOf(note), () => ""));
  };
  for (const { kind, lines } of written)
    builder.add(
      kind,
      withoutMarks(linesOf(lines), takeNote),
      lines.map(({ line }) => line),
    );
  for (const lines of notes.values())
    builder.add(
      "paragraph",
      withoutMarks(linesOf(lines), () => ""),
      lines.map(({ line }) => line),
    );
  return builder.finish();
}

class BlockReader {
  readonly #written: WrittenBlock[] = [];
  readonly #notes = new Map<string, TextLine[]>();
  /** What the next line may go on with. */
  #last: WrittenBlock | null = null;
  #note: TextLine[] | null = null;
  #isBlankQuoted = false;
  /** Number of the last item. */
  #item = 0;

  read(lines: readonly TextLine[]): {
    readonly written: readonly WrittenBlock[];
    readonly notes: Map<string, TextLine[]>;
  } {
    for (const line of lines) this.#readLine(line);
    const body = bodyOf(lines.map(laid));
    const written = this.#written.map(({ kind, lines }) => ({
      kind: kind === "paragraph" && isSetOff(lines.map(laid), body) ? ("quotation" as const) : kind,
      lines,
    }));
    return { written, notes: this.#notes };
  }

  #readLine(line: TextLine): void {
    const quoted = QUOTED.exec(line.text);
    const within = quoted === null ? line : { ...line, text: line.text.slice(quoted[0].length) };
    if (quoted === null && this.#readNote(line)) return;
    if (quoted !== null && within.text.trim() === "") this.#isBlankQuoted = true;
    else if (NO_TEXT.test(within.text)) this.#last = null;
    else if (quoted !== null) this.#readQuoted(within);
    else if (HEADING.test(line.text)) {
      this.#add("paragraph", { ...line, text: line.text.replace(HEADING, "").replace(/ #{1,6}$/, "") });
      this.#last = null;
    } else if (ROW.test(line.text)) this.#addCells(line, line.text.split(/(?<!\\)\|/));
    else if (/\S[^\S\t]*\t/.test(line.text)) this.#addCells(line, line.text.split("\t"));
    else this.#readText(line);
  }

  #readNote(line: TextLine): boolean {
    const [mark = "", label = ""] = NOTE.exec(line.text) ?? [];
    const goesOn = line.isApart ? /^(?: {2}|\t)/.test(line.text) : !HEADING.test(line.text);
    if (mark === "" && !goesOn) this.#note = null;
    if (mark !== "") {
      this.#note = this.#notes.get(label) ?? [];
      this.#notes.set(label, this.#note);
      this.#last = null;
    }
    this.#note?.push({ ...line, text: line.text.slice(mark.length) });
    return this.#note !== null;
  }

  #readQuoted(line: TextLine): void {
    const isNew = line.isApart || this.#isBlankQuoted || this.#last?.kind !== "quotation";
    this.#isBlankQuoted = false;
    this.#note = null;
    if (isNew) this.#last = null;
    this.#add("quotation", { ...line, text: line.text.replace(HEADING, "") });
  }

  #readText(line: TextLine): void {
    const before = this.#last?.lines.at(-1);
    const isWithin = before !== undefined && !line.isApart && !line.isAfterBreak;
    const isIndented =
      before !== undefined && endsSentence(before.text) && laid(line).left >= laid(before).left + 2;
    const isJoined = before !== undefined && line.isAfterBreak && goesOn(before.text, line.text);
    const item = ITEM.exec(line.text);
    const follows = this.#last?.kind === "cell" && (item?.[1] === undefined || +item[1] === this.#item + 1);
    const isItem =
      item !== null && (!isWithin || follows || endsSentence(before.text) || /[;,]$/.test(before.text));
    if (isItem) this.#item = Number(item[1] ?? 0);
    if (isItem || !((isWithin && !isIndented) || isJoined)) this.#last = null;
    const [leader = "", pages = ""] = LEADER.exec(line.text.slice(-400)) ?? [];
    if (pages !== "" || leader.length >= MIN_DOTS) this.#endEntry(line, leader);
    else if (isItem) this.#add("cell", { ...line, text: line.text.replace(BULLET, "") });
    else this.#add(this.#last?.kind ?? "paragraph", line);
  }

  /** An entry of a table of authorities, without its pages. */
  #endEntry(line: TextLine, leader: string): void {
    const lines = this.#last?.lines ?? [];
    const heads = lines.findLastIndex(({ text }) => TABLE_HEAD.test(text)) + 1;
    const entry = lines.splice(heads);
    this.#written.push({
      kind: "cell",
      lines: [...entry, { ...line, text: line.text.slice(0, line.text.length - leader.length) }],
    });
    this.#last = null;
  }

  #addCells(line: TextLine, cells: readonly string[]): void {
    this.#last = null;
    if (!BELOW_HEAD.test(line.text))
      for (const text of cells) this.#written.push({ kind: "cell", lines: [{ ...line, text: text.trim() }] });
  }

  #add(kind: Block["kind"], line: TextLine): void {
    if (this.#last === null) {
      this.#last = { kind, lines: [] };
      this.#written.push(this.#last);
    }
    this.#last.lines.push(line);
  }
}

function linesOf(lines: readonly TextLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}

function laid({ text }: TextLine): LaidLine {
  return { text, left: text.length - text.trimStart().length, right: text.length };
}
