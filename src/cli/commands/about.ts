/** Commands about the program itself: its versions and its manual page. */
import type { Command } from "commander";
import { programVersion } from "../../files/program.ts";
import { type Declare, printAnswer } from "../context.ts";

/** Version of the interface: the `v1` in its paths. */
const INTERFACE = "v1";

const VERSION_EXAMPLES = `
Examples:
  caselaw version
  caselaw version --json

schema is the version of the corpus files that this program reads; it refuses others.`;

/** `caselaw version`: the versions that a report of a fault needs. `--version` prints the program's alone. */
export const declareVersion: Declare = (command, run) => {
  command
    .option("--json", "print one JSON object")
    .addHelpText("after", VERSION_EXAMPLES)
    .action(
      run(async (context) => {
        const { storeVersions } = await import("../../maintenance/upkeep.ts");
        const versions = {
          caselaw: programVersion(),
          node: process.versions.node,
          ...storeVersions(),
          interface: INTERFACE,
          platform: `${process.platform}-${process.arch}`,
        };
        await printAnswer(context, versions, () =>
          Object.entries(versions).map(([name, value]) => `${name.padEnd(9)} ${value}`),
        );
      }),
    );
};

const MANUAL_EXAMPLES = `
Examples:
  caselaw manual | man -l -
  caselaw manual > /usr/local/share/man/man1/caselaw.1

npm install --global installs the page too: man caselaw`;

/** `caselaw manual`: the manual page, made from the help of every command. The build writes it into the package. */
export const declareManual: Declare = (command, run) => {
  command.addHelpText("after", MANUAL_EXAMPLES).action(
    run(async ({ stdout }) => {
      await stdout.write(manualOf(command.parent ?? command));
    }),
  );
};

/** The page as troff with the macros of `man`: the help of each command as it is printed. */
function manualOf(program: Command): string {
  return [
    `.TH CASELAW 1 "" "caselaw ${programVersion()}" "caselaw"`,
    ".SH NAME",
    `caselaw ${escaped("-")} American case law on your own machine`,
    ".SH SYNOPSIS",
    ...helpOf(program),
    ".SH COMMANDS",
    ...program.commands.flatMap((command) => commandLines(command, "caselaw")),
    "",
  ].join("\n");
}

function commandLines(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  const lines = [`.SS ${escaped(name)}`, ...helpOf(command)];
  return [...lines, ...command.commands.flatMap((sub) => commandLines(sub, name))];
}

/** The help, without the options that all commands share, which the program's own help has. */
function helpOf(command: Command): string[] {
  const printed: string[] = [];
  if (command.parent !== null) command.helpOption(false);
  command.configureHelp({ ...command.configureHelp(), showGlobalOptions: false });
  command.configureOutput({ writeOut: (text) => void printed.push(text), getOutHelpWidth: () => 78 });
  command.outputHelp();
  return [".nf", ...printed.join("").trim().split("\n").map(escaped), ".fi"];
}

/** A line of text that troff prints as it is. The page is ASCII: man in the C locale leaves out other characters. */
function escaped(line: string): string {
  const text = line
    .replaceAll("…", "...")
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("~", "\\(ti");
  return /^[.']/.test(text) ? `\\&${text}` : text;
}
