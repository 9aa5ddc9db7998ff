/** Three nodes with a copy of each shard: a node is killed and comes back, in publishing and in answering. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { verifyIndex } from "../../src/engine/publish/verify.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { engineFiles, startEngine } from "../support/engine.ts";
import { bulkCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

const files = await engineFiles();
const engine = files === null ? null : await startEngine(files, 3);
const [FIRST, CASES, PAGE] = [100, 300, 20] as const;

test.skipIf(engine === null)(
  "E2: with a node less and with it back, no answer is wrong, and none is in part",
  async () => {
    if (engine === null) return;
    const path = join(tempFolder(), "cluster.db");
    makeCorpus(bulkCases(1, FIRST), path);
    const at = engine.location("cluster");
    const options = { engine: at, mode: "update", shape: { shards: 3, replicas: 1 } } as const;
    await publishCorpus(path, options);
    {
      using writer = openTestWriter(path);
      importRecords(writer, { records: bulkCases(FIRST + 1, CASES), unit: "more" });
    }
    let killed: Promise<void> | null = null;
    const published = await publishCorpus(path, {
      ...options,
      onProgress: () => {
        killed ??= engine.kill(0);
      },
    });
    await killed;
    expect(published).toMatchObject({ written: CASES - FIRST });
    expect((await verifyIndex(path, at, { depth: "sample" })).problems).toEqual([]);

    using v1 = openV1(openEngine(at));
    let page = v1.list("cases", { search: "all", ordering: "id", page_size: PAGE });
    const ids: number[] = [];
    for (let step = 0; ; step++) {
      ids.push(...page.results.map(({ id }) => id));
      expect(page.count).toBe(CASES);
      if (page.next === null) break;
      if (step === 5) await engine.start(0);
      if (step === 10) {
        await engine.settled("green");
        await engine.kill(1);
      }
      const query = new URL(page.next).searchParams;
      page = await answered(() => v1.list("cases", query));
    }
    expect(ids).toEqual(Array.from({ length: CASES }, (_, at) => at + 1));

    // without two of three nodes there is no majority, and shards are missing
    await engine.kill(0);
    const failures = new Set<string>();
    for (let tries = 0; tries < 2; tries++) {
      try {
        expect(v1.list("cases", { search: "all" }).count).toBe(CASES);
      } catch (error) {
        failures.add(error instanceof CaselawError ? error.code : String(error));
      }
    }
    expect([...failures].filter((code) => code !== "unavailable" && code !== "unreachable")).toEqual([]);
  },
);

/** What a client does that is told to come back (503): it asks again. */
async function answered<T>(ask: () => T): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof CaselawError) || tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
