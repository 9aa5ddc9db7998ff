/** A corpus of each release since 1.0 is read, checked and written like one that this version made. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Dump, dumpCorpus } from "../support/dump.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { importSample, makeCorpus, writeCorpus } from "./upgrade/made-corpus.ts";

const VERSIONS = readdirSync(join(import.meta.dirname, "upgrade")).flatMap(
  (name) => /^corpus-(.+)\.db\.br$/.exec(name)?.[1] ?? [],
);

let own: Dump;
beforeAll(async () => {
  own = dumpCorpus((await makeCorpus(keptFolder())).db);
});

describe.each(VERSIONS)("a corpus of version %s", (version) => {
  function written(): { readonly db: string; readonly flags: readonly string[] } {
    const root = tempFolder();
    const db = join(root, "corpus.db");
    writeCorpus(version, db);
    return { db, flags: ["--db", db, "--data-dir", join(root, "data")] };
  }

  test("answers as one of this version does", async () => {
    const { db } = written();
    expect(dumpCorpus(db)).toEqual(own);
    await expectWhole(db);
  });

  test("is not changed by the archives that it was made of", async () => {
    const { db, flags } = written();
    const before = dumpCorpus(db);
    expect(await importSample(flags)).toContain(" 0 added, 0 changed");
    expect(dumpCorpus(db)).toEqual(before);
  });

  test("is read by the command line", async () => {
    const { flags } = written();
    const { code, stdout } = await runHere(["search", "mill", ...flags]);
    expect([code, /\d+ cases? match/.test(stdout)]).toEqual([0, true]);
  });
});
