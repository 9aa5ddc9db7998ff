/** Puts the program together: the commands, the options they share, and how errors are printed. */
import { Command, CommanderError, Help, Option } from "commander";
import { programVersion } from "../files/program.ts";
import { type Declare, EXIT, exitCodeOf, type ProcessIo, type Runner } from "./context.ts";
import { errorStream, listenToSignals, OUTPUT_CLOSED, outputStream, UMASK } from "./process.ts";
import { printError, printMessage } from "./render/messages.ts";
import {
  DEFAULT_CONFIG,
  LOG_FORMATS,
  readSettings,
  SETTINGS,
  unknownVariables,
} from "./settings/settings.ts";
import { escapeLine, shownValue } from "./terminal-text.ts";

/** What each command does, in the order of the help. */
export const COMMANDS = {
  demo: "import the bundled sample and search it",
  sync: "download what is new or changed at the source, and import it",
  download: "download what is new or changed at the source",
  import: "import archives on disk",
  list: "list cases, courts, jurisdictions, reporters, volumes, citations or bulk files",
  search: "search the text of the cases and print readable results",
  show: "show one case",
  check: "check the citations and quotations of a draft",
  mcp: "answer an assistant over the Model Context Protocol",
  export: "write the cases as JSON lines, CSV, Parquet, SQLite or files",
  cites: "list what a case cites, or what cites it",
  similar: "list the cases most similar to a case",
  treatment: "list what later decisions say they did to a case: overruled, reversed, followed",
  serve: "serve the reading pages for browsers, and the v1 interface",
  token: "create a credential for serve",
  coverage: "report the status of every unit that the sources list",
  stats: "report counts, sizes and the last runs",
  changes: "list the cases that were added, changed or removed since a point",
  alert: "save searches, and report what is new since they last ran",
  trends: "count the matching decisions of each year, next to the year's total",
  ngrams: "count the cases of each year with up to three words, as /v1/ngrams/ does",
  resolve: "list the cases of every citation in a text, as /v1/resolve/ does",
  publish: "bring an index of a search engine up to date with the corpus",
  verify: "check the corpus and the archives",
  prove: "print a proof that the text of a case is in the corpus",
  doctor: "say whether all is well: runs, units, space, rights, the source",
  backup: "copy the corpus, also while it is in use",
  optimize: "merge the indexes and return free space to the disk",
  version: "print the versions of the program, Node, SQLite, the corpus and the interface",
  completion: "print a script that completes commands in bash, zsh or fish",
  manual: "print the manual page",
} as const;

type CommandName = keyof typeof COMMANDS;

/** Loads one module, so that a short command starts quickly. */
const DECLARATIONS: Readonly<Record<CommandName, () => Promise<Declare>>> = {
  demo: async () => (await import("./commands/demo.ts")).declareDemo,
  sync: async () => (await import("./commands/sync.ts")).declareSync,
  download: async () => (await import("./commands/sync.ts")).declareDownload,
  import: async () => (await import("./commands/sync.ts")).declareImport,
  list: async () => (await import("./commands/list.ts")).declareList,
  search: async () => (await import("./commands/search.ts")).declareSearch,
  show: async () => (await import("./commands/show.ts")).declareShow,
  check: async () => (await import("./commands/check.ts")).declareCheck,
  mcp: async () => (await import("./commands/mcp.ts")).declareMcp,
  export: async () => (await import("./commands/export.ts")).declareExport,
  cites: async () => (await import("./commands/cites.ts")).declareCites,
  similar: async () => (await import("./commands/similar.ts")).declareSimilar,
  treatment: async () => (await import("./commands/treatment.ts")).declareTreatment,
  serve: async () => (await import("./commands/serve.ts")).declareServe,
  token: async () => (await import("./commands/serve.ts")).declareToken,
  coverage: async () => (await import("./commands/coverage.ts")).declareCoverage,
  stats: async () => (await import("./commands/stats.ts")).declareStats,
  changes: async () => (await import("./commands/changes.ts")).declareChanges,
  alert: async () => (await import("./commands/alert.ts")).declareAlert,
  trends: async () => (await import("./commands/trends.ts")).declareTrends,
  ngrams: async () => (await import("./commands/ngrams-resolve.ts")).declareNgrams,
  resolve: async () => (await import("./commands/ngrams-resolve.ts")).declareResolve,
  publish: async () => (await import("./commands/publish.ts")).declarePublish,
  prove: async () => (await import("./commands/verify.ts")).declareProve,
  verify: async () => (await import("./commands/verify.ts")).declareVerify,
  doctor: async () => (await import("./commands/doctor.ts")).declareDoctor,
  backup: async () => (await import("./commands/backup.ts")).declareBackup,
  optimize: async () => (await import("./commands/backup.ts")).declareOptimize,
  version: async () => (await import("./commands/about.ts")).declareVersion,
  completion: async () => (await import("./commands/completion.ts")).declareCompletion,
  manual: async () => (await import("./commands/about.ts")).declareManual,
};

