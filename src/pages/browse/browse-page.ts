/** The way from jurisdictions to reporters, volumes and cases. */

import { jurisdictionName, reporterName } from "../names.ts";
import type { Page, PageRequest } from "../page.ts";
import { jurisdictionsPage } from "./browse-jurisdictions.ts";
import { reporterPage } from "./browse-reporter.ts";
import { reportersPage } from "./browse-reporters.ts";
import { volumePage } from "./browse-volume.ts";

/**
 * @param path parts behind `/browse/`: slug of a jurisdiction, id of a reporter, barcode or number of a volume
 * @returns null for an unknown path
 */
export function browsePage(path: readonly string[], request: PageRequest): Page | null {
  const [slug, reporterText, volume, ...beyond] = path;
  if (beyond.length > 0) return null;
  if (slug === undefined) return jurisdictionsPage(request);
  const record = request.corpus.jurisdictions().find((one) => one.slug === slug);
  if (record === undefined) return null;
  const { id, whitelisted: isOpen } = record;
  const jurisdiction = { id, slug, name: jurisdictionName(record), isOpen };
  if (reporterText === undefined) return reportersPage(jurisdiction, request);
  const reporter = request.corpus.reporters().find((one) => String(one.id) === reporterText);
  if (reporter === undefined) return null;
  const browsed = { jurisdiction, id: reporter.id, name: reporterName(reporter) };
  return volume === undefined ? reporterPage(browsed, request) : volumePage(browsed, volume, request);
}
