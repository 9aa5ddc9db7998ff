/**
 * Settings: a flag overrides the environment, which overrides the config file, which overrides the default (docs/interface.md, "Settings").
 *
 * One table lists them: environment and config file share its keys, and `config/caselaw.env` documents it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { SourceName } from "../../domain/bulk-file.ts";
import { withoutEnd } from "../../domain/citation.ts";
import type { CorpusLocation, EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { shownValue } from "../terminal-text.ts";

export const DEFAULT_CONFIG = "config/caselaw.env";

export const LOG_FORMATS = ["text", "json"] as const;
export const SOURCES: readonly SourceName[] = ["bulk", "static", "courtlistener"];
export const KEEPS = ["all", "newest", "none"] as const;
export const CLOSED_TEXTS = ["searchable", "unsearchable"] as const;
export const ROBOTS = ["allow", "disallow"] as const;
/** MiB. The program and its threads need the minimum; nothing uses more than the maximum. */
const [MIN_MEMORY, MAX_MEMORY] = [320, 1_048_576];
/** More connections do not help and burden the source; more processes do not help on any machine. */
const [MAX_JOBS, MAX_READERS] = [64, 64];
const HOUR_MS = 3_600_000;

/** A value, and the name of its origin in messages. */
interface RawValue {
  readonly value: string;
  readonly called: string;
}

interface Setting<T, P extends string | null> {
  /** The name in the environment and in the config file. */
  readonly key: string;
  /** The name on the command line, without hyphens; null where there is no flag. */
  readonly flag: string | null;
  readonly preset: P;
  readonly read: Read<T>;
}

/** How a value is read. @throws CaselawError `invalid` */
interface Read<T> {
  (raw: RawValue): T;
  /** For completion in shells. */
  readonly choices?: readonly string[];
}

function setting<T, P extends string | null>(
  key: string,
  flag: string | null,
  preset: P,
  read: Read<T>,
): Setting<T, P> {
  return { key, flag, preset, read };
}

export const SETTINGS = {
  db: setting("CASELAW_DB", "db", "data/caselaw.db", nonEmpty),
  dataDir: setting("CASELAW_DATA_DIR", "data-dir", "data", nonEmpty),
  logFormat: setting("CASELAW_LOG_FORMAT", "log-format", "text", oneOf(LOG_FORMATS)),
  source: setting("CASELAW_SOURCE", "source", "static", oneOf(SOURCES)),
  /** Without a value: the default of the source. */
  sourceUrl: setting("CASELAW_SOURCE_URL", "source-url", null, webAddress),
  token: setting("CASELAW_TOKEN", null, null, text),
  tokenFile: setting("CASELAW_TOKEN_FILE", "token-file", null, text),
  keep: setting("CASELAW_KEEP", "keep", "newest", oneOf(KEEPS)),
  /** The address to which `sync` sends its report; it may contain a secret. */
  notifyUrl: setting("CASELAW_NOTIFY_URL", "notify-url", null, webAddress),
  /** Downloads at a time; threads of an import, which chooses their number if it is not set. */
  jobs: setting("CASELAW_JOBS", "jobs", "4", numberFrom(1, MAX_JOBS)),
  /** Memory limit of an import in MiB; without a value it depends on the processors. */
  memory: setting("CASELAW_MEMORY", "memory", null, numberFrom(MIN_MEMORY, MAX_MEMORY)),
  /** If it is not set, `serve` uses the address that it listens on. */
  baseUrl: setting("CASELAW_BASE_URL", "base-url", "http://127.0.0.1:8000", baseAddress),
  host: setting("CASELAW_HOST", "host", "127.0.0.1", nonEmpty),
  /** 0: any free port. */
  port: setting("CASELAW_PORT", "port", "8000", numberFrom(0, 65_535)),
  tokens: setting("CASELAW_TOKENS", "tokens", null, text),
  /** Without a value, no exports are served. */
  exports: setting("CASELAW_EXPORTS", "exports", null, text),
  /** Whether everyone sees every body. */
  open: setting("CASELAW_OPEN", "open", "false", oneOf(["true", "false"])),
  /** Whether a search of callers without credentials includes texts that they may not see. */
  closedText: setting("CASELAW_CLOSED_TEXT", "closed-text", "searchable", oneOf(CLOSED_TEXTS)),
  /** Whether search engines may read the pages; without a value only those of an open service for other machines. */
  robots: setting("CASELAW_ROBOTS", "robots", null, oneOf(ROBOTS)),
  /** Processes; without a value chosen by the number of processors. */
  readers: setting("CASELAW_READERS", "readers", null, numberFrom(1, MAX_READERS)),
  deadlineMs: setting("CASELAW_DEADLINE_MS", "deadline-ms", "10000", numberFrom(1, HOUR_MS)),
  /** Without a value, questions are answered from the corpus file. */
  engineUrl: setting("CASELAW_ENGINE_URL", "engine-url", null, baseAddresses),
  engineIndex: setting("CASELAW_ENGINE_INDEX", "engine-index", "caselaw", indexName),
  engineUser: setting("CASELAW_ENGINE_USER", null, null, text),
  enginePassword: setting("CASELAW_ENGINE_PASSWORD", null, null, text),
  engineCa: setting("CASELAW_ENGINE_CA", "engine-ca", null, text),
};

