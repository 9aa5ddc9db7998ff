/** The cases in which a printed page lies: `61 Frankl. 34` is a page of the case that begins at `61 Frankl. 30`. */
import { volumeForms } from "../citations/nominative.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import type { Corpus } from "./corpus.ts";

/** A normal form: volume and reporter, then the page. */
const VOLUME_AND_PAGE = /^(\d+\D.*?)(\d{1,6})$/;

/** Cases with a citation in a volume, at most: more are not a volume but a series, as `1990 U.S. LEXIS`. Reading them takes 0.1 s. */
const MAX_IN_VOLUME = 3_000;
/** Cases that one page can have: the last lines of one, short ones, the first lines of the next. */
const MAX_ON_PAGE = 5;

/** A case that has a page after its first one. */
export interface CaseWithPage {
  readonly found: Case;
  /** Its citation in this volume. */
  readonly cite: string;
}

/** A page of a volume, and the cases that have it after their first page, by their position in the volume. */
export interface PageInVolume {
  readonly page: string;
  readonly cases: readonly CaseWithPage[];
}

/** @returns null if the text does not end with a page, or no case has it */
export function pageInVolume(corpus: Corpus, text: string): PageInVolume | null {
  const [, volume, digits] = VOLUME_AND_PAGE.exec(normaliseCitation(text)) ?? [];
  if (volume === undefined || digits === undefined) return null;
  const volumes = volumeForms(volume);
  const ids = corpus.idsByVolume(volume);
  if (ids.length > MAX_IN_VOLUME) return null;
  const page = Number(digits);
  const cases = corpus
    .casesOf(ids)
    .flatMap((found): CaseWithPage[] => {
      const cite = citeOfPages(found, volumes);
      const isWithin = page > Number(found.firstPage) && page <= Number(found.lastPage);
      return cite !== undefined && isWithin ? [{ found, cite }] : [];
    })
    .sort((a, b) => Number(a.found.firstPage) - Number(b.found.firstPage) || a.found.id - b.found.id);
  return cases.length === 0 ? null : { page: String(page), cases: cases.slice(-MAX_ON_PAGE) };
}

/** The pages of a record are those of one report, so the case must begin there at the page of its citation. */
function citeOfPages({ citations, firstPage }: Case, volumes: readonly string[]): string | undefined {
  const own = volumes.map((volume) => volume + firstPage);
  return citations.find(({ cite }) => own.includes(normaliseCitation(cite)))?.cite;
}
