/** Faults of services, each with a statement that must find it. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { asRecord, asRecords, type Json } from "./client.ts";

/** @param token a good one: a service that leaks shows to everyone what it is for */
export function mutationsOf(token: string): readonly (readonly [string, Mutation])[] {
  const asOwner = ({ headers }: Asked): void => headers.set("authorization", `Token ${token}`);
  const asOwnerOfXml = (asked: Asked): void => {
    if (asked.url.searchParams.get("body_format") === "xml") asOwner(asked);
  };
  return [
    ["header-allow", header("drops Allow", "allow", null)],
    [
      "header-access-control-allow-origin",
      header("drops the CORS header", "access-control-allow-origin", null),
    ],
    ["header-content-type", header("calls JSON HTML", "content-type", "text/html")],
    ["header-x-content-type-options", header("lets browsers guess", "x-content-type-options", null)],
    ["etag", { fault: "never answers 304", asked: ({ headers }) => headers.delete("if-none-match") }],
    ["missing-courts/no-such", status("answers 200 for what is not there", 404, 200)],
    ["refuse-page_size-0", status("answers 500 for a wrong value", 400, 500)],
    ["method-POST", { fault: "takes POST for GET", asked: asGet }],
    ["redirect-citation", status("redirects citations for ever", 302, 301)],
    ["token-wrong", status("ignores a wrong token's refusal", 401, 200)],
    ["paging-last", envelope("counts one too many", (all) => ({ ...all, count: Number(all.count) + 1 }))],
    [
      "paging-there-and-back",
      envelope(
        "loses a record after the first page",
        afterFirst((list) => list.slice(1)),
      ),
    ],
    [
      "paging-page-size",
      envelope("gives one more than asked", (all) =>
        withResults(all, (list) => [...list, ...list.slice(0, 1)]),
      ),
    ],
    [
      "paging-next",
      envelope("drops parameters from next", (all) => ({ ...all, next: cursorAlone(all.next) })),
    ],
    ["paging-empty-parameters", { fault: "takes an empty parameter for a value", asked: emptied }],
    [
      "cursor-xyz",
      { fault: "shows the first page for any cursor", asked: ({ url }) => url.searchParams.delete("cursor") },
    ],
    ["envelope-cases", envelope("leaves previous out", ({ previous: _, ...rest }) => rest)],
    [
      "order-cases",
      envelope("lists the other way round", (all) => withResults(all, (list) => list.toReversed())),
    ],
    ["ngrams-word", ignores("jurisdiction")],
    [
      "resolve-cite",
      { fault: "reads no text", asked: ({ url }) => url.searchParams.set("q", "9999 U.S. 99999") },
    ],
    ["ordering-id", ignores("ordering")],
    ["filter-cite-1", ignores("cite")],
    ["filter-author", ignores("author")],
    ["filter-last-updated", ignores("last_updated_max")],
    ["date-month-bounds", { fault: "takes an upper month for its first day", asked: monthStart }],
    ["search-without", { fault: "ignores the minus of a search", asked: unsigned }],
    ["keys-cases", records("leaves a key out", ({ docket_number: _, ...rest }) => rest)],
    ["keys-courts", records("puts a key elsewhere", ({ id, ...rest }) => ({ ...rest, id }))],
    ["pages-are-strings", records("makes page numbers of pages", (one) => ({ ...one, first_page: 1 }))],
    ["detail-courts", { fault: "adds a key to detail pages", answered: onDetail }],
    [
      "urls-cases",
      records("links to another host", (one) => ({ ...one, url: "https://api.case.law/v1/cases/1/" })),
    ],
    ["casebody-closed", { fault: "shows closed bodies to everyone", asked: asOwner }],
    ["casebody-closed", { fault: "shows closed bodies as xml to everyone", asked: asOwnerOfXml }],
    ["casebody-text", records("gives opinions without author", withoutAuthors)],
    [
      "casebody-absent",
      { fault: "sends bodies unasked", asked: ({ url }) => url.searchParams.set("full_case", "true") },
    ],
    ["facet-jurisdiction", envelope("puts facets last", ({ facets, ...rest }) => ({ ...rest, facets }))],
    ["preview", records("marks matches with b", (one) => ({ ...one, preview: ["<b>x</b>"] }))],
    [
      "refuse-full_case-1",
      {
        fault: "has other words",
        answered: (exchange) => changeJson(exchange, () => ({ full_case: ["Wrong."] })),
      },
    ],
    ["bulk-newest", envelope("lists a unit twice", (all) => withResults(all, (list) => [...list, ...list]))],
    ["download-range", { fault: "ignores Range", asked: ({ headers }) => headers.delete("range") }],
    ["download-beyond", status("answers 200 beyond the end", 416, 200)],
    ["download-private", { fault: "sends private files to everyone", asked: asOwner }],
  ];
}

function ignores(name: string): Mutation {
  return { fault: `ignores ${name}`, asked: ({ url }) => url.searchParams.delete(name) };
}

function header(fault: string, name: string, value: string | null): Mutation {
  const answered = ({ headers }: Exchange): void => {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  };
  return { fault, answered };
}

