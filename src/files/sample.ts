/** The sample that comes with the program: bulk files of four invented jurisdictions. */
import { fileURLToPath } from "node:url";

/** The folder of its archives. */
export function sampleFolder(): string {
  // the relative path is the same from src/files, dist/files and the bundle in dist/cli
  return fileURLToPath(new URL("../../data/sample/bulk", import.meta.url));
}