/** These need no corpus, or its file: a search engine does not help them. */
const WITHOUT_ENGINE: readonly string[] =
  "demo download import token prove doctor backup optimize version completion manual".split(" ");

const NAMES = Object.keys(COMMANDS) as CommandName[];

const EXAMPLES = `
Examples:
  caselaw sync --jurisdiction ill         mirror the cases of Illinois and import them
  caselaw import ~/Downloads/*.zip        import archives that are on disk
  caselaw search '"gold letters" -mining'
  caselaw show '1 Ill. 2d 100'

Settings: a flag overrides the environment (${SETTINGS.db.key}, ${SETTINGS.dataDir.key}, …), which overrides the config file.
Exit codes: 0 done, 1 failed, 2 invalid use, 3 finished with faults, 4 nothing found, 75 another run is active.`;

/**
 * Runs the program with the arguments, environment, streams and signals of the process. Sets the umask.
 *
 * @param exit ends the process at once, with this code
 */
export async function runProcess(exit: (code: number) => void): Promise<void> {
  process.umask(UMASK);
  const io = {
    environment: process.env,
    stdout: outputStream(process.stdout),
    stderr: errorStream(process.stderr),
    listen: () => listenToSignals(exit),
  };
  process.once("uncaughtException", async (error) => {
    await printError(error, io.stderr, "text", process.argv.includes("--debug") ? "debug" : "line");
    exit(1);
  });
  // all output was awaited, so idle connections and threads need not be
  exit(await runProgram(process.argv.slice(2), io));
}

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
  const run: Runner = (action) =>
    async function (...values) {
      const settings = readSettings(this.optsWithGlobals(), io.environment);
      logFormat = settings.logFormat;
      const context = { ...io, listen, args, settings, options: this.opts() };
      for (const name of unknownVariables(io.environment)) {
        const message = `The variable ${name} of the environment is ignored: no setting has this name`;
        await printMessage("warning", { message }, context);
      }
      exitCode = (await action(context, ...values)) ?? EXIT.done;
    };
  try {
    const named = await declaringArgs(args);
    for (const name of NAMES) {
      const command = program.command(name).description(COMMANDS[name]);
      if (!named.includes(name)) continue;
      if (!WITHOUT_ENGINE.includes(name)) addEngineOptions(command);
      await (await DECLARATIONS[name]())(command, run, named);
    }
    await program.parseAsync(args, { from: "user" });
    await Promise.all(printed);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return await codeOfUse(error, printed);
    const reason = reasonOf(error, signal);
    const detail = program.opts().debug === true ? "debug" : "line";
    await printError(reason, io.stderr, logFormat === "json" ? "json" : "text", detail);
    return exitCodeOf(reason);
  }
}

/** The arguments for which commands declare themselves: for `manual`, all that make every command declare everything. */
async function declaringArgs(args: readonly string[]): Promise<readonly string[]> {
  if (NAMES.find((name) => args.includes(name)) !== "manual") return args;
  const { COLLECTIONS } = await import("../v1/collections.ts");
  return [...NAMES, ...COLLECTIONS, "--help"];
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
    .option("--log-format <format>", `format of the messages on stderr: ${LOG_FORMATS.join(" or ")}`)
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

function addEngineOptions(command: Command): void {
  command
    .option("--engine-url <url>", "nodes of an OpenSearch cluster that has the corpus, separated by commas")
    .option(
      "--engine-index <name>",
      `the name under which it was published (default ${SETTINGS.engineIndex.preset})`,
    )
    .option("--engine-ca <file>", "certificates (PEM) that the cluster's own must be signed by");
}

/**
 * The help of an option: without choices that its description names already, and without the value of a switch, which
 * reads as if it were on.
 */
function optionHelp(option: Option): string {
  const shown = Object.assign(new Option(option.flags), option, { presetArg: undefined });
  if (option.argChoices?.every((choice) => option.description.includes(choice)) === true)
    delete shown.argChoices;
  return new Help().optionDescription(shown);
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
  const isHelp = ["commander.helpDisplayed", "commander.version"].includes(code);
  const results = await Promise.allSettled(printed);
  const failed = results.find((result) => result.status === "rejected" && result.reason !== OUTPUT_CLOSED);
  return isHelp ? (failed === undefined ? EXIT.done : EXIT.failed) : EXIT.wrongUse;
}

/** The signal's reason, where an operation was aborted and throws an error of its own. */
function reasonOf(error: unknown, signal: AbortSignal | null): unknown {
  return signal?.aborted && error instanceof Error && error.name === "AbortError" ? signal.reason : error;
}
