/** What all requests of one run share: connections, credentials, limits and the clock. */
import { setTimeout as wait } from "node:timers/promises";
import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { CaselawError } from "../domain/errors.ts";
import { DEFAULT_LIMITS, type WebLimits } from "./limits.ts";

export interface WebOptions {
  readonly userAgent: string;
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
  /** Limits of all listings together. */
  readonly lists: ListBudget;
  readonly breaker: Breaker;
  /** Counts of the run so far. */
  readonly counts: { redirects: number };
}

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
    userAgent: options.userAgent,
    token: options.token === "" ? null : options.token,
    origin: new URL(options.baseUrl).origin,
    limits,
    signal: options.signal ?? new AbortController().signal,
    clock,
    inTurn: pLimit(options.connections ?? DEFAULT_CONNECTIONS),
    lists: new ListBudget(limits, clock.now),
    breaker: new Breaker(limits.maxFailures),
    counts: { redirects: 0 },
  };
}

/** A shorter beginning of a token reveals nothing. */
const REVEALING_CHARACTERS = 6;

/** Removes the token, which a server may have echoed, from a text, and also the beginning of a cut token (docs/faults.md, "I2"). */
export function withoutToken(session: Session, text: string): string {
  const token = session.token ?? "";
  let clean = text;
  for (
    let length = token.length;
    length > 0 && length >= Math.min(REVEALING_CHARACTERS, token.length);
    length--
  ) {
    clean = clean.replaceAll(token.slice(0, length), "…");
  }
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
  return proxy === null ? new Agent(options) : proxied(proxy, options);
}

function proxied(proxy: ProxySettings, options: Agent.Options): Dispatcher {
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

/** Leaves a source alone for the rest of a run: one that asks for more time than we wait, or that fails again and again. */
class Breaker {
  readonly #maxFailures: number;
  #failures = 0;
  #reason: string | null = null;

  /** @param maxFailures requests of all files, one after the other */
  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures;
  }

  /** Why no further request is made; null while requests are made. */
  get reason(): string | null {
    return this.#reason;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(reason: string): void {
    if (++this.#failures >= this.#maxFailures)
      this.#reason ??= `${this.#failures} requests in a row failed: ${reason}`;
  }

  /** @param until milliseconds since 1970 */
  waitUntil(until: number): void {
    this.#reason ??= `the server asks to wait until ${new Date(Math.min(until, MAX_TIME)).toISOString()}`;
  }
}

/** The last instant that a Date can have. */
const MAX_TIME = 8.64e15;

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/**
 * Limits all listings of one run together: bytes, JSON values and time. A listing is parsed in memory, and a value takes more
 * memory than bytes: `[{},{},{},…]` of 256 MiB fills 6 GB. So values are counted before parsing, and the sum over all pages is
 * limited, not only each page (docs/faults.md, "N13").
 */
class ListBudget {
  readonly #limits: WebLimits;
  readonly #now: () => number;
  #startedAt: number | null = null;
  #bytes = 0;
  #values = 0;

  /** @param now milliseconds since 1970 */
  constructor(limits: WebLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Why no further listing may be requested, or null. The first call starts the time. */
  get timeFault(): string | null {
    this.#startedAt ??= this.#now();
    const { maxListingsMs } = this.#limits;
    if (this.#now() - this.#startedAt <= maxListingsMs) return null;
    return `the listings of one run may take ${maxListingsMs / 1000} seconds and took longer`;
  }

  /**
   * Yields the chunks of one listing while the run keeps within its limits; an interrupted listing is not counted.
   *
   * @throws CaselawError `corrupt` (bytes, values) or `unreachable` (time); messages are reasons, without subject
   */
  async *guard(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { maxListingsBytes, maxListingsValues } = this.#limits;
    let [bytes, values] = [this.#bytes, this.#values];
    for await (const chunk of chunks) {
      bytes += chunk.length;
      values += valuesIn(chunk);
      if (bytes > maxListingsBytes) throw tooMuch(`${maxListingsBytes} bytes`);
      if (values > maxListingsValues) throw tooMuch(`${maxListingsValues} values`);
      const late = this.timeFault;
      if (late !== null) throw new CaselawError("unreachable", late);
      yield chunk;
    }
    [this.#bytes, this.#values] = [bytes, values];
  }
}

/** The number of JSON values that begin in these bytes, or more: commas inside strings count too. */
function valuesIn(chunk: Buffer): number {
  let values = 0;
  for (const byte of chunk) if (byte === COMMA || byte === BRACKET || byte === BRACE) values++;
  return values;
}

function tooMuch(limit: string): CaselawError {
  return new CaselawError("corrupt", `the listings of one run have more than ${limit} together`);
}
