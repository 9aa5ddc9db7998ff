/** What all requests of one run share: connections, credentials, limits and the clock. */
import { setTimeout as wait } from "node:timers/promises";
import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { CaselawError } from "../domain/errors.ts";

export interface WebOptions {
  /** Default: the name and address of this program. */
  readonly userAgent?: string;
  /** Sent as `Authorization: Token …` to the origin of `baseUrl` only. */
  readonly token: string | null;
  readonly baseUrl: string;
  readonly proxy: ProxySettings | null;
  /** Limits other than the default ones. */
  readonly limits?: Partial<WebLimits>;
  readonly connections?: number;
  /** Stops all requests and pauses; they throw its reason. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Time and random numbers. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to just below 1. */
  readonly random: () => number;
}

export interface Session {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  readonly token: string | null;
  /** The only origin that gets the token. */
  readonly origin: string;
  readonly limits: WebLimits;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Runs a request once a connection is free. */
  readonly inTurn: LimitFunction;
  readonly run: RunCounts;
}

/** Counts of the requests of a run so far. */
interface RunCounts {
  redirects: number;
  /** Requests in a row that failed. */
  failures: number;
  /** Why no further request is made; null while requests are made. */
  leftReason: string | null;
  /** Of all listings that were read to their end. */
  listedBytes: number;
  listedValues: number;
  /** Milliseconds since 1970; null before the first listing. */
  listingsSince: number | null;
}

const USER_AGENT = "caselaw-corpus (https://www.npmjs.com/package/caselaw-corpus)";

const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
};

/** @throws CaselawError `invalid` when the base or a proxy's address is no http or https URL */
export function openSession(options: WebOptions): Session {
  if (!URL.canParse(options.baseUrl)) {
    throw new CaselawError("invalid", `Cannot use source address "${options.baseUrl}": not a URL`);
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const clock = options.clock ?? SYSTEM_CLOCK;
  return {
    dispatcher: openDispatcher(options.proxy, limits),
    userAgent: options.userAgent ?? USER_AGENT,
    token: options.token === "" ? null : options.token,
    origin: new URL(options.baseUrl).origin,
    limits,
    signal: options.signal ?? new AbortController().signal,
    clock,
    inTurn: pLimit(options.connections ?? DEFAULT_CONNECTIONS),
    run: {
      ...{ redirects: 0, failures: 0, leftReason: null },
      ...{ listedBytes: 0, listedValues: 0, listingsSince: null },
    },
  };
}

/** A shorter beginning of a token reveals nothing. */
const REVEALING_CHARACTERS = 6;

/** Removes the token, which a server may have echoed, from a text, and also the beginning of a cut token (docs/faults.md, "I2"). */
export function withoutToken(session: Session, text: string): string {
  const token = session.token ?? "";
  const least = Math.max(1, Math.min(REVEALING_CHARACTERS, token.length));
  let clean = text;
  for (let length = token.length; length >= least; length--)
    clean = clean.replaceAll(token.slice(0, length), "…");
  return clean;
}

/** Plain values: the environment is read by the command line. */
export interface ProxySettings {
  /** For `https:` addresses. */
  readonly httpsProxy: string | null;
  /** For `http:` addresses, and for `https:` ones without a proxy of their own. */
  readonly httpProxy: string | null;
  /** Hosts to be reached directly, as in `NO_PROXY`. */
  readonly noProxy: string | null;
}

/**
 * Opens the connections, through a proxy if one is set.
 *
 * @throws CaselawError `invalid` when a proxy's address is no http or https URL; it is not shown, since it may contain a
 *   password
 */
function openDispatcher(proxy: ProxySettings | null, limits: WebLimits): Dispatcher {
  const options = {
    allowH2: false, // the handling of cut and overlong bodies (docs/faults.md, "N1" and "N10") is tested with HTTP/1.1
    connectTimeout: limits.connectTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.idleTimeoutMs,
  };
  return proxy === null ? new Agent(options) : openProxy(proxy, options);
}

function openProxy(proxy: ProxySettings, options: Agent.Options): Dispatcher {
  for (const address of [proxy.httpsProxy, proxy.httpProxy]) {
    if (address !== null && address !== "" && !/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
      throw new CaselawError("invalid", "Cannot use the proxy: its address is not an http or https URL");
    }
  }
  // undici reads the environment for a missing value; an empty one means no proxy
  return new EnvHttpProxyAgent({
    ...options,
    httpsProxy: proxy.httpsProxy ?? "",
    httpProxy: proxy.httpProxy ?? "",
    noProxy: proxy.noProxy ?? "",
  });
}

/** Simultaneous requests: enough to fill a line, few enough for a public host. */
const DEFAULT_CONNECTIONS = 4;

/** Limits of outgoing HTTP requests, with their reasons (docs/interface.md, "Limits"). */
export const DEFAULT_LIMITS = {
  /** One metadata list, unpacked. The longest, all volumes of the static site, has some 40 MB. */
  maxListBytes: 256 * 2 ** 20,
  /**
   * All metadata lists of one run together: bytes, JSON values and milliseconds. The complete static site has
   * some 40 MB and 1.2 million values. A value takes up to 35 bytes of memory.
   */
  maxListingsBytes: 512 * 2 ** 20,
  maxListingsValues: 10_000_000,
  maxListingsMs: 6 * 3_600_000,
  /** One archive; the largest bulk files had less than 10 GiB. */
  maxFileBytes: 64 * 2 ** 30,
  /**
   * Decoded bytes for each encoded one (`Content-Encoding`), checked once `ratioFromBytes` are decoded. Archives are
   * compressed already; lists compress 10 to 20 times.
   */
  maxRatio: 100,
  ratioFromBytes: 64 * 2 ** 20,
  /** Of one request. */
  maxRedirects: 5,
  /** Of all requests of one run: somewhat more than two for each volume of the collection. */
  maxRunRedirects: 100_000,
  /** Retries of a request in a row without progress. */
  maxRetries: 5,
  /** Bytes beyond the longest try so far that count as progress, so that a long file survives many cuts. */
  progressBytes: 2 ** 20,
  /** First pause between tries; each next one is twice as long, less a random part of up to a half. */
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  /** After a longer `Retry-After` no further request is made in this run. */
  maxRetryAfterMs: 600_000,
  /** Failed requests in a row, of all files together, after which no further request is made in this run. */
  maxFailures: 30,
  connectTimeoutMs: 10_000,
  /** From the request to the end of the answer's headers. */
  headersTimeoutMs: 60_000,
  /** Longest time without a byte within a body. */
  idleTimeoutMs: 60_000,
  /** A body must bring `minSpanBytes` in each span of `rateSpanMs`: 1 KiB a second, the speed of a modem. */
  rateSpanMs: 60_000,
  minSpanBytes: 60 * 2 ** 10,
};

export type WebLimits = Readonly<typeof DEFAULT_LIMITS>;
