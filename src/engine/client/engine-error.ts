/** Errors that a search engine answers, as those of this program. */
import { CaselawError } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { EngineAnswer, EngineRequest } from "./engine-client.ts";

/** The index that an answer was read from is gone: a rebuilt one has replaced it. */
export class IndexGone extends Error {
  override readonly name = "IndexGone";
}

/** The fields of an answer; its own shape is checked where it is used. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON of a successful answer.
 *
 * @throws IndexGone; CaselawError `unavailable` if the engine cannot serve, `unreachable` if it denies access; Error for an answer
 *   that no version of the engine should give
 */
export function readAnswer({ method, path }: EngineRequest, { status, text }: EngineAnswer): Fields {
  if (status >= 200 && status < 300) return text === "" ? {} : fieldsOf(JSON.parse(text));
  const what = `${method} ${path.split("?")[0]}`;
  const why = reasonOf(text);
  if (status === 404) throw new IndexGone(`${what}: ${why}`);
  if (status === 401 || status === 403) {
    throw new CaselawError("unreachable", `Cannot use the search engine: it answered ${status} to ${what}`, {
      hint: "Check `user` and `password`, and what that user may do.",
    });
  }
  if (status === 429 || status >= 500)
    throw new CaselawError(
      "unavailable",
      `Cannot read the search engine: it answered ${status} to ${what}: ${why}`,
    );
  throw new Error(`The search engine answered ${status} to ${what}: ${why}`);
}

export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

function reasonOf(text: string): string {
  try {
    const error = fieldsOf(fieldsOf(JSON.parse(text)).error);
    const [root] = Array.isArray(error.root_cause) ? error.root_cause : [];
    return String(fieldsOf(root).reason ?? error.reason ?? text).slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}
