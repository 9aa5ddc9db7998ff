/** What CourtListener has of a case, read from its record (docs/interface.md, `courtlistener`). */
import { isJsonObject, type JsonObject } from "./json.ts";

export interface CourtlistenerFacts {
  /** The address of the decision at CourtListener. */
  readonly url: string | null;
  /** How CourtListener has the text of the case: as markup, or from PDF, without printed pages; null: the text is another source's. */
  readonly text: "html" | "pdf" | null;
  /** `published`, `unpublished`, …; null if unknown. */
  readonly status: string | null;
  readonly judges: string | null;
  /** Kept from search engines at a party's request. */
  readonly isBlocked: boolean;
  /** What other decisions say of the case, the best first. */
  readonly said: readonly SaidOf[];
}

/** What a decision says of another one, in words. */
export interface SaidOf {
  readonly text: string;
  /** Of the decision that says it; the corpus may lack this decision. */
  readonly caseId: number;
}

interface Described {
  readonly courtlistener: JsonObject | null;
}

/** Null if CourtListener's tables do not have the case. */
export function courtlistenerFacts({ courtlistener }: Described): CourtlistenerFacts | null {
  if (courtlistener === null) return null;
  const { url, text_from: text, parentheticals } = courtlistener;
  return {
    url: typeof url === "string" && url.startsWith("https://") ? url : null,
    text: text === "html" || text === "pdf" ? text : null,
    status: textIn(courtlistener.precedential_status),
    judges: textIn(courtlistener.judges),
    isBlocked: courtlistener.blocked === true,
    said: (Array.isArray(parentheticals) ? parentheticals : []).flatMap((row): SaidOf[] =>
      isJsonObject(row) && typeof row.text === "string" && typeof row.case_id === "number"
        ? [{ text: row.text, caseId: row.case_id }]
        : [],
    ),
  };
}

function textIn(value: JsonObject[string] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Where a text comes from: `CourtListener, from PDF`; null: from the Caselaw Access Project. */
export function textSource(record: Described): string | null {
  const text = courtlistenerFacts(record)?.text ?? null;
  if (text === null) return null;
  return text === "pdf" ? "CourtListener, from PDF" : "CourtListener";
}

/** For a file that is downloaded: `Text: CourtListener, from PDF, https://…`; empty if the text is the Caselaw Access Project's. */
export function textSourceLine(record: Described): string {
  const source = textSource(record);
  if (source === null) return "";
  const parts = [`Text: ${source}`, courtlistenerFacts(record)?.url, ...courtlistenerWarnings(record)];
  return parts.filter(Boolean).join(", ");
}

/** What a reader must know of a decision: `unpublished`, `blocked`. */
export function courtlistenerWarnings(record: Described): readonly string[] {
  const facts = courtlistenerFacts(record);
  if (facts === null) return [];
  const isPlain = facts.status === null || facts.status === "published" || facts.status === "unknown";
  return [...(isPlain ? [] : [facts.status.replaceAll("-", " ")]), ...(facts.isBlocked ? ["blocked"] : [])];
}
