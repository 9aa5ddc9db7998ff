/** What all requests of one run share: connections, credentials, limits and the clock. */
import { setTimeout as wait } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type { Dispatcher } from "undici";
import { CaselawError } from "../domain/errors.ts";
import { Breaker } from "./breaker.ts";
import { openDispatcher, type ProxySettings } from "./connections.ts";
import { DEFAULT_CONNECTIONS, DEFAULT_LIMITS, type WebLimits } from "./limits.ts";
import { ListBudget } from "./list-budget.ts";

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
