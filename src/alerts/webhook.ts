/** Sends JSON to a webhook: the news of an alert, the report of a sync. */
import { type ProxySettings, postJson } from "../download/web.ts";

const USER_AGENT = "caselaw-corpus (https://www.npmjs.com/package/caselaw-corpus)";

/** @throws CaselawError `unreachable` if no answer has a status from 200 to 299; the signal's reason */
export function sendToWebhook(
  webhook: string,
  body: string,
  { proxy, signal }: { readonly proxy: ProxySettings | null; readonly signal: AbortSignal },
): Promise<void> {
  return postJson({ userAgent: USER_AGENT, token: null, baseUrl: webhook, proxy, signal }, body);
}
