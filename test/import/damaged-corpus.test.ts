import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { bulkCase, bulkCases, textBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { runSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("a corpus that is found damaged ends the run, also in the midst of an archive, and is no fault of the archive", async () => {
  const folder = tempFolder();
  const zebra = { jurisdiction: { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" } };
  const few = await makeBagZip(join(folder, "Zebra-20190416-text.zip"), { lines: [bulkCase(900, zebra)] });
  // more than the memory of the index takes, so that the transaction ends while the archive is read
  const many = await makeBagZip(join(folder, "Illinois-20190416-text.zip"), {
    lines: bulkCases(1, 500).map((record) => ({ ...record, casebody: textBody("long".repeat(2_500)) })),
  });
  const options = { ...runOptions(), memory: 320 * 2 ** 20 };
  await importAt([few], options);
  runSql(options.corpusPath, "UPDATE case_words_data SET block = x'0000000005' WHERE id = 10");
  await expect(importAt([many], options)).rejects.toMatchObject({ code: "corrupt" });
});
