/** The script for bash. It needs no other package. */
import { allCommands, nameOf, namesOf, optionsWithValue, quoted } from "./command-tree.ts";
import type { CommandDescription, OptionDescription } from "./describe-program.ts";

export function bashCompletion(program: CommandDescription): string {
  const commands = allCommands(program);
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => `"${path}"`);
  return `# bash completion for caselaw
_caselaw() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path= words= i
  COMPREPLY=()
  # --option=value is three words
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${optionsWithValue(program).join("|")}) ((i++)); continue ;;
    esac
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${paths.join("|")}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path:$prev" in
${commands.flatMap((command) => command.options.flatMap((option) => valueCase(command, option))).join("\n")}
  esac
  case "$path" in
${commands.map(wordsCase).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _caselaw caselaw
`;
}

/** What completes the value of an option. */
function valueCase({ path }: CommandDescription, option: OptionDescription): string[] {
  if (option.value === "none") return [];
  const pattern = namesOf(option)
    .map((name) => `"${path}:${name}"`)
    .join("|");
  if (option.choices.length > 0) {
    const words = `COMPREPLY=($(compgen -W ${quoted(option.choices.join(" "))} -- "$cur"))`;
    // the value of a switch may be left out: then the next option is completed
    const isOver = option.value === "optional" ? "[[ $cur == -* ]] || " : "";
    return [`    ${pattern}) ${isOver}{ ${words}; return; } ;;`];
  }
  const fallback = { file: "compopt -o default", folder: "compopt -o dirnames" };
  const act = option.names === null ? "return" : `${fallback[option.names]}; return`;
  return option.value === "required" ? [`    ${pattern}) ${act} ;;`] : [];
}

/** The words that may follow a command. */
function wordsCase(command: CommandDescription): string {
  const options = command.options.flatMap(namesOf).join(" ");
  const others = [...command.commands.map(nameOf), ...command.choices].join(" ");
  const files = command.takesFiles ? " [[ $cur == -* ]] || compopt -o default;" : "";
  return `    "${command.path}")${files} if [[ $cur == -* ]]; then words=${quoted(options)}; else words=${quoted(others)}; fi ;;`;
}
