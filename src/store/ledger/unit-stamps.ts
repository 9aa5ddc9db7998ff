/** How new a contribution is: told by the archive that its unit was last read whole from. */
import { isNewerArchive, type Stamp } from "../../domain/recency.ts";
import type { Origin } from "../write/extras.ts";
import type { Units } from "./units.ts";

/** The stamp of a contribution that is held. */
export function stampOf(units: Units, { unitId, lastUpdated }: Origin): Stamp {
  const { release, sha256 } = units.get(unitId);
  return { lastUpdated, release, sha256: sha256 ?? "" };
}

/** The stamp that a contribution has once the archive at hand is read whole. */
export function stampAfter(
  units: Units,
  of: Origin,
  archive: { readonly unitId: number; readonly release: string | null; readonly sha256: string },
): Stamp {
  const stamp = stampOf(units, of);
  return of.unitId === archive.unitId && isNewerArchive({ ...archive, hasAllCases: 1 }, units.get(of.unitId))
    ? { ...stamp, release: archive.release, sha256: archive.sha256 }
    : stamp;
}
