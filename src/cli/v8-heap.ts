/** Memory that V8 takes for new objects. Only the program may decide that, not the library; threads have limits of their own. */
import { setFlagsFromString } from "node:v8";

/**
 * Keeps the space for new objects from growing. Where much of what is made is garbage at once, V8 would take 80 MB for it;
 * and it frees the buffers that go through only when it clears that space, or clears all of the heap because of them.
 * Beginning with 4 MB a half instead of 1 made an import a tenth quicker, but one of a gigantic line larger than it may be.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
