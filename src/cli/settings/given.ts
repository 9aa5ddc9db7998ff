/** The value of a setting, and its conversion. */
import { CaselawError } from "../../domain/errors.ts";
import { shownValue } from "../escape-for-terminal.ts";
import type { Config } from "./read-config.ts";

export interface SettingRow {
  /** The name in the environment and in the config file. */
  readonly key: string;
  /** The name on the command line, without hyphens; null where there is no flag. */
  readonly flag: string | null;
  /** Null where there is no default. */
  readonly preset: string | null;
  readonly choices?: readonly string[];
}

/** Values of the given flags by commander's names (`--data-dir` is `dataDir`). */
export type Flags = Readonly<Record<string, unknown>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** A value, and the name of its origin in messages. */
interface Named {
  readonly value: string;
  readonly called: string;
}

export interface Given extends Named {
  readonly from: "flag" | "elsewhere" | "preset";
}

export function findSetting(
  row: SettingRow,
  name: string,
  flags: Flags,
  environment: Environment,
  config: Config,
): Given | null {
  const flag = row.flag === null ? undefined : flags[name];
  if (typeof flag === "string") return { value: flag, from: "flag", called: `--${row.flag}` };
  const set = environment[row.key];
  if (set !== undefined && set !== "") {
    return { value: set, from: "elsewhere", called: `${row.key} of the environment` };
  }
  const configured = config.values.get(row.key);
  if (configured !== undefined && configured !== "") {
    return { value: configured, from: "elsewhere", called: `${row.key} of "${config.path}"` };
  }
  return row.preset === null ? null : { value: row.preset, from: "preset", called: row.key };
}

/** The value of a setting that has a default: an empty flag is not a value. */
export function required(given: Given | null): Given {
  if (given === null || given.value === "") throw wrongValue(given, "empty");
  return given;
}

export function chosen<C extends string>(given: Given, choices: readonly C[]): C {
  const choice = choices.find((one) => one === given.value);
  if (choice === undefined) throw wrongValue(given, `not one of ${choices.join(", ")}`);
  return choice;
}

export function wholeNumber(given: Named, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(given.value) ? Number(given.value) : Number.NaN;
  if (!(number >= min && number <= max)) throw wrongValue(given, `not a number from ${min} to ${max}`);
  return number;
}

export function webAddress(given: Given | null): string | null {
  if (given === null) return null;
  const isAddress = URL.canParse(given.value) && /^https?:$/.test(new URL(given.value).protocol);
  if (!isAddress) throw wrongValue(given, "not an http or https URL");
  return given.value;
}

export function wrongValue(given: Named | null, found: string): CaselawError {
  return new CaselawError(
    "invalid",
    `Cannot use ${given?.called ?? "a setting"} "${shownValue(given?.value ?? "")}": ${found}`,
  );
}
