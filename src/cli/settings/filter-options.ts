/** The parameters of a collection as flags: `decision_date_min` is `--decision-date-min` (docs/interface.md, "Command line"). */
import { type Command, Option } from "commander";
import type { Parameter } from "../../v1/parameter.ts";

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
  for (const parameter of parameters) command.addOption(filterOption(parameter, question));
  return question;
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
  return isSwitch ? option.preset("true") : option;
}
