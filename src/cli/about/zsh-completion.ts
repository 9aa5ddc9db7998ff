/** The script for zsh, with descriptions. */
import { nameOf, namesOf, quoted } from "./command-tree.ts";
import type { CommandDescription, OptionDescription } from "./describe-program.ts";

export function zshCompletion(program: CommandDescription): string {
  return `#compdef caselaw
${functionsOf(program).join("\n")}
if [[ $funcstack[1] == _caselaw ]]; then _caselaw "$@"; else compdef _caselaw caselaw; fi
`;
}

/** A function for the command and for each command below it. */
function functionsOf(command: CommandDescription): string[] {
  const name = functionName(command);
  const specs = command.options.flatMap(optionSpecs);
  if (command.commands.length === 0) {
    const files = command.takesFiles ? ["'*:file:_files'"] : [];
    const choices = command.choices.length === 0 ? [] : [`'1:value:(${command.choices.join(" ")})'`];
    return [`${name}() {\n  _arguments -s \\\n${lines([...specs, ...choices, ...files])}\n}`];
  }
  const listed = command.commands.map((one) =>
    quoted(`${nameOf(one)}:${one.summary.replaceAll(":", "\\:")}`),
  );
  const cases = command.commands.map((one) => `      ${nameOf(one)}) ${functionName(one)} ;;`);
  const own = `${name}() {
  local context state line
  typeset -A opt_args
  _arguments -C \\
${lines([...specs, "'1:command:->command'", "'*::argument:->argument'"])}
  case $state in
    command)
      local -a commands=(
        ${listed.join("\n        ")}
      )
      _describe command commands ;;
    argument) case $words[1] in
${cases.join("\n")}
    esac ;;
  esac
}`;
  return [own, ...command.commands.flatMap(functionsOf)];
}

function functionName({ path }: CommandDescription): string {
  return `_caselaw${path === "" ? "" : `_${path.replaceAll(" ", "_")}`}`;
}

/** What \`_arguments\` takes for each name of an option; \`*\`: it may be repeated. */
function optionSpecs(option: OptionDescription): string[] {
  const summary = option.summary.replace(/\s+/g, " ").replace(/[\\[\]:]/g, "\\$&");
  return namesOf(option).map((name) => quoted(`*${name}[${summary}]${valueSpec(option)}`));
}

function valueSpec({ value, choices, names }: OptionDescription): string {
  if (value === "none") return "";
  const act = { file: "_files", folder: "_files -/" };
  const action = choices.length > 0 ? `(${choices.join(" ")})` : names === null ? " " : act[names];
  return `${value === "optional" ? "::" : ":"}value:${action}`;
}

function lines(specs: readonly string[]): string {
  return specs.map((spec) => `    ${spec}`).join(" \\\n");
}
