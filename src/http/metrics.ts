/** Metrics of the service as Prometheus text (docs/operations.md, "Monitoring"). */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RequestCount } from "../domain/corpus-source.ts";
import { CorpusMetrics, type MeasuredService } from "./corpus-metrics.ts";

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
