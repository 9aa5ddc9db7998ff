/** The suite of statements against the service of this project, on the sample. */
import { expect, test } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { type Client, openClient } from "./client.ts";
import { sampleCorpus, TOKEN } from "./sample-corpus.ts";
import { judge } from "./statement.ts";
import { STATEMENTS } from "./statements.ts";

const folder = keptFolder();
const served = serviceOfFile(() => sampleCorpus(folder));
let client: Client | undefined;

test.each(STATEMENTS.map((statement) => [statement.id, statement] as const))(
  "%s holds",
  async (_, statement) => {
    client ??= openClient(served.url, TOKEN);
    const { result, found } = await judge(statement, client);
    expect({ result, found }).toEqual({ result: "ok", found: "" });
  },
);

test("each statement has an id of its own", () => {
  expect(new Set(STATEMENTS.map(({ id }) => id)).size).toBe(STATEMENTS.length);
});
