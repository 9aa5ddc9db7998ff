import { Option } from "commander";
import { expect, test } from "vitest";
import { choicesOf, nameChoices, optionHelp } from "../../../src/cli/settings/option-choices.ts";

test("the help of an option does not repeat choices that its description names", () => {
  const named = new Option("--format <format>", "json or csv").choices(["json", "csv"]).default("csv");
  expect(optionHelp(named)).toBe('json or csv (default: "csv")');
  const unnamed = new Option("--state <state>", "in this state").choices(["a", "b"]);
  expect(optionHelp(unnamed)).toBe('in this state (choices: "a", "b")');
});

test("the help of a switch does not read as if it were on", () => {
  expect(optionHelp(new Option("--open [true|false]", "show all").preset("true"))).toBe("show all");
});

test("named choices are known, and neither checked nor printed", () => {
  const option = nameChoices(new Option("--facet <value>", "counts"), ["court"]);
  expect(choicesOf(option)).toEqual(["court"]);
  expect(option.parseArg).toBeUndefined();
  expect(optionHelp(option)).toBe("counts");
});
