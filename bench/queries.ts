/**
 * How long answers take: the kinds of question that people ask, and pages against the same question as bare SQL.
 *
 * In one process, without HTTP; an answer is complete when its JSON is. For the kinds, every question goes to a connection
 * that has not heard it before, so nothing is remembered but what the system keeps of the file; the first of a kind, in
 * which the process compiles what it runs, is shown apart. For the pages, both sides keep their connections, how many
 * match is known on both, and they must give the same cases.
 */

import Database from "better-sqlite3";
import type { Envelope } from "../src/v1/paging.ts";
import type { V1Case } from "../src/v1/records.ts";
import { openV1, type V1 } from "../src/v1/v1.ts";
import { digits, median, percentile, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { type BareRecord, BareRows } from "./queries/bare-rows.ts";
import { KINDS, type Kind, type Question } from "./queries/kinds.ts";
import { type PageCase, pageCases } from "./queries/pages.ts";
import { readSamples, type Samples } from "./queries/samples.ts";
import { corpusOf } from "./whole/collection.ts";

export async function benchQueries(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 300_000, runs: 50 });
  const path = await corpusOf(setting);
  measureQueries(path, readSamples(path), setting.runs);
}

/** Prints both tables. */
export function measureQueries(path: string, samples: Samples, runs: number): void {
  process.stdout.write(`${samples.cases} cases; ${runs} runs of each\n\n`);
  const kinds = KINDS.map((kind) => measureKind(path, samples, kind, runs));
  const columns = ["kind of question", "matches", "first ms", "p50 ms", "p99 ms", "limit", ""];
  process.stdout.write(`${table("V1Records of at most 100 cases", columns, kinds)}\n`);
  const pages = comparePages(path, samples, runs);
  const pageColumns = ["page of 100", "ours ms", "bare SQL ms", "ours / bare"];
  process.stdout.write(table("Pages, medians in turn", pageColumns, pages));
}

function measureKind(path: string, samples: Samples, { name, limitMs, ask }: Kind, runs: number): string[] {
  const first = measureQuestion(path, ask(samples, runs));
  const measured = Array.from({ length: runs }, (_, nth) => measureQuestion(path, ask(samples, nth)));
  const times = measured.map(({ ms }) => ms);
  const p99 = percentile(times, 99);
  const verdict = [p99 > limitMs ? "over" : "", measured.some(({ isBounded }) => isBounded) ? "bounded" : ""];
  return [
    name,
    ...[median(measured.map(({ count }) => count)), first.ms, median(times), p99].map(digits),
    String(limitMs),
    verdict.filter((word) => word !== "").join(", "),
  ];
}

interface Measured {
  readonly ms: number;
  /** Matches. */
  readonly count: number;
  /** Whether the answer says that not all matches were ranked. */
  readonly isBounded: boolean;
}

function measureQuestion(path: string, question: Question): Measured {
  using corpus = openWarm(path);
  const started = performance.now();
  const answer = corpus.list("cases", question);
  JSON.stringify(answer);
  const ms = performance.now() - started;
  return {
    ms,
    count: answer.count ?? Number.NaN,
    isBounded: Object.getOwnPropertySymbols(answer).length > 0,
  };
}

function comparePages(path: string, samples: Samples, runs: number): string[][] {
  using corpus = openWarm(path);
  const db = new Database(path, { readonly: true });
  db.pragma("mmap_size = 1073741824");
  const rows = new BareRows(db);
  const compared = pageCases(db, samples).map((page) => {
    const [own, bare]: [number[], number[]] = [[], []];
    const cases = rows.read(page.sql, page.values).slice(0, 100);
    mustBeSame(page.name, corpus.list("cases", page.question), cases);
    for (let run = 0; run < runs; run++) {
      own.push(timeOwn(corpus, page));
      bare.push(timeBare(rows, page));
    }
    return [page.name, digits(median(own)), digits(median(bare)), digits(median(own) / median(bare))];
  });
  db.close();
  return compared;
}

/** @throws Error where the two sides do not answer the same question */
function mustBeSame(name: string, own: Envelope<V1Case>, bare: readonly BareRecord[]): void {
  const idsOf = (records: readonly { readonly id?: unknown }[]): string =>
    String(records.map(({ id }) => id));
  if (idsOf(own.results) !== idsOf(bare)) throw new Error(`${name}: not the cases that bare SQL gives`);
}

function timeOwn(corpus: V1, { question }: PageCase): number {
  const started = performance.now();
  JSON.stringify(corpus.list("cases", question));
  return performance.now() - started;
}

function timeBare(rows: BareRows, { sql, values }: PageCase): number {
  const started = performance.now();
  JSON.stringify({ results: rows.read(sql, values).slice(0, 100) });
  return performance.now() - started;
}

/** A connection with all that does not belong to a question read: courts, jurisdictions, the schema. */
function openWarm(path: string): V1 {
  const corpus = openV1(path);
  corpus.list("courts", { page_size: "1" });
  corpus.list("reporters", { page_size: "1" });
  corpus.list("cases", { cite: "none", page_size: "1" });
  return corpus;
}
