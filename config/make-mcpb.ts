/**
 * Makes an MCP bundle, `data/mcp/caselaw-VERSION.mcpb`: the built program with its packages, which a desktop assistant installs from one
 * file. `npm run mcpb`; the argument is another folder.
 *
 * A bundle is a zip with a manifest of version 0.3. The same files give the same bytes, because the MCP registry lists a bundle by its
 * SHA-256. The format's own program installs 55 packages; the format needs none of them.
 */
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { SCHEMAS, TOOL_NAMES } from "../src/mcp/schemas.ts";

const ROOT = join(import.meta.dirname, "..");
const PROGRAM = "dist/cli/main.js";

interface PackageFile {
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly homepage: string;
  readonly bugs: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly type: string; readonly url: string };
  readonly engines: { readonly node: string };
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const OWN: PackageFile = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

function manifest(): object {
  const { version, description, license, homepage, bugs, keywords, repository, engines } = OWN;
  return {
    manifest_version: "0.3",
    ...{ name: "caselaw", display_name: "caselaw", version, description },
    long_description: `Eight tools that search, read, cite and check American decisions in a corpus on this machine. First make a corpus with the program caselaw, as ${homepage} says.`,
    author: { name: OWN.author },
    repository: { type: repository.type, url: repository.url.replace(/^git\+/, "") },
    ...{ homepage, documentation: homepage, support: bugs, license, keywords },
    server: {
      ...{ type: "node", entry_point: PROGRAM },
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${PROGRAM}`, "mcp", "--db", `\${user_config.corpus}`],
      },
    },
    tools: TOOL_NAMES.map((name) => ({ name, description: SCHEMAS[name].description })),
    compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: engines.node } },
    user_config: {
      corpus: {
        ...{ type: "file", title: "Corpus", required: true },
        description: "The file that caselaw sync or caselaw import makes, such as caselaw.db",
      },
    },
  };
}

/** What the program requires when it runs, by their folders, as the lock file has them. */
function packages(): string[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  );
  const folders = new Set([""]);
  for (const folder of folders)
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {}))
      if (!name.startsWith("@types/")) folders.add(folderOf(name, folder, lock.packages));
  folders.delete("");
  return [...folders];
}

/** The package that `folder` gets under this name: its own, or that of the folder above it. */
function folderOf(name: string, folder: string, locked: Readonly<Record<string, LockedPackage>>): string {
  const path = join(folder, "node_modules", name);
  if (path in locked) return path;
  if (folder === "") throw new Error(`The lock file has no package ${name}`);
  return folderOf(name, folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules") - 1)), locked);
}

/** Types, maps and documentation; the sources of SQLite, of which the package has binaries for every platform. */
const NOT_NEEDED = /\.(?:map|md|[cm]?ts)$|^node_modules\/better-sqlite3\/(?:deps|src)\//;

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !NOT_NEEDED.test(path) && !path.slice(folder.length).includes("/node_modules/"));
}

async function main(): Promise<void> {
  if (!existsSync(join(ROOT, PROGRAM))) throw new Error("npm run build comes first");
  const target = resolve(process.argv[2] ?? join(ROOT, "data", "mcp"), `caselaw-${OWN.version}.mcpb`);
  mkdirSync(dirname(target), { recursive: true });
  const zip = new ZipFile();
  const attributes = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`), "manifest.json", attributes);
  const files = [
    "package.json",
    "LICENSE",
    "dist/LICENSES.txt",
    ...["dist/cli", ...packages()].flatMap(filesIn).sort(),
  ];
  for (const path of files) zip.addFile(join(ROOT, path), path, attributes);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
  const hash = createHash("sha256");
  await pipeline(createReadStream(target), hash);
  process.stdout.write(
    `${target}\n${files.length + 1} files, SHA-256 of ${basename(target)}: ${hash.digest("hex")}\n`,
  );
}

await main();
