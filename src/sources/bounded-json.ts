/**
 * Makes parsed JSON safe to traverse and to store.
 *
 * `JSON.parse` accepts any depth, on which recursion overflows, and lone surrogates, which the database returns as other
 * characters (docs/faults.md, "X5" and "R2"). So depth is counted without recursion, and values are copied only when needed.
 */
import { isJsonObject } from "../domain/json.ts";

/** Maximum depth; real records have a depth of 5 (docs/interface.md, "Limits"). */
export const MAX_JSON_DEPTH = 100;

/** A value, or why it cannot be read; `reason` begins with the JSON path. */
export type Reading<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly reason: string };

/**
 * Replaces lone surrogates by U+FFFD, in keys too, and numbers that JSON cannot represent (`1e400`) by null; refuses a value
 * deeper than `MAX_JSON_DEPTH`.
 */
export function boundJson(value: unknown): Reading<unknown> {
  let level: object[] = isContainer(value) ? [value] : [];
  let sound = isSound(value);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) {
      return { ok: false, reason: `record: nested deeper than ${MAX_JSON_DEPTH} levels` };
    }
    const below: object[] = [];
    for (const container of level) sound = inspect(container, below) && sound;
    level = below;
  }
  return { ok: true, record: sound ? value : repaired(value) };
}

/** Adds the objects and lists in a container to `below`; returns whether its keys and other values need no replacement. */
function inspect(container: object, below: object[]): boolean {
  let sound = true;
  const visit = (inner: unknown): void => {
    if (isContainer(inner)) below.push(inner);
    else if (!isSound(inner)) sound = false;
  };
  if (Array.isArray(container)) {
    for (const inner of container) visit(inner);
  } else {
    for (const [key, inner] of Object.entries(container)) {
      if (!key.isWellFormed()) sound = false;
      visit(inner);
    }
  }
  return sound;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isSound(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "number" || Number.isFinite(value);
}

/** Recursion is safe here: the depth is bounded. `fromEntries` makes `__proto__` an ordinary key (docs/faults.md, "X6"). */
function repaired(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(repaired);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), repaired(inner)]),
  );
}
