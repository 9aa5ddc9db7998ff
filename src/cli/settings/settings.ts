/**
 * Settings: a flag overrides the environment, which overrides the config file, which overrides the default (docs/interface.md, "Settings").
 *
 * One table lists them: environment and config file share its keys, and `config/caselaw.env` documents it.
 */

import { join } from "node:path";
import type { SourceName } from "../../domain/bulk-file.ts";
import { withoutEnd } from "../../domain/citation.ts";
import type { CorpusLocation, EngineLocation } from "../../domain/corpus-source.ts";
import { engineLocation } from "./engine-location.ts";
import {
  chosen,
  type Environment,
  type Flags,
  findSetting,
  type Given,
  required,
  type SettingRow,
  webAddress,
  wholeNumber,
} from "./given.ts";
import { readConfig } from "./read-config.ts";

export const DEFAULT_CONFIG = "config/caselaw.env";

export const LOG_FORMATS = ["text", "json"] as const;
export const SOURCES: readonly SourceName[] = ["bulk", "static"];
export const KEEPS = ["all", "newest", "none"] as const;

export const CLOSED_TEXTS = ["searchable", "unsearchable"] as const;

export const SETTINGS = {
  db: { key: "CASELAW_DB", flag: "db", preset: "data/caselaw.db" },
  dataDir: { key: "CASELAW_DATA_DIR", flag: "data-dir", preset: "data" },
  logFormat: { key: "CASELAW_LOG_FORMAT", flag: "log-format", preset: "text", choices: LOG_FORMATS },
  source: { key: "CASELAW_SOURCE", flag: "source", preset: "static", choices: SOURCES },
  sourceUrl: { key: "CASELAW_SOURCE_URL", flag: "source-url", preset: null },
  token: { key: "CASELAW_TOKEN", flag: null, preset: null },
  tokenFile: { key: "CASELAW_TOKEN_FILE", flag: "token-file", preset: null },
  keep: { key: "CASELAW_KEEP", flag: "keep", preset: "newest", choices: KEEPS },
  notifyUrl: { key: "CASELAW_NOTIFY_URL", flag: "notify-url", preset: null },
  jobs: { key: "CASELAW_JOBS", flag: "jobs", preset: "4" },
  memory: { key: "CASELAW_MEMORY", flag: "memory", preset: null },
  baseUrl: { key: "CASELAW_BASE_URL", flag: "base-url", preset: "http://127.0.0.1:8000" },
  host: { key: "CASELAW_HOST", flag: "host", preset: "127.0.0.1" },
  port: { key: "CASELAW_PORT", flag: "port", preset: "8000" },
  tokens: { key: "CASELAW_TOKENS", flag: "tokens", preset: null },
  open: { key: "CASELAW_OPEN", flag: "open", preset: "false", choices: ["true", "false"] },
  closedText: {
    key: "CASELAW_CLOSED_TEXT",
    flag: "closed-text",
    preset: "searchable",
    choices: CLOSED_TEXTS,
  },
  readers: { key: "CASELAW_READERS", flag: "readers", preset: null },
  deadlineMs: { key: "CASELAW_DEADLINE_MS", flag: "deadline-ms", preset: "10000" },
  engineUrl: { key: "CASELAW_ENGINE_URL", flag: "engine-url", preset: null },
  engineIndex: { key: "CASELAW_ENGINE_INDEX", flag: "engine-index", preset: "caselaw" },
  engineUser: { key: "CASELAW_ENGINE_USER", flag: null, preset: null },
  enginePassword: { key: "CASELAW_ENGINE_PASSWORD", flag: null, preset: null },
  engineCa: { key: "CASELAW_ENGINE_CA", flag: "engine-ca", preset: null },
} as const satisfies Record<string, SettingRow>;

type SettingName = keyof typeof SETTINGS;

/** The settings of a run, each valid. */
export interface Settings {
  /** The config file; it may be missing. */
  readonly config: string;
  readonly db: string;
  readonly dataDir: string;
  readonly logFormat: (typeof LOG_FORMATS)[number];
  readonly quiet: boolean;
  readonly source: SourceName;
  /** Null when not set: the default of the source. */
  readonly sourceUrl: string | null;
  readonly token: string | null;
  /** Null also when a token is set and the file is not given as a flag. */
  readonly tokenFile: string | null;
  readonly keep: (typeof KEEPS)[number];
  /** The address to which `sync` sends its report; null: none. It may contain a secret. */
  readonly notifyUrl: string | null;
  /** Downloads at a time, from 1 to 64. */
  readonly jobs: number;
  /** The same; null when not set: an import then chooses the number of threads. */
  readonly givenJobs: number | null;
  /** Memory limit of an import in MiB, from 320; null: it depends on the processors. */
  readonly memory: number | null;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The same; null when not set: `serve` then uses the address that it listens on. */
  readonly givenBaseUrl: string | null;
  /** The address on which `serve` listens. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The tokens file; null when not set. */
  readonly tokens: string | null;
  /** Whether everyone sees every body. */
  readonly open: boolean;
  /** Whether a search of callers without credentials includes texts that they may not see. */
  readonly closedText: (typeof CLOSED_TEXTS)[number];
  /** Processes; null when not set: chosen by the number of processors. */
  readonly readers: number | null;
  readonly deadlineMs: number;
  /** Null when not set: questions are answered from the corpus file. */
  readonly engine: EngineLocation | null;
}

