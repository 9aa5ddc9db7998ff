/** Metrics of the service as Prometheus text (docs/operations.md, "Monitoring"). */

import { setTimeout } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type CorpusState, type MachineState, machineState } from "../doctor/state.ts";
import type { CorpusLocation, RequestCount } from "../domain/corpus-source.ts";
import { COVERAGE_STATES } from "../domain/ledger.ts";
import { jsonAnswer } from "./readers/answer-body.ts";
import type { ReaderPool } from "./readers/reader-pool.ts";

/** Seconds: a page of cases takes some milliseconds, a costly search seconds, the deadline is 10. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A request that was answered. */
export interface Answered {
  /** The route's pattern, or `other`, so that the number of labels is small. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "caselaw_http_requests_total",
    help: "Requests answered, by route and status",
    labelNames: ["route", "status"],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: "caselaw_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["route"],
    buckets: DURATION_BUCKETS,
    registers: [this.#registry],
  });
  readonly #running = new Gauge({
    name: "caselaw_http_requests_in_flight",
    help: "Requests that are being answered",
    registers: [this.#registry],
  });
  readonly #restarts = new Counter({
    name: "caselaw_readers_restarted_total",
    help: "Reader processes that ended, at the deadline or by themselves, and were replaced",
    registers: [this.#registry],
  });

  readonly #engineRequests = new Counter({
    name: "caselaw_engine_requests_total",
    help: "Requests to the search engine; none if the corpus is a file",
    registers: [this.#registry],
  });
  readonly #engineSeconds = new Counter({
    name: "caselaw_engine_seconds_total",
    help: "Time that questions waited for the search engine",
    registers: [this.#registry],
  });

  readonly #corpus = new CorpusMetrics(this.#registry);

  constructor() {
    // the constructor registers the gauge
    new Gauge({
      name: "process_resident_memory_bytes",
      help: "Memory of the web process, without its readers",
      registers: [this.#registry],
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
  }

  readonly contentType = this.#registry.contentType;

  began(): void {
    this.#running.inc();
  }

  answered({ route, status, seconds }: Answered): void {
    this.#running.dec();
    this.#requests.inc({ route, status });
    this.#durations.observe({ route }, seconds);
  }

  readerRestarted(): void {
    this.#restarts.inc();
  }

  engineAnswered({ count, seconds }: RequestCount): void {
    this.#engineRequests.inc(count);
    this.#engineSeconds.inc(seconds);
  }

  async text(service: MeasuredService): Promise<string> {
    await this.#corpus.refresh(service);
    return this.#registry.metrics();
  }
}

/** Gauges of the corpus and the machine, without `caselaw_`: their help, and the label of those that have one. */
const GAUGES = {
  corpus_readable: ["1 if a reader answers from the corpus"],
  corpus_cases: ["Cases in the corpus"],
  corpus_rejected_records: ["Records that the last import of each unit rejected"],
  corpus_units: ["Units that the sources list, by state", "state"],
  corpus_bytes: ["Size of the corpus file"],
  corpus_unused_bytes: ["Unused part of the corpus file"],
  corpus_change_number: ["Number of the last change"],
  last_sync_success_timestamp_seconds: ["End of the last sync that ended well or with faults; 0: none known"],
  last_run_timestamp_seconds: ["Start of the last run, by its outcome", "outcome"],
  disk_free_bytes: ["Free space of the data folder"],
  last_verify_timestamp_seconds: ["End of the last verification of this corpus; 0: none known"],
  last_verify_ok: ["1 if the last verification found no problem"],
} as const;

/** The value of a gauge, and that of its label. */
type Measured = readonly [name: keyof typeof GAUGES, value: number, label?: string];

/** What is not known has no value. @param corpus null if no reader answers */
function* measured(corpus: CorpusState | null, { diskFreeBytes, verify }: MachineState): Generator<Measured> {
  yield ["corpus_readable", Number(corpus !== null)];
  if (corpus !== null) yield* measuredCorpus(corpus);
  if (diskFreeBytes !== null) yield ["disk_free_bytes", diskFreeBytes];
  yield ["last_verify_timestamp_seconds", secondsOf(verify?.at ?? null)];
  if (verify !== null) yield ["last_verify_ok", Number(verify.verdict === "ok")];
}

function* measuredCorpus(corpus: CorpusState): Generator<Measured> {
  yield ["corpus_cases", corpus.cases];
  yield ["corpus_rejected_records", corpus.rejects];
  for (const state of COVERAGE_STATES) yield ["corpus_units", corpus.units[state] ?? 0, state];
  yield ["corpus_bytes", corpus.bytes.file];
  yield ["corpus_unused_bytes", corpus.bytes.free];
  yield ["corpus_change_number", corpus.changeNumber];
  yield ["last_sync_success_timestamp_seconds", secondsOf(corpus.lastSync)];
  const { lastRun } = corpus;
  if (lastRun === null) return;
  const outcome = lastRun.outcome ?? "running or killed";
  yield ["last_run_timestamp_seconds", secondsOf(lastRun.started_at), outcome];
}

function secondsOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant) / 1_000;
}

/** A reader needs up to three seconds for the numbers of the complete collection. */
const MAX_AGE_MS = 60_000;
const MAX_WAIT_MS = 2_000;

/** What the numbers are asked from. */
interface MeasuredService {
  readonly pool: Pick<ReaderPool, "answer">;
  readonly baseUrl: string;
  readonly corpus: CorpusLocation;
  readonly dataFolder: string;
}

class CorpusMetrics {
  readonly #gauges: ReadonlyMap<string, Gauge>;
  #asked: Promise<void> | null = null;
  #askedAt = 0;

  constructor(registry: Registry) {
    const gauges = Object.entries(GAUGES).map(([name, [help, label]]) => {
      const labelNames = label === undefined ? [] : [label];
      return [name, new Gauge({ name: `caselaw_${name}`, help, labelNames, registers: [registry] })] as const;
    });
    this.#gauges = new Map(gauges);
    this.#set([]);
  }

  /** Asks again if the numbers are older than a minute. */
  async refresh(asked: MeasuredService): Promise<void> {
    const now = performance.now();
    if (this.#asked === null || now - this.#askedAt > MAX_AGE_MS) {
      this.#askedAt = now;
      this.#asked = this.#ask(asked);
    }
    // a scrape must not wait for busy readers: it then has the numbers of the last answer
    await Promise.race([this.#asked, setTimeout(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  async #ask(asked: MeasuredService): Promise<void> {
    const { corpus, dataFolder } = asked;
    const [state, machine] = await Promise.all([stateOf(asked), machineState(corpus, dataFolder)]);
    this.#set(measured(state, machine));
  }

  #set(values: Iterable<Measured>): void {
    for (const gauge of this.#gauges.values()) {
      gauge.reset();
      // after a reset, a gauge without labels is zero
      gauge.remove({});
    }
    for (const [name, value, label] of values) {
      const [, labelName] = GAUGES[name];
      this.#gauges.get(name)?.set(labelName === undefined ? {} : { [labelName]: label ?? "" }, value);
    }
  }
}

/** Null if no reader can answer. */
async function stateOf({ pool, baseUrl }: MeasuredService): Promise<CorpusState | null> {
  const question = { kind: "state", setting: { baseUrl, access: "anyone" } } as const;
  try {
    const { status, value } = await jsonAnswer<CorpusState>(pool, question);
    return status === 200 ? value : null;
  } catch {
    // no reader answered in time, or the answer broke off
    return null;
  }
}
