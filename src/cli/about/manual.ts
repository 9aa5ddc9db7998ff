/** `caselaw manual`: the manual page, made from the help of every command. The build writes it into the package. */
import type { Command, Help } from "commander";
import { programVersion } from "../../files/program.ts";
import type { Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";

/** Columns of a line of text in the page. */
const WIDTH = 78;

const EXAMPLES = `
Examples:
  caselaw manual | man -l -
  caselaw manual > /usr/local/share/man/man1/caselaw.1

npm install --global installs the page too: man caselaw`;

export const declareManual: Declare = (command, run) => {
  command.addHelpText("after", EXAMPLES).action(() =>
    run(command, async ({ stdout }) => {
      await stdout.write(manualOf(command.parent ?? command));
      return EXIT.done;
    }),
  );
};

/** The page as troff with the macros of `man`. */
function manualOf(program: Command): string {
  const help = program.createHelp();
  const names = program.commands.filter((command) => command.name() !== "help");
  return [
    `.TH CASELAW 1 "" "caselaw ${programVersion()}" "caselaw"`,
    ".SH NAME",
    `caselaw ${escaped("-")} American case law on your own machine`,
    ".SH SYNOPSIS",
    ".B caselaw",
    ".I COMMAND",
    "[options]",
    ".SH DESCRIPTION",
    escaped(program.description()),
    ".SH COMMON OPTIONS",
    ...optionLines(program, help),
    ...textAfter(program),
    ".SH COMMANDS",
    ...names.flatMap((command) => commandLines(command, "caselaw", help)),
    "",
  ].join("\n");
}

function commandLines(command: Command, parent: string, help: Help): string[] {
  const name = `${parent} ${command.name()}`;
  return [
    `.SS ${escaped(name)}`,
    escaped(`${capital(command.description())}.`),
    ".PP",
    `.B ${escaped(help.commandUsage(command))}`,
    ...optionLines(command, help),
    ...textAfter(command),
    ...command.commands
      .filter((one) => one.name() !== "help")
      .flatMap((one) => commandLines(one, name, help)),
  ];
}

/** The options of a command; `--help` is among those of the program only. */
function optionLines(command: Command, help: Help): string[] {
  return help
    .visibleOptions(command)
    .filter((option) => command.parent === null || option.long !== "--help")
    .flatMap((option) => [".TP", `.B ${escaped(option.flags)}`, escaped(help.optionDescription(option))]);
}

/** What the help prints after the options, with its line ends. */
function textAfter(command: Command): string[] {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => void printed.push(text), getOutHelpWidth: () => WIDTH });
  command.outputHelp();
  const text = printed.join("").slice(command.helpInformation().length).trim();
  return text === "" ? [] : [".PP", ".nf", ...text.split("\n").map(escaped), ".fi"];
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

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