type Table = typeof SETTINGS;
type SettingName = keyof Table;

/** The value of each setting; null where it has none. */
type Values = {
  readonly [N in SettingName]:
    | ReturnType<Table[N]["read"]>
    | (Table[N]["preset"] extends null ? null : never);
};

export interface Settings extends Values {
  /** The config file; it may be missing. */
  readonly config: string;
  readonly quiet: boolean;
  /** Null when not set. */
  readonly givenJobs: number | null;
  /** Null when not set. */
  readonly givenBaseUrl: string | null;
  /** Null when questions are answered from the corpus file. */
  readonly engine: EngineLocation | null;
}

/** Values of the given flags by commander's names (`--data-dir` is `dataDir`). */
type Flags = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(SETTINGS) as SettingName[];
const KEYS: ReadonlySet<string> = new Set(NAMES.map((name) => SETTINGS[name].key));

/**
 * @throws CaselawError `invalid` for an invalid value, an unknown key of the config file, or a config file that was
 *   given as a flag and cannot be read
 */
export function readSettings(flags: Flags, environment: Environment): Settings {
  const configFlag = typeof flags.config === "string" ? flags.config : null;
  const config = configFlag ?? DEFAULT_CONFIG;
  const configured = readConfig(config, configFlag === null ? "optional" : "required");
  const rawValue = (name: SettingName): RawValue | null => {
    const { key, flag } = SETTINGS[name];
    const value = flag === null ? undefined : flags[name];
    if (typeof value === "string") return { value, called: `--${flag}` };
    if (environment[key]) return { value: environment[key], called: `${key} of the environment` };
    return configured[key] ? { value: configured[key], called: `${key} of "${config}"` } : null;
  };
  const read = NAMES.map((name) => {
    const { key, preset, read } = SETTINGS[name];
    const raw = rawValue(name) ?? (preset === null ? null : { value: preset, called: key });
    return [name, raw === null ? null : read(raw)];
  });
  const values = Object.fromEntries(read) as Values;
  const { token, tokenFile, jobs, baseUrl } = values;
  // the file counts if there is no token, or if it is given as a flag
  const isFile = tokenFile !== null && (token === null || flags.tokenFile !== undefined);
  return {
    ...values,
    config,
    quiet: flags.quiet === true,
    token: isFile ? null : token,
    tokenFile: isFile ? tokenFile : null,
    givenJobs: rawValue("jobs") && jobs,
    givenBaseUrl: rawValue("baseUrl") && baseUrl,
    engine: engineOf(values),
  };
}

/** Variables of the environment whose names begin like settings but are unknown; the tests use `CASELAW_TEST_…`. */
export function unknownVariables(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => /^CASELAW_(?!TEST_)/.test(name) && !KEYS.has(name));
}

