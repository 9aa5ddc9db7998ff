/**
 * Watches the calls by which a run changes what is on disk (docs/faults.md, "How a fault is provoked"): `rename`, `fsync`,
 * `write`, the driver's statements, and the end of each transaction. A visitor is shown each of them and may end the process,
 * or throw, there.
 *
 * Calls of SQLite's own, in native code, are not seen: `COMMIT` stands for them. Only the thread that loads this is watched.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Database from "better-sqlite3";

export const CALL_KINDS = ["rename", "fsync", "write", "statement", "commit"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** A moment of a call; at `half` a write has brought half of its bytes, and a statement list some of its statements. */
export interface CallPoint {
  readonly kind: CallKind;
  readonly moment: "before" | "half" | "after";
  /** The path, or the SQL. */
  readonly what: string;
}

export interface Visitor {
  /** Whether it is to end here; of a half one it is asked before. */
  readonly isEnd: (point: CallPoint) => boolean;
  /** Ends it: kills the process, or throws. */
  readonly end: (point: CallPoint) => never;
}

type Arguments = readonly unknown[];
type Call = (this: unknown, ...given: unknown[]) => unknown;
/** Does the call itself, with these arguments. */
type Original = (given: Arguments) => unknown;

/** Handles are made asynchronously only, and their class is not exported. */
const probeHandle = await fs.promises.open(process.execPath, "r");
const FILE_HANDLE: object = Object.getPrototypeOf(probeHandle);
await probeHandle.close();

let isInside = false;
const paths = new WeakMap<object, string>();
const pathsByNumber = new Map<number, string>();

/** From now on the visitor sees all calls of this thread; the function that comes back puts everything as it was. */
export function watchCalls(visitor: Visitor): () => void {
  const undo = [...watchFiles(visitor), ...watchDriver(visitor)];
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.toReversed()) one();
    syncBuiltinESMExports();
  };
}

function watchFiles(visitor: Visitor): (() => void)[] {
  const { promises } = fs;
  const around = (kind: CallKind) => (self: unknown, given: Arguments, original: Original) =>
    visited(visitor, { kind, what: pathOf(self, given) }, () => original(given));
  const writing = (at: number) => (self: unknown, given: Arguments, original: Original) =>
    visitedWrite(visitor, pathOf(self, given), given, at, original);
  return [
    replace(fs, "renameSync", around("rename")),
    replace(promises, "rename", around("rename")),
    replace(fs, "fsyncSync", around("fsync")),
    replace(fs, "fdatasyncSync", around("fsync")),
    replace(FILE_HANDLE, "sync", around("fsync")),
    replace(FILE_HANDLE, "datasync", around("fsync")),
    replace(fs, "writeFileSync", writing(1)),
    replace(fs, "appendFileSync", writing(1)),
    replace(fs, "writeSync", writing(1)),
    replace(promises, "writeFile", writing(1)),
    replace(promises, "appendFile", writing(1)),
    replace(FILE_HANDLE, "appendFile", writing(0)),
    replace(FILE_HANDLE, "writeFile", writing(0)),
    replace(FILE_HANDLE, "write", writing(0)),
    replace(fs, "openSync", (_self, given, original) => noted(original(given), given)),
    replace(promises, "open", (_self, given, original) => noted(original(given), given)),
  ];
}

function watchDriver(visitor: Visitor): (() => void)[] {
  const probe = new Database(":memory:");
  const statement: object = Object.getPrototypeOf(probe.prepare("SELECT 1"));
  probe.close();
  return [
    replace(statement, "run", (self, given, original) => {
      const what = sourceOf(self);
      return visited(visitor, { kind: kindOf(what), what }, () => original(given));
    }),
    replace(Database.prototype, "exec", (self, given, original) => {
      for (const sql of statementsOf(String(given[0])))
        visited(visitor, { kind: kindOf(sql), what: onOneLine(sql) }, () => original([sql]));
      return self;
    }),
  ];
}

function kindOf(sql: string): CallKind {
  return /^\s*COMMIT\b/i.test(sql) ? "commit" : "statement";
}

/** The call with a visit before and behind it; behind an asynchronous one when it is done. */
function visited(visitor: Visitor, of: Omit<CallPoint, "moment">, work: () => unknown): unknown {
  const visit = (moment: "before" | "after"): void => {
    const point = { ...of, moment };
    if (visitor.isEnd(point)) visitor.end(point);
  };
  visit("before");
  const result = work();
  // behind a statement is before the next one
  if (of.kind === "statement" || of.kind === "write") return result;
  if (!(result instanceof Promise)) {
    visit("after");
    return result;
  }
  return result.then((value: unknown) => {
    visit("after");
    return value;
  });
}

/** @param at the place of what is written among the arguments */
function visitedWrite(
  visitor: Visitor,
  what: string,
  given: Arguments,
  at: number,
  original: Original,
): unknown {
  return visited(visitor, { kind: "write", what }, () => {
    const point: CallPoint = { kind: "write", what, moment: "half" };
    const half = halfOf(given[at]);
    if (half === null || !visitor.isEnd(point)) return original(given);
    const result = original(given.map((one, index) => (index === at ? half : one)));
    if (!(result instanceof Promise)) return visitor.end(point);
    return result.then(() => visitor.end(point));
  });
}

function halfOf(written: unknown): string | Uint8Array | null {
  if (typeof written === "string") return written.length < 2 ? null : written.slice(0, written.length >> 1);
  if (!(written instanceof Uint8Array) || written.length < 2) return null;
  return written.subarray(0, written.length >> 1);
}

function replace(
  owner: object,
  name: string,
  call: (self: unknown, given: Arguments, original: Original) => unknown,
): () => void {
  const old: unknown = Reflect.get(owner, name);
  if (typeof old !== "function") throw new Error(`no function ${name}`);
  const patched: Call = function (...given) {
    const original: Original = (changed) => Reflect.apply(old, this, changed);
    if (isInside) return original(given);
    // one call is one, also where it makes use of another that is watched
    isInside = true;
    try {
      return call(this, given, original);
    } finally {
      isInside = false;
    }
  };
  Reflect.set(owner, name, patched);
  return () => void Reflect.set(owner, name, old);
}

function noted(opened: unknown, given: Arguments): unknown {
  const path = String(given[0]);
  if (typeof opened === "number") pathsByNumber.set(opened, path);
  if (!(opened instanceof Promise)) return opened;
  return opened.then((handle: unknown) => {
    if (typeof handle === "object" && handle !== null) paths.set(handle, path);
    return handle;
  });
}

function pathOf(self: unknown, given: Arguments): string {
  if (typeof self === "object" && self !== null && paths.has(self)) return paths.get(self) ?? "";
  const [first] = given;
  return typeof first === "number" ? (pathsByNumber.get(first) ?? String(first)) : String(first);
}

function sourceOf(statement: unknown): string {
  const source: unknown =
    typeof statement === "object" && statement !== null ? Reflect.get(statement, "source") : "";
  return onOneLine(String(source));
}

function onOneLine(sql: string): string {
  return sql.replace(/\s+/g, " ").trim();
}

/** The semicolon before END belongs to a trigger. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, "")
    .split(/;(?!\s*END\b)/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
