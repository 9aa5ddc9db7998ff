/** The publisher's real files through every stage; skipped where they are not at hand. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { flatText } from "../../src/domain/casebody.ts";
import { isJsonObject } from "../../src/domain/json.ts";
import { hasFaults } from "../../src/import/report.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { contributedIds, dumpCorpus, readChanges } from "../support/dump.ts";
import { jsonLines } from "../support/json-lines.ts";
import { importAt, only, readRejects, runOptions, syncAt, syncOptions } from "../support/run.ts";
import type { Service } from "../support/service.ts";
import { startStaticSite } from "../support/static-site.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));
const STATIC = join(REAL, "static");
const BULK = join(REAL, "bulk");
const ZIPS = join(BULK, "zips");
/** Lines and case files at hand, and the distinct cases they are of. */
const STATIC_CASES = 195;
const BULK_RECORDS = 190;
const CASES = 312;

/** Asks each phrase of others' hits as a phrase; the ids of the cases that it does not find. */
function lostPhrases(corpusPath: string): unknown[] {
  using corpus = openV1(corpusPath);
  const text = readFileSync(join(REAL, "casebody", "phrases-illinois.jsonl"), "utf8");
  const hits: { id: number; captured_text: string }[] = jsonLines(text);
  return hits.filter(({ id, captured_text: phrase }) => {
    const found = corpus.list("cases", { search: `"${phrase}"`, page_size: "1000" });
    return !found.results.some((one) => one.id === id);
  });
}

/** The cases whose text, as it is answered, does not fit the hash that they carry; and how many fit. */
function checkHashes(corpusPath: string): { readonly fit: number; readonly differ: readonly number[] } {
  using corpus = openV1(corpusPath);
  const differ: number[] = [];
  let fit = 0;
  for (const one of corpus.all("cases", { full_case: "true", page_size: "100" })) {
    const wanted = one.analysis?.sha256;
    if (typeof wanted !== "string") continue;
    const body = isJsonObject(one.casebody?.data) ? one.casebody.data : null;
    if (body !== null && hashOf(body) === wanted) fit++;
    else differ.push(one.id);
  }
  return { fit, differ };
}

function hashOf(body: { readonly [key: string]: unknown }): string {
  const { head_matter: headMatter, opinions, corrections } = body;
  const texts = Array.isArray(opinions) ? opinions.map((one: { text: string }) => one.text) : [];
  const flat = flatText({
    headMatter: String(headMatter),
    opinions: texts.map((text) => ({ type: null, author: null, text })),
    corrections: String(corrections),
    parties: [],
    attorneys: [],
    judges: [],
  });
  return createHash("sha256").update(flat).digest("hex");
}

async function closedAtEnd(service: Promise<Service>): Promise<Service> {
  const running = await service;
  onTestFinished(() => running.close());
  return running;
}

/** Syncs twice: everything is taken, then nothing is fetched and nothing changes. */
async function syncTwice(options: SyncOptions, site: Service, archives: number): Promise<void> {
  const first = await syncAt(options);
  expect(first.archives.map(({ status, error }) => error ?? status)).toEqual(
    Array.from({ length: archives }, () => "imported"),
  );
  expect(first.problems).toEqual([]);
  expect(first.total).toMatchObject({ rejected: 0, failed: 0, hashDifferences: 0 });
  const changes = readChanges(options.corpusPath);
  const asked = site.requests.length;
  const second = await syncAt(options);
  expect(second.total).toMatchObject({ read: first.total.read, unchanged: first.total.read, archives });
  expect(site.requests.slice(asked).filter(({ url }) => /\.zip$|download/.test(url))).toEqual([]);
  expect(readChanges(options.corpusPath)).toEqual(changes);
}

describe.skipIf(!existsSync(REAL))("real data (skipped where ../shared/real is absent)", () => {
  test("importPaths takes every record of all real archives, in any order, and changes nothing the second time", async () => {
    const options = runOptions();
    const first = await importAt([STATIC, ZIPS], options);
    expect(hasFaults(first)).toBe(false);
    expect(first.total).toMatchObject({ archives: 13, failed: 0, rejected: 0, hashDifferences: 0 });
    expect(first.total.read).toBe(STATIC_CASES + BULK_RECORDS);
    const changes = readChanges(options.corpusPath);
    const second = await importAt([STATIC, ZIPS], options);
    expect(second.total).toMatchObject({ read: second.total.unchanged, removed: 0, rejected: 0 });
    expect(second.archives.every(({ status }) => /unchanged|superseded/.test(status))).toBe(true);
    expect(readChanges(options.corpusPath)).toEqual(changes);
    expect(lostPhrases(options.corpusPath)).toEqual([]);
    expect(contributedIds(options.corpusPath)).toHaveLength(CASES);
    expect(checkHashes(options.corpusPath)).toMatchObject({ differ: [] });
    const back = runOptions();
    const archives = [STATIC, ZIPS].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".zip"))
        .map((name) => join(folder, name)),
    );
    await importAt(archives.toReversed(), back);
    const [forth, other] = [options, back].map(({ corpusPath }) => dumpCorpus(corpusPath));
    expect({ ...other, changes: [] }).toEqual({ ...forth, changes: [] });
  });

  test("importPaths rejects XML that is not well-formed, with file, line and reason", async () => {
    const folder = join(REAL, "casebody", "malformed");
    const records = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
    const path = join(tempFolder(), "data.jsonl");
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const options = runOptions();
    const report = await importAt([path], options);
    expect(hasFaults(report)).toBe(true);
    const rejects = readRejects(only(report).rejects);
    expect(rejects.map(({ file, line, case_id }) => ({ file, line, case_id }))).toEqual([
      { file: path, line: 1, case_id: 3573228 },
      { file: path, line: 2, case_id: 3573228 },
    ]);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Cannot read the XML body at line 6, column 365: /),
      expect.stringMatching(/^Cannot read the XML body at line 6, column 365: /),
    ]);
    expect(only(report).rejects).toContain(join(options.dataFolder, "rejects"));
  });

  test("sync of the static site brings the real volumes in, and fetches nothing the second time", async () => {
    const site = await closedAtEnd(startStaticSite(STATIC));
    const options = syncOptions("static", site.url);
    await syncTwice(options, site, 5);
    expect(contributedIds(options.corpusPath)).toHaveLength(STATIC_CASES);
    expect(checkHashes(options.corpusPath)).toEqual({ fit: STATIC_CASES, differ: [] });
    const kept = await importAt([join(options.dataFolder, "static")], { ...options, mode: "import" });
    expect(kept.archives.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "unchanged"));
  });

  test("sync of the bulk service brings the real bags in, and fetches nothing the second time", async () => {
    const site = await closedAtEnd(startBulkService(BULK));
    await syncTwice(syncOptions("bulk", site.url), site, 6);
  });
});
