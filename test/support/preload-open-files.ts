/**
 * Loaded before the program (`--import`): as on Windows, no file that the process has open can be removed, renamed or replaced, nor a
 * folder with such a file. Each refusal is a line of the file `REFUSALS`. Of Linux it needs `/proc`.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";

const { appendFileSync, readdirSync, readlinkSync } = fs;
const OPEN = "/proc/self/fd";
const { REFUSALS = "" } = process.env;

function isOpen(path: string): boolean {
  const paths = readdirSync(OPEN).map((name) => {
    try {
      return readlinkSync(`${OPEN}/${name}`);
    } catch {
      return ""; // that of this list
    }
  });
  const asked = resolve(path);
  return paths.some((one) => one === asked || one.startsWith(asked + sep));
}

/** @param paths how many of the arguments are paths */
function refuseOpen(owner: object, name: string, paths: number): void {
  const call = Reflect.get(owner, name);
  Reflect.set(owner, name, (...given: unknown[]) => {
    const open = given.slice(0, paths).find((path) => isOpen(String(path)));
    if (open === undefined) return Reflect.apply(call, owner, given);
    appendFileSync(REFUSALS, `${name} ${open}\n`);
    const error = Object.assign(new Error(`EBUSY: resource busy or locked, ${name} '${open}'`), {
      code: "EBUSY",
    });
    if (name.endsWith("Sync")) throw error;
    return Promise.reject(error);
  });
}

for (const name of ["rm", "unlink", "rmdir", "truncate"]) {
  refuseOpen(fs, `${name}Sync`, 1);
  refuseOpen(fs.promises, name, 1);
}
refuseOpen(fs, "renameSync", 2);
refuseOpen(fs.promises, "rename", 2);
syncBuiltinESMExports();
