/** The guard of `npm run screenshots -- FOLDER`: a picture replaces a picture, and nothing else. */
import { lstatSync, readFileSync } from "node:fs";

const PNG = "\x89PNG\r\n\x1a\n";

/** @throws Error when something that is no PNG file has the name */
export function checkPicture(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const isPicture = found.isFile() && readFileSync(path).toString("latin1", 0, PNG.length) === PNG;
  if (!isPicture)
    throw new Error(`cannot write picture "${path}": it is there and is no PNG file; move it away`);
}
