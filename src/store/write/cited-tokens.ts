/**
 * What a case cites, as tokens of the index column `cited`: `k435800` a case id, `n15ill284` a citation's
 * normal form, behind a sign that no word has.
 *
 * Taken from `cites_to` as the sources carry it (docs/formats.md, "Lines of a bulk file"): entries grew from `{cite}` to
 * `{cite, case_ids}`.
 */
import { normaliseCitation } from "../../domain/citation.ts";
import type { JsonObject } from "../../domain/json.ts";
import { TOKEN_PREFIX } from "../../text/analyzer.ts";

/** The token of a cited case. */
export function citedIdToken(id: number): string {
  return `${TOKEN_PREFIX}k${id}`;
}

/** @param normal normal form (domain/citation), not empty */
export function citedCiteToken(normal: string): string {
  return `${TOKEN_PREFIX}n${normal}`;
}

/** The case ids that an entry of `cites_to` names. */
export function idsOfEntry({ case_ids: ids }: JsonObject): number[] {
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)).map(Number) : [];
}

/** The normal form of an entry's citation; empty when it has none. */
export function normalOfEntry({ cite }: JsonObject): string {
  return typeof cite === "string" ? normaliseCitation(cite) : "";
}

/** The distinct tokens of all that a case cites. */
export function citedTokens(entries: readonly JsonObject[]): string[] {
  const tokens = entries.flatMap((entry) => {
    const normal = normalOfEntry(entry);
    return [...idsOfEntry(entry).map(citedIdToken), ...(normal === "" ? [] : [citedCiteToken(normal)])];
  });
  return [...new Set(tokens)];
}
