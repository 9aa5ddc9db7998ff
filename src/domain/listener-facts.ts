/** What CourtListener has of a case, read from its record (docs/interface.md, `courtlistener`). */
import { isJsonObject, type JsonObject } from "./json.ts";

export interface ListenerFacts {
  /** The address of the decision at the publisher. */
  readonly url: string | null;
  /** Whether the text of the case comes from there: as markup, or from PDF, without printed pages; null: the text is another source's. */
  readonly text: "html" | "pdf" | null;
  /** `published`, `unpublished`, …; null if unknown. */
  readonly status: string | null;
  readonly judges: string | null;
  /** Kept from search engines at a party's request. */
  readonly isBlocked: boolean;
  /** What other decisions say of it, the best first. */
  readonly said: readonly SaidOf[];
}

/** What a decision says of another one, in words. */
export interface SaidOf {
  readonly text: string;
  /** Of the decision that says it; the corpus may not have it. */
  readonly caseId: number;
}

interface Described {
  readonly courtlistener: JsonObject | null;
}

/** Null if it is not known there. */
export function listenerFacts({ courtlistener }: Described): ListenerFacts | null {
  if (courtlistener === null) return null;
  const { url, text_from: text, parentheticals } = courtlistener;
  return {
    url: typeof url === "string" && url.startsWith("https://") ? url : null,
    text: text === "html" || text === "pdf" ? text : null,
    status: textIn(courtlistener.precedential_status),
    judges: textIn(courtlistener.judges),
    isBlocked: courtlistener.blocked === true,
    said: (Array.isArray(parentheticals) ? parentheticals : []).flatMap((one): SaidOf[] =>
      isJsonObject(one) && typeof one.text === "string" && typeof one.case_id === "number"
        ? [{ text: one.text, caseId: one.case_id }]
        : [],
    ),
  };
}

function textIn(value: JsonObject[string] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Where a text comes from, if not from the Caselaw Access Project: `CourtListener, from PDF`; null: from there. */
export function textSource(one: Described): string | null {
  const text = listenerFacts(one)?.text ?? null;
  if (text === null) return null;
  return text === "pdf" ? "CourtListener, from PDF" : "CourtListener";
}

/** `Text: CourtListener, from PDF, https://…`, in a text that is taken away; empty for one of the Caselaw Access Project. */
export function textSourceLine(one: Described): string {
  const source = textSource(one);
  if (source === null) return "";
  return [`Text: ${source}`, listenerFacts(one)?.url, ...listenerWarnings(one)].filter(Boolean).join(", ");
}

/** What a reader must know of a decision: `unpublished`, `blocked`. */
export function listenerWarnings(one: Described): readonly string[] {
  const facts = listenerFacts(one);
  if (facts === null) return [];
  const isPlain = facts.status === null || facts.status === "published" || facts.status === "unknown";
  return [...(isPlain ? [] : [facts.status.replaceAll("-", " ")]), ...(facts.isBlocked ? ["blocked"] : [])];
}
