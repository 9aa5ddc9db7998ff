/** An archive that is not kept is deleted only once its cases are committed: a kill must not lose both. */
import { expect, test, vi } from "vitest";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { readSql } from "../support/sql.ts";
import { openSite } from "../support/two-releases.ts";

/** What another process sees at each deletion: number of imported archives. */
const seen: unknown[] = [];
let corpusPath = "";

vi.mock(import("../../src/sync/fetch-unit.ts"), async (load) => {
  const original = await load();
  return {
    ...original,
    drop: async (path, dataFolder) => {
      seen.push(...readSql(corpusPath, "SELECT count(*) FROM import_log"));
      await original.drop(path, dataFolder);
    },
  };
});

test("sync --keep none deletes an archive after its import is committed", async () => {
  const { site } = await openSite();
  const options: SyncOptions = { ...syncOptions("static", site.url), keep: "none" };
  corpusPath = options.corpusPath;
  await syncAt(options);
  expect(seen).toEqual([1, 2]);
});
