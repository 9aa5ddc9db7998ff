/**
 * Whether a request for a page comes from the owner of the corpus, who may read every text (docs/interface.md, "Pages of
 * the owner").
 *
 * A page of another site can reach a service on loopback through a name of its own that leads to 127.0.0.1; its `Host`
 * shows that. A proxy on this machine can forward other people's requests: it has a base URL, or adds a header, or
 * speaks HTTP/1.0.
 */
import { isIPv4 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Setting } from "../v1/v1.ts";
import { type ServiceContext, settingOf } from "./service-context.ts";

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

/** Of a page. */
export function pageSettingOf(context: ServiceContext, reply: FastifyReply): Setting {
  const isLocal = context.isOnlyForThisMachine && context.tokens.hadNone();
  const setting = settingOf(context, reply);
  return isLocal && isFromThisMachine(reply.request.raw) ? { ...setting, access: "owner" } : setting;
}

/** @param addresses all addresses on which a service listens; a text is the path of a socket */
export function areLoopback(addresses: readonly (string | { readonly address: string })[]): boolean {
  return addresses.length > 0 && addresses.every((one) => typeof one !== "string" && isLoopback(one.address));
}

function isFromThisMachine({ headersDistinct, httpVersion }: FastifyRequest["raw"]): boolean {
  const [host, ...others] = headersDistinct.host ?? [];
  if (httpVersion === "1.0" || host === undefined || others.length > 0) return false;
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
