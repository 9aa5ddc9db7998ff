#!/usr/bin/env node
/**
 * The program `caselaw`: refuses an old Node, then runs. The only place that exits.
 *
 * It must parse on an older Node, so that the refusal is seen: no new syntax here, everything else is imported after it.
 */
const MIN_NODE = 24;
/** Beside the packages: who can write there can change the program itself, and npm takes it away with the package. */
const COMPILE_CACHE = new URL("../../node_modules/.cache/caselaw", import.meta.url);

if (Number(process.versions.node.split(".")[0]) < MIN_NODE) {
  process.stderr.write(
    `caselaw: Cannot run on Node ${process.versions.node}: Node ${MIN_NODE} or newer is needed\n`,
  );
  process.exit(1);
}

// What Node compiled the last time is compiled already. A folder that cannot be written is no error, it only saves nothing.
if (import.meta.url.endsWith(".js")) {
  const folder = process.getBuiltinModule("node:url").fileURLToPath(COMPILE_CACHE);
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

import("./run-process.ts").then(({ runProcess }) => runProcess((code) => process.exit(code)));
