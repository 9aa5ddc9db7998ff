/**
 * Checks the records of a chunk one by one, and prepares each for the writer. Runs in the parser threads.
 *
 * A record is prepared, or already known (its digest is stored for the unit), or rejected with a reason. A bad record never
 * ends the run; a damaged one of a staging file ends its archive. Each record is checked by itself: what a repeated id means is decided
 * in the archive's order (write-records.ts).
 */

import { readUtf8, withoutMark } from "../../archive/fault.ts";
import type { RecordPlace } from "../../archive/members.ts";
import { joinBody, joinBrokenWords } from "../../casebody/broken-words.ts";
import { decisionHtml } from "../../casebody/opinion-html.ts";
import { sanitiseHtml } from "../../casebody/parse-html.ts";
import {
  bodyOfHtml,
  checkAnalysis,
  readHtmlBody,
  readJoinedBody,
  readXmlBody,
} from "../../casebody/read-body.ts";
import { readMets } from "../../casebody/read-mets.ts";
import type { CaseRecord } from "../../domain/case.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import { CLUSTERS, readCluster } from "../../sources/courtlistener/read-cluster.ts";
import { rawOfMets } from "../../sources/made-records.ts";
import { compareWithMetadata, readCaseRecord, type VolumeContext } from "../../sources/read-case.ts";
import type { Allocate, Dictionary } from "../../store/codec/codec.ts";
import {
  type BodyReading,
  digestBytes,
  digestRecord,
  type IndexedStored,
  type PreparedCase,
  prepareCases,
  type ReadCase,
  textHashOf,
} from "../../store/write/prepare-case.ts";
import { openDecision, openRecords } from "../tables/open-court.ts";
import type { Chunk, ChunkRecord, Span } from "./chunks.ts";

export type ReadRecord =
  | { readonly kind: "prepared"; readonly place: RecordPlace; readonly prepared: PreparedCase }
  | {
      readonly kind: "known";
      readonly place: RecordPlace;
      readonly id: number;
      readonly digest: Uint8Array;
      /** Its position in the chunk, in case it must be prepared after all. */
      readonly source: ChunkRecord;
    }
  | {
      readonly kind: "rejected";
      readonly place: RecordPlace;
      readonly reason: string;
      readonly id: number | null;
      /** The beginning of the record in the archive. */
      readonly text: string;
    }
  /** A case file that is imported, but differs from its row in the volume's metadata. */
  | { readonly kind: "differs"; readonly place: RecordPlace; readonly id: number };

/** Whether this digest is stored for a case of the unit, so that the record need not be prepared. */
export type IsKnown = (id: number, digest: Uint8Array) => boolean;

const KEPT_CHARS = 4_000;

/** Makes what is indexed of the body that the corpus has of a case. */
export type IndexStored = (id: number, allocate: Allocate | undefined) => IndexedStored | null;

export interface CheckContext {
  /** Null for a record of lines. */
  readonly volume: VolumeContext | null;
  readonly rows: ReadonlyMap<number, unknown>;
  readonly isKnown: IsKnown;
  /** For records without a body. */
  readonly indexStored?: IndexStored;
  readonly dictionary: Dictionary | null;
}

type CheckedRecord =
  | Exclude<ReadRecord, { readonly kind: "prepared" }>
  | { readonly kind: "read"; readonly place: RecordPlace; readonly read: ReadCase };

/** What the records of a chunk are, up to a fault in its bytes. */
interface CheckedChunk {
  readonly records: ReadRecord[];
  /** `corrupt` */
  readonly fault: CaselawError | null;
}

/** Checks and prepares the records of a chunk, in order. @param allocate as of `prepareCases` */
export function checkChunk(
  { records, bytes }: Pick<Chunk, "records" | "bytes">,
  context: CheckContext,
  allocate?: Allocate,
): CheckedChunk {
  const checked: CheckedRecord[] = [];
  let fault: CaselawError | null = null;
  for (const record of records) {
    try {
      checked.push(...checkRecord(record, bytes, context));
    } catch (error) {
      if (!(error instanceof CaselawError)) throw error;
      fault = error;
      break;
    }
  }
  const toPrepare = checked.flatMap((record) => (record.kind === "read" ? [record.read] : []));
  const prepared = prepareCases(toPrepare, context.dictionary, allocate);
  let next = 0;
  const read = checked.map((record): ReadRecord => {
    if (record.kind !== "read") return record;
    const preparedCase = prepared[next++];
    if (preparedCase === undefined) throw new Error("a record was not prepared");
    const { id } = preparedCase.record;
    const stored = preparedCase.forms.length === 0 ? context.indexStored?.(id, allocate) : null;
    return { kind: "prepared", place: record.place, prepared: { ...preparedCase, stored: stored ?? null } };
  });
  return { records: read, fault };
}

