/**
 * `caselaw serve` under load: clients that ask one question after the other, cheap and costly ones mixed. An answer is read to
 * its end; a refusal (503) or another status is an error.
 */

import { once } from "node:events";
import { Agent, get } from "node:http";
import { startServer } from "../http/servers.ts";
import { digits, percentile, table } from "../measure/numbers.ts";
import type { Question } from "../queries/kinds.ts";
import { KINDS } from "../queries/kinds.ts";
import type { Samples } from "../queries/samples.ts";

const CLIENTS = 64;

interface Answered {
  readonly kind: string;
  readonly ms: number;
  readonly status: number;
}

/** Of all questions, how many are of a kind that reads rows only. */
const CHEAP: readonly { readonly name: string; readonly path: (of: Samples, nth: number) => string }[] = [
  {
    name: "a case",
    path: (of, nth) => `/v1/cases/?cite=${encodeURIComponent(of.cites[nth % of.cites.length] ?? "")}`,
  },
  { name: "courts", path: () => "/v1/courts/" },
  {
    name: "a jurisdiction by date",
    path: (of, nth) => `/v1/cases/?jurisdiction=${of.jurisdictions[nth % 5] ?? ""}`,
  },
];

export async function measureLoad(
  program: string,
  db: string,
  samples: Samples,
  seconds: number,
): Promise<string> {
  await using server = await startServer([
    ...[program, "serve", "--db", db, "--port", "0", "--data-dir", `${db}-no-data`, "--quiet"],
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const answered: Answered[] = [];
  const end = performance.now() + 1000 * seconds;
  let asked = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const nth = asked++;
      const { kind, path } = questionOf(samples, nth);
      const started = performance.now();
      const status = await fetchAll(server.url + path, agent);
      answered.push({ kind, ms: performance.now() - started, status });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return tableOf(answered, seconds);
}

/** Two questions of three are cheap, as with readers who browse; the third is of one of the kinds, in turn. */
function questionOf(samples: Samples, nth: number): { readonly kind: string; readonly path: string } {
  const round = Math.floor(nth / 3);
  if (nth % 3 < 2) {
    const cheap = CHEAP[nth % CHEAP.length] ?? CHEAP[0];
    if (cheap === undefined) throw new Error("no cheap question");
    return { kind: "cheap", path: cheap.path(samples, round) };
  }
  const kind = KINDS[round % KINDS.length];
  if (kind === undefined) throw new Error("no kind of question");
  return { kind: "search", path: `/v1/cases/?${queryOf(kind.ask(samples, round))}` };
}

function queryOf(question: Question): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question))
    for (const one of [value].flat()) query.append(name, one);
  return query;
}

async function fetchAll(url: string, agent: Agent): Promise<number> {
  const [answer] = await once(get(url, { agent }), "response");
  for await (const _ of answer);
  return Number(answer.statusCode);
}

function tableOf(answered: readonly Answered[], seconds: number): string {
  const rows = ["cheap", "search"].map((kind) => {
    const own = answered.filter((one) => one.kind === kind);
    const good = own.filter(({ status }) => status === 200).map(({ ms }) => ms);
    return [
      kind,
      ...[own.length / seconds, percentile(good, 50), percentile(good, 99)].map(digits),
      digits(own.length - good.length),
    ];
  });
  const columns = ["questions", "a second", "p50 ms", "p99 ms", "not answered"];
  return table(`${CLIENTS} clients for ${seconds} s`, columns, rows);
}
