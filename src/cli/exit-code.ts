/** The exit code of an error (docs/interface.md, "Exit codes"). */
import { CaselawError } from "../domain/errors.ts";
import { OUTPUT_CLOSED } from "./output.ts";
import { Stopped } from "./stop.ts";

export const EXIT = { done: 0, failed: 1, wrongUse: 2, faulty: 3, nothingFound: 4, conflict: 75 } as const;

export function exitCodeOf(error: unknown): number {
  if (error === OUTPUT_CLOSED) return EXIT.done;
  if (error instanceof Stopped) return error.exitCode;
  if (!(error instanceof CaselawError)) return EXIT.failed;
  if (error.code === "conflict") return EXIT.conflict;
  return error.code === "invalid" ? EXIT.wrongUse : EXIT.failed;
}
