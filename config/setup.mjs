/**
 * Makes a checkout runnable on any machine with npm, or does nothing when it already is.
 *
 * Runs on the Node that is there (20 or newer), before anything is installed. The locked packages are installed
 * without their install scripts (no compiler, no downloads), then the one script that is wanted runs: `node`, which
 * brings the Node version that this project needs. At the end `./caselaw` runs the built program.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const lock = join(root, "package-lock.json");
const installed = join(root, "node_modules", ".installed-lock.json");
/** Where the Node version of this project is once it is installed. npm runs with it then. */
const ownNode = join(root, "node_modules", "node", "bin");
const program = join(root, "dist", "cli", "main.js");

function isReady() {
  return existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lock, "utf8");
}

function npm(...args) {
  const windows = process.platform === "win32";
  execFileSync(windows ? "npm.cmd" : "npm", args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: windows,
    env: { ...process.env, PATH: [ownNode, process.env.PATH].join(delimiter) },
  });
}

if (!isReady()) {
  process.stderr.write("Installing the locked packages and Node 24 (once)…\n");
  npm("ci", "--ignore-scripts", "--loglevel=error");
  npm("rebuild", "node", "--ignore-scripts=false", "--loglevel=error");
  copyFileSync(lock, installed);
}
if (!isBuilt()) {
  process.stderr.write("Building ./caselaw…\n");
  npm("run", "-s", "build");
}
writeLaunchers();

/** Whether the program is newer than its source. */
function isBuilt() {
  if (!existsSync(program)) return false;
  const built = statSync(program).mtimeMs;
  const files = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true });
  return files.every((file) => statSync(join(file.parentPath, file.name)).mtimeMs <= built);
}

/** A command in the checkout, for each kind of system, that runs from any folder. */
function writeLaunchers() {
  const shell = join(root, "caselaw");
  if (!existsSync(shell)) {
    const folder = `if [ -L "$0" ]; then here=$(dirname "$(readlink -f "$0")"); else here=\${0%/*}; fi`;
    // there "node" is an empty file
    const node = process.platform === "win32" ? "node.exe" : "node";
    const start = `exec "$here/node_modules/node/bin/${node}" "$here/dist/cli/main.js" "$@"`;
    writeFileSync(shell, `#!/bin/sh\n${folder}\n${start}\n`, { mode: 0o755 });
  }
  if (process.platform !== "win32") return;
  const line = '@"%~dp0node_modules\\node\\bin\\node.exe" "%~dp0dist\\cli\\main.js" %*';
  writeFileSync(join(root, "caselaw.cmd"), `@echo off\r\n${line}\r\n`);
}
