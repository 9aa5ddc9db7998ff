/** Reads the config file: `KEY=value` lines, as in an `.env` file. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";

export interface Config {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * @param known the allowed keys
 * @throws CaselawError `invalid`: the file cannot be read, or has another key
 */
export function readConfig(
  path: string,
  presence: "optional" | "required",
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

function readText(path: string, presence: "optional" | "required"): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
    if (isMissing && presence === "optional") return "";
    const found = isMissing ? "no such file" : messageOf(error);
    throw new CaselawError("invalid", `Cannot read config file "${path}": ${found}`, { cause: error });
  }
}
