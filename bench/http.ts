/** Requests a second for pages of 100 cases, one processor for the service, against a bare handler serving the same rows. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { writeCursor } from "../src/v1/paging.ts";
import { canPin, load, startServer } from "./http/servers.ts";
import { buildProgram } from "./measure/build.ts";
import { digits, median, table } from "./measure/numbers.ts";
import { ROOT, readSetting } from "./measure/setting.ts";
import { corpusOf } from "./whole/collection.ts";

/** Pages asked for in turn, spread over the corpus. */
const PAGES = 50;
const LOAD_SECONDS = 4;
const CONNECTIONS = 8;

/** Ids after which a page begins. */
const PLACES = `
  SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth, count(*) OVER () AS cases FROM court_case)
   WHERE nth % max(cases / :pages, 1) = 0 AND nth < cases - 100
   LIMIT :pages
`;

export async function benchHttp(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000, runs: 3 });
  const corpus = await corpusOf(setting);
  const places = readPlaces(corpus);
  const seconds = Math.min(LOAD_SECONDS, setting.cases / 1_000);
  if (!canPin()) process.stderr.write("taskset is missing: the servers may use all processors\n");
  await using own = await startServer([
    ...[buildProgram(setting), "serve", "--db", corpus, "--port", "0", "--readers", "1"],
    ...["--data-dir", join(setting.folder, "no-data"), "--quiet"],
  ]);
  await using bare = await startServer([join(ROOT, "bench", "http", "bare-server.ts"), corpus]);
  const servers = [
    { server: own, pathOf: (id: number) => `/v1/cases/?ordering=id&page_size=100&cursor=${cursorOf(id)}` },
    { server: bare, pathOf: (id: number) => `/?id=${id}` },
  ].map((one) => ({ ...one, rates: [] as number[], sizes: [] as number[] }));
  // the first of each brings the files into the system's cache and does not count
  for (let run = -1; run < setting.runs; run++) {
    for (const { server, pathOf, rates, sizes } of servers) {
      const began = performance.now();
      const path = (nth: number): string => pathOf(places[nth % places.length] ?? 0);
      const answered = await load(server, path, {
        clients: CONNECTIONS,
        seconds: run < 0 ? seconds / 4 : seconds,
      });
      const failed = answered.find(({ status }) => status !== 200);
      if (failed !== undefined) throw new Error(`${path(failed.nth)}: ${failed.status}`);
      if (run < 0) continue;
      rates.push((1000 * answered.length) / (performance.now() - began));
      sizes.push(median(answered.map(({ bytes }) => bytes)));
    }
  }
  const least = median(servers.at(-1)?.rates ?? []);
  const rows = servers.map(({ rates, sizes }, at) => [
    at === 0 ? "caselaw serve, one reader" : "bare node:http handler",
    ...[median(rates), median(sizes) / 1e3, median(rates) / least].map(digits),
  ]);
  const columns = ["server on one processor", "requests/s", "KB an answer", "rate / bare"];
  process.stdout.write(table(`Pages of 100 cases, medians of ${setting.runs} in turn`, columns, rows));
}

function readPlaces(corpus: string): number[] {
  const db = new Database(corpus, { readonly: true });
  const places = db.prepare<{ pages: number }, number>(PLACES).pluck().all({ pages: PAGES });
  db.close();
  return places;
}

function cursorOf(id: number): string {
  return writeCursor({ direction: "after", key: [id] }, "cases id");
}
