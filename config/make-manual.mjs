/** Writes the manual page of the built program, `dist/man/caselaw.1`, which npm installs with the package. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DIST = join(import.meta.dirname, "..", "dist");

const page = execFileSync(process.execPath, [join(DIST, "cli", "main.js"), "manual"]);
mkdirSync(join(DIST, "man"), { recursive: true });
writeFileSync(join(DIST, "man", "caselaw.1"), page);
