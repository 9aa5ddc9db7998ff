/** What the routes work with. */

import { isIPv4 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "../corpus/bodies.ts";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import type { Setting } from "../v1/v1.ts";
import type { TokensFile } from "./credentials.ts";
import type { Metrics } from "./metrics.ts";
import type { ReaderPool } from "./readers/reader-pool.ts";

export interface ServiceContext {
  readonly pool: ReaderPool;
  readonly tokens: TokensFile;
  readonly metrics: Metrics;
  readonly corpus: CorpusLocation;
  /** Every URL in an answer starts with it; no slash at the end. */
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** The folder of the exports that are served; null: none are served. */
  readonly exportsFolder: string | null;
  /** Who sees bodies that are not open to everyone. */
  readonly bodies: "for everyone" | "for credentials";
  /** Whether callers without credentials find cases by texts that they may not see. */
  readonly closedText: "searchable" | "unsearchable";
  /** Whether search engines may read the pages; null: as `allowsRobots` decides. */
  readonly robots: "allow" | "disallow" | null;
  /** Whether it listens on loopback addresses only, without a base URL: then no other machine is meant to reach it. */
  readonly isOnlyForThisMachine: boolean;
  readonly onFault: (message: string) => void;
}

declare module "fastify" {
  interface FastifyRequest {
    hasCredentials: boolean;
  }
}

export function settingOf(context: ServiceContext, { request }: FastifyReply): Setting {
  return { baseUrl: context.baseUrl, access: accessOf(request, context) };
}

export function accessOf(request: FastifyRequest, { bodies, closedText }: ServiceContext): Access {
  if (bodies === "for everyone" || request.hasCredentials) return "open";
  return closedText === "searchable" ? "anyone" : "public";
}

/** By default search engines read the pages of a service that shows everything to everyone, on other machines too. */
export function allowsRobots({
  robots,
  bodies,
  isOnlyForThisMachine,
}: Pick<ServiceContext, "robots" | "bodies" | "isOnlyForThisMachine">): boolean {
  return robots === null ? bodies === "for everyone" && !isOnlyForThisMachine : robots === "allow";
}

/** Headers by which a proxy names itself or its client; all that begin with `x-forwarded` too. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  "cf-connecting-ip",
  "fastly-client-ip",
  "forwarded",
  "true-client-ip",
  "via",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-original-forwarded-for",
  "x-original-host",
  "x-real-ip",
]);

/**
 * Whether a request for a page comes from the owner of the corpus, who may read every text (docs/interface.md, "Pages of
 * the owner").
 *
 * A page of another site can reach a service on loopback through a name of its own that leads to 127.0.0.1; its `Host`
 * shows that. A proxy on this machine can forward other people's requests: it has a base URL, or adds a header, or
 * speaks HTTP/1.0.
 */
export function pageSettingOf(context: ServiceContext, reply: FastifyReply): Setting {
  const isLocal = context.isOnlyForThisMachine && context.tokens.hadNone();
  const setting = settingOf(context, reply);
  return isLocal && isFromThisMachine(reply.request.raw) ? { ...setting, access: "owner" } : setting;
}

/** @param addresses all addresses on which a service listens; a text is the path of a socket */
export function areLoopback(addresses: readonly (string | { readonly address: string })[]): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((address) => typeof address !== "string" && isLoopback(address.address))
  );
}

function isFromThisMachine({ headersDistinct, httpVersion }: FastifyRequest["raw"]): boolean {
  const [host, ...rest] = headersDistinct.host ?? [];
  if (httpVersion === "1.0" || host === undefined || rest.length > 0) return false;
  const isForwarded = Object.keys(headersDistinct).some(
    (name) => PROXY_HEADERS.has(name) || name.startsWith("x-forwarded"),
  );
  return !isForwarded && isLoopback(hostnameOf(host));
}

/** Without the port and the brackets of an address. */
function hostnameOf(host: string): string {
  const name = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(host.toLowerCase());
  return name?.[1] ?? name?.[2] ?? "";
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}
