/**
 * Puts the compiled program into few files: `dist/cli/`, run by `bin`.
 *
 * A small question takes as long as its modules take to load. As CommonJS, because Node touches every export of a
 * built-in module that an ES module imports, and of `node:fs`, `node:process` and `node:util` many load others in turn.
 * All files are in one folder, so that threads and reader processes find their files next to the file that starts them.
 */
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "dist", "cli");

const ENTRIES = {
  main: "src/cli/main.ts",
  "reader-process": "src/http/readers/reader-process.ts",
  "reader-thread": "src/import/threads/reader-thread.ts",
  "parser-thread": "src/import/threads/parser-thread.ts",
  "request-thread": "src/engine/client/request-thread.ts",
  "pdf-thread": "src/check/pdf-thread.ts",
};

/** Commander starts programs for commands that are files of their own, of which there are none here. */
const NO_PROGRAMS: Plugin = {
  name: "no programs that commander starts",
  resolveId: (name, importer) => (startsPrograms(name, importer) ? "no-programs" : null),
  load: (id) => (id === "no-programs" ? "export default {};" : null),
};

function startsPrograms(name: string, importer: string | undefined): boolean {
  return name === "node:child_process" && importer !== undefined && importer.includes("/commander/");
}

/** Packages that are ES modules only, which CommonJS sees otherwise than the source does. */
const inlined = new Set<string>();

/** All other packages stay where npm puts them, and are loaded when they are needed. */
function isExternal(name: string, importer: string | undefined): boolean {
  if (name.startsWith("node:")) return !startsPrograms(name, importer);
  const found = /^(?:@[^/]+\/)?[a-z][^/]*/.exec(name)?.[0];
  if (found === undefined || !isPackage(found)) return false;
  if (!isEsModule(found)) return true;
  inlined.add(found);
  return false;
}

function isPackage(name: string): boolean {
  return existsSync(join(ROOT, "node_modules", name, "package.json"));
}

function isEsModule(name: string): boolean {
  const { type, exports } = JSON.parse(
    readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"),
  );
  return type === "module" && !JSON.stringify(exports ?? "").includes('"require"');
}

/** What is taken into the program comes with its licence. */
function copyLicence(name: string): void {
  const folder = join(ROOT, "node_modules", name);
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${name} has no licence`);
  copyFileSync(join(folder, licence), join(OUT, `LICENSE.${name.replace("/", "-")}`));
}

const bundle = await rolldown({
  cwd: ROOT,
  input: ENTRIES,
  platform: "node",
  external: isExternal,
  plugins: [NO_PROGRAMS],
});
await bundle.write({
  dir: OUT,
  format: "cjs",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
// the files that pages load must be next to the file that reads them (src/pages/assets.ts)
cpSync(join(ROOT, "src", "pages", "assets"), join(OUT, "assets"), { recursive: true });
writeFileSync(join(OUT, "package.json"), '{ "type": "commonjs" }\n');
for (const name of inlined) copyLicence(name);
