/** The parameters of a question as flags: `decision_date_min` is `--decision-date-min` (docs/interface.md, "Command line"). */
import { type Command, Option } from "commander";
import { CaselawError } from "../../domain/errors.ts";
import { flagOf } from "../../v1/case-parameters.ts";
import { closestName, type Parameter } from "../../v1/parameter.ts";
import type { Context } from "../context.ts";
import { shownValue } from "../terminal-text.ts";

/** A question as flags give it: parameter and value, in the order of the command line. */
export type Flags = [name: string, value: string][];

type Parameters = readonly Parameter<unknown, never>[];

export function valuesIn(flags: Flags, name: string): string[] {
  return flags.filter((flag) => flag[0] === name).map(([, value]) => value);
}

/** The value of a parameter that counts: the last one; null if the flag was not given. */
export function lastIn(flags: Flags, name: string): string | null {
  return valuesIn(flags, name).at(-1) ?? null;
}

/** An option of few values. The interface checks them, not Commander, because the messages of the two differ. */
export class ChoiceOption extends Option {
  readonly values: readonly string[];

  constructor(flags: string, describes: string, values: readonly string[]) {
    super(flags, describes);
    this.values = values;
  }
}

/**
 * Adds a flag for each parameter.
 *
 * @returns the query of the flags, in the order on the command line; empty until commander has parsed them
 */
export function addFilterOptions(command: Command, parameters: Parameters): Flags {
  const question: Flags = [];
  // several values of one flag would take the words of the arguments too
  const takesList = command.registeredArguments.length === 0;
  const suffixed = parameters.filter(({ suffixOf }) => suffixOf !== undefined);
  for (const parameter of parameters)
    if (parameter.suffixOf === undefined) command.addOption(filterOption(parameter, question, takesList));
  if (suffixed.length > 0) command.addOption(suffixOption(suffixed, question));
  return question;
}

function filterOption(parameter: Parameters[number], question: Flags, takesList: boolean): Option {
  const { name, describes, choices = [], repeatable } = parameter;
  const isSwitch = choices.join(" ") === "true false";
  const value = isSwitch ? "[true|false]" : repeatable && takesList ? "<value...>" : "<value>";
  const flags = `${flagOf(parameter)} ${value}`;
  const option = new ChoiceOption(flags, describes, choices).argParser((value: string) => {
    question.push([name, value]);
    return value;
  });
  return isSwitch ? option.preset("true") : option;
}

/** One flag for all parameters with a suffix: they are many. */
function suffixOption(parameters: Parameters, question: Flags): Option {
  const filters = parameters.filter(({ name }) => !name.startsWith("cites_to__"));
  const fields = [...new Set(filters.map(({ suffixOf }) => suffixOf))].join(", ");
  const describes = `NAME=VALUE, with __in, __exclude, __gt, __gte, __lt or __lte behind the name, or with cites_to__ before it: ${fields}`;
  return new Option("--filter <name=value>", describes).argParser((text: string) => {
    const [, name = text, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const names = parameters.map(({ name }) => name);
    if (names.includes(name) && value !== undefined) question.push([name, value]);
    else
      throw new CaselawError("invalid", `Cannot use --filter "${shownValue(text)}": ${faultOf(name, names)}`);
    return text;
  });
}

function faultOf(name: string, names: readonly string[]): string {
  if (names.includes(name)) return "it has no value";
  const similar = closestName(
    name,
    names.map((filter) => [filter]),
  );
  return similar === null ? "no such filter" : `no such filter; did you mean ${similar}?`;
}

/** `--format` and `--json` of a command that prints a table on a terminal and JSON elsewhere. */
export function addFormatOption(
  command: Command,
  formats: readonly string[],
  otherFormats = formats
    .slice(2)
    .map((name) => `, ${name}`)
    .join(""),
): Command {
  const description = `table (default on a terminal), json (default otherwise)${otherFormats}`;
  return command
    .addOption(new Option("--format <format>", description).choices(formats))
    .option("--json", "the same as --format json");
}

export function formatOf<F extends string>(
  formats: readonly F[],
  { options, stdout }: Pick<Context, "options" | "stdout">,
): F | "table" | "json" {
  const format = options.json === true ? "json" : formats.find((choice) => choice === options.format);
  return format ?? (stdout.isTerminal ? "table" : "json");
}
