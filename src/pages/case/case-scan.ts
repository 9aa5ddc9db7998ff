/**
 * The publisher's scan of a case: a PDF of its printed pages (docs/formats.md, "The static site").
 *
 * A wrong link is worse than none. The folder of the volume is only in the publisher's list, and the name of the file has a number
 * that counts the cases that begin on the same page. So the list must have been read, the complete volume imported, and the case must be the only one on its page.
 */
import { partsOfCitation } from "../../citations/read-citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";

/** Other copies of the site may have no scans. */
const PUBLISHER = "https://static.case.law/";
const ZIP = ".zip";
/** First pages in names of files: `0036`, `0xii`. */
const PAGE = /^(?:\d{1,6}|[ivxlc]{1,8})$/;
const MIN_CHARACTERS = 4;

/** Null if the address is not certain. */
function scanAddress(found: Case, { corpus }: Pick<PageRequest, "corpus">): string | null {
  const { firstPage, reporter, volume } = found;
  if (reporter.id === null || volume.barcode === null || !PAGE.test(firstPage)) return null;
  const zip = corpus.volumeAddress({ reporterId: reporter.id, barcode: volume.barcode });
  if (zip === null || !zip.startsWith(PUBLISHER) || !zip.endsWith(ZIP)) return null;
  const official = found.citations.find(({ type }) => type === "official")?.cite ?? "";
  if (partsOfCitation(official)?.page !== firstPage || corpus.idsByCitation(official).length !== 1)
    return null;
  const name = `${firstPage.padStart(MIN_CHARACTERS, "0")}-01`;
  return `${zip.slice(0, -ZIP.length)}/case-pdfs/${name}.pdf`;
}

/** The script leads to the page that is being read, by its distance from the first. */
export function scanLink(found: Case, request: Pick<PageRequest, "corpus">): Html | null {
  const address = scanAddress(found, request);
  if (address === null) return null;
  return markup`<p class="case-scan no-print"><a href="${address}" rel="external noreferrer" data-scan="${/^\d/.test(found.firstPage) ? found.firstPage : ""}">Scan of the printed page <span aria-hidden="true">↗</span></a> <span class="quiet">PDF at static.case.law, not on this machine</span></p>`;
}
