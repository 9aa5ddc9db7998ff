/** The compiled program, as the package holds it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, type Setting } from "./setting.ts";

/** Returns the path of the compiled main module; with `--skip build` that of the source. @throws Error when it does not compile */
export function buildProgram({ skip }: Pick<Setting, "skip">): string {
  if (skip.has("build")) return join(ROOT, "src", "cli", "main.ts");
  process.stderr.write("npm run build\n");
  const ended = spawnSync("npm", ["run", "-s", "build"], { cwd: ROOT, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`Cannot build: ${ended.stdout}${ended.stderr}`);
  return join(ROOT, "dist", "cli", "main.js");
}
