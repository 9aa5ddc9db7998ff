/**
 * Disks that are full: for files after so many bytes, for corpora after so many pages (docs/faults.md, "How a fault is
 * provoked").
 */
import fs from "node:fs";
import Database from "better-sqlite3";

const probe = await fs.promises.open(process.execPath, "r");
const FILE_HANDLE: object = Object.getPrototypeOf(probe);
await probe.close();

/** From now on what is appended to open files fails after so many bytes; comes to the way back. */
export function limitFileBytes(bytes: number): Disposable {
  const old: unknown = Reflect.get(FILE_HANDLE, "appendFile");
  if (typeof old !== "function") throw new Error("no appendFile");
  let left = bytes;
  const limited = async function (this: unknown, data: Uint8Array): Promise<void> {
    const some = data.subarray(0, left);
    left -= some.length;
    await Reflect.apply(old, this, [some]);
    if (some.length < data.length)
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  Reflect.set(FILE_HANDLE, "appendFile", limited);
  return { [Symbol.dispose]: () => void Reflect.set(FILE_HANDLE, "appendFile", old) };
}

/** What the limit hit, as SQL. */
export interface PageLimit extends Disposable {
  readonly hit: readonly string[];
}

/** From now on each corpus that is opened may grow by so many pages only: a true SQLITE_FULL. */
export function limitPages(more: number): PageLimit {
  const memory = new Database(":memory:");
  const statement: object = Object.getPrototypeOf(memory.prepare("SELECT 1"));
  memory.close();
  const limited = new WeakSet<object>();
  const hit: string[] = [];
  const { pragma } = Database.prototype;
  const run: unknown = Reflect.get(statement, "run");
  if (typeof run !== "function") throw new Error("no run");
  Database.prototype.pragma = function (...given) {
    if (!limited.has(this)) {
      limited.add(this);
      const pages = Number(pragma.call(this, "page_count", { simple: true }));
      if (pages > 0) pragma.call(this, `max_page_count = ${pages + more}`);
    }
    return pragma.apply(this, given);
  };
  Reflect.set(statement, "run", function (this: object, ...given: unknown[]): unknown {
    try {
      return Reflect.apply(run, this, given);
    } catch (error) {
      hit.push(String(Reflect.get(this, "source")).replace(/\s+/g, " ").trim());
      throw error;
    }
  });
  const undo = (): void => {
    Database.prototype.pragma = pragma;
    Reflect.set(statement, "run", run);
  };
  return { hit, [Symbol.dispose]: undo };
}

/** From now on each database that is made anew, by `exec` of its schema, may have so many pages only: a true SQLITE_FULL. */
export function limitNewDatabases(pages: number): Disposable {
  const { exec } = Database.prototype;
  const limited = new WeakSet<object>();
  Database.prototype.exec = function (sql) {
    const isNew = !limited.has(this) && /^\s*CREATE TABLE /.test(sql);
    const result = exec.call(this, sql);
    if (isNew) {
      limited.add(this);
      this.pragma(`max_page_count = ${pages}`);
    }
    return result;
  };
  return { [Symbol.dispose]: () => void Object.assign(Database.prototype, { exec }) };
}