/** @throws CaselawError `corrupt` as `openDecision` */
function checkRecord(record: ChunkRecord, bytes: Uint8Array, context: CheckContext): CheckedRecord[] {
  const { place, problem } = record;
  if (problem !== null) return [{ kind: "rejected", place, reason: problem, id: null, text: "" }];
  return place.entry === CLUSTERS ? [checkDecision(record, bytes, context)] : check(record, bytes, context);
}

function check(source: ChunkRecord, bytes: Uint8Array, context: CheckContext): CheckedRecord[] {
  const { volume, rows, isKnown } = context;
  const { place } = source;
  const recordBytes = bytesAt(bytes, source.bytes);
  const html = source.attached === null ? null : bytesAt(bytes, source.attached);
  let id: number | null = null;
  try {
    const raw = parseRecord(recordBytes, place);
    const record = withHtml(readRecord(raw, volume), html);
    id = record.id;
    const row = rows.get(id);
    const differs = row !== undefined && !compareWithMetadata(raw, row);
    const digest = digestRecord(record);
    const read: CheckedRecord = isKnown(id, digest)
      ? { kind: "known", place, id, digest, source }
      : { kind: "read", place, read: { record, digest, reading: readBody(record) } };
    return differs ? [read, { kind: "differs", place, id }] : [read];
  } catch (error) {
    return [rejectedRecord(error, place, id, recordBytes.toString("utf8", 0, KEPT_CHARS))];
  }
}

/** Checks a decision of a court, whose digest is that of its bytes. @throws CaselawError `corrupt` as `openDecision` */
function checkDecision(source: ChunkRecord, bytes: Uint8Array, { isKnown }: CheckContext): CheckedRecord {
  const { place } = source;
  const attached = source.attached && bytesAt(bytes, source.attached);
  const decision = openDecision(bytesAt(bytes, source.bytes), attached);
  const { id } = decision;
  const [, end] = source.attached ?? source.bytes;
  const digest = digestBytes(bytesAt(bytes, [source.bytes[0], end]));
  if (isKnown(id, digest)) return { kind: "known", place, id, digest, source };
  const staged = decision.unpack();
  try {
    const record = readCluster(staged);
    return { kind: "read", place, read: { record, digest, reading: readBody(record) } };
  } catch (error) {
    return rejectedRecord(error, place, id, JSON.stringify(staged).slice(0, KEPT_CHARS));
  }
}

/** @throws an error that is not of the record */
function rejectedRecord(error: unknown, place: RecordPlace, id: number | null, text: string): CheckedRecord {
  if (!(error instanceof CaselawError)) throw error;
  return { kind: "rejected", place, reason: messageOf(error), id: id ?? rejectedId(error), text };
}

/**
 * Parses the bytes of a record, JSON or a METS document, for `readCaseRecord`.
 *
 * @param place decides the form: a volume's case files are `.json`, a METS bag's `.xml`, all other records are lines
 * @throws CaselawError `corrupt` for bytes that are not UTF-8, `invalid` for bytes that are not JSON or a METS of a case
 */
