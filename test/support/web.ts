/** A web for tests: no request is ever too slow, pauses are recorded instead of slept. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BulkFile, Selection, ValidatedArchive, Web } from "../../src/domain/bulk-file.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import type { WebLimits } from "../../src/download/session.ts";
import {
  createWeb,
  type DownloadHooks,
  type DownloadingWeb,
  type DownloadOutcome,
  type KnownFile,
  type WebOptions,
} from "../../src/download/web.ts";
import { HANG_MS } from "./hang.ts";

/** A token that must stand nowhere. */
export const TOKEN = "0123456789abcdef0123456789abcdef01234567";

/** The clock of test webs stands here. */
export const NOW = Date.parse("2024-03-01T00:00:00Z");

const LIMITS: Partial<WebLimits> = {
  maxRetries: 3,
  maxRetryAfterMs: 60_000,
  connectTimeoutMs: HANG_MS,
  headersTimeoutMs: HANG_MS,
  idleTimeoutMs: HANG_MS,
  rateSpanMs: HANG_MS,
};

export interface TestWeb extends AsyncDisposable {
  /** Takes any bytes for a valid archive unless a test says otherwise. */
  readonly web: Omit<DownloadingWeb, "download"> & {
    download(
      file: BulkFile,
      folder: string,
      known: KnownFile | null,
      hooks?: Partial<DownloadHooks>,
    ): Promise<DownloadOutcome>;
  };
  /** The pauses asked for, in milliseconds. */
  readonly pauses: readonly number[];
}

export function openTestWeb(baseUrl: string, more: Partial<WebOptions> = {}): TestWeb {
  const pauses: number[] = [];
  const clock = {
    now: () => NOW,
    sleep: async (ms: number) => void pauses.push(ms),
    random: () => 0,
  };
  const created = createWeb({
    userAgent: "caselaw-test",
    token: TOKEN,
    baseUrl,
    proxy: null,
    clock,
    ...more,
    limits: { ...LIMITS, ...more.limits },
  });
  const web: TestWeb["web"] = {
    ...created,
    download: (file, folder, known, hooks) =>
      created.download(file, folder, known, { validate: takeAnyBytes, ...hooks }),
  };
  return { web, pauses, [Symbol.asyncDispose]: () => created.close() };
}

/** Hashes a file as the validation of an archive does. */
export async function takeAnyBytes(path: string): Promise<ValidatedArchive> {
  const bytes = await readFile(path);
  const contents = { layout: "lines", bag: null, first: null } as const;
  return { sha256: hash("sha256", bytes, "hex"), bytes: bytes.length, contents };
}

/** A bulk file at an address. */
export function bulkFileAt(url: string, more: Partial<BulkFile> = {}): BulkFile {
  return {
    source: "bulk",
    unit: "ill/xml",
    path: "bulk/Illinois-20200501-xml.zip",
    url,
    version: null,
    release: null,
    bulk: null,
    reporter: null,
    volume: null,
    bytes: null,
    ...more,
  };
}

/** Bytes that begin as a zip archive does; `seed` makes others of the same size. */
export function zipLike(size: number, seed = 0): Buffer {
  const bytes = Buffer.alloc(size, 0).map((_, index) => (index * 31 + (index >> 8) * 7 + seed) % 251);
  Buffer.from("PK\x03\x04", "latin1").copy(bytes);
  return Buffer.from(bytes);
}

/** A web that holds JSON by address: what a source's listing reads, without a server. */
interface ListedWeb extends Web {
  /** The addresses asked for, in order. */
  readonly asked: readonly string[];
}

/** @param answers by URL; what it lacks is a 404 */
export function listedWeb(answers: Readonly<Record<string, unknown>>): ListedWeb {
  const asked: string[] = [];
  return {
    asked,
    getJson: async (url) => {
      asked.push(url);
      if (Object.hasOwn(answers, url)) return structuredClone(answers[url]);
      throw new CaselawError("not_found", `Cannot read ${url}: the server answered 404`);
    },
    getText: async (url) => {
      asked.push(url);
      const text = answers[url];
      if (typeof text === "string") return text;
      throw new CaselawError("not_found", `Cannot read ${url}: the server answered 404`);
    },
  };
}

/** Everything, but for what is given. */
export function selectionOf(more: Partial<Selection> = {}): Selection {
  return { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both", ...more };
}

/** A collection on one page. */
export function pageOf(results: readonly unknown[], more: object = {}): object {
  return { count: results.length, next: null, previous: null, results, ...more };
}
