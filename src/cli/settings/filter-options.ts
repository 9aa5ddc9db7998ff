/** The parameters of a collection as flags: `decision_date_min` is `--decision-date-min` (docs/interface.md, "Command line"). */
import { type Command, Option } from "commander";
import { CaselawError } from "../../domain/errors.ts";
import { closestName, type Parameter } from "../../v1/parameter.ts";
import { shownValue } from "../escape-for-terminal.ts";
import { nameChoices } from "./option-choices.ts";

/** A question as flags give it: parameter and value, in the order of the command line. */
export type Flags = [name: string, value: string][];

/** All values of a parameter, in their order. */
export function valuesIn(flags: Flags, name: string): string[] {
  return flags.filter((flag) => flag[0] === name).map(([, value]) => value);
}

/** The value of a parameter that counts: the last one; null if the flag was not given. */
export function lastIn(flags: Flags, name: string): string | null {
  return valuesIn(flags, name).at(-1) ?? null;
}

/**
 * Adds a flag for each parameter.
 *
 * @returns the query of the flags, in the order on the command line; empty until commander has parsed them
 */
export function addFilterOptions(command: Command, parameters: readonly Parameter<unknown, never>[]): Flags {
  const question: Flags = [];
  const suffixed = parameters.filter(({ suffixOf }) => suffixOf !== undefined);
  for (const parameter of parameters)
    if (parameter.suffixOf === undefined) command.addOption(filterOption(parameter, question));
  if (suffixed.length > 0) command.addOption(suffixOption(suffixed, question));
  return question;
}

/** One flag for all parameters with a suffix: they are many. */
function suffixOption(parameters: readonly Parameter<unknown, never>[], question: Flags): Option {
  const own = parameters.filter(({ name }) => !name.startsWith("cites_to__"));
  const fields = [...new Set(own.map(({ suffixOf }) => suffixOf))].join(", ");
  const describes = `NAME=VALUE, with __in, __exclude, __gt, __gte, __lt or __lte behind the name, or with cites_to__ before it: ${fields}`;
  return new Option("--filter <name=value>", describes).argParser((text: string) => {
    const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!parameters.some((one) => one.name === name) || !text.includes("="))
      throw new CaselawError(
        "invalid",
        `Cannot use --filter "${shownValue(text)}": ${faultOf(name, parameters)}`,
      );
    question.push([name, value]);
    return text;
  });
}

function faultOf(name: string, parameters: readonly Parameter<unknown, never>[]): string {
  const names = parameters.map((one) => one.name);
  if (names.includes(name)) return "it has no value";
  const similar = closestName(
    name,
    names.map((one) => [one]),
  );
  return similar === null ? "no such filter" : `no such filter; did you mean ${similar}?`;
}

function filterOption({ name, describes, choices }: Parameter<unknown, never>, question: Flags): Option {
  const flag = `--${name.replaceAll("_", "-")}`;
  const isSwitch = choices !== undefined && choices.join(" ") === "true false";
  const option = new Option(`${flag} ${isSwitch ? "[true|false]" : "<value>"}`, describes).argParser(
    (value: string) => {
      question.push([name, value]);
      return value;
    },
  );
  nameChoices(option, choices ?? []);
  return isSwitch ? option.preset("true") : option;
}
