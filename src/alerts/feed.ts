/** The feed of an alert in Atom (RFC 4287). */
import { queryOf } from "../v1/parameter.ts";
import { type Alert, type FeedEntry, uuidOf } from "./alert.ts";
import { DELIVERED_CASES, type V1AlertCase } from "./delivery.ts";

/** Entries of a feed; not less than a delivery, so that each case of a run with one delivery is there. */
export const FEED_ENTRIES = DELIVERED_CASES;

/** @param baseUrl what every address begins with, without a slash at the end */
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
${entries.map((one) => entryOf(one, id, baseUrl)).join("")}</feed>
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

/** The entry of a case. @param updated ISO 8601 instant of the run */
export function caseEntry(one: V1AlertCase, updated: string): FeedEntry {
  const { kind, id, name_abbreviation: title, decision_date: date } = one;
  const facts = [date, one.court, one.citations.join("; ")].filter((fact) => fact !== null && fact !== "");
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

/** An entry that is not about one case. */
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
  return [...added, ...older.filter(({ key }) => !keys.has(key))].slice(0, FEED_ENTRIES);
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
    .replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}
