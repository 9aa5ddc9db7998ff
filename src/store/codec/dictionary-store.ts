/** The compression dictionaries of a corpus: one for each form, made from the first bodies of the first large archive. */

import type { Database } from "better-sqlite3";
import type { BodyForm } from "../../domain/casebody.ts";
import { CaselawError } from "../../domain/errors.ts";
import { type Dictionary, unpackText } from "./codec.ts";

/** @throws if the bytes are damaged; CaselawError `corrupt` if their dictionary is missing */
export type Unpack = (packed: Uint8Array) => string;

/** The dictionary with which new bodies of each form are packed. */
export type DictionaryByForm = Readonly<Partial<Record<BodyForm, Dictionary>>>;

/** Larger dictionaries save little more (64 KiB: 2 % of real text) and make packing slower. */
const DICTIONARY_BYTES = 32 * 1024;
const SLICE_BYTES = 2 * 1024;

interface Row {
  readonly id: number;
  readonly form: BodyForm;
  readonly sha256: Uint8Array;
  readonly data: Uint8Array;
  readonly copy: Uint8Array;
}

const BY_ID = "SELECT id, form, sha256, data, copy FROM dictionary WHERE id = :id";
const ALL = "SELECT id, form, sha256, data, copy FROM dictionary ORDER BY id";
const ADD = "INSERT INTO dictionary (form, sha256, data, copy) VALUES (:form, :sha256, :data, :data)";

/** Returns what unpacks the texts of a corpus. It reads each dictionary on first use and keeps it. */
export function unpackerOf(db: Database): Unpack {
  const known = new Map<number, Dictionary>();
  const find = (id: number): Dictionary => {
    const read = known.get(id);
    if (read !== undefined) return read;
    const row = db.prepare<{ id: number }, Row>(BY_ID).get({ id });
    const found = row === undefined ? null : dictionaryOf(row);
    if (found === null)
      throw new CaselawError("corrupt", `Cannot unpack a body: dictionary ${id} is missing or damaged`);
    known.set(id, found);
    return found;
  };
  return (packed) => unpackText(packed, find);
}

/** Reads and adds dictionaries, for packing. */
export interface DictionaryStore {
  /** The newest intact dictionary of each form. */
  newest(): DictionaryByForm;
  add(form: BodyForm, data: Uint8Array): void;
}

/** @param step runs a function in its own transaction */
export function dictionaryStoreOf(db: Database, step: (work: () => void) => void): DictionaryStore {
  const all = db.prepare<[], Row>(ALL);
  const add = db.prepare(ADD);
  return {
    newest: () => {
      const intact = all.all().flatMap((row) => {
        const dictionary = dictionaryOf(row);
        return dictionary === null ? [] : [[row.form, dictionary] as const];
      });
      return Object.fromEntries(intact);
    },
    add: (form, data) => step(() => void add.run({ form, data, sha256: sha256Of(data) })),
  };
}

/** Makes a dictionary from slices of texts, alternately from their start and the part after it; null for too few texts. */
export function makeDictionary(texts: readonly string[]): Uint8Array | null {
  const slices = DICTIONARY_BYTES / SLICE_BYTES;
  if (texts.length < slices) return null;
  const chosen = Array.from({ length: slices }, (_, nth) => {
    const text = Buffer.from(texts[Math.floor((nth * texts.length) / slices)] ?? "");
    const from = Math.min((nth % 2) * SLICE_BYTES, Math.max(0, text.length - SLICE_BYTES));
    return text.subarray(from, from + SLICE_BYTES);
  });
  return Buffer.concat(chosen);
}

/** All bodies depend on their dictionary, so it is stored twice. Returns the intact copy; null if both are damaged. */
function dictionaryOf({ id, sha256, data, copy }: Row): Dictionary | null {
  const intact = [data, copy].find((bytes) => Buffer.compare(sha256Of(bytes), sha256) === 0);
  return intact === undefined ? null : { id, data: intact };
}

/** Loads the module on first use, as codec.ts does. */
function sha256Of(bytes: Uint8Array): Buffer {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes, "buffer");
}
