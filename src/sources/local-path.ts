/**
 * Where a bulk file is kept below the data folder.
 *
 * Names come from outside and may climb, be empty or clash (docs/faults.md, "N11"): what is left is always one plain file name,
 * and a name that had to be changed, or that two units share, carries the unit's name behind a `~`, which no name from outside
 * may hold.
 */

/** Room for `.part.json` behind it, below the 255 bytes of most file systems. */
const MAX_NAME_BYTES = 200;

/** A file to be named; `key` is unique and a safe name itself. */
export interface NamedFile {
  readonly key: string;
  readonly fileName: string;
}

/** The names that zips get, by key: safe, and no two alike even where case does not count. */
export function localNames(files: readonly NamedFile[]): ReadonlyMap<string, string> {
  const holders = new Map<string, number>();
  for (const { fileName } of files) {
    const folded = fileName.toLowerCase();
    holders.set(folded, (holders.get(folded) ?? 0) + 1);
  }
  return new Map(
    files.map(({ key, fileName }) => {
      const fits =
        holders.get(fileName.toLowerCase()) === 1 && /.\.zip$/.test(fileName) && isSafeName(fileName);
      return [key, fits ? fileName : `${safeStem(fileName)}~${key}.zip`];
    }),
  );
}

/** Whether a name can be a file or folder of its own as it is. */
export function isSafeName(name: string): boolean {
  return (
    /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.,'’&()+-]*$/u.test(name) &&
    !/[ .]$/.test(name) &&
    name === name.normalize("NFC") &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES
  );
}

function safeStem(name: string): string {
  const stem = name
    .normalize("NFC")
    .replace(/\.zip$/i, "")
    .replace(/[^\p{L}\p{M}\p{N} _,'’&()+-]+/gu, "_")
    .replace(/^[^\p{L}\p{N}_]+/u, "");
  return stem.slice(0, 40).toWellFormed().trim() || "bulk";
}
