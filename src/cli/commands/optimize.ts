/** `caselaw optimize`: merges the indexes and gives free pages back. */
import type { Command } from "commander";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { inBytes } from "../render/run-lines.ts";

const EXAMPLES = `
Examples:
  caselaw optimize
  caselaw optimize --json

Merges each index into one piece, which is smaller and quicker to search, and gives the file's free pages back to the disk. It
is never needed: imports merge as they go. It is worth it once after a large import. Readers go on, and what was done so far
stays when it is stopped.

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
