/**
 * Chooses the paths of bulk files in the data folder.
 *
 * Names from a source may contain `..`, be empty or equal (docs/faults.md, "N11"). The result is always a plain file name. A name
 * that was changed, or that two units share, gets `~` and the unit's name, since names from a source may not have `~`.
 */

/** Leaves room for `.part.json` within the 255 bytes of most file systems. */
const MAX_NAME_BYTES = 200;

/** A file to be named; `key` is unique and a safe name itself. */
export interface NamedFile {
  readonly key: string;
  readonly fileName: string;
}

/** File names of zips by key: safe, and different also where case does not count. */
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

/** Whether a name can be used unchanged as a file or folder name. */
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
