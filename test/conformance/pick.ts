/** Picks cases to try statements on out of the service's own lists. */
import { asRecords, type Client, type Json, list, Skipped, textAt } from "./client.ts";

/** Enough to meet most sorts of cases, little enough for a service with millions. */
const SAMPLE_CASES = "100";

/** Cases from both ends of the collection. */
export async function someCases(
  client: Client,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly Json[]> {
  const pages = await Promise.all(
    ["decision_date", "-decision_date", "id"].map((ordering) =>
      list(client, "cases", { ordering, page_size: SAMPLE_CASES, ...more }),
    ),
  );
  return pages.flatMap(({ results }) => results);
}

/** The first case at hand that fits. */
export async function findCase(
  client: Client,
  what: string,
  fits: (one: Json) => boolean,
  more: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const found = (await someCases(client, more)).find(fits);
  if (found === undefined) throw new Skipped(`no ${what} among the cases at hand`);
  return found;
}

/** A case with a citation. */
export function citedCase(client: Client): Promise<Json> {
  return findCase(client, "case with a citation", (one) => asRecords(one.citations).length > 0);
}

/** The first citation of a case. */
export function citationOf(one: Json): string {
  const [first] = asRecords(one.citations);
  if (first === undefined) throw new Skipped("a case without a citation");
  return textAt(first, "cite");
}

export function idsOf(records: readonly Json[]): readonly string[] {
  return records.map((record) => textAt(record, "id"));
}

/** The contract's rule: citations are equal after lower-casing and dropping all but 0-9a-z. */
export function normalCite(cite: string): string {
  return cite.toLowerCase().replace(/[^0-9a-z]/g, "");
}

/** A name without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The longest word of a case's short name; at least three letters, plain ones. */
export function wordOf(one: Json): string {
  const words = textAt(one, "name_abbreviation").match(/[A-Za-z]{3,}/g) ?? [];
  const [longest] = words.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) throw new Skipped("a case whose name has no word");
  return longest;
}