/** More connections do not help and burden the source. */
const MAX_JOBS = 64;
/** MiB. The program and its threads need the minimum; nothing uses more than the maximum. */
const [LEAST_MEMORY, MAX_MEMORY] = [320, 1_048_576];
/** More processes do not help on any machine. */
const MAX_READERS = 64;
const MAX_PORT = 65_535;
/** An hour. */
const MAX_DEADLINE_MS = 3_600_000;

/**
 * @throws CaselawError `invalid` for an invalid value, an unknown key of the config file, or a config file that was
 *   given as a flag and cannot be read
 */
export function readSettings(flags: Flags, environment: Environment): Settings {
  const asked = typeof flags.config === "string" ? flags.config : null;
  const keys = new Set<string>(Object.values(SETTINGS).map(({ key }) => key));
  const config = readConfig(asked ?? DEFAULT_CONFIG, asked === null ? "optional" : "required", keys);
  const given = (name: SettingName): Given | null =>
    findSetting(SETTINGS[name], name, flags, environment, config);
  const token = given("token");
  const memory = given("memory");
  const tokenFile = given("tokenFile");
  const jobs = wholeNumber(required(given("jobs")), 1, MAX_JOBS);
  const isFileWanted = token === null || tokenFile?.from === "flag";
  return {
    config: config.path,
    db: required(given("db")).value,
    dataDir: required(given("dataDir")).value,
    logFormat: chosen(required(given("logFormat")), LOG_FORMATS),
    quiet: flags.quiet === true,
    source: chosen(required(given("source")), SOURCES),
    sourceUrl: webAddress(given("sourceUrl")),
    token: isFileWanted && tokenFile !== null ? null : (token?.value ?? null),
    tokenFile: isFileWanted ? (tokenFile?.value ?? null) : null,
    keep: chosen(required(given("keep")), KEEPS),
    notifyUrl: webAddress(given("notifyUrl")),
    jobs,
    givenJobs: given("jobs")?.from === "preset" ? null : jobs,
    memory: memory === null ? null : wholeNumber(memory, LEAST_MEMORY, MAX_MEMORY),
    ...serviceSettings(given),
    engine: engineLocation(given),
  };
}

/** Variables of the environment that are named like a setting and are none; `CASELAW_TEST_…` are of the tests. */
export function unknownVariables(environment: Environment): string[] {
  const known = new Set<string>(Object.values(SETTINGS).map(({ key }) => key));
  return Object.keys(environment).filter((name) => /^CASELAW_(?!TEST_)/.test(name) && !known.has(name));
}

/** What questions are answered from. */
export function corpusOf({ db, engine }: Pick<Settings, "db" | "engine">): CorpusLocation {
  return engine ?? db;
}

/** The tokens file when none is set. */
export function defaultTokensFile({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "tokens");
}

type ServiceSettings = Pick<
  Settings,
  "baseUrl" | "givenBaseUrl" | "host" | "port" | "tokens" | "open" | "closedText" | "readers" | "deadlineMs"
>;

function serviceSettings(given: (name: SettingName) => Given | null): ServiceSettings {
  const address = given("baseUrl");
  const baseUrl = withoutEnd(webAddress(address) ?? "", /\//);
  const readers = given("readers");
  return {
    baseUrl,
    givenBaseUrl: address?.from === "preset" ? null : baseUrl,
    host: required(given("host")).value,
    port: wholeNumber(required(given("port")), 0, MAX_PORT),
    tokens: given("tokens")?.value ?? null,
    open: chosen(required(given("open")), ["true", "false"]) === "true",
    closedText: chosen(required(given("closedText")), CLOSED_TEXTS),
    readers: readers === null ? null : wholeNumber(readers, 1, MAX_READERS),
    deadlineMs: wholeNumber(required(given("deadlineMs")), 1, MAX_DEADLINE_MS),
  };
}
