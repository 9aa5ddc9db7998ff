/**
 * Prepares a case for the writer: digest, packed forms, tokens and ends of sentences.
 *
 * Pure functions, so that they run in worker threads. The result is plain data.
 */
import { hash } from "node:crypto";
import { type CaseMetadata, type CaseRecord, splitExtras } from "../../domain/case.ts";
import { type BodyForm, type CaseBody, flatText } from "../../domain/casebody.ts";
import { canonicalJson } from "../../domain/json.ts";
import { type Allocate, type Dictionary, encodeText, packText } from "../codec/codec.ts";
import { packExtras } from "./extras.ts";
import { type IndexedBody, type IndexedNames, indexBody, indexNames } from "./index-row.ts";

/** A form to store. `data` is null if the text object equals the text of the html form. */
interface PackedForm {
  readonly form: BodyForm;
  readonly data: Uint8Array | null;
}

export interface BodyReading {
  /** The body that is indexed; null without a body. */
  readonly body: CaseBody | null;
  /** SHA-256 of the text as it is shown (docs/formats.md, "Text hash"); null without a body. */
  readonly textHash: Uint8Array | null;
  readonly forms: readonly { readonly form: BodyForm; readonly text: string | null }[];
  /** Whether the record has an `analysis.sha256` that the text does not match. */
  readonly hashDiffers: boolean;
}

/** Parses a stored form into a structured body. A function argument, because the store parses neither XML nor HTML. */
export type ReadBody = (form: BodyForm, text: string) => CaseBody;

export interface BodyReaders {
  /** The body as it is shown. */
  readonly readBody: ReadBody;
  /** The same as it is searched, with broken words joined. */
  readonly readJoined: (form: BodyForm, text: string, body: CaseBody) => CaseBody;
}

export interface HashedIndexedBody extends IndexedBody {
  readonly textHash: Uint8Array;
}

export interface PreparedCase {
  readonly record: CaseMetadata;
  /** 16 bytes. Records with the same digest are equal. */
  readonly digest: Uint8Array;
  readonly forms: readonly PackedForm[];
  readonly indexed: HashedIndexedBody | null;
  readonly derived: DerivedParts;
  readonly hashDiffers: boolean;
  /** Of a record without a body: what was made of the body that the corpus has; null: nothing was made. */
  readonly stored: IndexedStored | null;
}

/** What is indexed of a stored form, made before the writer has the case. */
export interface IndexedStored {
  readonly form: BodyForm;
  /** CRC-32 of its packed bytes, by which the writer knows that it still has the same. */
  readonly checksum: number;
  readonly indexed: HashedIndexedBody;
}

/** What is made of a record besides its body. It is stored as it is, unless the record is merged into a stored case. */
export interface DerivedParts {
  readonly names: IndexedNames;
  readonly extras: Uint8Array | string;
}

const DIGEST_BYTES = 16;

/** The digest of a record. Equal values give equal digests, whatever the order of keys. */
export function digestRecord(record: CaseRecord): Uint8Array {
  const { body, ...metadata } = record;
  const { extras, rest } = splitExtras(metadata);
  // the XML is most of a record; after the JSON it needs no escapes to be unambiguous
  const source = body.form === "xml" ? `xml ${body.xml}` : JSON.stringify(body);
  const text = `${JSON.stringify(rest)}${canonicalJson(Object.values(extras))}${source}`;
  return digestBytes(encodeText(text));
}

/** The digest of the bytes that a record is made from. */
export function digestBytes(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer").subarray(0, DIGEST_BYTES);
}

/** SHA-256 of the text of a body as it is shown (docs/formats.md, "Text hash"). */
export function textHashOf(body: CaseBody): Buffer {
  return hash("sha256", encodeText(flatText(body)), "buffer");
}

/** What is indexed of a stored form. @param citesTo as of `indexBody` @throws if the text cannot be read */
export function indexText(
  { form, text }: { readonly form: BodyForm; readonly text: string },
  citesTo: CaseMetadata["citesTo"],
  { readBody, readJoined }: BodyReaders,
  allocate?: Allocate,
): HashedIndexedBody {
  const shown = readBody(form, text);
  const body = readJoined(form, text, shown);
  return { ...indexBody(body, citesTo, allocate), textHash: textHashOf(shown) };
}

export interface ReadCase {
  readonly record: CaseRecord;
  readonly digest: Uint8Array;
  readonly reading: BodyReading;
}

/**
 * Prepares cases, one kind of work after the other: the tables that packing and indexing look up then stay in the processor's
 * cache. With several cases at a time, the work of a parser takes up to a tenth less. What else is made of a record comes last.
 *
 * @param dictionary for the bodies, if the corpus has one
 * @param allocate gives the memory of packed texts and tokens
 */
export function prepareCases(
  cases: readonly ReadCase[],
  dictionary: Dictionary | null = null,
  allocate?: Allocate,
): PreparedCase[] {
  const forms = cases.map(({ reading }) =>
    reading.forms.map(({ form, text }) => ({
      form,
      data: text === null ? null : packText(text, dictionary, allocate),
    })),
  );
  const indexed = cases.map(({ record: { citesTo }, reading: { body, textHash } }) =>
    body === null || textHash === null ? null : { ...indexBody(body, citesTo, allocate), textHash },
  );
  return cases.map(({ record: { body: _body, ...record }, digest, reading: { hashDiffers } }, at) => {
    const body = indexed[at] ?? null;
    const { citations } = record;
    const extras = packExtras({ values: splitExtras(record).extras, origins: {}, citations }, allocate);
    const derived = { names: indexNames(record, body), extras };
    return { record, digest, forms: forms[at] ?? [], indexed: body, derived, hashDiffers, stored: null };
  });
}
