/** An archive that is not kept is deleted only once its cases are committed: a kill must not lose both. */
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { openSite } from "../support/two-releases.ts";

/** What another process sees at each deletion: number of imported archives. */
const seen: number[] = [];
let corpusPath = "";

vi.mock(import("../../src/sync/fetch-unit.ts"), async (load) => {
  const original = await load();
  return {
    ...original,
    drop: async (path, dataFolder) => {
      const db = new Database(corpusPath, { readonly: true });
      seen.push(db.prepare<[], number>("SELECT count(*) FROM import_log").pluck().get() ?? 0);
      db.close();
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
