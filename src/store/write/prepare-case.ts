/**
 * All that can be done for a case before the writer sees it: digest, packed forms, words.
 *
 * Pure work on values, so that it runs in worker threads; the result is plain data.
 */
import { hash } from "node:crypto";
import type { CaseMetadata, CaseRecord } from "../../domain/case.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import { canonicalJson } from "../../domain/json.ts";
import { packText } from "../database/codec.ts";
import type { BodyForm, DictionaryByForm } from "../database/dictionary-store.ts";
import { type IndexedBody, indexBody } from "./index-row.ts";

/** One form to be stored. `data` null: the text object is exactly what the html form gives. */
export interface PackedForm {
  readonly form: BodyForm;
  readonly data: Uint8Array | null;
}

/** What the body readers made of a record's body. */
export interface BodyReading {
  /** The text that serves and is indexed; null without a body. */
  readonly body: CaseBody | null;
  readonly forms: readonly { readonly form: BodyForm; readonly text: string | null }[];
  /** Whether `analysis.sha256` is there and does not fit. */
  readonly hashDiffers: boolean;
}

export interface PreparedCase {
  readonly record: CaseMetadata;
  /** 16 bytes that are equal for equal records. */
  readonly digest: Uint8Array;
  readonly forms: readonly PackedForm[];
  readonly indexed: IndexedBody | null;
  readonly hashDiffers: boolean;
}

const DIGEST_BYTES = 16;

/** Equal for records of equal values, whatever the order of their keys. */
export function digestRecord(record: CaseRecord): Uint8Array {
  const { citesTo, analysis, provenance, body, ...rest } = record;
  // an XML string is most of a record, and needs no escapes to stand behind what JSON delimits
  const given = body.form === "xml" ? `xml ${body.xml}` : JSON.stringify(body);
  const text = `${JSON.stringify(rest)}${canonicalJson([citesTo, analysis, provenance])}${given}`;
  return hash("sha256", text, "buffer").subarray(0, DIGEST_BYTES);
}

/** @param dictionaries what each form is packed with; without one, by itself */
export function prepareCase(
  record: CaseRecord,
  digest: Uint8Array,
  reading: BodyReading,
  dictionaries: DictionaryByForm = {},
): PreparedCase {
  const { body: _given, ...metadata } = record;
  return {
    record: metadata,
    digest,
    forms: reading.forms.map(({ form, text }) => ({
      form,
      data: text === null ? null : packText(text, dictionaries[form] ?? null),
    })),
    indexed: reading.body === null ? null : indexBody(reading.body),
    hashDiffers: reading.hashDiffers,
  };
}
