/** Reads the config file: `KEY=value` lines, as in an `.env` file. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";

export interface Config {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Blank, a comment or a setting. Other lines are nothing to `parseEnv`. */
const LINE = /^\s*(?:#.*|(?:export\s+)?[\w.-]+\s*=.*)?$/;

/**
 * @param known the allowed keys
 * @throws CaselawError `invalid`: the file cannot be read, has another key, or a line that is no setting
 */
export function readConfig(
  path: string,
  presence: "optional" | "required",
  known: ReadonlySet<string>,
): Config {
  const values = new Map<string, string>();
  const text = readText(path, presence);
  const wrong = text.split("\n").findIndex((line) => !LINE.test(line.trimEnd()));
  if (wrong >= 0) {
    throw new CaselawError(
      "invalid",
      `Cannot use config file "${path}": line ${wrong + 1} is neither KEY=value nor a comment (#)`,
      { at: { file: path } },
    );
  }
  for (const [key, value] of Object.entries(parseEnv(text))) {
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
