/** Stands before a service and breaks one thing at a time in what passes through. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Json } from "./client.ts";

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

export interface FaultyProxy extends AsyncDisposable {
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
export function changeJson(exchange: Exchange, change: (body: Json) => unknown): void {
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
