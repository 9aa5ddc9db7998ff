/** An alert and its news for reading. */
import type { Alert } from "../../alerts/alert.ts";
import type { V1AlertNews } from "../../alerts/delivery.ts";
import { shownQuestion } from "../../alerts/feed.ts";
import { escapeLine } from "../escape-for-terminal.ts";

/** The lines of a delivery, each with its line end. */
export function newsText({ alert, note, results, new: added, changed }: V1AlertNews): string {
  const counts = [...(added > 0 ? [`${added} new`] : []), ...(changed > 0 ? [`${changed} changed`] : [])];
  const head = `${alert}: ${counts.length === 0 ? "nothing new" : counts.join(", ")}`;
  const lines = results.map((one) => {
    const facts = [one.decision_date, one.court, one.citations.join("; ")].filter((fact) => fact);
    return `${one.kind}  ${one.id}  ${one.name_abbreviation} (${facts.join(", ")})`;
  });
  return headed(head, [...(note === null ? [] : [note]), ...lines]);
}

/** One line for `alert list`. Of the webhook only the origin: the rest is often a secret. */
export function alertLine(alert: Alert): string {
  const { name, question, webhook, hasFeed, reports, markedAt } = alert;
  const outputs = [
    ...(webhook === null ? [] : [`webhook ${new URL(webhook).origin}`]),
    ...(hasFeed ? ["feed"] : []),
  ];
  const facts = [shownQuestion(question), reports, ...outputs, `up to ${markedAt}`];
  return `${escapeLine(`${name}  ${facts.join("; ")}`)}\n`;
}

/** All lines for `alert show`. @param feed the file of its feed; null for none */
export function alertText(alert: Alert, feed: string | null): string {
  const { name, question, webhook, reports, markedAt, mark, seen } = alert;
  return headed(name, [
    ...question.map(([parameter, value]) => `${parameter}: ${value}`),
    `reports: ${reports} cases`,
    ...(webhook === null ? [] : [`webhook: ${webhook}`]),
    ...(feed === null ? [] : [`feed: ${feed}`]),
    `up to change ${mark.change} of corpus ${mark.corpus}, ${markedAt}`,
    `${seen.length} cases reported, or found when it was added`,
  ]);
}

/** A line, and below it indented ones. */
function headed(head: string, lines: readonly string[]): string {
  return `${[escapeLine(head), ...lines.map((line) => `  ${escapeLine(line)}`)].join("\n")}\n`;
}
