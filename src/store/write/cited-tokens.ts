/**
 * The cited cases of a case as tokens of the index column `cited`: `k435800` is a case id, `n15ill284` the normal form of a
 * citation. `TOKEN_PREFIX` precedes both.
 *
 * The entries of `cites_to` (docs/formats.md, "Lines of a bulk file") are `{cite}` in older releases and `{cite, case_ids}` in
 * later ones.
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

/** The normal form of an entry's citation; empty if it has no citation. */
export function normalOfEntry({ cite }: JsonObject): string {
  return typeof cite === "string" ? normaliseCitation(cite) : "";
}

/** The distinct tokens of all entries. */
export function citedTokens(entries: readonly JsonObject[]): string[] {
  const tokens = entries.flatMap((entry) => {
    const normal = normalOfEntry(entry);
    return [...idsOfEntry(entry).map(citedIdToken), ...(normal === "" ? [] : [citedCiteToken(normal)])];
  });
  return [...new Set(tokens)];
}
