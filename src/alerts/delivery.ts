/** What an alert delivers: its news as JSON and as a feed. A webhook gets the JSON, and `alert run --format jsonl` prints it (docs/interface.md, "alert"). */
import { printedCites } from "../domain/citation.ts";
import { briefName, type Case } from "../domain/records.ts";
import type { ProxySettings } from "../download/session.ts";
import { postJson } from "../download/web.ts";
import { queryOf } from "../v1/parameter.ts";
import { type Alert, type FeedEntry, uuidOf } from "./alert.ts";

/** A case that an alert reports. */
export interface V1AlertCase {
  /** `new`: it matches and was not reported before; `changed`: it was, and has changed since. */
  readonly kind: "new" | "changed";
  readonly id: number;
  readonly url: string;
  /** The reading page. */
  readonly frontend_url: string;
  readonly name_abbreviation: string;
  /** As the source wrote it; null is unknown. */
  readonly decision_date: string | null;
  readonly citations: readonly string[];
  /** Name of the court; null is unknown. */
  readonly court: string | null;
  /** Slug; null is unknown. */
  readonly jurisdiction: string | null;
}

/** At most `DELIVERED_CASES` cases of one run of an alert. */
export interface V1AlertNews {
  readonly alert: string;
  readonly question: readonly (readonly [name: string, value: string])[];
  /** Id of the corpus. */
  readonly corpus: string;
  /** Number of the newest change at the last run, and now. */
  readonly since: number;
  readonly until: number;
  /** Why the changes since the last run are not known; null if they are. */
  readonly note: string | null;
  /** How many cases the run found, in all its deliveries. */
  readonly new: number;
  readonly changed: number;
  /** Whether another delivery of this run follows. */
  readonly more: boolean;
  /** First the new cases, then the changed ones, each by id. */
  readonly results: readonly V1AlertCase[];
}

/** Some 400 kB of JSON. A feed has as many entries, so that each case of a run with one delivery is there. */
export const DELIVERED_CASES = 1_000;

export function alertCase(record: Case, kind: V1AlertCase["kind"], baseUrl: string): V1AlertCase {
  return {
    kind,
    id: record.id,
    url: `${baseUrl}/v1/cases/${record.id}/`,
    frontend_url: `${baseUrl}/cases/${record.id}/`,
    name_abbreviation: briefName(record),
    decision_date: record.decisionDate,
    citations: printedCites(record.citations),
    court: record.court?.name ?? null,
    jurisdiction: record.jurisdiction?.slug ?? null,
  };
}

/** The feed of an alert in Atom (RFC 4287). @param baseUrl what every address begins with, without a slash at the end */
export function atomOf(alert: Alert, baseUrl: string): string {
  const { name, id, entries, markedAt } = alert;
  const updated = entries[0]?.updated ?? markedAt;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>${escapeXml(`caselaw: ${name}`)}</title>
<subtitle>${escapeXml(shownQuestion(alert.question))}</subtitle>
<updated>${escapeXml(updated)}</updated>
<author><name>caselaw</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${baseUrl}/alerts/${name}.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${baseUrl}${searchPath(alert.question)}`)}"/>
${entries.map((entry) => entryOf(entry, id, baseUrl)).join("")}</feed>
`;
}

function entryOf(
  { key, kind, title, summary, path, updated }: FeedEntry,
  id: string,
  baseUrl: string,
): string {
  return `<entry>
<id>urn:uuid:${uuidOf(id, key)}</id>
<title>${escapeXml(title)}</title>
<updated>${escapeXml(updated)}</updated>
<category term="${kind}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${baseUrl}${path}`)}"/>
<summary>${escapeXml(summary)}</summary>
</entry>
`;
}

export function caseEntry(result: V1AlertCase, updated: string): FeedEntry {
  const { kind, id, name_abbreviation: title, decision_date: date, court, citations } = result;
  const facts = [date, court, citations.join("; ")].filter((fact) => fact !== null && fact !== "");
  const summary = `${kind === "new" ? "New" : "Changed"}: ${facts.join(", ")}`;
  return {
    key: `case ${id}`,
    kind,
    title: title === "" ? `Case ${id}` : title,
    summary,
    path: `/cases/${id}/`,
    updated,
  };
}

export function noteEntry(
  key: string,
  title: string,
  question: Alert["question"],
  updated: string,
): FeedEntry {
  return { key, kind: "note", title, summary: shownQuestion(question), path: searchPath(question), updated };
}

/** The newest entries; an entry replaces an older one of the same case. */
export function newestEntries(added: readonly FeedEntry[], older: readonly FeedEntry[]): FeedEntry[] {
  const keys = new Set(added.map(({ key }) => key));
  return [...added, ...older.filter(({ key }) => !keys.has(key))].slice(0, DELIVERED_CASES);
}

/** `search: gold, jurisdiction: ill`. */
export function shownQuestion(question: Alert["question"]): string {
  return question.length === 0
    ? "every case"
    : question.map(([name, value]) => `${name}: ${value}`).join(", ");
}

function searchPath(question: Alert["question"]): string {
  const query = queryOf(question);
  return query.size === 0 ? "/" : `/?${query}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** XML 1.0, section 2.2, allows no other control characters, no lone surrogates, and neither U+FFFE nor U+FFFF. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/**
 * Sends JSON to a webhook: the news of an alert, the report of a sync.
 *
 * @throws CaselawError `unreachable` if no answer has a status from 200 to 299; the signal's reason
 */
export function sendToWebhook(
  webhook: string,
  body: string,
  { proxy, signal }: { readonly proxy: ProxySettings | null; readonly signal: AbortSignal },
): Promise<void> {
  return postJson({ token: null, baseUrl: webhook, proxy, signal }, body);
}
