/**
 * `caselaw completion SHELL` prints a script with which a shell completes commands, options and their values.
 *
 * The script asks the program for the words: `caselaw completion SHELL -- WORD…` prints those that can take the place of
 * the last WORD, from the declarations of the commands.
 */
import { Argument, type Command, type Option } from "commander";
import { ChoiceOption } from "../asking/flags.ts";
import { type Declare, EXIT } from "../context.ts";
import { SETTINGS } from "../settings/settings.ts";

const EXAMPLES = `
Examples:
  source <(caselaw completion bash)       in ~/.bashrc
  source <(caselaw completion zsh)        in ~/.zshrc, after compinit
  caselaw completion fish > ~/.config/fish/completions/caselaw.fish

The script completes commands, options, names of files, and the values of an option where they are few. It asks caselaw for them.`;

type Completion = readonly (readonly [word: string, summary: string])[] | "files" | "folders";

interface Shell {
  readonly script: string;
  readonly line: (word: string, summary: string) => string;
}

/** The first line that the program prints is `:files`, `:folders` or a word. */
const SHELLS: Readonly<Record<string, Shell>> = {
  bash: {
    // "--option=value" is three words
    script: `_caselaw() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]#=} words
  words=($(caselaw completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  case \${words[0]} in
    :files) compopt -o default ;;
    :folders) compopt -o dirnames ;;
    *) COMPREPLY=($(compgen -W "\${words[*]}" -- "$current")) ;;
  esac
}
complete -F _caselaw caselaw
`,
    line: (word) => word,
  },
  zsh: {
    script: `#compdef caselaw
_caselaw() {
  local -a words_=("\${(@f)$(caselaw completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case $words_[1] in
    :files) _files ;;
    :folders) _files -/ ;;
    ?*) _describe caselaw words_ ;;
  esac
}
if [[ $funcstack[1] == _caselaw ]]; then _caselaw "$@"; else compdef _caselaw caselaw; fi
`,
    line: (word, summary) => word.replaceAll(":", "\\:") + (summary === "" ? "" : `:${summary}`),
  },
  fish: {
    script: `function __caselaw_words
    set -l words (caselaw completion fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
    switch "$words[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :folders
            __fish_complete_directories (commandline -ct)
        case '*'
            string join \\n -- $words
    end
end
complete -c caselaw -f -a '(__caselaw_words)'
`,
    line: (word, summary) => `${word}\t${summary}`,
  },
};

export const declareCompletion: Declare = (command, run) => {
  command
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(Object.keys(SHELLS)))
    .allowExcessArguments()
    .usage("SHELL")
    .addHelpText("after", EXAMPLES)
    .action(
      run(async ({ stdout }, name: string) => {
        const [, ...words] = command.args;
        const shell = SHELLS[name];
        if (shell === undefined) return EXIT.wrongUse;
        if (words.length === 0) await stdout.write(shell.script);
        else {
          const values = completionOf(command.parent ?? command, words);
          const lines =
            typeof values === "string" ? [`:${values}`] : values.map((value) => shell.line(...value));
          await stdout.write(lines.map((line) => `${line}\n`).join(""));
        }
        return EXIT.done;
      }),
    );
};

/** @param words the words of the line up to the cursor, without the program's name; the last one is to be completed */
function completionOf(program: Command, words: readonly string[]): Completion {
  // bash splits "--option=value" into three words
  const typed = words
    .join("\n")
    .replace(/\n=(?:\n|$)/g, "\n")
    .split("\n");
  const current = typed.pop() ?? "";
  const [, flag] = /^(--[^=]+)=/.exec(current) ?? [];
  const [command, open] = commandAt(program, flag === undefined ? typed : [...typed, flag]);
  if (flag !== undefined) {
    const values = open === undefined ? [] : valuesOf(open);
    return typeof values === "string" ? values : values.map(([value]) => [`${flag}=${value}`, ""]);
  }
  if (open?.required) return valuesOf(open);
  if (current.startsWith("-")) return optionsOf(command);
  if (open?.optional) return valuesOf(open);
  const [first] = command.registeredArguments;
  const named = command.commands.map((sub) => [sub.name(), sub.description()] as const);
  if (named.length === 0 && first !== undefined && /^(?:file|path)$/.test(first.name())) return "files";
  return [...named, ...(first?.argChoices ?? []).map((choice) => [choice, ""] as const)];
}

/** The command that the words name, and the option at their end, whose value may follow. */
function commandAt(program: Command, words: readonly string[]): [Command, Option | undefined] {
  let command = program;
  let open: Option | undefined;
  for (const word of words) {
    const isValue = open?.required === true;
    open =
      isValue || !word.startsWith("-")
        ? undefined
        : allOptions(command).find(({ short, long }) => word === short || word === long);
    if (!isValue) command = command.commands.find((sub) => sub.name() === word) ?? command;
  }
  return [command, open];
}

function allOptions(command: Command): readonly Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

function optionsOf(command: Command): Completion {
  const help = command.createHelp();
  return allOptions(command).flatMap((option) =>
    [option.short, option.long].flatMap((name) =>
      name ? [[name, help.optionDescription(option)] as const] : [],
    ),
  );
}

/** The values of an option, or of the setting of its name. */
function valuesOf(option: Option): Completion {
  const { flags, long, argChoices } = option;
  if (/<(?:file|path)\b/.test(flags)) return "files";
  if (/<(?:dir|folder)\b/.test(flags)) return "folders";
  const choices = option instanceof ChoiceOption ? option.values : argChoices;
  return (choices ?? choicesOfSetting(long) ?? []).map((choice) => [choice, ""]);
}

function choicesOfSetting(long: string | undefined): readonly string[] | undefined {
  return Object.values(SETTINGS).find(({ flag }) => `--${flag}` === long)?.read.choices;
}
