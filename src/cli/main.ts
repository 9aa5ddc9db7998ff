#!/usr/bin/env node
/**
 * The program `caselaw`: rejects an old Node, then runs. The only place that exits.
 *
 * An older Node must be able to parse it, to print the message: no new syntax here, all else is imported afterwards.
 */
const MIN_NODE = 24;
/** Next to the packages: whoever can write there can change the program itself, and npm removes it with the package. */
const COMPILE_CACHE = new URL("../../node_modules/.cache/caselaw", import.meta.url);

if (Number(process.versions.node.split(".")[0]) < MIN_NODE) {
  process.stderr.write(
    `caselaw: Cannot run on Node ${process.versions.node}: Node ${MIN_NODE} or newer is needed; \`npm install -g node@${MIN_NODE}\` brings it\n`,
  );
  process.exit(1);
}

// Node reuses what it compiled in an earlier run. Without a writable folder it compiles again, which is not an error.
if (import.meta.url.endsWith(".js")) {
  const folder = process.getBuiltinModule("node:url").fileURLToPath(COMPILE_CACHE);
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

import("./program.ts").then(({ runProcess }) => runProcess((code) => process.exit(code)));
