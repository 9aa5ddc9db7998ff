/** A service whose closed texts are not searched for callers without credentials; the same reader answers all callers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { startService } from "../../src/http/service.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { CLOSED, oneCase, textBody } from "./records.ts";
import { serviceOfFile, serviceOptions } from "./serving.ts";

const TOKEN = "0123456789abcdef0123456789abcdef01234567";
const folder = keptFolder();
const corpusPath = join(folder, "closed.db");
const tokensFile = join(folder, "tokens");

const served = serviceOfFile(async () => {
  const text = "The hidden mill. See 1 Mass. 1.";
  makeCorpus(
    [
      oneCase(1, { name: "Gray v. Mill" }),
      oneCase(2, { name: "Hope v. Salem", jurisdiction: CLOSED, casebody: textBody("Hidden head.", text) }),
      oneCase(3, { name: "Reed v. Dam", casebody: textBody("Open head.", "The hidden dam.") }),
    ],
    corpusPath,
  );
  writeFileSync(tokensFile, `alice ${digestOfToken(TOKEN)}\n`);
  return { corpusPath, tokensFile, closedText: "unsearchable" };
});

function idsIn({ json }: { json: Record<string, unknown> | null }): unknown[] {
  return Array.isArray(json?.results) ? json.results.map(({ id }) => id).toSorted() : [];
}

async function idsSeen(query: string, token?: string): Promise<unknown[]> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Token ${token}` };
  return idsIn(await ask(`${served.url}/v1/cases/?${query}`, { headers }));
}

test("H14: a token makes closed texts searchable, and no answer goes from one kind of caller to the other", async () => {
  for (let time = 0; time < 2; time++) {
    expect(await idsSeen("search=hidden", TOKEN)).toEqual([2, 3]);
    expect(await idsSeen("search=hidden")).toEqual([3]);
    expect(await idsSeen("search=-hidden", TOKEN)).toEqual([1]);
    expect(await idsSeen("search=-hidden")).toEqual([1, 2]);
    expect(await idsSeen("search=hid*", TOKEN)).toEqual([2, 3]);
    expect(await idsSeen("search=hid*")).toEqual([3]);
    expect(await idsSeen("search=hope")).toEqual([2]);
  }
});

test("H14: pages of callers without a token find nothing by a closed text", async () => {
  const pageOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(served.url + path, { headers })).text();
  const withToken = { Authorization: `Token ${TOKEN}` };
  for (const [path, found] of [
    ["/?search=hidden+mill", "/cases/2/"],
    ["/trends/?q=hidden", "2 decisions"],
  ] as const) {
    expect(await pageOf(path, withToken)).toContain(found);
    expect(await pageOf(path)).not.toContain(found);
  }
});

test("H14: by default closed texts are searched for everyone, as at the retired service", async () => {
  await using service = await startService(serviceOptions(corpusPath, { tokensFile }));
  expect(idsIn(await ask(`${service.url}/v1/cases/?search=hidden`))).toEqual([2, 3]);
});
