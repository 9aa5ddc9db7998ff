/**
 * What a user can select of a source, and the bytes and time of a sync: counts from its lists, and sizes and speed from the beginnings of
 * a few of its files.
 */
import type { BulkFile, Offer } from "../domain/bulk-file.ts";
import type { Beginning } from "../download/get.ts";
import { freeBytes } from "../download/part.ts";
import type { DownloadingWeb } from "../download/web.ts";
import { openKnownDownloads, planOf, SOURCES, type SyncOptions } from "./plan.ts";

/** Files that are requested, evenly spread over a list, and bytes that are read of each. */
const REQUESTED_FILES = 6;
const READ_BYTES = 256 * 1024;

/** Measured with five volumes of five states, 3.9 MB, on two cores: bytes of the corpus for a byte of a zip, and bytes of zips in a second. */
const CORPUS_BYTES = 1.3;
const IMPORTED_PER_SECOND = 2_500_000;

export type EstimateOptions = Pick<
  SyncOptions,
  "source" | "sourceUrl" | "token" | "proxy" | "connections" | "corpusPath" | "dataFolder"
>;

/** Sizes are null if no request was answered. */
export interface Estimate {
  /** Numbers of files: not on disk yet, and on disk. */
  readonly missing: number;
  readonly here: number;
  /** Bytes to download; bytes on the disk afterwards, with the archives. */
  readonly bytes: number | null;
  readonly diskBytes: number | null;
  /** Download and import go on at the same time. */
  readonly seconds: number | null;
}

export class SourceChoices implements AsyncDisposable {
  readonly offer: Offer;
  readonly #web: DownloadingWeb;
  readonly #options: EstimateOptions;
  /** By address. */
  readonly #beginnings = new Map<string, Beginning | null>();

  private constructor(web: DownloadingWeb, offer: Offer, options: EstimateOptions) {
    this.offer = offer;
    this.#web = web;
    this.#options = options;
  }

  /** Reads the lists. @throws CaselawError as `ListSource` */
  static async open(options: EstimateOptions): Promise<SourceChoices> {
    const { createWeb } = await import("../download/web.ts");
    const { source, sourceUrl, token, proxy, connections } = options;
    const web = createWeb({ token, baseUrl: sourceUrl, proxy, connections });
    try {
      const everything = { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both" } as const;
      return new SourceChoices(web, await SOURCES[source](sourceUrl, everything, web), options);
    } catch (error) {
      await web.close();
      throw error;
    }
  }

  /** The bytes and time of a sync of these files of the list. */
  async estimate(files: readonly BulkFile[]): Promise<Estimate> {
    using downloads = openKnownDownloads(this.#options.corpusPath);
    const plan = planOf(files, downloads);
    const size = await this.#sizeOf(plan);
    const bytes = size === null ? null : size * plan.length;
    return { missing: plan.length, here: files.length - plan.length, ...this.take(bytes) };
  }

  /** The disk space and time for these bytes of archives, at the speed of the files that were requested. */
  take(bytes: number | null): Pick<Estimate, "bytes" | "diskBytes" | "seconds"> {
    const { speed } = this;
    if (bytes === null || speed === null) return { bytes, diskBytes: null, seconds: null };
    const seconds = bytes / Math.min(speed, IMPORTED_PER_SECOND);
    return { bytes, diskBytes: bytes * (1 + CORPUS_BYTES), seconds };
  }

  /** Bytes in a second; null before a request was answered. */
  get speed(): number | null {
    const { answered } = this;
    const sum = (key: "bytes" | "seconds"): number => answered.reduce((all, file) => all + file[key], 0);
    return answered.length === 0 ? null : sum("bytes") / Math.max(sum("seconds"), 0.001);
  }

  /** The beginnings of the files whose requests were answered. */
  get answered(): readonly Beginning[] {
    return [...this.#beginnings.values()].filter((beginning) => beginning !== null);
  }

  freeBytes(): Promise<number> {
    return freeBytes(this.#options.dataFolder);
  }

  /** The mean size of some of the files; null if none answers. */
  async #sizeOf(files: readonly BulkFile[]): Promise<number | null> {
    const step = Math.max(files.length / REQUESTED_FILES, 1);
    const sizes: number[] = [];
    for (let at = Math.floor(step / 2); at < files.length; at += step) {
      const url = files[Math.floor(at)]?.url ?? "";
      if (!this.#beginnings.has(url))
        this.#beginnings.set(url, await this.#web.readBeginning(url, READ_BYTES));
      const beginning = this.#beginnings.get(url);
      if (beginning) sizes.push(beginning.size);
    }
    if (files.length === 0) return 0;
    return sizes.length === 0 ? null : sizes.reduce((a, b) => a + b) / sizes.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#web.close();
  }
}
