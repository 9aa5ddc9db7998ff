/** Options of the commands that change the corpus: `sync`, `download`, `import`. */
import { readFileSync } from "node:fs";
import { type Command, Option, type OptionValues } from "commander";
import type { Selection, SourceName } from "../../domain/bulk-file.ts";
import { boundDay } from "../../domain/decision-date.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { RunOptions } from "../../import/run.ts";
import type { SyncOptions } from "../../sync/plan.ts";
import type { Context } from "../context.ts";
import { shownValue } from "../terminal-text.ts";
import { KEEPS, SETTINGS, type Settings, SOURCES } from "./settings.ts";

/** The addresses that sources have without a setting. */
const ADDRESSES: Readonly<Partial<Record<SourceName, string>>> = {
  static: "https://static.case.law",
  courtlistener: "https://storage.courtlistener.com",
};
const BODY_FORMATS = ["xml", "text", "both"] as const;

export function addSourceOptions(command: Command): Command {
  return command
    .option("--source <name>", `${SOURCES.join(", ")} (default ${SETTINGS.source.preset})`)
    .option(
      "--source-url <url>",
      `address of the source (static: default ${ADDRESSES.static}; courtlistener: ${ADDRESSES.courtlistener}; bulk: none)`,
    )
    .option(
      "--token-file <file>",
      `file with the credential for the source, instead of ${SETTINGS.token.key}`,
    )
    .option(
      "--keep <which>",
      `which archives to keep after an import: ${KEEPS.join(", ")} (default ${SETTINGS.keep.preset})`,
    )
    .option("--recheck", "also ask about files whose listing did not change: one request each")
    .option("--jurisdiction <slug...>", "only volumes or files of these jurisdictions")
    .option(
      "--reporter <name...>",
      "only volumes of these reporters, by slug, id, short or full name (static)",
    )
    .option("--volume <reporter/volume...>", "only these volumes (static)")
    .addOption(
      new Option("--body-format <format>", "only files with this body format (bulk)")
        .choices(BODY_FORMATS)
        .default("both"),
    );
}

/** What of CourtListener's tables is imported. */
export function addTableOptions(command: Command): Command {
  return command
    .option("--court <id...>", "of CourtListener's tables import only these courts: scotus,ca9")
    .option(
      "--from <date>",
      "of CourtListener's tables import only decisions of this day (year, month) or later",
    )
    .option("--parentheticals", "also what one opinion says of another, by CourtListener's tables");
}

/** @throws CaselawError `invalid` for a wrong date or an empty id @returns an empty object when no flag is given */
export function readTableOptions({ options }: Pick<Context, "options">): Pick<RunOptions, "tables"> {
  const { court, from, parentheticals } = options;
  if (court === undefined && from === undefined && parentheticals === undefined) return {};
  const values: string[] = court ?? [];
  const courts = [...new Set(values.flatMap((ids) => ids.split(",")).map((id) => id.trim()))].sort();
  if (courts.includes("")) throw new CaselawError("invalid", "Cannot use --court: an id is empty");
  if (from !== undefined && boundDay(from, "min") === null)
    throw new CaselawError("invalid", `Cannot use --from "${shownValue(from)}": not a date like 2019-06-30`);
  return { tables: { courts, from: from ?? null, parentheticals: parentheticals === true } };
}

/** The part of `SyncOptions` that defines the source and the selection. */
type SourceRequest = Pick<
  SyncOptions,
  "source" | "sourceUrl" | "selection" | "token" | "proxy" | "keep" | "connections" | "recheck"
>;

/** @throws CaselawError `invalid`: no address for `bulk`, a volume without reporter, an unusable token */
export function readSourceOptions({ settings, options, environment }: Context): SourceRequest {
  const { source, keep, jobs } = settings;
  return {
    source,
    sourceUrl: requiredUrl(settings),
    selection: readSelection(options),
    token: readToken(settings),
    proxy: proxyOf(environment),
    keep,
    connections: jobs,
    recheck: options.recheck === true ? "every unit" : "changed units",
  };
}

/** The address of the source; null for a bulk source without one. */
export function sourceUrlOf({ source, sourceUrl }: Pick<Settings, "source" | "sourceUrl">): string | null {
  return sourceUrl ?? ADDRESSES[source] ?? null;
}

function requiredUrl(settings: Settings): string {
  const url = sourceUrlOf(settings);
  if (url !== null) return url;
  throw new CaselawError(
    "invalid",
    `Cannot use source "${settings.source}" without an address: --source-url is not given`,
    {
      hint: `Give --source-url URL or set ${SETTINGS.sourceUrl.key}.`,
    },
  );
}

function readSelection({ jurisdiction, reporter, volume, bodyFormat }: OptionValues): Selection {
  const volumes: string[] = volume ?? [];
  const odd = volumes.find((name) => !/^[^/]+\/[^/]+$/.test(name));
  if (odd !== undefined) {
    throw new CaselawError(
      "invalid",
      `Cannot use --volume "${shownValue(odd)}": not of the form REPORTER/VOLUME`,
    );
  }
  return { jurisdictions: jurisdiction ?? [], reporters: reporter ?? [], volumes, bodyFormat };
}

/** The credential itself is never shown, not even in these errors. */
function readToken({ token, tokenFile }: Settings): string | null {
  const credential = tokenFile === null ? token : readTokenFile(tokenFile);
  if (credential !== null && !/^[\x21-\x7e]+$/.test(credential)) {
    const origin = tokenFile === null ? SETTINGS.token.key : `"${tokenFile}"`;
    throw new CaselawError(
      "invalid",
      `Cannot use the token of ${origin}: empty, or not one word of printable ASCII characters`,
    );
  }
  return credential;
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

/** The proxy of the environment, lower-case names first as in other programs; null when none is set. */
export function proxyOf(environment: Context["environment"]): SourceRequest["proxy"] {
  const find = (name: string): string | null => environment[name.toLowerCase()] || environment[name] || null;
  const proxy = {
    httpsProxy: find("HTTPS_PROXY"),
    httpProxy: find("HTTP_PROXY"),
    noProxy: find("NO_PROXY"),
  };
  return proxy.httpsProxy === null && proxy.httpProxy === null ? null : proxy;
}

export interface RunRequest {
  readonly mode: "import" | "dry run";
  readonly shrink: "refused" | "allowed";
  /** The file of the JSON report; null for none. */
  readonly reportPath: string | null;
  readonly inputs: readonly string[];
}

export function addRunOptions(command: Command, jobsDescription: string): Command {
  return command
    .option("--dry-run", "read and check, write nothing")
    .option(
      "--report <file>",
      "write a JSON report with counts for each archive (read, added, changed, removed, rejected); its folder must exist",
    )
    .option("--jobs <number>", jobsDescription)
    .option(
      "--memory <MiB>",
      "memory limit of an import, at least 320 (default 450; with four processors and 2 GiB or more 520)",
    );
}

export function addShrinkOption(command: Command): Command {
  return command.option("--allow-shrink", "allow an archive to remove more than 10 % of its unit's cases");
}

export function readRunOptions({ options }: Context, inputs: readonly string[] = []): RunRequest {
  return {
    mode: options.dryRun === true ? "dry run" : "import",
    shrink: options.allowShrink === true ? "allowed" : "refused",
    reportPath: options.report ?? null,
    inputs,
  };
}
