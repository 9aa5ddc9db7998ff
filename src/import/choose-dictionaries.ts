/** Chooses what the bodies of an archive are packed with; the first large archive of a kind gives the dictionary for all. */
import type { Archive } from "../archive/archive.ts";
import type { GivenBody } from "../domain/case.ts";
import { CaselawError } from "../domain/errors.ts";
import type { VolumeContext } from "../sources/read-case.ts";
import type { BodyForm } from "../store/database/dictionary-store.ts";
import { type DictionaryStore, makeDictionary, type PackedWith } from "../store/database/dictionary-store.ts";
import { chunksOf } from "./threads/chunks.ts";
import { recordsOf } from "./threads/records.ts";

/** Bytes of an archive, packed, of which a dictionary saves more than it takes. */
const LARGE_BYTES = 2 ** 20;
/** Of a line that is looked at: several times the longest known. */
const SAMPLED_BYTES = 8 * 2 ** 20;

/** @param shelf where they are kept; null when nothing is packed */
export async function chooseDictionaries(
  archive: Archive,
  bytes: number,
  volume: VolumeContext | null,
  shelf: DictionaryStore | null,
): Promise<PackedWith> {
  if (shelf === null) return {};
  const held = shelf.held();
  const isEnough = archive.layout === "volume" ? held.html : held.xml && held.text;
  if (isEnough !== undefined || bytes < LARGE_BYTES) return held;
  for (const [form, texts] of await sample(archive, volume)) {
    const dictionary = held[form] === undefined ? makeDictionary(texts) : null;
    if (dictionary !== null) shelf.add(form, dictionary);
  }
  return shelf.held();
}

/** The bodies of the archive's first piece, by the form in which they will be kept. */
async function sample(archive: Archive, volume: VolumeContext | null): Promise<Map<BodyForm, string[]>> {
  const texts = new Map<BodyForm, string[]>();
  try {
    for await (const piece of chunksOf(archive, SAMPLED_BYTES)) {
      for (const { body } of recordsOf(piece, volume)) {
        const [form, text] = formOf(body) ?? [];
        if (form === undefined || text === undefined) continue;
        const known = texts.get(form);
        if (known === undefined) texts.set(form, [text]);
        else known.push(text);
      }
      break;
    }
  } catch (error) {
    // the reading itself will come to the fault, and tell of it
    if (!(error instanceof CaselawError)) throw error;
  }
  return texts;
}

function formOf(body: GivenBody): readonly [BodyForm, string] | null {
  if (body.form === "xml") return ["xml", body.xml];
  if (body.form === "text") return ["text", JSON.stringify(body.body)];
  if (body.form === "static" && body.html !== null) return ["html", body.html];
  return null;
}
