/** The script for fish, with descriptions. */
import { allCommands, nameOf, optionsWithValue } from "./command-tree.ts";
import type { CommandDescription, OptionDescription } from "./describe-program.ts";

export function fishCompletion(program: CommandDescription): string {
  const commands = allCommands(program);
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  return `# fish completion for caselaw
function __caselaw_at
    set -l path
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        if contains -- $word ${optionsWithValue(program).join(" ")}
            set skip 1
            continue
        end
        set -l longer (string join " " $path $word)
        if contains -- $longer ${paths.join(" ")}
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end

complete -c caselaw -f
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf(command: CommandDescription): string[] {
  const here = `complete -c caselaw -n ${quoted(`__caselaw_at "${command.path}"`)}`;
  return [
    ...command.commands.map((one) => `${here} -a ${nameOf(one)} -d ${quoted(one.summary)}`),
    ...command.choices.map((choice) => `${here} -a ${choice}`),
    ...(command.takesFiles ? [`${here} -F`] : []),
    ...command.options.map((option) => `${here} ${optionFlags(option)} -d ${quoted(option.summary)}`),
  ];
}

function optionFlags({ long, short, value, choices, names }: OptionDescription): string {
  const flags = [short === null ? "" : `-s ${short.slice(1)}`, long === null ? "" : `-l ${long.slice(2)}`];
  // fish takes an optional value only after "="
  const values = choices.length === 0 ? "" : `-a ${quoted(choices.join(" "))}`;
  const kind = { file: "-r -F", folder: "-x -a '(__fish_complete_directories)'" };
  if (value === "required") flags.push(names === null ? "-x" : kind[names], values);
  return flags.filter((flag) => flag !== "").join(" ");
}

/** Text in single quotes of fish. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&").replace(/\s+/g, " ")}'`;
}
