import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("an export of what a case cites goes by its text where the source tells nothing, as a list does", async () => {
  const citing = bulkCase(9, {
    cites_to: [],
    casebody: textBody("see Case 2, 1 Ill. 2 (1901), and no other"),
  });
  const corpusPath = makeCorpus([bulkCase(2), bulkCase(3), citing]);
  const question = { cited_by: "9" };
  using corpus = openV1(corpusPath);
  const listed = [...corpus.all("cases", question)].map(({ id }) => id);
  const target = join(tempFolder(), "out");
  await runExport(corpusPath, { format: "jsonl", target, question });
  const lines = readFileSync(join(target, "cases.jsonl"), "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(listed);
  expect(listed).toEqual([2]);
});
