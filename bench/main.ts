/**
 * Runs a bench by name: `node bench/main.ts NAME [options]`, `npm run bench -- NAME [options]`.
 *
 * Each prints tables of medians and ratios, all from one run. See README.md beside this file.
 */
import { machine } from "./measure/setting.ts";

type Bench = (args: readonly string[]) => Promise<void>;

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  import: async () => (await import("./import.ts")).benchImport,
  queries: async () => (await import("./queries.ts")).benchQueries,
  http: async () => (await import("./http.ts")).benchHttp,
  start: async () => (await import("./start.ts")).benchStart,
  export: async () => (await import("./export.ts")).benchExport,
  night: async () => (await import("./night.ts")).benchNight,
  whole: async () => (await import("./whole.ts")).benchWhole,
  check: async () => (await import("./check.ts")).benchCheck,
  search: async () => (await import("./search.ts")).benchSearch,
  engine: async () => (await import("./engine.ts")).benchEngine,
  courtlistener: async () => (await import("./courtlistener.ts")).benchCourtlistener,
};

const [name = "", ...args] = process.argv.slice(2);
const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (load === undefined) {
  process.stderr.write(`Name one of: ${Object.keys(BENCHES).join(", ")}\n`);
  process.exit(2);
}
process.stdout.write(`bench ${name} on ${machine()}\n\n`);
await (await load())(args);
