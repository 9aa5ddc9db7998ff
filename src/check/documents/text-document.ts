/**
 * Plain text, and Markdown, as a draft. Both are read alike: assistants and people write Markdown's marks into plain text, and Markdown has
 * pages and tables of authorities pasted from elsewhere. A small reader of our own: a parser of CommonMark takes `*4` and `576 U.S. ___`
 * for marks and joins what only page numbers and tables of plain text separate.
 */
import { type Draft, draftOf, type SourceBlock } from "../draft.ts";
import { BlockWriter, type TextLine, textOf } from "./block-writer.ts";
import { withoutMarks } from "./inline-marks.ts";
import { textLines } from "./page-furniture.ts";

const QUOTED = /^ {0,3}>(?: ?>){0,20} ?/;
const NOTE = /^ {0,3}\[\^([^\s[\]]{1,100})\]: ?/;
const HEADING = /^ {0,3}#{1,6}(?: |$)/;
/** Lines below headings, between sections and around code; the address of a link. */
const NO_TEXT = /^\s*(?:={3,}|-{3,}|\*{3,}|_{5,}|`{3,}\w{0,20}|~{3,}|\[[^[\]^]{1,200}\]: ?https?:\S*)$/;
const ROW = /^\s*\|.*\|$/;
const BELOW_HEAD = /^\s*\|[\s|:-]+$/;

/** Reads plain text or Markdown as a draft. */
export function readText(text: string): Draft {
  const reader = new BlockReader();
  for (const line of withQuotedLines(textLines(text.replace(/\r\n?|\u2028|\u2029/g, "\n"))))
    reader.read(line);
  return reader.draft();
}

class BlockReader {
  readonly #writer = new BlockWriter();
  readonly #notes = new Map<string, TextLine[]>();
  #note: TextLine[] | null = null;
  #isBlankQuoted = false;

  draft(): Draft {
    const notes = [...this.#notes].map(([label, lines]) => [label, withoutMarksOf(textOf(lines))] as const);
    return draftOf(this.#writer.blocks().map(withoutMarksOf), new Map(notes));
  }

  read(line: TextLine): void {
    const quoted = QUOTED.exec(line.text);
    const within = quoted === null ? line : { ...line, text: line.text.slice(quoted[0].length) };
    if (quoted === null && this.#readNote(line)) return;
    if (quoted !== null && within.text.trim() === "") this.#isBlankQuoted = true;
    else if (NO_TEXT.test(within.text) || BELOW_HEAD.test(within.text)) this.#writer.endBlock();
    else if (quoted !== null) this.#readQuoted(within);
    else if (HEADING.test(line.text)) {
      this.#writer.endBlock();
      this.#writer.add("paragraph", {
        ...line,
        text: line.text.replace(HEADING, "").replace(/ #{1,6}$/, ""),
      });
      this.#writer.endBlock();
    } else if (ROW.test(line.text)) this.#writer.addCells(line, line.text.split(/(?<!\\)\|/));
    else if (/\S[^\S\t]*\t/.test(line.text)) this.#writer.addCells(line, line.text.split("\t"));
    else this.#writer.addLine(line);
  }

  #readNote(line: TextLine): boolean {
    const [mark = "", label = ""] = NOTE.exec(line.text) ?? [];
    const goesOn = line.isApart ? /^(?: {2}|\t)/.test(line.text) : !HEADING.test(line.text);
    if (mark === "" && !goesOn) this.#note = null;
    if (mark !== "") {
      this.#note = this.#notes.get(label) ?? [];
      this.#notes.set(label, this.#note);
      this.#writer.endBlock();
    }
    this.#note?.push({ ...line, text: line.text.slice(mark.length) });
    return this.#note !== null;
  }

  #readQuoted(line: TextLine): void {
    const isNew = line.isApart || this.#isBlankQuoted || this.#writer.lastKind !== "quotation";
    this.#isBlankQuoted = false;
    this.#note = null;
    if (isNew) this.#writer.endBlock();
    this.#writer.add("quotation", { ...line, text: line.text.replace(HEADING, "") });
  }
}

const QUOTE_TAG = /<\/?blockquote\b[^<>]{0,200}>/gi;

/** Lines within `<blockquote>` as those after `>`. An element that is not closed is none. */
function withQuotedLines(lines: readonly TextLine[]): readonly TextLine[] {
  const lastEnd = lines.findLastIndex(({ text }) => text.includes("</blockquote>"));
  let isWithin = false;
  return lines.map((line, at) => {
    if (at > lastEnd) return line;
    const isQuoted = isWithin || /<blockquote\b/i.test(line.text);
    isWithin = isQuoted && !line.text.includes("</blockquote>");
    return isQuoted ? { ...line, text: `> ${line.text.replace(QUOTE_TAG, "")}` } : line;
  });
}

function withoutMarksOf<T extends Pick<SourceBlock, "text">>(written: T): T {
  return { ...written, text: withoutMarks(written.text) };
}
