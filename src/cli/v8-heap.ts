/** The V8 heap of the main thread. Only the program sets this, not the library; threads have their own limits. */
import { setFlagsFromString } from "node:v8";

/**
 * Keeps the young generation from growing. An import creates much short-lived data, for which V8 would use 80 MB. V8
 * also releases buffers only when it collects that generation. A start at 4 MB instead of 1 made an import 10 % faster, but
 * an import of one gigantic line then exceeded its memory limit.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
