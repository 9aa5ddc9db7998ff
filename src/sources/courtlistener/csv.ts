/**
 * Reads a table of CourtListener's bulk data, as PostgreSQL's `COPY … CSV` writes it, by its header.
 *
 * The opinions are 200 GB unpacked, so rows come in batches, and only a row and a chunk are in memory.
 *
 * After a row that cannot be read, reading goes on at the next line that begins like a row (its first field is a number, as in
 * the rows before, or a short name) and that is a row: the right number of fields, quotes in their places. The search begins at
 * the second line of the bad row, because a quote that is not closed takes in the rows that follow.
 *
 * - Guaranteed: every row before the damage is as it was written. The lines of the file that are in no row are in a reject.
 * - Rows after the damage are found again, at the latest from the first row that begins after the bad bytes. The exception is
 *   a text with lines that are themselves rows of this table: after damage inside that text they are read as rows.
 * - Not detected: lost or changed bytes that leave a valid row, for example two rows that were cut inside the same column and joined.
 */

import { CaselawError } from "../../domain/errors.ts";
import { ByteWindow } from "./byte-window.ts";
import { chooseDialect, type Dialect, QUOTINGS, SAMPLE_BYTES, startsLikeRow } from "./csv-dialect.ts";
import { type RowProblem, RowScanner } from "./csv-scanner.ts";

/** The values of the selected columns, in their order; null is NULL (an unquoted empty field), or a column that the table lacks. */
export interface TableRow {
  /** The line of the file where the row begins, from 1. */
  readonly line: number;
  readonly values: readonly (string | null)[];
}

/** Lines of the file that are not in a row. */
export interface TableReject {
  readonly line: number;
  readonly values: null;
  /** How many lines, until the next row that could be read. */
  readonly lines: number;
  readonly reason: RowProblem | "not UTF-8";
  /** The beginning of the row, up to 4,000 characters. */
  readonly text: string;
}

export type TableEvent = TableRow | TableReject;

export interface Table {
  readonly columns: readonly string[];
  /** Selected columns that the table lacks. */
  readonly missing: readonly string[];
  /** Columns that are neither selected nor known. */
  readonly unknown: readonly string[];
  /** `undecided` as long as the rows that were read are the same in each dialect. */
  readonly dialect: Dialect | "undecided";
  /**
   * Rows and rejects in the order of the file; can be called once. A batch has the rows of about 1 MiB, or one row.
   *
   * @throws the errors of the chunks, after the rows that are complete
   */
  batches(): AsyncGenerator<readonly TableEvent[]>;
}

/** Raw bytes after which a batch is full. */
const BATCH_BYTES = 2 ** 20;

const MAX_HEADER_CHARACTERS = 2 ** 16;

const REJECT_CHARACTERS = 4000;

/**
 * Reads the header of a table; the rows are read by `batches`.
 *
 * @param file for messages
 * @param chunks of any size; a chunk is copied before the next one is requested
 * @throws CaselawError `corrupt` if there is no header, or it has an empty or a repeated name
 */
export async function openTable(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  { selected, known = [] }: { readonly selected: readonly string[]; readonly known?: readonly string[] },
): Promise<Table> {
  const window = new ByteWindow(chunks);
  try {
    const columns = readHeader(file, await headerLine(window));
    return new TableReader(window, columns, selected, known);
  } catch (error) {
    await window.close();
    throw error;
  }
}

/** The first line, without its end. */
async function headerLine(window: ByteWindow): Promise<string> {
  for (;;) {
    const { bytes, start, end, isEnd } = window;
    const lineEnd = bytes.subarray(start, end).indexOf("\n");
    if (lineEnd !== -1 || isEnd || end - start > MAX_HEADER_CHARACTERS) {
      const length = lineEnd === -1 ? end - start : lineEnd;
      window.drop(Math.min(length + 1, end - start));
      return bytes.toString("utf8", start, start + length);
    }
    await window.fill();
  }
}

function readHeader(file: string, line: string): readonly string[] {
  const fault = (reason: string): CaselawError =>
    new CaselawError("corrupt", `Cannot read the header of "${file}": ${reason}`, { at: { file, line: 1 } });
  const text = line.replace(/^\uFEFF/, "").replace(/\r$/, "");
  if (text === "") throw fault("the first line is empty");
  if (text.length > MAX_HEADER_CHARACTERS) throw fault("the first line is longer than 64 KiB");
  const columns = text
    .split(",")
    .map((name) => /^"([^"]+)"$|^`([^`]+)`$/.exec(name)?.slice(1).join("") ?? name);
  const seen = new Set<string>();
  for (const [at, name] of columns.entries()) {
    if (name === "") throw fault(`column ${at + 1} has no name`);
    if (!/^\w{1,63}$/.test(name)) throw fault(`${JSON.stringify(name.slice(0, 80))} is not a column name`);
    if (seen.has(name)) throw fault(`the column "${name}" occurs twice`);
    seen.add(name);
  }
  return columns;
}

/** A row that could not be read, until the next row is found. */
interface BadRow {
  readonly line: number;
  readonly reason: RowProblem;
  readonly text: string;
}