export function corpusOf({ db, engine }: Pick<Settings, "db" | "engine">): CorpusLocation {
  return engine ?? db;
}

/** The tokens file when none is set. */
export function defaultTokensFile({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "tokens");
}

function engineOf({
  engineUrl: urls,
  engineIndex: index,
  engineUser,
  ...rest
}: Values): EngineLocation | null {
  const { enginePassword: password, engineCa: caFile } = rest;
  return urls === null ? null : { urls, index, user: engineUser, password, caFile };
}

function text({ value }: RawValue): string {
  return value;
}

/** The value of a setting that has a default: an empty flag is not a value. */
function nonEmpty(raw: RawValue): string {
  if (raw.value === "") throw wrongValue(raw, "empty");
  return raw.value;
}

function oneOf<C extends string>(choices: readonly C[]): Read<C> {
  const read = (raw: RawValue): C => {
    const choice = choices.find((option) => option === nonEmpty(raw));
    if (choice === undefined) throw wrongValue(raw, `not one of ${choices.join(", ")}`);
    return choice;
  };
  return Object.assign(read, { choices });
}

function numberFrom(min: number, max: number): Read<number> {
  return (raw) => wholeNumber(raw, min, max);
}

/** @throws CaselawError `invalid` */
export function wholeNumber(raw: RawValue, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(raw.value) ? Number(raw.value) : Number.NaN;
  if (!(number >= min && number <= max)) throw wrongValue(raw, `not a number from ${min} to ${max}`);
  return number;
}

function webAddress(raw: RawValue): string {
  const isAddress = URL.canParse(raw.value) && /^https?:$/.test(new URL(raw.value).protocol);
  if (!isAddress) throw wrongValue(raw, "not an http or https URL");
  return raw.value;
}

function baseAddress(raw: RawValue): string {
  return withoutEnd(webAddress(raw), /\//);
}

function baseAddresses(raw: RawValue): string[] {
  return raw.value.split(",").map((value) => baseAddress({ ...raw, value: value.trim() }));
}

/** Names that OpenSearch allows for an index, with which ours begin. */
function indexName(raw: RawValue): string {
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(nonEmpty(raw))) return raw.value;
  throw wrongValue(raw, "not lower-case letters, digits, - and _");
}

function wrongValue({ called, value }: RawValue, reason: string): CaselawError {
  return new CaselawError("invalid", `Cannot use ${called} "${shownValue(value)}": ${reason}`);
}

/** Blank, a comment or a setting. Other lines are nothing to `parseEnv`. */
const LINE = /^\s*(?:#.*|(?:export\s+)?[\w.-]+\s*=.*)?$/;

/**
 * Reads the config file: `KEY=value` lines, as in an `.env` file.
 *
 * @throws CaselawError `invalid`: the file cannot be read, has a key that is no setting, or a line that is no setting
 */
function readConfig(path: string, presence: "optional" | "required"): Environment {
  const content = readText(path, presence);
  const refuse = (reason: string, hint?: string): never => {
    throw new CaselawError("invalid", `Cannot use config file "${path}": ${reason}`, {
      at: { file: path },
      hint,
    });
  };
  const wrong = content.split("\n").findIndex((line) => !LINE.test(line.trimEnd()));
  if (wrong >= 0) refuse(`line ${wrong + 1} is neither KEY=value nor a comment (#)`);
  const values = parseEnv(content);
  const unknown = Object.keys(values).find((key) => !KEYS.has(key));
  if (unknown !== undefined) refuse(`unknown key "${unknown}"`, `Known keys: ${[...KEYS].join(", ")}`);
  return values;
}

function readText(path: string, presence: "optional" | "required"): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
    if (isMissing && presence === "optional") return "";
    const reason = isMissing ? "no such file" : messageOf(error);
    throw new CaselawError("invalid", `Cannot read config file "${path}": ${reason}`, { cause: error });
  }
}
