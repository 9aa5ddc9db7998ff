/** Chooses what the bodies of an archive are packed with; the first large archive of a kind gives the dictionary for all. */
import type { ValidatedArchive } from "../domain/bulk-file.ts";
import type { BodyForm } from "../domain/casebody.ts";
import {
  type DictionaryByForm,
  type DictionaryStore,
  makeDictionary,
} from "../store/codec/dictionary-store.ts";

/** Packed bytes of an archive from which a dictionary saves more than it takes. */
const LARGE_BYTES = 2 ** 20;

/**
 * @param store null when nothing is compressed
 * @param sample reads bodies of the archive
 */
export async function chooseDictionaries(
  { contents, bytes }: ValidatedArchive,
  store: DictionaryStore | null,
  sample: () => Promise<ReadonlyMap<BodyForm, string[]>>,
): Promise<DictionaryByForm> {
  if (store === null) return {};
  const known = store.newest();
  const isEnough = contents.layout === "volume" ? known.html : known.xml && known.text;
  if (isEnough !== undefined || bytes < LARGE_BYTES) return known;
  for (const [form, texts] of await sample()) {
    const dictionary = known[form] === undefined ? makeDictionary(texts) : null;
    if (dictionary !== null) store.add(form, dictionary);
  }
  return store.newest();
}
