/** Metrics of the service as Prometheus text (docs/operations.md, "Monitoring"). */

import { setTimeout } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type CorpusState, type MachineState, machineState } from "../doctor/state.ts";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import { COVERAGE_STATES } from "../domain/ledger.ts";
import { jsonAnswer } from "./readers/answer-body.ts";
import type { ReaderPool } from "./readers/reader-pool.ts";

/** Seconds: a page of cases takes some milliseconds, a costly search seconds, the deadline is 10. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The numbers of the corpus, null if no reader answers, and those of the machine. */
interface Numbers {
  readonly corpus: CorpusState | null;
  readonly machine: MachineState;
}

/** What is not known has no value. With a label, the values by label. */
type ValueOf = (numbers: Numbers) => number | Readonly<Record<string, number>> | null | undefined;

/** Gauges of the corpus and the machine, without `caselaw_`: their help, their value, and the label of those that have one. */
const GAUGES: readonly (readonly [name: string, help: string, value: ValueOf, label?: string])[] = [
  ["corpus_readable", "1 if a reader answers from the corpus", ({ corpus }) => Number(corpus !== null)],
  ["corpus_cases", "Cases in the corpus", ({ corpus }) => corpus?.cases],
  [
    "corpus_rejected_records",
    "Records that the last import of each unit rejected",
    ({ corpus }) => corpus?.rejects,
  ],
  ["corpus_units", "Units that the sources list, by state", ({ corpus }) => unitsOf(corpus), "state"],
  ["corpus_bytes", "Size of the corpus file", ({ corpus }) => corpus?.bytes.file],
  ["corpus_unused_bytes", "Unused part of the corpus file", ({ corpus }) => corpus?.bytes.free],
  ["corpus_change_number", "Number of the last change", ({ corpus }) => corpus?.changeNumber],
  [
    "last_sync_success_timestamp_seconds",
    "End of the last sync that ended well or with faults; 0: none known",
    ({ corpus }) => (corpus === null ? null : secondsOf(corpus.lastSync)),
  ],
  [
    "last_run_timestamp_seconds",
    "Start of the last run, by its outcome",
    ({ corpus }) => lastRunOf(corpus),
    "outcome",
  ],
  ["disk_free_bytes", "Free space of the data folder", ({ machine }) => machine.diskFreeBytes],
  [
    "last_verify_timestamp_seconds",
    "End of the last verification of this corpus; 0: none known",
    ({ machine }) => secondsOf(machine.verify?.at ?? null),
  ],
  [
    "last_verify_ok",
    "1 if the last verification found no problem",
    ({ machine }) => machine.verify && Number(machine.verify.verdict === "ok"),
  ],
];

function unitsOf(corpus: CorpusState | null): ReturnType<ValueOf> {
  return corpus && Object.fromEntries(COVERAGE_STATES.map((state) => [state, corpus.units[state] ?? 0]));
}

function lastRunOf(corpus: CorpusState | null): ReturnType<ValueOf> {
  const run = corpus?.lastRun;
  return run && { [run.outcome ?? "running or killed"]: secondsOf(run.started_at) };
}

function secondsOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant) / 1_000;
}

/** A reader needs up to three seconds for the numbers of the complete collection. */
const MAX_AGE_MS = 60_000;
const MAX_WAIT_MS = 2_000;

interface MeasuredService {
  readonly pool: Pick<ReaderPool, "answer">;
  readonly baseUrl: string;
  readonly corpus: CorpusLocation;
  readonly dataFolder: string;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly requests = this.#counter("http_requests_total", "Requests answered, by route and status", [
    "route",
    "status",
  ]);
  readonly durations = new Histogram({
    name: "caselaw_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["route"],
    buckets: DURATION_BUCKETS,
    registers: [this.#registry],
  });
  readonly running = this.#gauge("caselaw_http_requests_in_flight", "Requests that are being answered");
  readonly restarts = this.#counter(
    "readers_restarted_total",
    "Reader processes that ended, at the deadline or by themselves, and were replaced",
  );
  readonly engineRequests = this.#counter(
    "engine_requests_total",
    "Requests to the search engine; none if the corpus is a file",
  );
  readonly engineSeconds = this.#counter(
    "engine_seconds_total",
    "Time that questions waited for the search engine",
  );
  readonly #gauges = GAUGES.map(([name, help, value, label]) => {
    const gauge = this.#gauge(`caselaw_${name}`, help, label === undefined ? [] : [label]);
    return { gauge, value, label };
  });
  readonly #memory = this.#gauge(
    "process_resident_memory_bytes",
    "Memory of the web process, without its readers",
  );
  readonly contentType = this.#registry.contentType;
  #update: Promise<void> | null = null;
  #updatedAt = 0;

  constructor() {
    this.#set(null);
  }

  /** The numbers of the corpus are asked again if they are older than a minute. */
  async text(service: MeasuredService): Promise<string> {
    const nowMs = performance.now();
    if (this.#update === null || nowMs - this.#updatedAt > MAX_AGE_MS) {
      this.#updatedAt = nowMs;
      this.#update = numbersOf(service).then((numbers) => this.#set(numbers));
    }
    // a scrape must not wait for busy readers: it then has the numbers of the last answer
    await Promise.race([this.#update, setTimeout(MAX_WAIT_MS, undefined, { ref: false })]);
    this.#memory.set(process.memoryUsage.rss());
    return this.#registry.metrics();
  }

  #set(numbers: Numbers | null): void {
    for (const { gauge, value, label } of this.#gauges) {
      gauge.reset();
      // after a reset, a gauge without labels is zero
      gauge.remove({});
      const current = numbers === null ? null : value(numbers);
      if (typeof current === "number") gauge.set(current);
      else if (label !== undefined)
        for (const [name, number] of Object.entries(current ?? {})) gauge.set({ [label]: name }, number);
    }
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: `caselaw_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }
}

async function numbersOf({ pool, baseUrl, corpus, dataFolder }: MeasuredService): Promise<Numbers> {
  const question = { kind: "state", setting: { baseUrl, access: "anyone" } } as const;
  const [answer, machine] = await Promise.all([
    // no reader answers in time, or the answer breaks off
    jsonAnswer<CorpusState>(pool, question).catch(() => null),
    machineState(corpus, dataFolder),
  ]);
  return { corpus: answer?.status === 200 ? answer.value : null, machine };
}
