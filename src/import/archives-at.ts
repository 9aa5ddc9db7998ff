/** Finds the archives at the given paths, before any of them is imported. */
import { findArchives } from "../archive/find-archives.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";

/** @throws CaselawError `invalid` naming every path that is not an archive and contains none; `unavailable` */
export async function archivesAt(paths: readonly string[]): Promise<string[]> {
  const archives: string[] = [];
  const wrong: CaselawError[] = [];
  for (const path of paths) {
    try {
      for await (const archive of findArchives(path)) archives.push(archive);
    } catch (error) {
      if (!(error instanceof CaselawError) || error.code === "unavailable") throw error;
      wrong.push(error);
    }
  }
  const [first] = wrong;
  if (first === undefined) return archives;
  const others = paths.length - wrong.length;
  throw new CaselawError("invalid", wrong.map(messageOf).join("; "), {
    at: first.at,
    cause: first,
    ...(others === 0 ? {} : { hint: "Nothing was imported, not from the other paths either." }),
  });
}
