/** Options of the commands that ask a source: `sync` and `download`. */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { Selection, SourceName } from "../../domain/bulk-file.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { SyncOptions } from "../../sync/sync-options.ts";
import type { ProcessIo } from "../context.ts";
import { shownValue } from "../render/escape-for-terminal.ts";
import { KEEPS, SETTINGS, type Settings, SOURCES } from "./settings.ts";

const STATIC_SITE = "https://static.case.law";
const BODY_FORMATS = ["xml", "text", "both"] as const;

export function addSourceOptions(command: Command): Command {
  return command
    .addOption(new Option("--source <name>", `${SOURCES.join(" or ")} (default ${SETTINGS.source.preset})`))
    .option("--source-url <url>", `address of the source (static: default ${STATIC_SITE}; bulk: no default)`)
    .option(
      "--token-file <file>",
      `file with the credential for the source, instead of ${SETTINGS.token.key}`,
    )
    .addOption(
      new Option(
        "--keep <which>",
        `${KEEPS.join(", ")}: what becomes of superseded archives (default ${SETTINGS.keep.preset})`,
      ),
    )
    .option("--jurisdiction <slug...>", "of these jurisdictions only")
    .option("--reporter <slug...>", "of these reporters only (static)")
    .option("--volume <reporter/volume...>", "these volumes only (static)")
    .addOption(
      new Option("--body-format <format>", "archives of this format (bulk)")
        .choices(BODY_FORMATS)
        .default("both"),
    );
}

/** The part of `SyncOptions` that says what is fetched from where. */
export type SourceRequest = Pick<
  SyncOptions,
  "source" | "sourceUrl" | "selection" | "token" | "proxy" | "keep" | "connections"
>;

/** @throws CaselawError `invalid`: no address for `bulk`, a volume without reporter, a token that cannot be used */
export function readSourceOptions(
  command: Command,
  settings: Settings,
  { environment }: Pick<ProcessIo, "environment">,
): SourceRequest {
  const { source, keep, jobs } = settings;
  return {
    source,
    sourceUrl: settings.sourceUrl ?? defaultUrl(source),
    selection: readSelection(command),
    token: readToken(settings),
    proxy: proxyOf(environment),
    keep,
    connections: jobs,
  };
}

function defaultUrl(source: SourceName): string {
  if (source === "static") return STATIC_SITE;
  throw new CaselawError(
    "invalid",
    'Cannot use source "bulk" without an address: --source-url is not given',
    {
      hint: `Give --source-url URL or set ${SETTINGS.sourceUrl.key}.`,
    },
  );
}

function readSelection(command: Command): Selection {
  const { jurisdiction, reporter, volume, bodyFormat } = command.opts();
  const volumes = textsOf(volume);
  const odd = volumes.find((one) => !/^[^/]+\/[^/]+$/.test(one));
  if (odd !== undefined) {
    throw new CaselawError(
      "invalid",
      `Cannot use --volume "${shownValue(odd)}": not of the form REPORTER/VOLUME`,
    );
  }
  return {
    jurisdictions: textsOf(jurisdiction),
    reporters: textsOf(reporter),
    volumes,
    bodyFormat: BODY_FORMATS.find((one) => one === bodyFormat) ?? "both",
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The credential itself is never shown, not even in these errors. */
function readToken({ token, tokenFile }: Settings): string | null {
  const given = tokenFile === null ? token : readTokenFile(tokenFile);
  if (given !== null && !/^[\x21-\x7e]+$/.test(given)) {
    const place = tokenFile === null ? SETTINGS.token.key : `"${tokenFile}"`;
    throw new CaselawError(
      "invalid",
      `Cannot use the token of ${place}: empty, or not one word of plain characters`,
    );
  }
  return given;
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new CaselawError("invalid", `Cannot read token file "${path}": ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The proxy that the environment names, lower-case names first as with other programs; null when none. */
export function proxyOf(environment: ProcessIo["environment"]): SourceRequest["proxy"] {
  const find = (name: string): string | null => environment[name.toLowerCase()] || environment[name] || null;
  const proxy = {
    httpsProxy: find("HTTPS_PROXY"),
    httpProxy: find("HTTP_PROXY"),
    noProxy: find("NO_PROXY"),
  };
  return proxy.httpsProxy === null && proxy.httpProxy === null ? null : proxy;
}
