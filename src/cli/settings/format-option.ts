/** `--format` and `--json` of a command that prints a table on a terminal and JSON elsewhere. */
import { type Command, Option } from "commander";
import type { Context } from "../context.ts";

/** @param others what the description says of the other formats, after that of JSON */
export function addFormatOption(command: Command, formats: readonly string[], others = ""): Command {
  const description = `table (default on a terminal), json (default otherwise)${others}`;
  return command
    .addOption(new Option("--format <format>", description).choices(formats))
    .option("--json", "the same as --format json");
}

/** The format that the options of a command ask for. */
export function formatOf<F extends string>(
  formats: readonly F[],
  command: Command,
  { stdout }: Context,
): F | "table" | "json" {
  const { format, json } = command.opts();
  const asked = json === true ? "json" : formats.find((one) => one === format);
  return asked ?? (stdout.isTerminal ? "table" : "json");
}
