/**
 * Prints the software bill of materials of the published package, in CycloneDX (`npm run -s sbom`): what npm installs with it, by the lock
 * file, and what others wrote of the files that it contains.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), "utf8"));

interface Component {
  readonly "bom-ref": string;
  readonly type: "library" | "data";
  name: string;
  readonly version: string;
  readonly scope: "required";
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

/** The parts that are used of npm's answer. */
interface Bom {
  readonly metadata: { readonly component: Component };
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** npm, on the Node that runs this file; `npm run` sets `npm_execpath`, also where the command is `npm.cmd`. */
function npm(...args: string[]): string {
  const path = process.env.npm_execpath;
  const [command, before] = path === undefined ? ["npm", []] : [process.execPath, [path]];
  return execFileSync(command, [...before, ...args], { cwd: ROOT, encoding: "utf8" });
}

/** The references of the packages that npm installs with this one. `npm sbom --omit=dev` leaves out those that development needs too. */
function installedPackages(): Set<string> {
  const { packages } = readJson("package-lock.json");
  const marks = ["dev", "devOptional", "optional"] as const;
  type Locked = { readonly version: string } & { readonly [mark in (typeof marks)[number]]?: boolean };
  const installed = Object.entries<Locked>(packages).filter(
    ([path, locked]) => path !== "" && !marks.some((mark) => locked[mark] === true),
  );
  return new Set(installed.map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`));
}

/** What is copied into the package (config/licences.ts), so that npm does not know it. */
function copiedParts(): Component[] {
  const table = readFileSync(join(ROOT, "src", "citations", "reporter-table.ts"), "utf8");
  const reporters = /reporters-db (\d[\d.]*\d)/.exec(table)?.[1] ?? "";
  const { version: liblzma } = readJson("node_modules", "node-liblzma", "package.json");
  return [
    component("library", "npm", "node-liblzma", liblzma, "LGPL-3.0-only"),
    component("data", "pypi", "reporters-db", reporters, "BSD-2-Clause"),
  ];
}

function component(
  type: Component["type"],
  registry: string,
  name: string,
  version: string,
  id: string,
): Component {
  const purl = `pkg:${registry}/${name}@${version}`;
  return {
    "bom-ref": `${name}@${version}`,
    type,
    name,
    version,
    scope: "required",
    purl,
    licenses: [{ license: { id } }],
  };
}

const bom: Bom = JSON.parse(npm("sbom", "--sbom-format=cyclonedx", "--package-lock-only"));
const program = bom.metadata.component;
// npm names it by the folder of the checkout
program.name = readJson("package.json").name;
const copied = copiedParts();
const installed = installedPackages();
bom.components = [...bom.components.filter((part) => installed.has(part["bom-ref"])), ...copied];
const references = new Set([program, ...bom.components].map((part) => part["bom-ref"]));
bom.dependencies = [...bom.dependencies, ...copied.map((part) => ({ ref: part["bom-ref"], dependsOn: [] }))]
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => {
    const own = ref === program["bom-ref"] ? copied.map((part) => part["bom-ref"]) : [];
    return { ref, dependsOn: [...new Set([...dependsOn, ...own])].filter((one) => references.has(one)) };
  });
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