export function parseRecord(bytes: Buffer, { entry, line }: RecordPlace): unknown {
  const text = readUtf8(withoutMark(bytes));
  if (line === null && entry !== null && /\.xml$/i.test(entry)) return rawOfMets(readMets(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaselawError("invalid", `Cannot read the record: not JSON: ${messageOf(error)}`);
  }
}

function bytesAt({ buffer, byteOffset }: Uint8Array, [from, to]: Span): Buffer {
  return Buffer.from(buffer, byteOffset + from, to - from);
}

/** @throws CaselawError `invalid`, from which `rejectedId` gives the id */
export function readRecord(raw: unknown, volume: VolumeContext | null): CaseRecord {
  const reading = readCaseRecord(raw, volume);
  if (reading.ok) return reading.record;
  throw new CaselawError("invalid", `Cannot import the record: ${reading.reason}`, { cause: reading });
}

/** The id of a record that was rejected for another reason. */
export function rejectedId(error: CaselawError): number | null {
  const { cause } = error;
  return isJsonObject(cause) && typeof cause.id === "number" ? cause.id : null;
}

function withHtml(record: CaseRecord, html: Buffer | null): CaseRecord {
  if (record.body.form !== "static" || html === null) return record;
  return { ...record, body: { ...record.body, html: readUtf8(withoutMark(html)) } };
}

const SAMPLE_BYTES = 2 ** 21;

/** The bodies of an archive's first records, as they will be stored, from which a compression dictionary is made. */
export async function sampleBodies(path: string, volume: VolumeContext | null): Promise<string[]> {
  const texts: string[] = [];
  let sampled = 0;
  try {
    await using archive = await openRecords(path);
    for await (const { place, bytes, attached, problem, more = 0 } of archive.records()) {
      sampled += bytes.length + (attached?.length ?? 0) + more;
      if (sampled > SAMPLE_BYTES) break;
      if (problem !== null) continue;
      try {
        const record =
          place.entry === CLUSTERS
            ? readCluster(openDecision(bytes, attached).unpack())
            : readRecord(parseRecord(bytes, place), volume);
        texts.push(...storedTexts(record, attached));
      } catch (error) {
        // the record will be a reject, or the fault of a damaged file
        if (!(error instanceof CaselawError)) throw error;
      }
    }
  } catch (error) {
    // the import reads the same archive and reports the fault
    if (!(error instanceof CaselawError)) throw error;
  }
  return texts;
}

function storedTexts({ body }: CaseRecord, html: Buffer | null): string[] {
  if (body.form === "xml") return [body.xml];
  if (body.form === "opinions") return [decisionHtml(body.decision)];
  if (body.form === "static" && html !== null) return [readUtf8(withoutMark(html))];
  return body.form === "none" ? [] : [JSON.stringify(body.body)];
}

/**
 * Reads the body of a record: the forms to be stored and the text to be indexed (docs/formats.md, "Forms and formats of a
 * body").
 *
 * @throws CaselawError `invalid` when the body cannot be read, with the place in it
 */
export function readBody({ body, analysis }: CaseRecord): BodyReading {
  const hashes = (text: CaseBody, xml: string | null) => {
    const textHash = textHashOf(text);
    return { textHash, hashDiffers: checkAnalysis(analysis, text, xml, textHash) === "differs" };
  };
  switch (body.form) {
    case "none":
      return { body: null, textHash: null, forms: [], hashDiffers: false };
    case "text":
      return {
        body: joinBody(body.body),
        forms: [{ form: "text", text: JSON.stringify(body.body) }],
        ...hashes(body.body, null),
      };
    case "xml": {
      const text = readXmlBody(body.xml);
      return {
        body: joinBody(text),
        forms: [{ form: "xml", text: body.xml }],
        ...hashes(text, body.xml),
      };
    }
    case "static":
      return { ...staticForms(body.body, body.html), ...hashes(body.body, null) };
    case "opinions": {
      const html = decisionHtml(body.decision);
      const text = readHtmlBody(html);
      return {
        body: readJoinedBody("html", html, text),
        textHash: textHashOf(text),
        forms: [{ form: "html", text: html }],
        hashDiffers: false,
      };
    }
  }
}

/** The JSON's own body is stored only where the HTML gives another body. */
function staticForms(text: CaseBody, html: string | null): Pick<BodyReading, "body" | "forms"> {
  const json = JSON.stringify(text);
  if (html === null) return { body: joinBody(text), forms: [{ form: "text", text: json }] };
  const { html: clean, nodes } = sanitiseHtml(html);
  const isSame = JSON.stringify(bodyOfHtml(nodes)) === json;
  const joined = isSame ? joinBrokenWords(clean) : clean;
  return {
    // in most bodies no page turn breaks a word, and they are not parsed again
    body: joinBody(joined === clean ? text : readHtmlBody(joined)),
    forms: [
      { form: "html", text: clean },
      { form: "text", text: isSame ? null : json },
    ],
  };
}
