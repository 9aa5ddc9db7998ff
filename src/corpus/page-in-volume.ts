/** The cases in which a printed page lies: `61 Frankl. 34` is a page of the case that begins at `61 Frankl. 30`. */
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import type { Corpus } from "./corpus.ts";

/** A normal form: volume and reporter, then the page. */
const VOLUME_AND_PAGE = /^(\d+\D.*?)(\d{1,6})$/;

/** A page of a volume, and the cases that have it after their first page, by their position in the volume. */
export interface PageInVolume {
  readonly page: string;
  readonly cases: readonly Case[];
}

/** @returns null if the text does not end with a page, or no case has it */
export function pageInVolume(corpus: Corpus, cite: string): PageInVolume | null {
  const [, volume, page] = VOLUME_AND_PAGE.exec(normaliseCitation(cite)) ?? [];
  if (volume === undefined || page === undefined) return null;
  const cases = corpus
    .casesOf(corpus.idsByVolume(volume))
    .filter((one) => isAfterFirst(Number(page), one, volume))
    .sort((a, b) => Number(a.firstPage) - Number(b.firstPage) || a.id - b.id);
  return cases.length === 0 ? null : { page, cases };
}

/** The pages of a record are those of one report, so the case must begin there at the page of its citation. */
function isAfterFirst(page: number, { citations, firstPage, lastPage }: Case, volume: string): boolean {
  const isOfVolume = citations.some(({ cite }) => normaliseCitation(cite) === `${volume}${firstPage}`);
  return isOfVolume && page > Number(firstPage) && page <= Number(lastPage);
}