function status(fault: string, from: number, to: number): Mutation {
  const answered = (exchange: Exchange): void => {
    if (exchange.status === from) exchange.status = to;
  };
  return { fault, answered };
}

/** Changes every list of 200. */
function envelope(fault: string, change: (all: Json, asked: Asked) => Json): Mutation {
  const answered = (exchange: Exchange, asked: Asked): void => {
    if (exchange.status === 200) changeJson(exchange, (all) => ("results" in all ? change(all, asked) : all));
  };
  return { fault, answered };
}

/** Changes every record of every list, and the records of detail pages alike. */
function records(fault: string, change: (one: Json) => Json): Mutation {
  const answered = (exchange: Exchange): void => {
    if (exchange.status !== 200) return;
    changeJson(exchange, (all) =>
      "results" in all ? withResults(all, (list) => list.map(change)) : change(all),
    );
  };
  return { fault, answered };
}

function withResults(all: Json, change: (list: readonly Json[]) => readonly Json[]): Json {
  return { ...all, results: change(asRecords(all.results)) };
}

function afterFirst(change: (list: readonly Json[]) => readonly Json[]) {
  return (all: Json, { url }: Asked): Json =>
    url.searchParams.has("cursor") ? withResults(all, change) : all;
}

function cursorAlone(next: unknown): unknown {
  if (typeof next !== "string") return next;
  const url = new URL(next);
  const cursor = url.searchParams.get("cursor") ?? "";
  url.search = String(new URLSearchParams({ cursor }));
  return url.href;
}

function asGet(asked: Asked): void {
  asked.method = "GET";
}

function emptied({ url }: Asked): void {
  for (const [name, value] of [...url.searchParams]) if (value === "") url.searchParams.set(name, "zzz");
}

function monthStart({ url }: Asked): void {
  const max = url.searchParams.get("decision_date_max") ?? "";
  if (/^\d{4}-\d\d$/.test(max)) url.searchParams.set("decision_date_max", `${max}-01`);
}

function unsigned({ url }: Asked): void {
  const search = url.searchParams.get("search");
  if (search !== null) url.searchParams.set("search", search.replaceAll("-", ""));
}

function onDetail(exchange: Exchange): void {
  changeJson(exchange, (body) => ("results" in body ? body : { ...body, more: 1 }));
}

function withoutAuthors(one: Json): Json {
  if (one.casebody === undefined) return one;
  const body = asRecord(one.casebody);
  if (body.data === null || typeof body.data === "string") return one;
  const data = asRecord(body.data);
  const opinions = asRecords(data.opinions).map(({ author: _, ...rest }) => rest);
  return { ...one, casebody: { ...body, data: { ...data, opinions } } };
}

/** Stands before a service and breaks one thing at a time in what passes through. */
export interface Exchange {
  status: number;
  readonly headers: Headers;
  body: Buffer;
}

export interface Mutation {
  /** What is broken. */
  readonly fault: string;
  /** Changes the request before it is passed on. */
  readonly asked?: (request: Asked) => void;
  /** Changes the answer, asked for by this request. */
  readonly answered?: (exchange: Exchange, request: Asked) => void;
}

export interface Asked {
  method: string;
  readonly url: URL;
  readonly headers: Headers;
}

interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** The service behind; set before the first request. */
  behind: string;
  /** Null: nothing is broken. */
  mutation: Mutation | null;
}

const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "host", "content-length"];
const BODILESS = [204, 304];

/** Listens on a free port of loopback. */
export async function startFaultyProxy(): Promise<FaultyProxy> {
  const server = createServer((request, response) => void pass(proxy, request, response));
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    behind: "",
    mutation: null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

/** Changes an answer's JSON, where it is some. */
function changeJson(exchange: Exchange, change: (body: Json) => unknown): void {
  if (exchange.headers.get("content-type") !== "application/json" || exchange.body.length === 0) return;
  exchange.body = Buffer.from(JSON.stringify(change(JSON.parse(exchange.body.toString("utf8")))), "utf8");
}

async function pass(proxy: FaultyProxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { mutation, behind } = proxy;
  const { method = "", url = "/" } = request;
  // a connection that is used again can be one that the service is just closing
  const headers = new Headers({ "accept-encoding": "identity", connection: "close" });
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HOP_BY_HOP.includes(name) && name !== "accept-encoding") headers.set(name, String(value));
  }
  const asked: Asked = { method, url: new URL(behind + url), headers };
  mutation?.asked?.(asked);
  const answer = await fetch(asked.url, { method: asked.method, headers, redirect: "manual" });
  const body = Buffer.from(await answer.arrayBuffer());
  const exchange: Exchange = { status: answer.status, headers: new Headers(answer.headers), body };
  mutation?.answered?.(exchange, asked);
  for (const [name, value] of exchange.headers) {
    if (!HOP_BY_HOP.includes(name)) response.setHeader(name, value);
  }
  response.statusCode = exchange.status;
  if (!BODILESS.includes(exchange.status)) response.setHeader("Content-Length", exchange.body.length);
  response.end(exchange.body);
}
