/**
 * A server that misbehaves as told (docs/faults.md, "How a fault is provoked"): per path a list of steps, each request takes
 * the next one, the last is repeated; every request is recorded. A second server is "another origin".
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { type RecordedRequest, type SecureOptions, type Service, startService } from "./service.ts";

/** One answer. */
export interface Step {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** Sends so many bytes of the body, then cuts the connection. */
  readonly cutAfter?: number;
  /** Sends so many bytes of the body, then nothing more; -1 sends no headers either. */
  readonly stallAfter?: number;
  /** Sends a byte of the body per so many milliseconds. */
  readonly trickleMs?: number;
  /** Whether the size is told by `Content-Length`; told when absent. */
  readonly size?: "known" | "unknown";
}

/** A step, or one made for the request. */
export type Scripted = Step | ((request: RecordedRequest) => Step);

export interface ScriptedServer extends Service, AsyncDisposable {
  /** The script, by path with query or path alone; may be changed at any time. What it lacks is a 404. */
  readonly script: Map<string, readonly Scripted[]>;
  /** The requests for one path. */
  seen(path: string): readonly RecordedRequest[];
  /** How many requests there are that a step lets wait, by `stallAfter` or `trickleMs`. */
  stalling(): number;
}

/** Starts a server on a free loopback port. */
export async function startScriptedServer(
  script: Readonly<Record<string, readonly Scripted[]>>,
  secure?: SecureOptions,
): Promise<ScriptedServer> {
  const steps = new Map(Object.entries(script));
  const taken = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const stalling = new Set<ServerResponse>();
  const answer = ({ method = "", url = "", headers }: IncomingMessage, response: ServerResponse): void => {
    const seen = { method, url, headers };
    const path = steps.has(seen.url) ? seen.url : pathOf(seen.url);
    const list = steps.get(path) ?? [{ status: 404, body: '{"detail": "Not found."}' }];
    const turn = taken.get(path) ?? 0;
    taken.set(path, turn + 1);
    const scripted = list[Math.min(turn, list.length - 1)] ?? { status: 500 };
    const step = typeof scripted === "function" ? scripted(seen) : scripted;
    if (step.stallAfter !== undefined || step.trickleMs !== undefined) {
      stalling.add(response);
      response.once("close", () => stalling.delete(response));
    }
    play(step, response, timers);
  };
  const service = await startService(answer, 0, secure);
  const close = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer);
    await service.close();
  };
  return {
    ...service,
    script: steps,
    seen: (path) => service.requests.filter(({ url }) => url === path || pathOf(url) === path),
    stalling: () => stalling.size,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A step that serves a file properly: validators, conditions, and `Range` unless told to ignore it. */
export function fileStep(
  bytes: Uint8Array,
  { etag, lastModified, ranges = "obeyed" }: FileStepOptions = {},
): (request: RecordedRequest) => Step {
  const validators = {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { "last-modified": lastModified }),
  };
  return ({ headers }) => {
    const unchanged = headers["if-none-match"] ?? headers["if-modified-since"];
    if (unchanged !== undefined && (unchanged === etag || unchanged === lastModified)) {
      return { status: 304, headers: validators };
    }
    const from = rangeStart(headers.range);
    const same = [undefined, etag, lastModified].includes(headers["if-range"]?.toString());
    if (ranges === "ignored" || from === null || !same) return { headers: validators, body: bytes };
    const size = bytes.length;
    if (from >= size) {
      return { status: 416, headers: { ...validators, "content-range": `bytes */${size}` } };
    }
    const range = { "content-range": `bytes ${from}-${size - 1}/${size}` };
    return { status: 206, headers: { ...validators, ...range }, body: bytes.subarray(from) };
  };
}

export interface FileStepOptions {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly ranges?: "obeyed" | "ignored";
}

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function play(step: Step, response: ServerResponse, timers: Set<NodeJS.Timeout>): void {
  if (step.stallAfter === -1) return;
  const body = Buffer.from(step.body ?? "");
  const length = step.size === "unknown" ? {} : { "content-length": body.length };
  response.writeHead(step.status ?? 200, { ...length, ...step.headers });
  response.flushHeaders();
  if (step.cutAfter !== undefined) {
    sendStart(response, body.subarray(0, step.cutAfter), () => response.destroy());
  } else if (step.stallAfter !== undefined) {
    sendStart(response, body.subarray(0, step.stallAfter), () => {});
  } else if (step.trickleMs !== undefined) {
    timers.add(trickle(response, body, step.trickleMs));
  } else {
    response.end(body);
  }
}

function sendStart(response: ServerResponse, bytes: Buffer, then: () => void): void {
  if (bytes.length === 0) then();
  else response.write(bytes, then);
}

function trickle(response: ServerResponse, body: Buffer, everyMs: number): NodeJS.Timeout {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < body.length && !response.destroyed) response.write(body.subarray(sent, ++sent));
    else clearInterval(timer);
  }, everyMs);
  return timer;
}

function rangeStart(range: string | undefined): number | null {
  const start = /^bytes=(\d+)-$/.exec(range ?? "")?.[1];
  return start === undefined ? null : Number(start);
}

function pathOf(url: string): string {
  return url.replace(/\?.*$/s, "");
}
