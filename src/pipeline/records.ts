/**
 * Reads the records of an open archive, one after the other, and prepares each for the writer. Runs in a worker thread.
 *
 * Three things can become of a record: it is prepared, it is known already (its digest is that of what the unit
 * holds), or it is refused with a reason. A bad record never ends the run.
 */
import type { Archive, Hole, Line, LineArchive, VolumeArchive, VolumeCase } from "../archive/archive.ts";
import { readUtf8, withoutMark } from "../archive/utf8.ts";
import type { CaseRecord } from "../domain/case.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { compareWithMetadata } from "../sources/cases-metadata.ts";
import { readCaseRecord, type VolumeContext } from "../sources/read-case.ts";
import { digestRecord, type PreparedCase, prepareCase } from "../store/prepare-case.ts";
import { readBody } from "./read-body.ts";
import { type RecordPlace, SeenCases } from "./seen-cases.ts";

export type ReadRecord =
  | {
      readonly kind: "prepared";
      readonly place: RecordPlace;
      readonly prepared: PreparedCase;
      /** Where the archive gave this id before; null when it did not. */
      readonly earlier: RecordPlace | null;
    }
  | { readonly kind: "known"; readonly place: RecordPlace; readonly id: number }
  | {
      readonly kind: "refused";
      readonly place: RecordPlace;
      readonly reason: string;
      readonly id: number | null;
      /** The beginning of the record as it stands in the archive. */
      readonly text: string;
    }
  /** A case file that is taken, but differs from its row in the volume's metadata. */
  | { readonly kind: "differs"; readonly place: RecordPlace; readonly id: number }
  /** A case without its row or the reverse, where rows tell no names and only ids can be compared. */
  | { readonly kind: "hole"; readonly hole: Hole; readonly id: number };

/** Says whether a unit holds a case with this very digest, so that nothing need be made of it. */
export type IsKnown = (id: number, digest: Uint8Array) => boolean;

/** Characters of a refused record that are kept with the reason. */
const KEPT_CHARS = 4_000;

export async function* readRecords(
  archive: Archive,
  volume: VolumeContext | null,
  isKnown: IsKnown,
): AsyncGenerator<ReadRecord> {
  const seen = new SeenCases();
  if (archive.layout === "lines") yield* readLines(archive, { isKnown, seen });
  else yield* readMembers(archive, volume, { isKnown, seen });
}

/** What a record is judged against: what the unit holds, and what the archive gave before. */
interface Context {
  readonly isKnown: IsKnown;
  readonly seen: SeenCases;
}

async function* readLines(archive: LineArchive, context: Context): AsyncGenerator<ReadRecord> {
  for await (const line of archive.lines()) yield readLine(line, context);
}

function readLine(line: Line, context: Context): ReadRecord {
  const place = { entry: line.entry, line: line.number };
  if ("problem" in line) return { kind: "refused", place, reason: line.problem, id: null, text: "" };
  return judge(place, line.bytes, () => readRecord(parse(line.bytes), null), context);
}

async function* readMembers(
  archive: VolumeArchive,
  volume: VolumeContext | null,
  context: Context,
): AsyncGenerator<ReadRecord> {
  const rows = rowsById(archive.casesMetadata);
  const met = new Set<number>();
  let unknown = 0;
  for await (const member of archive.cases()) {
    const place = { entry: member.entry, line: null };
    let raw: unknown;
    const read = judge(
      place,
      member.json,
      () => {
        raw = parse(member.json);
        return withHtml(readRecord(raw, volume ?? { volume: null, reporter: null }), member);
      },
      context,
    );
    yield read;
    const id = idOf(read);
    if (id === null) unknown++;
    else met.add(id);
    if (read.kind === "refused" || id === null) continue;
    const row = rows.get(id);
    if (row !== undefined && !compareWithMetadata(raw, row)) yield { kind: "differs", place, id };
  }
  // a case without an id that can be read may be that of any row
  if (unknown === 0 && !tellsNames(archive.casesMetadata)) yield* holesById(rows, met);
}

function idOf(read: ReadRecord): number | null {
  return read.kind === "prepared" ? read.prepared.record.id : read.id;
}

/** Whether every row names its file, so that holes were found by name already (the December 2023 form does not). */
function tellsNames(rows: readonly unknown[]): boolean {
  return rows.every((row) => isJsonObject(row) && typeof row.file_name === "string");
}

function* holesById(rows: ReadonlyMap<number, unknown>, met: ReadonlySet<number>): Generator<ReadRecord> {
  for (const id of rows.keys()) {
    if (!met.has(id)) yield { kind: "hole", hole: { kind: "row_without_json", name: `case ${id}` }, id };
  }
  for (const id of met) {
    if (!rows.has(id)) yield { kind: "hole", hole: { kind: "json_without_row", name: `case ${id}` }, id };
  }
}

function judge(
  place: RecordPlace,
  bytes: Buffer,
  read: () => CaseRecord,
  { isKnown, seen }: Context,
): ReadRecord {
  let id: number | null = null;
  try {
    const record = read();
    id = record.id;
    const digest = digestRecord(record);
    const earlier = seen.placeOf(id);
    seen.note(id, place);
    if (earlier === null && isKnown(id, digest)) return { kind: "known", place, id };
    return { kind: "prepared", place, prepared: prepareCase(record, digest, readBody(record)), earlier };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    const text = bytes.toString("utf8", 0, KEPT_CHARS);
    return { kind: "refused", place, reason: messageOf(error), id: id ?? refusedId(error), text };
  }
}

function parse(bytes: Buffer): unknown {
  const text = readUtf8(withoutMark(bytes));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaselawError("invalid", `Cannot read the record: not JSON: ${messageOf(error)}`);
  }
}

function readRecord(raw: unknown, volume: VolumeContext | null): CaseRecord {
  const reading = readCaseRecord(raw, volume);
  if (reading.ok) return reading.record;
  throw new CaselawError("invalid", `Cannot take the record: ${reading.reason}`, { cause: reading });
}

/** The id of a record that was refused for another reason. */
function refusedId(error: CaselawError): number | null {
  const { cause } = error;
  return isJsonObject(cause) && typeof cause.id === "number" ? cause.id : null;
}

function withHtml(record: CaseRecord, { html }: VolumeCase): CaseRecord {
  if (record.body.form !== "static" || html === null) return record;
  return { ...record, body: { ...record.body, html: readUtf8(withoutMark(html)) } };
}

function rowsById(rows: readonly unknown[]): Map<number, unknown> {
  return new Map(
    rows.flatMap((row) => (isJsonObject(row) && typeof row.id === "number" ? [[row.id, row]] : [])),
  );
}
