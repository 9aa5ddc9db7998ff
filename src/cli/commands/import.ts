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

A path is a zip of either layout, data.jsonl, data.jsonl.xz, an unpacked bag or volume, or a folder of such; - is
standard input, a record a line. It is kept in the data folder until all of it is in, since nothing is written before
it is proved; a file named - is ./-.
Importing the same archive again changes nothing.`;

export const declareImport: Declare = (command, run) => {
  command
    .argument("<path...>", "archives, folders of archives, or - for standard input")
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
      const { importPaths } = await import("../../import/import.ts");
      return runAndReport("import", readRunOptions(command, paths), context, (options) =>
        importPaths(paths, options, () => process.stdin),
      );
    }),
  );
};
