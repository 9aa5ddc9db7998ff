/** What a mirror has on disk and in its corpus, read without the code that wrote it where that is possible. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunOptions } from "../../../src/import/run.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { listing } from "../../support/run.ts";

/** SHA-256 of the archives in the data folder, by unit. */
export function readArchives({ dataFolder }: RunOptions): Map<string, string> {
  const folder = join(dataFolder, "static");
  const zips = listing(folder).filter((name) => name.endsWith(".zip"));
  return new Map(zips.map((name) => [name.slice(0, -".zip".length), sha256Of(join(folder, name))]));
}

/** Unfinished downloads. */
export function readParts({ dataFolder }: RunOptions): string[] {
  return listing(dataFolder).filter((name) => name.includes(".part"));
}

/** Barcodes of volumes with rejected records. */
export function readRejected({ dataFolder }: RunOptions): string[] {
  return listing(join(dataFolder, "rejects", "static")).map((name) => name.replace(/\.jsonl$/, ""));
}

/** Names of all cases by id. */
export function readNames({ corpusPath }: RunOptions): Map<number, string | null> {
  using corpus = openV1(corpusPath);
  return new Map([...corpus.all("cases", { page_size: "1000" })].map(({ id, name }) => [id, name]));
}

function sha256Of(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
