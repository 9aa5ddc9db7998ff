/** Parts that the scripts of all shells have in common. */
import type { CommandDescription, OptionDescription } from "./describe-program.ts";

/** The program and every command below it. */
export function allCommands(program: CommandDescription): CommandDescription[] {
  return [program, ...program.commands.flatMap(allCommands)];
}

/** The last word of a command's path. */
export function nameOf({ path }: CommandDescription): string {
  return path.split(" ").at(-1) ?? "";
}

/** The names of an option, the short one first. */
export function namesOf({ short, long }: OptionDescription): string[] {
  return [short, long].filter((name) => name !== null);
}

/** Every option of any command that is always followed by its value. */
export function optionsWithValue(program: CommandDescription): string[] {
  const options = allCommands(program).flatMap((command) => command.options);
  return [...new Set(options.filter(({ value }) => value === "required").flatMap(namesOf))];
}

/** Text in single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
