/** One service can be the bulk source of another machine's sync: both corpora are equal (docs/interface.md, "Downloads"). */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { startService } from "../../src/http/service.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { dumpCorpus } from "../support/dump.ts";
import { HANG_MS } from "../support/hang.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const SAMPLE = new URL("../../data/sample", import.meta.url).pathname;
/** One open jurisdiction and one closed, whose archives are not public. */
const SELECTION = {
  jurisdictions: ["sarat", "absar"],
  reporters: [],
  volumes: [],
  bodyFormat: "both",
} as const;

test("serve as the source of sync: the corpora are equal, and a second sync has nothing to do", async () => {
  const publisher = await startBulkService(SAMPLE);
  const first = { ...syncOptions("bulk", publisher.url), selection: SELECTION };
  await syncAt(first);
  await publisher.close();

  const tokensFile = join(tempFolder(), "tokens");
  writeFileSync(tokensFile, `mirror ${digestOfToken("a-token")}\n`);
  await using service = await startService({
    ...first,
    corpus: first.corpusPath,
    host: "127.0.0.1",
    port: 0,
    baseUrl: null,
    tokensFile,
    bodies: "for credentials",
    closedText: "searchable",
    readers: 1,
    deadlineMs: HANG_MS,
    onEvent: () => {},
  });
  const second = { ...syncOptions("bulk", service.url), selection: SELECTION, token: "a-token" };
  const report = await syncAt(second);
  expect(report.archives.map(({ status }) => status)).not.toContain("failed");
  expect(dumpCorpus(second.corpusPath)).toEqual(dumpCorpus(first.corpusPath));

  const again = await syncAt(second);
  expect(again.total).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(new Set(again.archives.map(({ status }) => status))).toEqual(new Set(["unchanged"]));
});
