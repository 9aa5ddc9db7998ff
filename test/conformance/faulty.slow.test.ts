/** The suite itself: a service with one fault does not pass it. */
import { afterAll, expect, test } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { openClient } from "./client.ts";
import { mutationsOf, startFaultyProxy } from "./mutations.ts";
import { sampleCorpus, TOKEN } from "./sample-corpus.ts";
import { judge, type Verdict } from "./statement.ts";
import { STATEMENTS } from "./statements.ts";

const folder = keptFolder();
const proxy = await startFaultyProxy();

const served = serviceOfFile(async () => ({ ...(await sampleCorpus(folder)), baseUrl: proxy.url }));

afterAll(() => proxy[Symbol.asyncDispose]());

function judgeById(id: string): Promise<Verdict> {
  const statement = STATEMENTS.find((one) => one.id === id);
  if (statement === undefined) throw new Error(`no statement "${id}"`);
  proxy.behind = served.url;
  return judge(statement, openClient(proxy.url, TOKEN));
}

test.each(mutationsOf(TOKEN).map(([id, mutation]) => [mutation.fault, id, mutation] as const))(
  "a service that %s fails %s, and passes it without the fault",
  async (_fault, id, mutation) => {
    proxy.mutation = null;
    expect(await judgeById(id)).toMatchObject({ result: "ok", found: "" });
    proxy.mutation = mutation;
    const { result, found } = await judgeById(id);
    expect(result).toBe("FAIL");
    expect(found).not.toBe("");
  },
);

test("a service that is not there fails, and is not skipped", async () => {
  const client = openClient("http://127.0.0.1:9", null);
  const [first] = STATEMENTS;
  expect(first && (await judge(first, client))).toMatchObject({ result: "FAIL" });
});
