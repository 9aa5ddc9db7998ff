/** Names of what filters name by slug or id; the slug or id itself where the corpus knows no name. */
import { slugify } from "../domain/slug.ts";
import type { PageRequest } from "./page.ts";

type Asking = Pick<PageRequest, "corpus">;

export function jurisdictionName(slug: string, { corpus }: Asking): string {
  const found = corpus.record("jurisdictions", slug);
  return found?.name_long || found?.name || slug;
}

export function courtName(slug: string, { corpus }: Asking): string {
  return corpus.record("courts", slug)?.name || slug;
}

/** @param id or a name, which stands for itself */
export function reporterName(id: string, { corpus }: Asking): string {
  const found = corpus.record("reporters", id);
  return found?.full_name || found?.short_name || id;
}

/** How it is cited, or its number or slug: what tells it from another of the same name. */
export function briefName(
  dimension: "jurisdiction" | "court" | "reporter",
  value: string,
  { corpus }: Asking,
): string {
  if (dimension === "reporter") return corpus.record("reporters", value)?.short_name || value;
  if (dimension === "court") return corpus.record("courts", value)?.jurisdiction || value;
  return value;
}

/** Whether a filter's value means what counts are told by: `Neb.` is `neb`, and a reporter may be called by a name. */
export function isMeant(
  dimension: "jurisdiction" | "court" | "reporter",
  { asked, value }: { readonly asked: string; readonly value: string },
  { corpus }: Asking,
): boolean {
  if (asked === value) return true;
  if (dimension === "jurisdiction") return slugify(asked) === value;
  if (dimension === "court" || /^\d+$/.test(asked)) return false;
  const reporter = corpus.record("reporters", value);
  return reporter !== null && (reporter.short_name === asked || reporter.full_name === asked);
}
