/**
 * Puts the compiled program into few files: `dist/cli/`, run by `bin`.
 *
 * A small question takes as long as its modules take to load. As CommonJS, because Node touches every export of a
 * built-in module that an ES module imports, and of `node:fs`, `node:process` and `node:util` many load others in turn.
 * All files are in one folder, so that threads and reader processes find their files next to the file that starts them.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, type PluginContext, rolldown } from "rolldown";
import { writeLicences } from "./licences.ts";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "dist", "cli");

const ENTRIES = {
  main: "src/cli/main.ts",
  "reader-process": "src/http/readers/reader-process.ts",
  "reader-thread": "src/import/threads/reader-thread.ts",
  "parser-thread": "src/import/threads/parser-thread.ts",
  "request-thread": "src/engine/client/request-thread.ts",
  "bzip2-thread": "src/archive/bzip2-thread.ts",
  "pdf-process": "src/check/documents/pdf-process.ts",
  "pdf-thread": "src/check/documents/pdf-thread.ts",
};

/** Commander starts programs for commands that are files of their own, of which there are none here. */
const NO_PROGRAMS: Plugin = {
  name: "no programs that commander starts",
  resolveId: (name, importer) => (startsPrograms(name, importer) ? "no-programs" : null),
  load: (id) => (id === "no-programs" ? "export default {};" : null),
};

function startsPrograms(name: string, importer: string | undefined): boolean {
  return name === "node:child_process" && importer !== undefined && /[\\/]commander[\\/]/.test(importer);
}

/**
 * Packages that are ES modules only are part of the bundle, because CommonJS sees them otherwise than the source does. All others stay
 * where npm puts them, and are loaded when they are needed.
 */
function isExternal(name: string, importer: string | undefined): boolean {
  if (name.startsWith("node:")) return !startsPrograms(name, importer);
  const found = /^(?:@[^/]+\/)?[a-z][^/]*/.exec(name)?.[0];
  return found !== undefined && isPackage(found) && !isEsModule(found);
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

/**
 * Files that a small question loads together, because every file costs 0.2 ms: what each command loads, and what a question
 * adds to it. What threads load too stays apart, or they would load all of it.
 */
const TOGETHER = { start: "src/cli/program.ts", ask: "src/cli/commands/list.ts" };

type Modules = Pick<PluginContext, "getModuleInfo">;
let groups: ReadonlyMap<string, string> | null = null;

function groupOf(id: string, modules: Modules): string | null {
  groups ??= groupModules(modules);
  return groups.get(id) ?? null;
}

function groupModules(modules: Modules): Map<string, string> {
  const threads = Object.entries(ENTRIES).filter(([name]) => name.endsWith("-thread"));
  const apart = new Set(threads.flatMap(([, file]) => [...importedBy(file, modules)]));
  // a module of both belongs to the first
  const grouped = Object.entries(TOGETHER)
    .toReversed()
    .flatMap(([name, file]) => [...importedBy(file, modules)].map((id) => [id, name] as const));
  return new Map(grouped.filter(([id]) => !apart.has(id)));
}

/** The module, what it imports other than by `import()`, what those import, and so on. */
function importedBy(file: string, modules: Modules): Set<string> {
  const found = new Set([join(ROOT, file)]);
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

const bundle = await rolldown({
  cwd: ROOT,
  input: ENTRIES,
  platform: "node",
  external: isExternal,
  plugins: [NO_PROGRAMS],
  // what codeSplitting below needs
  preserveEntrySignatures: "allow-extension",
});
const { output } = await bundle.write({
  dir: OUT,
  format: "cjs",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: groupOf, debugName: "loaded together" }],
  },
});
// the files that pages load must be next to the file that reads them (src/pages/assets.ts)
cpSync(join(ROOT, "src", "pages", "assets"), join(OUT, "assets"), { recursive: true });
writeFileSync(join(OUT, "package.json"), '{ "type": "commonjs" }\n');
// liblzma (src/archive/liblzma.ts): its package has binaries, but npm would compile it where the program is installed
const liblzma = join(ROOT, "node_modules", "node-liblzma");
cpSync(join(liblzma, "prebuilds"), join(ROOT, "dist", "prebuilds"), { recursive: true });
const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
const packages = modules.flatMap(
  (id) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? [],
);
writeLicences(new Set([...packages, "rolldown"]));
