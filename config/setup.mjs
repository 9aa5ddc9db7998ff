/**
 * Makes a checkout runnable on any machine with npm, or does nothing when it already is.
 *
 * Runs on the Node that is there (20 or newer), before anything is installed. The locked packages are installed
 * without their install scripts (no compiler, no downloads), then the one script that is wanted runs: `node`, which
 * brings the Node version that this project needs.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const lock = join(root, "package-lock.json");
const installed = join(root, "node_modules", ".installed-lock.json");

function isReady() {
  return existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lock, "utf8");
}

function npm(...args) {
  const windows = process.platform === "win32";
  execFileSync(windows ? "npm.cmd" : "npm", args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: windows,
  });
}

if (!isReady()) {
  process.stderr.write("Installing the locked packages and Node 24 (once)…\n");
  npm("ci", "--loglevel=error");
  npm("rebuild", "node", "--ignore-scripts=false", "--loglevel=error");
  copyFileSync(lock, installed);
}
