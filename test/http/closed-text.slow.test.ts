/** A service whose closed texts are not searched for callers without credentials; the same reader answers all callers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
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
    ["/trends/?q=hidden", "hidden: 2 of "],
    ["/trends/?q=hidden&format=svg", "hidden: 2 of "],
  ] as const) {
    expect(await pageOf(path, withToken)).toContain(found);
    expect(await pageOf(path)).not.toContain(found);
  }
});

test("H14: by default closed texts are searched for everyone, as at the retired service", async () => {
  await using service = await startService(serviceOptions(corpusPath, { tokensFile }));
  expect(idsIn(await ask(`${service.url}/v1/cases/?search=hidden`))).toEqual([2, 3]);
});

/** Words that only the closed text has; some in its opinion, some in its head matter. */
const ONLY_CLOSED = ["zyzzyva", "quokkas"];

const QUERIES = `
  full_case=true full_case=true&body_format=html full_case=true&body_format=xml full_case=true&format=csv format=csv
  search=SECRET&preview=true search=SECRET&preview=true&format=csv search=SECRET%20/s%20hidden&preview=true
  search=author:gray&preview=true author=gray&author__cites_to=1%20Mass.%201 author_type=gray:majority
  cites_to__id=1&full_case=true facet=decision_date analysis.word_count__gte=1&full_case=true
  restricted=true&full_case=true ordering=random&full_case=true`;
const PATHS = `
  /v1/cases/2/?full_case=true /v1/cases/2/similar/ /v1/cases/2/treatment/ /v1/ngrams/?q=hidden%20* /v1/ngrams/?q=hidden
  /v1/resolve/?q=2%20Mass.%201 /cases/2/ /cases/2/similar/ /cases/2/treatment/ /?search=hidden
  /trends/?q=hidden /trends/?q=hidden&format=csv /trends/?q=hidden&format=svg`;
const ADDRESSES = [
  ...QUERIES.trim()
    .split(/\s+/)
    .map((query) => `/v1/cases/?${query}`),
  ...PATHS.trim().split(/\s+/),
];

const TOOLS: readonly (readonly [name: string, input: Record<string, unknown>])[] = [
  ["search_cases", { query: "hidden" }],
  ["search_cases", { query: "hope" }],
  ["read_case", { id: 2 }],
  ["find_in_case", { id: 2, text: "hidden" }],
  ["lookup_citations", { text: "2 Mass. 1" }],
  ["citing", { id: 2, direction: "cites" }],
  ["citing", { id: 1, direction: "cited_by" }],
  ["check_text", { text: 'He said "The hidden mill of stone" in 2 Mass. 1.' }],
  ["trends", { texts: ["hidden"] }],
  ["coverage", {}],
];

test.each(["searchable", "unsearchable"] as const)(
  "H14: no answer to a caller without a token contains a word of a closed text (%s)",
  async (closedText) => {
    const path = join(folder, `${closedText}.db`);
    const [first, second] = ONLY_CLOSED;
    const text = `The hidden mill of stone, ${first}. See 1 Mass. 1, overruled.`;
    makeCorpus(
      [
        oneCase(1, { name: "Gray v. Mill" }),
        oneCase(2, {
          ...{ name: "Hope v. Salem", jurisdiction: CLOSED, analysis: { word_count: 9 } },
          casebody: textBody(`Hidden ${second}.`, text),
        }),
      ],
      path,
    );
    await using service = await startService(serviceOptions(path, { closedText, tokensFile }));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
    const told: string[] = [];
    const judge = (asked: string, answer: string): void => {
      if (ONLY_CLOSED.some((word) => answer.toLowerCase().includes(word))) told.push(asked);
    };
    for (const address of ADDRESSES) {
      for (const word of ["hidden", "hope"]) {
        const asked = service.url + address.replace("SECRET", word);
        const answer = await fetch(asked);
        expect([200, 400], asked).toContain(answer.status);
        judge(asked, await answer.text());
      }
    }
    for (const [name, input] of TOOLS) {
      const { content, structuredContent } = await client.callTool({ name, arguments: input });
      judge(`${name} ${JSON.stringify(input)}`, JSON.stringify([content, structuredContent]));
    }
    const draft = '"The hidden mill of stone" is in 2 Mass. 1.';
    const checked = await fetch(`${service.url}/check/`, {
      ...{ method: "POST", headers: { "Content-Type": "text/plain" }, body: draft },
    });
    judge("check", await checked.text());
    const uris = ["caselaw://cases/2", "caselaw://cases/2/parts/1"];
    for (const uri of uris)
      judge(uri, await client.readResource({ uri }).then(JSON.stringify, (error: Error) => error.message));
    await client.close();
    expect(told).toEqual([]);
    // with a token they do
    const answer = await fetch(`${service.url}/v1/cases/?full_case=true`, {
      headers: { Authorization: `Token ${TOKEN}` },
    });
    expect(await answer.text()).toContain(ONLY_CLOSED[0]);
  },
);
