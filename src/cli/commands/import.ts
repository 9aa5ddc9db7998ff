/** `caselaw import PATH…`: the second half of `sync`, for files on disk. */
import type { Declare } from "../context.ts";
import { runAndReport } from "../run-command.ts";
import { addRunOptions, addShrinkOption, readRunOptions } from "../settings/run-options.ts";

const EXAMPLES = `
Examples:
  caselaw import ~/Downloads/Illinois-20200302-xml.zip
  caselaw import data/bulk data/static --report report.json
  caselaw import --dry-run volume.zip data.jsonl.xz
  jq -c 'select(.jurisdiction.slug == "ill")' data.jsonl | caselaw import -

A path is a zip of either layout, data.jsonl, data.jsonl.xz, an unpacked bag or volume, or a folder of these; - is standard
input, with one JSON record per line (a file named - is ./-). Standard input is stored in the data folder until it is imported,
because all of it is validated before the first case is written.
Importing the same archive again changes nothing.`;

export const declareImport: Declare = (command, run) => {
  command
    .argument("<path...>", "archives, folders of archives, or - for standard input")
    .usage("PATH... [options]")
    .addHelpText("after", EXAMPLES);
  addShrinkOption(
    addRunOptions(
      command,
      "parser threads; archives are read one after the other (default: by the number of processors)",
    ),
  );
  command.action((paths: readonly string[]) =>
    run(command, async (context) => {
      const { importPaths } = await import("../../import/import.ts");
      return runAndReport("import", readRunOptions(command, paths), context, (options) =>
        importPaths(paths, options, () => process.stdin),
      );
    }),
  );
};
