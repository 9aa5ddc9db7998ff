/**
 * Writes `dist/LICENSES.txt`: the licence of everything that the published package contains and others wrote. What npm installs next to
 * the package has its own licence files.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** The only part that is not under a permissive licence, so its licence asks for more than its text. */
const LIBLZMA = `The files in dist/prebuilds/ are unchanged files of the npm package node-liblzma, which also has their sources. The
program loads dist/prebuilds/PLATFORM/node-liblzma.node; you may replace that file by a build of your own, and you may modify the
program and examine it for that purpose. They contain liblzma of XZ Utils, which is under the licence 0BSD.`;

interface PackageJson {
  readonly version: string;
  readonly license: string;
}

/** @param bundled the packages that the bundle contains */
export function writeLicences(bundled: Iterable<string>): void {
  const sections = [...bundled].sort().map((name) => packageSection(name));
  sections.push(packageSection("node-liblzma", LIBLZMA), gpl(), reportersSection());
  const head = "Parts of this package that others wrote, with their licences.\n";
  writeFileSync(join(ROOT, "dist", "LICENSES.txt"), [head, ...sections].join("\n"));
}

/** @throws Error for a package without a licence file */
function packageSection(name: string, note?: string): string {
  const folder = join(ROOT, "node_modules", name);
  const { version, license }: PackageJson = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  const text = readFileSync(join(folder, file), "utf8");
  return section(`${name} ${version} (${license})`, note === undefined ? text : `${note}\n\n${text}`);
}

/** The LGPL refers to the GPL, and both texts must be there. */
function gpl(): string {
  return section(
    "GNU General Public License, version 3, to which the licence of node-liblzma refers",
    readFileSync(join(import.meta.dirname, "licences", "GPL-3.0.txt"), "utf8"),
  );
}

/** The table of reporters is a source file, whose first comment is its licence. */
function reportersSection(): string {
  const table = readFileSync(join(ROOT, "src", "citations", "reporter-table.ts"), "utf8");
  const comment = table.slice(0, table.indexOf("*/")).replace(/^(?:\/\*!| \*) ?/gm, "");
  const version = /reporters-db (\d[\d.]*\d)/.exec(comment)?.[1] ?? "";
  return section(`reporters-db ${version} (BSD-2-Clause)`, comment);
}

function section(title: string, text: string): string {
  return `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n\n${text.trim()}\n`;
}
