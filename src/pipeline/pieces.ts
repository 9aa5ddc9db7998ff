/**
 * An archive cut into pieces: some records each, as bytes, in one buffer that can be handed to another thread.
 */
import type { Archive } from "../archive/archive.ts";
import type { RecordPlace } from "./seen-cases.ts";

/** Bytes a piece: a parser's work of some 50 ms, and much more than what a message costs. */
const PIECE_BYTES = 2 ** 20;
/** Records a piece, so that one of short records is no long work either. */
const PIECE_RECORDS = 500;

/** From and to, in the bytes of a piece. */
export type Span = readonly [from: number, to: number];

/** Where a record stands in its archive, and in the piece. */
export interface PieceRecord {
  readonly place: RecordPlace;
  readonly json: Span;
  /** The page of the same name, of a volume. */
  readonly html: Span | null;
  /** Why nothing of it was read; else null. */
  readonly problem: string | null;
}

export interface Piece {
  readonly records: readonly PieceRecord[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As in `RecordBatch`. */
  readonly fraction: number | null;
}

interface Entry {
  readonly place: RecordPlace;
  readonly json: Buffer;
  readonly html: Buffer | null;
  readonly problem: string | null;
}

const NOTHING = Buffer.alloc(0);

/**
 * The records of an archive, in order, in pieces; those before a fault come before it is thrown (contract, section 9).
 *
 * @throws CaselawError `corrupt` when it cannot be read to its end
 */
export async function* piecesOf(archive: Archive): AsyncGenerator<Piece> {
  const fraction = (): number | null => (archive.layout === "lines" ? archive.fraction() : null);
  let entries: Entry[] = [];
  let bytes = 0;
  let fault: unknown;
  try {
    for await (const entry of entriesOf(archive)) {
      entries.push(entry);
      bytes += entry.json.length + (entry.html?.length ?? 0);
      if (entries.length < PIECE_RECORDS && bytes < PIECE_BYTES) continue;
      yield pieceOf(entries, bytes, fraction());
      entries = [];
      bytes = 0;
    }
  } catch (error) {
    fault = error;
  }
  if (entries.length > 0) yield pieceOf(entries, bytes, fraction());
  if (fault !== undefined) throw fault;
}

async function* entriesOf(archive: Archive): AsyncGenerator<Entry> {
  if (archive.layout === "volume") {
    for await (const { entry, json, html } of archive.cases()) {
      yield { place: { entry, line: null }, json, html, problem: null };
    }
    return;
  }
  if (archive.layout === "mets") {
    for await (const { entry, xml } of archive.cases()) {
      yield { place: { entry, line: null }, json: xml, html: null, problem: null };
    }
    return;
  }
  for await (const line of archive.lines()) {
    const place = { entry: line.entry, line: line.number };
    if ("problem" in line) yield { place, json: NOTHING, html: null, problem: line.problem };
    else yield { place, json: line.bytes, html: null, problem: null };
  }
}

function pieceOf(entries: readonly Entry[], length: number, fraction: number | null): Piece {
  const bytes = new Uint8Array(length);
  let end = 0;
  const put = (part: Buffer): Span => {
    bytes.set(part, end);
    end += part.length;
    return [end - part.length, end];
  };
  const records = entries.map(({ place, json, html, problem }) => ({
    place,
    json: put(json),
    html: html === null ? null : put(html),
    problem,
  }));
  return { records, bytes, fraction };
}
