/** `caselaw serve`: the reading pages and the v1 interface over HTTP, until it is stopped. */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import type { Command } from "commander";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { digestOfToken } from "../../http/credentials.ts";
import type { ServiceEvent, ServiceOptions } from "../../http/service.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { limitHeap, Stopped } from "../process.ts";
import { eventLine } from "../render/messages.ts";
import { checkOutputOf } from "../settings/outputs.ts";
import {
  CLOSED_TEXTS,
  corpusOf,
  defaultTokensFile,
  ROBOTS,
  SETTINGS,
  type Settings,
} from "../settings/settings.ts";
import { escapeLine } from "../terminal-text.ts";

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
  addServeOptions(command).usage("[options]").addHelpText("after", EXAMPLES).action(run(serve));
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
    .option(
      "--exports <folder>",
      "serve the exports in this folder below /exports/ to callers with a token; with --open to everyone",
    )
    .addOption(command.createOption("--open [true|false]", "show every body to everyone").preset("true"))
    .option(
      "--closed-text <choice>",
      `${CLOSED_TEXTS.join(" or ")}: whether searches of callers without a token include bodies that they may not see (default ${closedText.preset})`,
    )
    .option(
      "--robots <choice>",
      `${ROBOTS.join(" or ")} search engines (default: allow with --open, if other machines can reach the service)`,
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
  limitHeap();
  const { startService } = await import("../../http/service.ts");
  await using service = await startService({
    ...serviceOptions(settings),
    onEvent: (event) => void report(event, context),
  });
  await stdout.write(`Listening on ${service.url}\n`);
  if (!signal.aborted) await once(signal, "abort");
  return signal.reason instanceof Stopped ? signal.reason.exitCode : EXIT.done;
}

function serviceOptions(settings: Settings): Omit<ServiceOptions, "onEvent"> {
  const { dataDir, host, port, givenBaseUrl, open, closedText, robots, readers, deadlineMs } = settings;
  return {
    corpus: corpusOf(settings),
    dataFolder: dataDir,
    exportsFolder: exportsFolderOf(settings),
    host,
    port,
    baseUrl: givenBaseUrl,
    tokensFile: tokensFileOf(settings),
    bodies: open === "true" ? "for everyone" : "for credentials",
    closedText,
    robots,
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

function exportsFolderOf({ exports: folder }: Settings): string | null {
  if (folder === null || statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new CaselawError("unavailable", `Cannot serve the exports in "${folder}": no such folder`);
}

/** A line of the log for each request and each problem; problems also with `--quiet`. */
async function report(event: ServiceEvent, { settings, stderr, args }: Context): Promise<void> {
  if (settings.quiet && event.kind === "request") return;
  const { kind, ...fields } = event;
  await stderr.write(
    settings.logFormat === "json"
      ? eventLine(kind, fields)
      : `${textLine(event, args.includes("--debug") ? "debug" : "line")}\n`,
  );
}

function textLine(event: ServiceEvent, detail: "line" | "debug"): string {
  switch (event.kind) {
    case "request":
      return escapeLine(`${event.method} ${event.url} ${event.status} ${event.ms} ms ${event.client}`);
    case "reader restarted":
      return escapeLine(`caselaw: A reader was restarted: ${event.reason}`);
    case "fault": {
      const lines = event.message.split("\n");
      const shown = detail === "debug" ? lines : lines.slice(0, 1);
      return shown.map((line) => `caselaw: ${escapeLine(line)}`).join("\n");
    }
  }
}

/** 40 hex digits, like the tokens of the retired API. */
const TOKEN_BYTES = 20;

const TOKEN_EXAMPLES = `
Examples:
  caselaw token alice
  caselaw token alice --tokens /etc/caselaw/tokens

The token is printed once; the file has only its SHA-256. caselaw serve reads the new line by itself. To revoke a token, delete
its line. Clients send: Authorization: Token <token>`;

/** `caselaw token NAME`: creates a credential for `serve`. The file has only its hash. */
export const declareToken: Declare = (command, run) => {
  command
    .argument("<name>", "the owner of the token: one word")
    .usage("NAME [options]")
    .option("--tokens <file>", "the tokens file (default: tokens in the data folder)")
    .addHelpText("after", TOKEN_EXAMPLES)
    .action(run(makeToken));
};

async function makeToken({ settings, stdout, stderr }: Context, name: string): Promise<undefined> {
  if (!/^[^\s#\p{C}][^\s\p{C}]*$/u.test(name)) {
    throw new CaselawError("invalid", `Cannot name a token "${name}": not one word, or it begins with "#"`);
  }
  const path = settings.tokens ?? defaultTokensFile(settings);
  checkOutputOf("tokens file", path, settings);
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const before = noteToken(path, `${name} ${digestOfToken(token)}`);
  await stdout.write(`${token}\n`);
  const earlier = before.split("\n").filter((line) => line.startsWith(`${name} `)).length;
  if (earlier > 0 && !settings.quiet)
    await stderr.write(
      `caselaw: "${name}" has ${earlier + 1} tokens in "${path}"; the new one is in the last line\n`,
    );
}

/** Adds a line to a tokens file, which only its owner can read. The caller has checked the file. Returns what was in it before. */
function noteToken(path: string, line: string): string {
  try {
    const isNew = !existsSync(path);
    const existing = isNew ? "" : readFileSync(path, "utf8");
    const gap = existing === "" || existing.endsWith("\n") ? "" : "\n";
    mkdirSync(dirname(path), { recursive: true });
    // "ax" fails at a link without a target
    appendFileSync(path, `${gap}${line}\n`, { mode: 0o600, flag: isNew ? "ax" : "a" });
    return existing;
  } catch (error) {
    if (error instanceof CaselawError) throw error;
    const reason = systemCodeOf(error) === "EEXIST" ? "it is a link without a target" : messageOf(error);
    throw new CaselawError("unavailable", `Cannot write tokens file "${path}": ${reason}`, {
      cause: error,
      hint: "Change the rights of its folder, or choose another file with --tokens.",
    });
  }
}
