/** The way from jurisdictions to reporters, volumes and cases. */

import type { Page, PageRequest } from "../page.ts";
import { jurisdictionsPage } from "./browse-jurisdictions.ts";
import { reporterPage } from "./browse-reporter.ts";
import { reportersPage } from "./browse-reporters.ts";
import { volumePage } from "./browse-volume.ts";

/**
 * @param path parts behind `/browse/`: slug of a jurisdiction, id of a reporter, barcode or number of a volume
 * @returns null when there is no such place
 */
export function browsePage(path: readonly string[], visit: PageRequest): Page | null {
  const [slug, reporterText, volume, ...beyond] = path;
  if (beyond.length > 0) return null;
  if (slug === undefined) return jurisdictionsPage(visit);
  const jurisdiction = visit.corpus.record("jurisdictions", slug);
  if (jurisdiction === null || jurisdiction.id === null) return null;
  const name = jurisdiction.name_long || jurisdiction.name || slug;
  const place = { id: jurisdiction.id, slug, name, isOpen: jurisdiction.whitelisted };
  if (reporterText === undefined) return reportersPage(place, visit);
  const reporter = visit.corpus.record("reporters", reporterText);
  if (reporter === null) return null;
  const shelf = { place, id: reporter.id, name: reporter.full_name || reporter.short_name || reporterText };
  return volume === undefined ? reporterPage(shelf, visit) : volumePage(shelf, volume, visit);
}
