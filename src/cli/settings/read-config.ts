/** Reads the config file: `KEY=value` lines, as in an `.env` file. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";

export interface Config {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * @param known the keys that may stand there
 * @throws CaselawError `invalid`: the file cannot be read, or has another key
 */
export function readConfig(
  path: string,
  presence: "may be absent" | "must be there",
  known: ReadonlySet<string>,
): Config {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(parseEnv(readText(path, presence)))) {
    if (!known.has(key)) {
      throw new CaselawError("invalid", `Cannot use config file "${path}": unknown key "${key}"`, {
        at: { file: path },
        hint: `Known keys: ${[...known].join(", ")}`,
      });
    }
    if (value !== undefined) values.set(key, value);
  }
  return { path, values };
}

function readText(path: string, presence: "may be absent" | "must be there"): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isAbsent = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
    if (isAbsent && presence === "may be absent") return "";
    const found = isAbsent ? "no such file" : messageOf(error);
    throw new CaselawError("invalid", `Cannot read config file "${path}": ${found}`, { cause: error });
  }
}
