/** The suite of statements against the service of this project, on the sample. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { serviceOfFile } from "../http/serving.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { openClient } from "./client.ts";
import { judge } from "./statement.ts";
import { STATEMENTS } from "./statements.ts";

const SAMPLE = new URL("../../data/sample", import.meta.url).pathname;
const TOKEN = "a-token-of-the-suite";
const folder = keptFolder();

const served = serviceOfFile(async () => {
  const publisher = await startBulkService(SAMPLE);
  const options = syncOptions("bulk", publisher.url, folder);
  await syncAt(options);
  await publisher.close();
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, `suite ${digestOfToken(TOKEN)}\n`);
  return { corpusPath: options.corpusPath, dataFolder: options.dataFolder, tokensFile };
});

test.each(STATEMENTS.map((statement) => [statement.id, statement] as const))(
  "%s holds",
  async (_, statement) => {
    const { result, found } = await judge(statement, openClient(served.url, TOKEN));
    expect({ result, found }).toEqual({ result: "ok", found: "" });
  },
);

test("each statement has an id of its own", () => {
  expect(new Set(STATEMENTS.map(({ id }) => id)).size).toBe(STATEMENTS.length);
});
