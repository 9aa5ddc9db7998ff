/** `caselaw optimize`: merges the indexes and returns free pages to the disk. */
import type { Command } from "commander";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { inBytes } from "../render/run-lines.ts";

const EXAMPLES = `
Examples:
  caselaw optimize
  caselaw optimize --json

Merges each index into one segment, which is smaller and faster to search, and returns the file's free pages to the disk. It is
never necessary, because imports also merge, but useful once after a large import. Readers can continue. If it is stopped, the
work so far is kept.

--json prints bytes_before and bytes_after.`;

export const declareOptimize: Declare = (command, run) => {
  command
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(() => run(command, (context) => optimizeAsked(command, context)));
};

async function optimizeAsked(command: Command, { settings, listen, stdout }: Context): Promise<number> {
  const { optimize } = await import("../../maintenance/optimize.ts");
  const { bytesBefore, bytesAfter } = optimize(settings.db, await listen());
  const answer =
    command.opts().json === true
      ? JSON.stringify({ bytes_before: bytesBefore, bytes_after: bytesAfter })
      : `${inBytes(bytesBefore)} before, ${inBytes(bytesAfter)} now`;
  await stdout.write(`${answer}\n`);
  return EXIT.done;
}
