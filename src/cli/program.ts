/**
 * Puts the program together: the commands, the options they share, and how errors are printed.
 *
 * Only the module of the command that the arguments name is loaded, so that a short command starts quickly.
 */
import { Command, CommanderError, Option } from "commander";
import { programVersion } from "../files/program.ts";
import { COMMANDS } from "./command-list.ts";
import type { ProcessIo, Runner } from "./context.ts";
import { escapeLine, shownValue } from "./escape-for-terminal.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import { OUTPUT_CLOSED } from "./output.ts";
import { printError, printWarning } from "./render/print-error.ts";
import { addEngineOptions } from "./settings/engine-options.ts";
import { optionHelp } from "./settings/option-choices.ts";
import {
  DEFAULT_CONFIG,
  LOG_FORMATS,
  readSettings,
  SETTINGS,
  unknownVariables,
} from "./settings/settings.ts";

const EXAMPLES = `
Examples:
  caselaw sync --jurisdiction ill         mirror the cases of Illinois and import them
  caselaw import ~/Downloads/*.zip        import archives that are on disk
  caselaw search '"gold letters" -mining'
  caselaw show '1 Ill. 2d 100'

Settings: a flag overrides the environment (${SETTINGS.db.key}, ${SETTINGS.dataDir.key}, …), which overrides the config file.
Exit codes: 0 done, 1 failed, 2 invalid use, 3 finished with faults, 4 nothing found, 75 another run is active.`;

/**
 * Runs the program and returns its exit code. Errors are printed on `stderr`.
 *
 * @param args the arguments after the program's name
 */
export async function runProgram(args: readonly string[], io: ProcessIo): Promise<number> {
  const printed: Promise<void>[] = [];
  const program = newProgram(io, printed);
  let exitCode: number = EXIT.done;
  let logFormat = io.environment[SETTINGS.logFormat.key];
  let signal: AbortSignal | null = null;
  const listen = async (): Promise<AbortSignal> => {
    signal ??= await io.listen();
    return signal;
  };
  const run: Runner = async (command, action) => {
    const settings = readSettings(command.optsWithGlobals(), io.environment);
    logFormat = settings.logFormat;
    for (const name of unknownVariables(io.environment)) {
      const message = `The variable ${name} of the environment is ignored: no setting has this name`;
      await printWarning(message, io.stderr, settings);
    }
    exitCode = await action({ ...io, listen, args, settings });
  };
  try {
    const named = await namedBy(args);
    for (const { name, asks, summary, load } of COMMANDS) {
      const command = program.command(name).description(summary);
      if (!named.includes(name)) continue;
      if (asks === true) addEngineOptions(command);
      await (await load())(command, run, named);
    }
    await program.parseAsync(args, { from: "user" });
    await Promise.all(printed);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return await codeOfUse(error, printed);
    const detail = program.opts().debug === true ? "debug" : "line";
    const style = { format: logFormat === "json" ? "json" : "text", detail } as const;
    const reason = reasonOf(error, signal);
    await printError(reason, io.stderr, style);
    return exitCodeOf(reason);
  }
}

/** The arguments; those of every command if the arguments ask for a description of all. */
async function namedBy(args: readonly string[]): Promise<readonly string[]> {
  const asked = args.map((arg) => COMMANDS.find(({ name }) => name === arg)).find((one) => one !== undefined);
  if (asked?.describes !== true) return args;
  const { everyName } = await import("./about/every-name.ts");
  return everyName(COMMANDS.map(({ name }) => name));
}

function newProgram({ stdout, stderr }: ProcessIo, printed: Promise<void>[]): Command {
  return new Command("caselaw")
    .description("American case law on your own machine: mirror it, import it, ask it.")
    .usage("COMMAND [options]")
    .version(programVersion(), "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("--db <file>", `the corpus file (default ${SETTINGS.db.preset})`)
    .option("--data-dir <dir>", `folder of archives and rejects (default ${SETTINGS.dataDir.preset})`)
    .option("--config <file>", `settings file (default ${DEFAULT_CONFIG}, if it exists)`)
    .option("--quiet", "print nothing but requested results and errors")
    .addOption(
      new Option("--log-format <format>", `format of the messages on stderr: ${LOG_FORMATS.join(" or ")}`),
    )
    .option("--debug", "print the stack of an error")
    .configureHelp({ showGlobalOptions: true, optionDescription: optionHelp })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void printed.push(stdout.write(text)),
      writeErr: (text) => void printed.push(stderr.write(text)),
      outputError: (text, write) => write(usageLine(text)),
      getOutHelpWidth: () => stdout.columns,
      getErrHelpWidth: () => stderr.columns,
    })
    .addHelpText("after", (shown) => (shown.command.parent === null ? EXAMPLES : ""));
}

/** Commander's message about invalid use, in one line, with long values shortened. */
function usageLine(text: string): string {
  const quoted = text
    .replace(/^error: /, "")
    .replace(/'[^']{60,}'/gs, (value) => `'${shownValue(value.slice(1, -1))}'`);
  return `caselaw: ${escapeLine(quoted)}\n`;
}

/** Help and version are results; all else that commander throws is invalid use, and already printed. */
async function codeOfUse({ code }: CommanderError, printed: readonly Promise<void>[]): Promise<number> {
  const asked = ["commander.helpDisplayed", "commander.version"].includes(code);
  const results = await Promise.allSettled(printed);
  const failed = results.find((result) => result.status === "rejected" && result.reason !== OUTPUT_CLOSED);
  return asked ? (failed === undefined ? EXIT.done : EXIT.failed) : EXIT.wrongUse;
}

/** The signal's reason, where an operation was aborted and throws an error of its own. */
function reasonOf(error: unknown, signal: AbortSignal | null): unknown {
  return signal?.aborted && error instanceof Error && error.name === "AbortError" ? signal.reason : error;
}
