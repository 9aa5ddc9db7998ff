/** `caselaw completion SHELL`: prints a script with which a shell completes commands, options and their values. */
import { Argument, type Command } from "commander";
import type { Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import type { CommandDescription } from "./describe-program.ts";

const EXAMPLES = `
Examples:
  source <(caselaw completion bash)       in ~/.bashrc
  source <(caselaw completion zsh)        in ~/.zshrc, after compinit
  caselaw completion fish > ~/.config/fish/completions/caselaw.fish

The script completes commands, options, and the values of an option where they are few. It runs no program. Create it again after an upgrade.`;

/** How each shell is written. */
const SCRIPTS: Readonly<Record<string, () => Promise<(program: CommandDescription) => string>>> = {
  bash: async () => (await import("./bash-completion.ts")).bashCompletion,
  zsh: async () => (await import("./zsh-completion.ts")).zshCompletion,
  fish: async () => (await import("./fish-completion.ts")).fishCompletion,
};

export const declareCompletion: Declare = (command, run) => {
  command
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(Object.keys(SCRIPTS)))
    .usage("SHELL")
    .addHelpText("after", EXAMPLES)
    .action((shell: string) =>
      run(command, async ({ stdout }) => {
        await stdout.write(await scriptOf(shell, command.parent ?? command));
        return EXIT.done;
      }),
    );
};

async function scriptOf(shell: string, program: Command): Promise<string> {
  const { describeProgram } = await import("./describe-program.ts");
  const write = await SCRIPTS[shell]?.();
  return write?.(describeProgram(program)) ?? "";
}
