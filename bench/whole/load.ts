/**
 * `caselaw serve` under load, while an import adds cases: clients that ask, read the answer to its end and pause, cheap and costly
 * questions mixed. A refusal (503) or another status is an error.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Answered, load, startServer } from "../http/servers.ts";
import { type BagPlan, makeBag, SHORT_WORDS, USUAL_BAG } from "../make-corpus.ts";
import { digits, megabytes, percentile, table } from "../measure/numbers.ts";
import { anonymousBytesOf, runTree } from "../measure/run-tree.ts";
import { KINDS, type Question } from "../queries/kinds.ts";
import type { Samples } from "../queries/samples.ts";

const CLIENTS = 64;
/** Mean time between an answer and the client's next question. */
const PAUSE_MS = 2_000;
const GOAL_MS = 100;
/** Cases that the import adds: two minutes, with the load beside it. */
const IMPORTED_CASES = 200_000;
/** Above the ids of a collection. */
const FIRST_ID = 1_000_000_000;

export interface LoadedService {
  /** The compiled main module. */
  readonly program: string;
  readonly folder: string;
  readonly samples: Samples;
  readonly seconds: number;
}

/** Of all questions, two of three are of a kind that reads rows only. */
const CHEAP: readonly ((of: Samples, nth: number) => string)[] = [
  (of, nth) => `/v1/cases/?cite=${encodeURIComponent(of.cites[nth % of.cites.length] ?? "")}`,
  () => "/v1/courts/",
  (of, nth) => `/v1/cases/?jurisdiction=${of.jurisdictions[nth % 5] ?? ""}`,
];

export async function measureLoad({ program, folder, samples, seconds }: LoadedService): Promise<string> {
  const db = join(folder, "corpus.db");
  const bag = await makeBag(join(folder, "load"), newCases());
  await using server = await startServer(
    [program, "serve", "--db", db, "--port", "0", "--data-dir", `${db}-no-data`, "--quiet"],
    "all",
  );
  const where = ["--db", db, "--data-dir", join(folder, "load-data"), "--quiet"];
  let mostMemory = 0;
  const watch = setInterval(() => {
    mostMemory = Math.max(mostMemory, anonymousBytesOf(server.pid));
  }, 1_000);
  const [answered, cost] = await Promise.all([
    load(server, (nth) => pathOf(samples, nth), { clients: CLIENTS, seconds, pauseMs: PAUSE_MS }),
    runTree({ program: process.execPath, args: [program, "import", bag.path, ...where] }),
  ]).finally(() => clearInterval(watch));
  rmSync(join(folder, "load"), { recursive: true });
  const memory = mostMemory === 0 ? "" : `; the service's own memory at most ${megabytes(mostMemory)} MB`;
  const imported = `${digits(IMPORTED_CASES)} cases imported meanwhile in ${digits(cost.wallSeconds)} s`;
  return `${tableOf(answered, seconds)}${imported}${memory}\n`;
}

/** Cases of a jurisdiction of their own, other ones each time, so that the import neither skips nor replaces any. */
function newCases(): BagPlan {
  // one each minute; ids stay below 2^32, as real ones do
  const nth = Math.floor(Date.now() / 60_000) % 15_000;
  const { courts, reporters } = USUAL_BAG.jurisdiction;
  const own = <T extends { readonly id: number }>(one: T): T => ({ ...one, id: FIRST_ID + one.id });
  const name = `Load ${nth}`;
  return {
    ...USUAL_BAG,
    cases: IMPORTED_CASES,
    words: SHORT_WORDS,
    preset: 0,
    firstId: FIRST_ID + nth * IMPORTED_CASES,
    jurisdiction: {
      id: FIRST_ID + nth,
      slug: `load-${nth}`,
      name,
      nameLong: name,
      courts: courts.map(own),
      reporters: reporters.map(own),
    },
  };
}

/** Two questions of three are cheap, as with readers who browse; the third is of one of the kinds, in turn. */
function isCheap(nth: number): boolean {
  return nth % 3 < 2;
}

function pathOf(samples: Samples, nth: number): string {
  const round = Math.floor(nth / 3);
  const [cheap, kind] = [CHEAP[(2 * round + (nth % 3)) % CHEAP.length], KINDS[round % KINDS.length]];
  if (cheap === undefined || kind === undefined) throw new Error("no question");
  return isCheap(nth) ? cheap(samples, round) : `/v1/cases/?${queryOf(kind.ask(samples, round))}`;
}

function queryOf(question: Question): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question))
    for (const one of [value].flat()) query.append(name, one);
  return query;
}

function tableOf(answered: readonly Answered[], seconds: number): string {
  const rows = (["cheap", "search"] as const).map((kind) => {
    const own = answered.filter(({ nth }) => isCheap(nth) === (kind === "cheap"));
    const good = own.filter(({ status }) => status === 200).map(({ ms }) => ms);
    return [
      kind,
      ...[own.length / seconds, percentile(good, 50), percentile(good, 99)].map(digits),
      kind === "cheap" ? String(GOAL_MS) : "",
      digits(own.length - good.length),
    ];
  });
  const columns = ["questions", "a second", "p50 ms", "p99 ms", "goal ms", "not answered"];
  const title = `${CLIENTS} clients for ${seconds} s, each pauses ${PAUSE_MS / 1000} s, an import beside`;
  return table(title, columns, rows);
}
