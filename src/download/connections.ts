/** Opens the connections, through a proxy if one is set. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { CaselawError } from "../domain/errors.ts";
import type { WebLimits } from "./limits.ts";

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
 * @throws CaselawError `invalid` when a proxy's address is no http or https URL; it is not shown, since it may contain a
 *   password
 */
export function openDispatcher(proxy: ProxySettings | null, limits: WebLimits): Dispatcher {
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
