/**
 * The search engine against the SQLite file: how long a publication takes, how large the index is, and how long answers take. One node on the same machine; `npm run engine` has the same.
 */
import { statSync } from "node:fs";
import type { CorpusSource, EngineLocation } from "../src/domain/corpus-source.ts";
import { publishCorpus } from "../src/engine/publish/publish.ts";
import { openEngine } from "../src/engine/read/engine-reader.ts";
import { openV1, type V1 } from "../src/v1/v1.ts";
import { digits, median, megabytes, percentile, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { KINDS, type Kind } from "./queries/kinds.ts";
import { readSamples, type Samples } from "./queries/samples.ts";
import { corpusOf } from "./whole/collection.ts";

export async function benchEngine(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 300_000, runs: 50 });
  const path = await corpusOf(setting);
  const location: EngineLocation = {
    urls: setting.engineUrls,
    index: "bench",
    ...{ user: null, password: null, caFile: null },
  };
  const samples = readSamples(path);
  process.stdout.write(await publication(path, location, samples.cases));
  const open = (from: string | CorpusSource): V1 => openV1(from, { access: "owner" });
  using file = open(path);
  using engine = open(openEngine(location));
  process.stdout.write(`\n${questions({ file, engine }, samples, setting.runs)}`);
}

async function publication(path: string, engine: EngineLocation, cases: number): Promise<string> {
  const began = performance.now();
  await publishCorpus(path, { engine, mode: "rebuild", shape: { shards: null, replicas: null } });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage();
  const answer = await fetch(`${engine.urls[0]}/${engine.index}-*/_stats/store`);
  const stats = (await answer.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
  const bytes = stats._all.primaries.store.size_in_bytes;
  return table(
    `Publication of ${cases} cases`,
    ["", ""],
    [
      ["seconds", digits(seconds)],
      ["cases a second", digits(cases / seconds)],
      ["CPU of this process, ms a case", digits((user + system) / 1000 / cases)],
      ["index, MB", megabytes(bytes)],
      ["index / corpus file", digits(bytes / statSync(path).size)],
      ["peak memory of this process, MB", digits(process.resourceUsage().maxRSS / 1000)],
    ],
  );
}

interface Both {
  readonly file: V1;
  readonly engine: V1;
}

/** Each question is new to both. */
function questions({ file, engine }: Both, samples: Samples, runs: number): string {
  const rows = KINDS.map((kind) => {
    const times = [file, engine].map((v1) => measure(v1, kind, samples, runs));
    return [kind.name, ...times.flatMap((ms) => [digits(median(ms)), digits(percentile(ms, 99))])];
  });
  return table(
    "Answers of at most 100 cases, ms",
    ["kind of question", "file p50", "p99", "engine p50", "p99"],
    rows,
  );
}

function measure(v1: V1, { ask }: Kind, samples: Samples, runs: number): number[] {
  return Array.from({ length: runs }, (_, nth) => {
    const began = performance.now();
    JSON.stringify(v1.list("cases", ask(samples, nth)));
    return performance.now() - began;
  });
}
