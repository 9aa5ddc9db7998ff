/**
 * Puts the program together: the commands, the options they share, and how errors are printed.
 *
 * Only the module of the command that the arguments name is loaded, so that a short command starts quickly.
 */
import { Command, CommanderError, Option } from "commander";
import { programVersion } from "../files/program-version.ts";
import type { Declare, ProcessIo, Runner } from "./context.ts";
import { escapeLine, shownValue } from "./escape-for-terminal.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import { OUTPUT_CLOSED } from "./output.ts";
import { printError } from "./render/print-error.ts";
import { addEngineOptions } from "./settings/engine-options.ts";
import { DEFAULT_CONFIG, LOG_FORMATS, readSettings, SETTINGS } from "./settings/settings.ts";

interface CommandEntry {
  readonly name: string;
  /** Whether it asks a corpus, which may be in a search engine. */
  readonly asks?: true;
  readonly summary: string;
  readonly load: () => Promise<Declare>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "sync",
    asks: true,
    summary: "download what is new or changed at the source, and import it",
    load: async () => (await import("./commands/sync.ts")).declareSync,
  },
  {
    name: "download",
    summary: "download what is new or changed at the source",
    load: async () => (await import("./commands/download.ts")).declareDownload,
  },
  {
    name: "import",
    summary: "import archives on disk",
    load: async () => (await import("./commands/import.ts")).declareImport,
  },
  {
    name: "list",
    asks: true,
    summary: "list cases, courts, jurisdictions, reporters, volumes, citations or bulk files",
    load: async () => (await import("./commands/list.ts")).declareList,
  },
  {
    name: "search",
    asks: true,
    summary: "search the text of the cases and print readable results",
    load: async () => (await import("./commands/search.ts")).declareSearch,
  },
  {
    name: "show",
    asks: true,
    summary: "show one case",
    load: async () => (await import("./commands/show.ts")).declareShow,
  },
  {
    name: "check",
    asks: true,
    summary: "check the citations and quotations of a draft",
    load: async () => (await import("./commands/check.ts")).declareCheck,
  },
  {
    name: "mcp",
    asks: true,
    summary: "answer an assistant over the Model Context Protocol",
    load: async () => (await import("./commands/mcp.ts")).declareMcp,
  },
  {
    name: "export",
    asks: true,
    summary: "write the cases as JSON lines, CSV, Parquet, SQLite or files",
    load: async () => (await import("./commands/export.ts")).declareExport,
  },
  {
    name: "cites",
    asks: true,
    summary: "list what a case cites, or what cites it",
    load: async () => (await import("./commands/cites.ts")).declareCites,
  },
  {
    name: "serve",
    asks: true,
    summary: "serve the reading pages for browsers, and the v1 interface",
    load: async () => (await import("./commands/serve.ts")).declareServe,
  },
  {
    name: "token",
    summary: "create a credential for serve",
    load: async () => (await import("./commands/token.ts")).declareToken,
  },
  {
    name: "coverage",
    asks: true,
    summary: "report the status of every unit that the sources list",
    load: async () => (await import("./commands/coverage.ts")).declareCoverage,
  },
  {
    name: "stats",
    asks: true,
    summary: "report counts, sizes and the last runs",
    load: async () => (await import("./commands/stats.ts")).declareStats,
  },
  {
    name: "changes",
    asks: true,
    summary: "list the cases that were added, changed or removed since a point",
    load: async () => (await import("./commands/changes.ts")).declareChanges,
  },
  {
    name: "trends",
    asks: true,
    summary: "count the matching decisions of each year, next to the year's total",
    load: async () => (await import("./commands/trends.ts")).declareTrends,
  },
  {
    name: "publish",
    asks: true,
    summary: "bring an index of a search engine up to date with the corpus",
    load: async () => (await import("./commands/publish.ts")).declarePublish,
  },
  {
    name: "verify",
    asks: true,
    summary: "check the corpus and the archives",
    load: async () => (await import("./commands/verify.ts")).declareVerify,
  },
  {
    name: "backup",
    summary: "copy the corpus, also while it is in use",
    load: async () => (await import("./commands/backup.ts")).declareBackup,
  },
  {
    name: "optimize",
    summary: "merge the indexes and return free space to the disk",
    load: async () => (await import("./commands/optimize.ts")).declareOptimize,
  },
];

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
    exitCode = await action({ ...io, listen, args, settings });
  };
  try {
    for (const { name, asks, summary, load } of COMMANDS) {
      const command = program.command(name).description(summary);
      if (!args.includes(name)) continue;
      if (asks === true) addEngineOptions(command);
      await (await load())(command, run, args);
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
    .configureHelp({ showGlobalOptions: true })
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