class TableReader implements Table {
  readonly columns: readonly string[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  dialect: Dialect | "undecided" = "undecided";
  readonly #window: ByteWindow;
  readonly #fields: readonly number[];
  #scanner: RowScanner;
  /** The line at the start of the window. */
  #line = 2;
  #badRow: BadRow | null = null;
  /** The rest of the line at the start of the window is not read. */
  #isSkipping = false;
  #hasNumericKeys: boolean | null = null;

  constructor(
    window: ByteWindow,
    columns: readonly string[],
    selected: readonly string[],
    known: readonly string[],
  ) {
    this.#window = window;
    this.columns = columns;
    this.missing = selected.filter((name) => !columns.includes(name));
    this.unknown = columns.filter((name) => !selected.includes(name) && !known.includes(name));
    this.#fields = selected.map((name) => columns.indexOf(name));
    this.#scanner = new RowScanner(columns.length, QUOTINGS.backslash, true);
  }

  async *batches(): AsyncGenerator<readonly TableEvent[]> {
    const window = this.#window;
    try {
      for (let needsBytes = false; ; ) {
        if (needsBytes) {
          if (window.isEnd) return;
          await window.fill();
        }
        const events: TableEvent[] = [];
        needsBytes = this.#readBatch(events);
        if (events.length > 0) yield events;
      }
    } finally {
      await window.close();
    }
  }

  /** @returns whether more bytes are needed; at the end of the file: whether nothing is left */
  #readBatch(events: TableEvent[]): boolean {
    const window = this.#window;
    for (let bytesRead = 0; bytesRead < BATCH_BYTES; ) {
      if (this.#isSkipping && !this.#skipLine()) {
        if (window.isEnd) this.#endReject(events);
        return true;
      }
      const { bytes, start, end, isEnd } = window;
      if (start === end) {
        if (isEnd) this.#endReject(events);
        return true;
      }
      if (this.#badRow !== null && this.#scanner.length === 0) {
        const isRow = this.#startsLikeRow(this.#hasNumericKeys ?? false);
        if (isRow === "more") return true;
        if (!isRow) {
          this.#isSkipping = true;
          continue;
        }
      }
      const scanner = this.#scanner;
      const outcome = scanner.scan(bytes, start, end, isEnd);
      if (outcome === "more") return true;
      if (outcome === "ambiguous") {
        if (end - start < SAMPLE_BYTES && !isEnd) return true;
        this.#chooseDialect();
        continue;
      }
      if (outcome === "row") this.#endRow(events);
      if (outcome === "row" || outcome === "blank") {
        bytesRead += scanner.length;
        this.#line += scanner.lineEnds;
        window.drop(scanner.length);
      } else {
        this.#badRow ??= { line: this.#line, reason: outcome, text: this.#rowText() };
        this.#isSkipping = true;
      }
      scanner.begin();
    }
    return false;
  }

  #endRow(events: TableEvent[]): void {
    const { bytes, start } = this.#window;
    this.#endReject(events);
    this.#hasNumericKeys ??= this.#startsLikeRow(true) === true;
    const values = this.#scanner.values(bytes, start, this.#fields);
    const line = this.#line;
    if (values !== undefined) events.push({ line, values });
    else {
      const lines = Math.max(1, this.#scanner.lineEnds);
      events.push({ line, values: null, lines, reason: "not UTF-8", text: this.#rowText() });
    }
  }

  #endReject(events: TableEvent[]): void {
    if (this.#badRow === null) return;
    events.push({ ...this.#badRow, values: null, lines: this.#line - this.#badRow.line });
    this.#badRow = null;
  }

  /** @returns false if the line goes on after the bytes in memory */
  #skipLine(): boolean {
    const window = this.#window;
    const { bytes, start, end, isEnd } = window;
    const lineEnd = bytes.subarray(start, end).indexOf("\n");
    const isFound = lineEnd !== -1;
    if (isFound || (isEnd && start < end)) this.#line++;
    window.drop(isFound ? lineEnd + 1 : end - start);
    this.#isSkipping = !isFound;
    return isFound;
  }

  #startsLikeRow(hasNumericKeys: boolean): boolean | "more" {
    const quote = QUOTINGS[this.dialect === "undecided" ? "backslash" : this.dialect].quote;
    return startsLikeRow(this.#window, quote, hasNumericKeys);
  }

  #chooseDialect(): void {
    const { bytes, start, end } = this.#window;
    const sampleEnd = Math.min(end, start + SAMPLE_BYTES);
    this.dialect = chooseDialect(bytes, start, sampleEnd, this.columns.length);
    this.#scanner = new RowScanner(this.columns.length, QUOTINGS[this.dialect]);
  }

  #rowText(): string {
    const { bytes, start } = this.#window;
    // four bytes a character at most
    const length = Math.min(this.#scanner.length, REJECT_CHARACTERS * 4);
    return bytes
      .toString("utf8", start, start + length)
      .slice(0, REJECT_CHARACTERS)
      .toWellFormed();
  }
}
