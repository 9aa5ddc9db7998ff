/** `caselaw serve`: the reading pages and the v1 interface over HTTP, until it is stopped. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { CaselawError } from "../../domain/errors.ts";
import type { ServiceOptions } from "../../http/service.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { ServeLog } from "../render/serve-log.ts";
import { CLOSED_TEXTS, corpusOf, defaultTokensFile, SETTINGS, type Settings } from "../settings/settings.ts";
import { Stopped } from "../stop.ts";
import { limitYoungGeneration } from "../v8-heap.ts";

/** With two readers, one is kept for cheap requests; more than four would wait for the disk. */
const [MIN_DEFAULT_READERS, MAX_DEFAULT_READERS] = [2, 4];

const EXAMPLES = `
Examples:
  caselaw serve
  caselaw serve --port 0 --open           any free port; bodies of closed jurisdictions for everyone
  caselaw serve --host 0.0.0.0 --base-url https://cap.example.org --tokens data/tokens --log-format json

Bodies of closed jurisdictions are shown only to callers with a token. The reading pages also show them to the owner: if the
service listens on loopback only, without --base-url and without a tokens file. Searches of all callers include them, as at the retired
service: a caller can learn words of a closed text from the counts and the order of many searches. --closed-text unsearchable
excludes these texts from search, facets, trends, author, cites_to and relevance for callers without a token; names, citations,
docket numbers, courts and dates are still searched.

The first line printed is "Listening on <url>": open it in a browser to search and to read. Other paths are /v1/,
/openapi.json, /healthz and /metrics. A client of the retired API needs another base URL, nothing else. One caselaw serve can
be the source of another machine's caselaw sync:
  caselaw sync --source bulk --source-url http://127.0.0.1:8000`;

export const declareServe: Declare = (command, run) => {
  addServeOptions(command).usage("[options]").addHelpText("after", EXAMPLES);
  command.action(() => run(command, serve));
};

function addServeOptions(command: Command): Command {
  const { host, port, closedText, deadlineMs } = SETTINGS;
  return command
    .option("--host <address>", `address to listen on (default ${host.preset})`)
    .option("--port <number>", `port to listen on, 0 for any free one (default ${port.preset})`)
    .option(
      "--base-url <url>",
      "the beginning of every URL in a response (default: the address on which it listens)",
    )
    .option(
      "--tokens <file>",
      "credentials, created by caselaw token; read again when the file changes (default: tokens in the data folder)",
    )
    .addOption(command.createOption("--open [true|false]", "show every body to everyone").preset("true"))
    .option(
      "--closed-text <choice>",
      `${CLOSED_TEXTS.join(" or ")}: whether searches of callers without a token include bodies that they may not see (default ${closedText.preset})`,
    )
    .option(
      "--readers <number>",
      `processes that read the corpus (default: one for each processor, from ${MIN_DEFAULT_READERS} to ${MAX_DEFAULT_READERS})`,
    )
    .option("--deadline-ms <number>", `time limit of a request (default ${deadlineMs.preset})`);
}

async function serve(context: Context): Promise<number> {
  const { settings, stdout } = context;
  const signal = await context.listen();
  const log = new ServeLog(context);
  limitYoungGeneration();
  const { startService } = await import("../../http/service.ts");
  await using service = await startService({
    ...serviceOptions(settings),
    onEvent: (event) => log.report(event),
  });
  await stdout.write(`Listening on ${service.url}\n`);
  if (!signal.aborted) await once(signal, "abort");
  return signal.reason instanceof Stopped ? signal.reason.exitCode : EXIT.done;
}

function serviceOptions(settings: Settings): Omit<ServiceOptions, "onEvent"> {
  const { dataDir, host, port, givenBaseUrl, open, closedText, readers, deadlineMs } = settings;
  return {
    corpus: corpusOf(settings),
    dataFolder: dataDir,
    host,
    port,
    baseUrl: givenBaseUrl,
    tokensFile: tokensFileOf(settings),
    bodies: open ? "for everyone" : "for credentials",
    closedText,
    readers: readers ?? defaultReaders(),
    deadlineMs,
  };
}

function defaultReaders(): number {
  return Math.max(MIN_DEFAULT_READERS, Math.min(MAX_DEFAULT_READERS, availableParallelism()));
}

/** Only the default file may be missing: a name that the user gave may be misspelt. */
function tokensFileOf(settings: Settings): string {
  const { tokens } = settings;
  if (tokens !== null && !existsSync(tokens)) {
    throw new CaselawError("unavailable", `Cannot read tokens file "${tokens}": no such file`, {
      hint: "Create tokens with `caselaw token NAME --tokens FILE`.",
    });
  }
  return tokens ?? defaultTokensFile(settings);
}
