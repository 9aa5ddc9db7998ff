/** Leads to the case before or after one in its volume. A page of its own, because it reads all cases of the reporter. */
import { browseAddress, volumeKey } from "../browse/browse-address.ts";
import { movedPage, type Page, type PageRequest } from "../page.ts";

/** At the end of a volume it leads to the volume's list; null for an unknown id. */
export function neighbourPage(
  id: number,
  direction: "previous" | "next",
  { corpus, root }: PageRequest,
): Page | null {
  const found = corpus.case(id);
  if (found === null) return null;
  const { jurisdiction, reporter } = found;
  if (jurisdiction === null || reporter.id === null) return movedPage(`${root}/cases/${id}/`);
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: reporter.id });
  const volume = volumes.find(({ caseIds }) => caseIds.includes(id));
  if (volume === undefined) return movedPage(`${root}/cases/${id}/`);
  const other = volume.caseIds[volume.caseIds.indexOf(id) + (direction === "next" ? 1 : -1)];
  return movedPage(
    other === undefined
      ? browseAddress(root, jurisdiction.slug, reporter.id, volumeKey(volume))
      : `${root}/cases/${other}/`,
  );
}
