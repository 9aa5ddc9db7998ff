/**
 * The files of the search engine that tests use: fetched once with Maven, and kept in the user's cache folder.
 *
 * Where Java or the jars cannot be had, tests of the engine are skipped with one line that says why.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runChild } from "./children.ts";

const SERVER = new URL("../engine/server", import.meta.url).pathname;
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "caselaw-engine", "2.19.6-2");
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";
/** Of Debian. */
const PACKAGES = ["maven", "openjdk-17-jdk-headless"];

export interface EngineFiles {
  /** Of `java -cp`. */
  readonly classPath: string;
}

/** The files, or the reason why they cannot be had. */
export async function findEngineFiles(): Promise<EngineFiles | { readonly missing: string }> {
  if (!(await canRun("javac", "-version")) || !(await canRun("mvn", "--version"))) {
    if (!existsSync(CACHE)) await installPackages();
    if (!(await canRun("java", "-version"))) return { missing: "Java 17 is not installed" };
  }
  if (!existsSync(CACHE)) {
    const failure = await fetchFiles();
    if (failure !== null) return { missing: failure };
  }
  return { classPath: `${join(CACHE, "lib", "*")}:${join(CACHE, "classes")}` };
}

/** @returns why the jars cannot be fetched, or null */
async function fetchFiles(): Promise<string | null> {
  mkdirSync(join(CACHE, ".."), { recursive: true });
  const folder = mkdtempSync(`${CACHE}.`);
  try {
    const fetched = await run("mvn", [
      ...["-q", "-B", "-f", join(SERVER, "pom.xml"), COPY],
      ...["-DincludeScope=runtime", `-DoutputDirectory=${join(folder, "lib")}`],
    ]);
    if (fetched !== null) return `the engine's jars cannot be fetched: ${fetched}`;
    const classes = join(folder, "classes");
    const compiled = await run("javac", [
      ...["-cp", join(folder, "lib", "*"), "-d", classes, join(SERVER, "Engine.java")],
    ]);
    if (compiled !== null) return `the engine cannot be compiled: ${compiled}`;
    // another test file may have been faster
    if (!existsSync(CACHE)) renameSync(folder, CACHE);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function installPackages(): Promise<void> {
  if (process.getuid?.() !== 0 || !(await canRun("apt-get", "--version"))) return;
  await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES]);
}

async function canRun(command: string, flag: string): Promise<boolean> {
  return (await run(command, [flag])) === null;
}

/** @returns the last line of what it said, or null if it did its work */
async function run(command: string, args: readonly string[]): Promise<string | null> {
  try {
    const { code, stdout, stderr } = await runChild(command, args);
    return code === 0 ? null : ((stdout + stderr).trim().split("\n").at(-1) ?? "");
  } catch (error) {
    return String(error);
  }
}
