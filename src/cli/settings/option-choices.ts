/** Options whose values are few. */
import { Help, Option } from "commander";

/** Values by option, where the option's reader checks them and not Commander, whose message would be another one. */
const NAMED = new WeakMap<Option, readonly string[]>();

/** Names the values of an option, for completion in shells. Its reader checks them. */
export function nameChoices(option: Option, choices: readonly string[]): Option {
  NAMED.set(option, choices);
  return option;
}

/** The values of an option; empty if they are many, or unknown. */
export function choicesOf(option: Option): readonly string[] {
  return option.argChoices ?? NAMED.get(option) ?? [];
}

/**
 * The help of an option: without choices that its description names already, and without the value of a switch, which
 * reads as if it were on.
 */
export function optionHelp(option: Option): string {
  const shown = Object.assign(new Option(option.flags), option);
  if (option.argChoices?.every((choice) => option.description.includes(choice)) === true)
    delete shown.argChoices;
  return new Help().optionDescription(shown).replace(' (preset: "true")', "");
}
