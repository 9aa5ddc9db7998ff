/** The commands of the program as data, read from their declarations: for completion in shells and for the manual page. */
import type { Argument, Command, Option } from "commander";
import { choicesOf } from "../settings/option-choices.ts";
import { SETTINGS } from "../settings/settings.ts";

export interface OptionDescription {
  /** With hyphens: `--format`; null if it has only a short form. */
  readonly long: string | null;
  readonly short: string | null;
  readonly value: "none" | "optional" | "required";
  /** The values that it takes, if they are few. */
  readonly choices: readonly string[];
  /** What kind of name its value is. */
  readonly names: "file" | "folder" | null;
  readonly summary: string;
}

export interface CommandDescription {
  /** Its words after `caselaw`: `list cases`; empty for the program itself. */
  readonly path: string;
  readonly summary: string;
  /** With those of the program. */
  readonly options: readonly OptionDescription[];
  /** Values of its first argument. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
  readonly commands: readonly CommandDescription[];
}

const FILE = /^<(?:file|path)\b/;
const FOLDER = /^<(?:dir|folder)\b/;

/** @param program with every command declared */
export function describeProgram(program: Command): CommandDescription {
  return describeCommand(program, "");
}

function describeCommand(command: Command, path: string): CommandDescription {
  const help = command.createHelp();
  const own = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const [first] = command.registeredArguments;
  return {
    path,
    summary: command.description(),
    options: own.map((option) => describeOption(option, help.optionDescription(option))),
    choices: first?.argChoices ?? [],
    takesFiles: first !== undefined && isFile(first),
    commands: command.commands.map((one) => describeCommand(one, `${path} ${one.name()}`.trim())),
  };
}

function describeOption(option: Option, summary: string): OptionDescription {
  const begin = option.flags.search(/[<[]/);
  const placeholder = begin === -1 ? "" : option.flags.slice(begin);
  return {
    long: option.long ?? null,
    short: option.short ?? null,
    value: option.required ? "required" : option.optional ? "optional" : "none",
    choices: valuesOf(option, placeholder),
    names: FILE.test(placeholder) ? "file" : FOLDER.test(placeholder) ? "folder" : null,
    summary,
  };
}

function isFile(argument: Argument): boolean {
  return /^(?:file|path)$/.test(argument.name());
}

/** The values of the option, or of the setting of its name. */
function valuesOf(option: Option, placeholder: string): readonly string[] {
  const choices = choicesOf(option);
  if (choices.length > 0) return choices;
  if (placeholder === "[true|false]") return ["true", "false"];
  const settings: readonly { readonly flag: string | null; readonly choices?: readonly string[] }[] =
    Object.values(SETTINGS);
  return settings.find(({ flag }) => `--${flag}` === option.long)?.choices ?? [];
}
