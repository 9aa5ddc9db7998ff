/**
 * How long pages of the reading room take and how big they are: as a reader process makes them, without HTTP.
 *
 * As with the kinds of question, each page is asked of a connection that has not heard it before, but for `again`: the same
 * page once more, as a reader does who turns back to it.
 */

import type { Corpus } from "../src/corpus/corpus.ts";
import { openCorpus } from "../src/corpus/open-corpus.ts";
import { renderPage } from "../src/pages/render-page.ts";
import { openV1 } from "../src/v1/v1.ts";
import { madeCorpus } from "./made-corpus.ts";
import { digits, median, percentile, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { at, readSamples, type Samples } from "./queries/samples.ts";

interface Kind {
  readonly name: string;
  /** Of p95; a few hundred for searches in large corpora. */
  readonly limitMs: number;
  /** The n-th address of its kind. */
  readonly address: (nth: number) => string;
}

/** Of HTML, the opinion's own text apart. */
const LIMIT_KB = 100;
const BASE_URL = "http://127.0.0.1:8000";

export async function benchPages(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 30_000, runs: 30 });
  const path = madeCorpus(setting);
  const samples = readSamples(path);
  process.stdout.write(`${samples.cases} cases; ${setting.runs} runs of each\n\n`);
  const rows = kindsOf(samples, placesOf(path)).map((kind) => measureKind(path, kind, setting.runs));
  const columns = ["page", "median ms", "p95 ms", "limit", "kB", "again ms", ""];
  process.stdout.write(table("Pages of the reading room", columns, rows));
}

/** Cases, and what can be browsed. */
interface Places {
  readonly ids: readonly number[];
  readonly jurisdiction: string;
  readonly reporter: number;
  readonly volume: string;
}

/** Of the jurisdiction with most cases, its reporter with most. */
function placesOf(path: string): Places {
  using corpus = openV1(path);
  const facets = corpus.list("cases", { page_size: 1, facet: ["jurisdiction", "reporter"] }).facets ?? {};
  const jurisdiction = Object.keys(facets.jurisdiction ?? {})[0] ?? "";
  const within = corpus.list("cases", { jurisdiction, page_size: 200, facet: "reporter" });
  const reporters = Object.entries(within.facets?.reporter ?? {}).sort(([, a], [, b]) => b - a);
  const reporter = Number(reporters[0]?.[0] ?? 0);
  const jurisdictionId = corpus.record("jurisdictions", jurisdiction)?.id ?? 0;
  const [volume] = corpus.corpus.volumesOf({ jurisdictionId, reporterId: reporter });
  return {
    ids: within.results.map(({ id }) => id),
    jurisdiction,
    reporter,
    volume: volume?.barcode ?? volume?.volumeNumber ?? "",
  };
}

function kindsOf(of: Samples, places: Places): Kind[] {
  const shelf = `/browse/${places.jurisdiction}/${places.reporter}/`;
  const search = (text: string, more = ""): string => `/?${new URLSearchParams({ search: text })}${more}`;
  return [
    { name: "entrance", limitMs: 100, address: () => "/" },
    { name: "search, rare word", limitMs: 100, address: (nth) => search(at(of.rare, nth)) },
    { name: "search, usual word", limitMs: 300, address: (nth) => search(at(of.usual, nth)) },
    { name: "search, commonest word", limitMs: 300, address: (nth) => search(at(of.common, nth % 3)) },
    {
      name: "search, commonest word, jurisdiction",
      limitMs: 300,
      address: (nth) => search(at(of.common, nth % 3), `&jurisdiction=${at(of.jurisdictions, nth % 5)}`),
    },
    {
      name: "search, prefix of five letters",
      limitMs: 300,
      address: (nth) => search(`${at(of.usual, nth).slice(0, 5)}*`),
    },
    { name: "search, citation", limitMs: 100, address: (nth) => search(at(of.cites, nth)) },
    { name: "filter, court", limitMs: 300, address: (nth) => `/?court=${at(of.courts, nth)}` },
    { name: "case", limitMs: 50, address: (nth) => `/cases/${places.ids[nth % places.ids.length]}/` },
    { name: "browse, jurisdictions", limitMs: 100, address: () => "/browse/" },
    { name: "browse, jurisdiction", limitMs: 300, address: () => `/browse/${places.jurisdiction}/` },
    { name: "browse, reporter", limitMs: 300, address: () => shelf },
    { name: "browse, volume", limitMs: 300, address: () => `${shelf}${encodeURIComponent(places.volume)}/` },
    { name: "trends, rare word", limitMs: 100, address: (nth) => `/trends/?q=${at(of.rare, nth)}` },
    {
      name: "trends, commonest word",
      limitMs: 300,
      address: (nth) => `/trends/?q=${at(of.common, nth % 3)}`,
    },
  ];
}

function measureKind(path: string, { name, limitMs, address }: Kind, runs: number): string[] {
  const [times, again, sizes]: [number[], number[], number[]] = [[], [], []];
  for (let nth = 0; nth < runs; nth++) {
    using corpus = openWarm(path);
    const first = ask(corpus, address(nth));
    times.push(first.ms);
    sizes.push(first.bytes);
    again.push(ask(corpus, address(nth)).ms);
  }
  const [p95, kilobytes] = [percentile(times, 95), median(sizes) / 1000];
  const verdict = [p95 > limitMs ? "slow" : "", kilobytes > LIMIT_KB ? "big" : ""].filter(
    (word) => word !== "",
  );
  return [
    name,
    digits(median(times)),
    digits(p95),
    String(limitMs),
    digits(kilobytes),
    digits(median(again)),
    verdict.join(", "),
  ];
}

function ask(corpus: Corpus, address: string): { ms: number; bytes: number } {
  const [path = "/", query = ""] = address.split("?");
  const started = performance.now();
  const answer = renderPage(corpus, { path, query, baseUrl: BASE_URL });
  if ("content" in answer || answer.status !== 200) throw new Error(`${address} is not answered with a page`);
  const bytes = Buffer.byteLength(answer.html);
  return { ms: performance.now() - started, bytes };
}

/** A connection with all that does not belong to a page read: courts, jurisdictions, the schema. */
function openWarm(path: string): Corpus {
  const corpus = openCorpus(path, { access: "open" });
  ask(corpus, "/?cite=none");
  return corpus;
}
