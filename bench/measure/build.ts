/** The compiled program, as the package holds it: made anew when a source is newer than what was made. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT, type Setting } from "./setting.ts";

/** Returns the path of the compiled main module; with `--skip build` that of the source. @throws Error when it does not compile */
export function buildProgram({ skip }: Pick<Setting, "skip">): string {
  if (skip.has("build")) return join(ROOT, "src", "cli", "main.ts");
  const main = join(ROOT, "dist", "cli", "main.js");
  if (existsSync(main) && newest("dist") >= newest("src")) return main;
  process.stderr.write("npm run build\n");
  const ended = spawnSync("npm", ["run", "-s", "build"], { cwd: ROOT, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`Cannot build: ${ended.stdout}${ended.stderr}`);
  return main;
}

function newest(folder: string): number {
  const files = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const times = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs);
  return Math.max(0, ...times);
}
