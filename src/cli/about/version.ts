/** `caselaw version`: the versions that a report of a fault needs. `--version` prints the program's alone. */
import { programVersion } from "../../files/program.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";

/** Of the interface: the `v1` in its paths. */
const INTERFACE = "v1";

const EXAMPLES = `
Examples:
  caselaw version
  caselaw version --json

schema is the version of the corpus files that this program reads; a run of sync or import migrates older ones.`;

export const declareVersion: Declare = (command, run) => {
  command
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(() =>
      run(command, (context) => printVersions(command.opts().json === true ? "json" : "text", context)),
    );
};

async function printVersions(format: "json" | "text", { stdout }: Context): Promise<number> {
  const { storeVersions } = await import("../../maintenance/store-versions.ts");
  const versions = {
    caselaw: programVersion(),
    node: process.versions.node,
    ...storeVersions(),
    interface: INTERFACE,
    platform: `${process.platform}-${process.arch}`,
  };
  const lines = Object.entries(versions).map(([name, value]) => `${name.padEnd(9)} ${value}`);
  await stdout.write(`${format === "json" ? JSON.stringify(versions) : lines.join("\n")}\n`);
  return EXIT.done;
}
