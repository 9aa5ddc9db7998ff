/** The parameters of a collection as flags: `decision_date_min` is `--decision-date-min` (docs/interface.md, "Command line"). */
import { type Command, Option } from "commander";
import type { Parameter } from "../../corpus/query/parameter.ts";

/**
 * Adds a flag for each parameter.
 *
 * @returns the question that the flags come to, in the order in which they were given; filled when they are parsed
 */
export function addFilterOptions(
  command: Command,
  parameters: readonly Parameter<unknown, never>[],
): URLSearchParams {
  const question = new URLSearchParams();
  for (const parameter of parameters) command.addOption(filterOption(parameter, question));
  return question;
}

function filterOption(
  { name, describes, choices }: Parameter<unknown, never>,
  question: URLSearchParams,
): Option {
  const flag = `--${name.replaceAll("_", "-")}`;
  const isSwitch = choices !== undefined && choices.join(" ") === "true false";
  const option = new Option(`${flag} ${isSwitch ? "[true|false]" : "<value>"}`, describes).argParser(
    (value: string) => {
      question.append(name, value);
      return value;
    },
  );
  return isSwitch ? option.preset("true") : option;
}
