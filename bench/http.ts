/** Requests a second for pages of 100 cases, one processor for the service, against a bare handler serving the same rows. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { writeCursor } from "../src/v1/paging.ts";
import { canPin, load, type RunningServer, type Served, startServer } from "./http/servers.ts";
import { madeCorpus } from "./made-corpus.ts";
import { buildProgram } from "./measure/build.ts";
import { digits, median, table } from "./measure/numbers.ts";
import { ROOT, readSetting } from "./measure/setting.ts";

/** Pages asked for in turn, spread over the corpus. */
const PAGES = 50;
const LOAD_SECONDS = 4;

/** Ids after which a page begins. */
const PLACES = `
  SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth, count(*) OVER () AS cases FROM court_case)
   WHERE nth % max(cases / :pages, 1) = 0 AND nth < cases - 100
   LIMIT :pages
`;

export async function benchHttp(args: readonly string[]): Promise<void> {
  const setting = readSetting(["--short", ...args], { cases: 30_000, runs: 3 });
  const corpus = madeCorpus(setting);
  const places = readPlaces(corpus);
  const seconds = Math.min(LOAD_SECONDS, setting.cases / 1_000);
  if (!canPin()) process.stderr.write("taskset is missing: the servers may use all processors\n");
  await using own = await startServer([
    ...[buildProgram(setting), "serve", "--db", corpus, "--port", "0", "--readers", "1"],
    ...["--data-dir", join(setting.folder, "no-data"), "--quiet"],
  ]);
  await using bare = await startServer([join(ROOT, "bench", "http", "bare-server.ts"), corpus]);
  const paths = new Map<RunningServer, string[]>([
    [own, places.map((id) => `/v1/cases/?ordering=id&page_size=100&cursor=${cursorOf(id)}`)],
    [bare, places.map((id) => `/?id=${id}`)],
  ]);
  const served = new Map<RunningServer, Served[]>([...paths.keys()].map((server) => [server, []]));
  for (const [server, asked] of paths) await load(server, asked, seconds / 4);
  for (let run = 0; run < setting.runs; run++) {
    for (const [server, asked] of paths) served.get(server)?.push(await load(server, asked, seconds));
  }
  process.stdout.write(tableOf(served.get(own) ?? [], served.get(bare) ?? []));
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

function tableOf(own: readonly Served[], bare: readonly Served[]): string {
  const rate = (all: readonly Served[]): number =>
    median(all.map(({ requestsPerSecond }) => requestsPerSecond));
  const rows = [
    { name: "caselaw serve, one reader", all: own },
    { name: "bare node:http handler", all: bare },
  ].map(({ name, all }) => [
    name,
    digits(rate(all)),
    digits(median(all.map(({ bytesPerAnswer }) => bytesPerAnswer)) / 1e3),
    digits(rate(all) / rate(bare)),
  ]);
  const columns = ["server on one processor", "requests/s", "KB an answer", "rate / bare"];
  return table(`Pages of 100 cases, medians of ${own.length} in turn`, columns, rows);
}
