/** Whether the source answers, and whether its clock agrees with that of this machine. */

import type { WebOptions } from "../download/session.ts";
import { askOnce } from "../download/web.ts";
import { type Finding, finding } from "./finding.ts";

/** Signed addresses and TLS bear some minutes. */
const MAX_CLOCK_SECONDS = 300;

/** @throws CaselawError `invalid` for an address that cannot be used */
export async function sourceFindings(options: WebOptions, now: () => number): Promise<Finding[]> {
  const answer = await askOnce(options.baseUrl, options);
  if ("reason" in answer)
    return [
      finding(
        "source",
        "failed",
        `${options.baseUrl}: ${answer.reason}`,
        "Is the network or the proxy down?",
      ),
      finding("clock", "unknown", "not compared, because the source does not answer"),
    ];
  const { status, date } = answer;
  return [sourceOf(options.baseUrl, status), clock(date === null ? Number.NaN : Date.parse(date), now())];
}

function sourceOf(url: string, status: number): Finding {
  if (status >= 500)
    return finding("source", "failed", `${url} answers ${status}`, "Its operator must repair it.");
  if (status === 404 || status === 410)
    return finding(
      "source",
      "warning",
      `${url} answers ${status}: nothing is there`,
      "Is it the address of the source?",
    );
  return finding("source", "ok", `${url} answers (${status})`);
}

function clock(theirs: number, ours: number): Finding {
  if (Number.isNaN(theirs)) return finding("clock", "unknown", "the source has no clock");
  const seconds = Math.round((ours - theirs) / 1_000);
  const message = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the source`;
  return Math.abs(seconds) <= MAX_CLOCK_SECONDS
    ? finding("clock", "ok", message)
    : finding("clock", "warning", message, "Set the clock of this machine.");
}
