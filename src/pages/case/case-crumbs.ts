/** The steps from the jurisdictions to a case, as far as its record has them. */
import type { Case } from "../../domain/records.ts";
import { browseAddress, type Crumb, crumbs, volumeKey, volumeName } from "../browse/browse-address.ts";
import type { Html } from "../markup.ts";
import { jurisdictionName } from "../names.ts";
import { shortName } from "../words.ts";

/** @param root as in `PageRequest` @param part the page of the case that is shown; without one, the case itself */
export function caseCrumbs(found: Case, root: string, part?: string): Html {
  const steps = browsedSteps(found, root);
  if (part === undefined) return crumbs(root, steps, shortName(found));
  return crumbs(root, [...steps, [shortName(found), `${root}/cases/${found.id}/`]], part);
}

/** Without a jurisdiction or a reporter, a volume is not browsed. */
function browsedSteps({ jurisdiction, reporter, volume }: Case, root: string): Crumb[] {
  if (jurisdiction === null) return [];
  const { slug } = jurisdiction;
  const steps: Crumb[] = [[jurisdictionName(jurisdiction), browseAddress(root, slug)]];
  if (reporter.id === null) return steps;
  steps.push([reporter.fullName || String(reporter.id), browseAddress(root, slug, reporter.id)]);
  return [...steps, [volumeName(volume), browseAddress(root, slug, reporter.id, volumeKey(volume))]];
}
