/** `caselaw import PATH…`: the second half of `sync`, for files on disk. */
import type { Declare } from "./context.ts";
import { runAndReport } from "./run-command.ts";
import { addRunOptions, addShrinkOption, readRunOptions } from "./run-options.ts";

const EXAMPLES = `
Examples:
  caselaw import ~/Downloads/Illinois-20200302-xml.zip
  caselaw import data/bulk data/static --report report.json
  caselaw import --dry-run volume.zip data.jsonl.xz

A path is a zip of either layout, data.jsonl, data.jsonl.xz, an unpacked bag or volume, or a folder of such.
Importing the same archive again changes nothing.`;

export const declareImport: Declare = (command, run) => {
  command
    .argument("<path...>", "archives, or folders of archives")
    .usage("PATH... [options]")
    .addHelpText("after", EXAMPLES);
  addShrinkOption(
    addRunOptions(
      command,
      "archives are read one after the other, each by so many threads that parse (default: as fit the machine)",
    ),
  );
  command.action((paths: readonly string[]) =>
    run(command, async (context) => {
      const { importPaths } = await import("../pipeline/import.ts");
      return runAndReport("import", readRunOptions(command), context, (options) =>
        importPaths(paths, options),
      );
    }),
  );
};
