/** The way from jurisdictions to reporters, volumes and cases. */

import { jurisdictionName, reporterName } from "../names.ts";
import type { Page, PageRequest } from "../page.ts";
import { jurisdictionsPage } from "./browse-jurisdictions.ts";
import { reporterPage } from "./browse-reporter.ts";
import { reportersPage } from "./browse-reporters.ts";
import { volumePage } from "./browse-volume.ts";

/**
 * @param path parts behind `/browse/`: slug of a jurisdiction, id of a reporter, barcode or number of a volume
 * @returns null when there is no such place
 */
export function browsePage(path: readonly string[], request: PageRequest): Page | null {
  const [slug, reporterText, volume, ...beyond] = path;
  if (beyond.length > 0) return null;
  if (slug === undefined) return jurisdictionsPage(request);
  const jurisdiction = request.corpus.jurisdictions().find((one) => one.slug === slug);
  if (jurisdiction === undefined) return null;
  const { id, whitelisted: isOpen } = jurisdiction;
  const place = { id, slug, name: jurisdictionName(jurisdiction), isOpen };
  if (reporterText === undefined) return reportersPage(place, request);
  const reporter = request.corpus.reporters().find((one) => String(one.id) === reporterText);
  if (reporter === undefined) return null;
  const browsed = { place, id: reporter.id, name: reporterName(reporter) };
  return volume === undefined ? reporterPage(browsed, request) : volumePage(browsed, volume, request);
}
