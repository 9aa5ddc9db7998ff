/**
 * The suite of statements against the service of this project, on the sample, and the suite itself: a service with one fault does not
 * pass it. A fault changes what is asked, or the answer.
 */
import { expect, test } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { type Answer, asRecord, asRecords, type Client, type Json, openClient } from "./client.ts";
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

interface Request {
  readonly url: URL;
  readonly headers: Headers;
  method: string;
}

interface Fault {
  readonly asked?: (request: Request) => void;
  readonly answered?: (answer: Answer, request: Request) => Answer;
}

function faulty(client: Client, { asked, answered }: Fault): Client {
  return {
    ...client,
    ask: async (path, init) => {
      const url = new URL(path.startsWith("/") ? client.baseUrl + path : path);
      const request = { url, headers: new Headers(init?.headers), method: init?.method ?? "GET" };
      asked?.(request);
      const { method, headers } = request;
      const answer = await client.ask(url.href, { ...init, method, headers });
      return answered?.(answer, request) ?? answer;
    },
  };
}

function status(from: number, to: number): Fault {
  return { answered: (answer) => (answer.status === from ? { ...answer, status: to } : answer) };
}

function header(name: string, value: string | null): Fault {
  return {
    answered: (answer) => {
      const headers = new Headers(answer.headers);
      if (value === null) headers.delete(name);
      else headers.set(name, value);
      return { ...answer, headers };
    },
  };
}

/** Changes every list. */
function envelope(change: (all: Json, request: Request) => Json): Fault {
  return {
    answered: (answer, request) => {
      if (answer.status !== 200 || !answer.text.includes('"results":')) return answer;
      return { ...answer, text: JSON.stringify(change(JSON.parse(answer.text), request)) };
    },
  };
}

function results(change: (list: readonly Json[]) => readonly Json[]): Fault {
  return envelope((all) => ({ ...all, results: change(asRecords(all.results)) }));
}

function ignored(name: string): Fault {
  return { asked: ({ url }) => url.searchParams.delete(name) };
}

const asOwner: Fault = { asked: ({ headers }) => headers.set("authorization", `Token ${TOKEN}`) };

function withoutAuthors(one: Json): Json {
  if (one.casebody === undefined) return one;
  const body = asRecord(one.casebody);
  if (body.data === null || typeof body.data === "string") return one;
  const data = asRecord(body.data);
  const opinions = asRecords(data.opinions).map(({ author: _, ...rest }) => rest);
  return { ...one, casebody: { ...body, data: { ...data, opinions } } };
}

/** By the statement that finds them. */
const FAULTS: readonly (readonly [id: string, does: string, fault: Fault])[] = [
  ["header-allow", "drops Allow", header("allow", null)],
  ["header-content-type", "calls JSON HTML", header("content-type", "text/html")],
  ["etag", "never answers 304", { asked: ({ headers }) => headers.delete("if-none-match") }],
  ["missing-courts/no-such", "answers 200 for what is not there", status(404, 200)],
  ["refuse-page_size-0", "answers 500 for a wrong value", status(400, 500)],
  [
    "method-POST",
    "takes POST for GET",
    {
      asked: (request) => {
        request.method = "GET";
      },
    },
  ],
  ["redirect-citation", "redirects citations for ever", status(302, 301)],
  ["paging-last", "counts one too many", envelope((all) => ({ ...all, count: Number(all.count) + 1 }))],
  [
    "paging-there-and-back",
    "loses a record after the first page",
    envelope((all, { url }) =>
      url.searchParams.has("cursor") ? { ...all, results: asRecords(all.results).slice(1) } : all,
    ),
  ],
  ["cursor-xyz", "shows the first page for any cursor", ignored("cursor")],
  ["order-cases", "lists the other way round", results((list) => list.toReversed())],
  ["filter-author", "ignores author", ignored("author")],
  ["ordering-id", "ignores ordering", ignored("ordering")],
  ["ngrams-word", "ignores jurisdiction", ignored("jurisdiction")],
  [
    "search-without",
    "ignores the minus of a search",
    {
      asked: ({ url }) =>
        url.searchParams.set("search", url.searchParams.get("search")?.replaceAll("-", "") ?? ""),
    },
  ],
  [
    "keys-courts",
    "puts a key elsewhere",
    results((list) => list.map(({ id, ...rest }) => ({ ...rest, id }))),
  ],
  ["casebody-closed", "shows closed bodies to everyone", asOwner],
  ["casebody-text", "gives opinions without author", results((list) => list.map(withoutAuthors))],
  ["bulk-newest", "lists a unit twice", results((list) => [...list, ...list])],
  ["download-range", "ignores Range", { asked: ({ headers }) => headers.delete("range") }],
  ["download-private", "sends private files to everyone", asOwner],
];

test.each(FAULTS)("%s finds a service that %s", async (id, _does, fault) => {
  const statement = STATEMENTS.find((one) => one.id === id);
  if (statement === undefined) throw new Error(`no statement "${id}"`);
  const { result, found } = await judge(statement, faulty(openClient(served.url, TOKEN), fault));
  expect(result).toBe("FAIL");
  expect(found).not.toBe("");
});

test("a service that is not there fails, and is not skipped", async () => {
  const [first] = STATEMENTS;
  expect(first && (await judge(first, openClient("http://127.0.0.1:9", null)))).toMatchObject({
    result: "FAIL",
  });
});
