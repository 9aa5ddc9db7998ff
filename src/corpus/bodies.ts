/**
 * The body of a case in one format, or why it is not shown (docs/formats.md, "Forms and formats of a body"), and which bodies a reader
 * may see and search (docs/interface.md, "Access to case bodies").
 */
import { readFormBody, readJoinedBody } from "../casebody/read-body.ts";
import { renderXmlBody } from "../casebody/render-xml.ts";
import { bodyTexts, type CaseBody, type StoredBody } from "../domain/casebody.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { CaseFilter, Passage, SearchText } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import { passageMarker, previewer } from "../text/snippets.ts";

export const BODY_FORMATS = ["text", "html", "xml"] as const;
/** The form of a case's body: its text as fields, or markup. */
export type BodyFormat = (typeof BODY_FORMATS)[number];

/**
 * - `shown`: the structured body for the format `text`, else markup
 * - `withheld`: the reader may not see the bodies of this jurisdiction
 * - `unavailable`: no source gave a form from which this format can be made
 */
export type Body =
  | {
      readonly state: "shown";
      readonly data: CaseBody | string;
      /** Of the archive that the text is from; null for markup. */
      readonly release: string | null;
    }
  | { readonly state: "withheld" | "unavailable" };

/** The parts of a case that a query requests in addition to its metadata. */
export interface BodyRequest {
  /** `joined text`: the text as it is searched, with broken words joined. Null: no bodies. */
  readonly format: BodyFormat | "joined text" | null;
  /** The search text whose matches the previews mark; null: no previews. */
  readonly preview: SearchText | null;
  /** By id: instead of fragments, the preview has the passage. */
  readonly passages?: ReadonlyMap<number, Passage> | undefined;
}

/** A case with the requested parts of its body; null was not requested. */
export interface CaseWithBody extends Case {
  readonly body: Body | null;
  /** Up to 3 fragments of HTML (text/snippets); empty where nothing matches or the body is withheld. */
  readonly preview: readonly string[] | null;
}

const WITHHELD: Body = { state: "withheld" };
const UNAVAILABLE: Body = { state: "unavailable" };

/** @param stored undefined for a case without a body */
export function bodyIn(format: BodyFormat | "joined text", stored: StoredBody | undefined): Body {
  const data = stored === undefined ? null : render(stored, format);
  if (data === null) return UNAVAILABLE;
  return { state: "shown", data, release: typeof data === "string" ? null : (stored?.text?.release ?? null) };
}

/** The structured body, if it was requested and the reader may see it. */
export function textBodyOf({ body }: Pick<CaseWithBody, "body">): CaseBody | null {
  return body?.state === "shown" && typeof body.data !== "string" ? body.data : null;
}

/** The release of the archive that its text is from; null if it is not known. */
export function releaseOf({ body }: Pick<CaseWithBody, "body">): string | null {
  return body?.state === "shown" ? body.release : null;
}

/** The body's markup, if it was requested and the reader may see it. */
export function markupOf({ body }: Pick<CaseWithBody, "body">): string | null {
  return body?.state === "shown" && typeof body.data === "string" ? body.data : null;
}

/** The texts of a body in the order of reading, as they are searched; none without a body. */
export function textsOf(stored: StoredBody | undefined): string[] {
  const body = textOf(stored);
  return body === null ? [] : bodyTexts(body);
}

/** The structured body as it is searched; null when no form has one. */
export function textOf(stored: StoredBody | undefined): CaseBody | null {
  return readText(stored, readJoinedBody);
}

function readText(stored: StoredBody | undefined, read: typeof readFormBody): CaseBody | null {
  const text = stored?.text ?? null;
  return text === null ? null : read(text.form, text.source);
}

function render(stored: StoredBody, format: BodyFormat | "joined text"): CaseBody | string | null {
  if (format === "xml") return stored.xml;
  if (format === "html") return stored.html ?? (stored.xml === null ? null : renderXmlBody(stored.xml));
  return readText(stored, format === "text" ? readFormBody : readJoinedBody);
}

/**
 * `owner`: the command line, the library, and the pages of a service that only this machine reaches. `open`: a service that withholds nothing, or a caller with credentials.
 * `anyone`: sees only the bodies of whitelisted jurisdictions. `public`: also searches only these.
 */
export type Access = "owner" | "open" | "anyone" | "public";

/** Whether a body is shown. @param whitelisted of the case's jurisdiction */
export function isAllowed(access: Access, whitelisted: boolean): boolean {
  return whitelisted || access === "owner" || access === "open";
}

/** The filter, limited to the texts that this reader may search. */
export function filterFor(access: Access, filter: CaseFilter): CaseFilter {
  if (isAllowed(access, false)) return filter;
  const { citesToCases, ...otherFilters } = filter;
  const cited = citesToCases === undefined ? {} : { citesToCases: filterFor(access, citesToCases) };
  return {
    ...otherFilters,
    ...cited,
    citedByTexts: "open",
    ...(access === "public" ? { searchedTexts: "open" } : {}),
  };
}

/** The cases in their order. A withheld body has no preview either. */
export function withBodies(
  reader: CorpusSource,
  cases: readonly Case[],
  { format, preview, passages }: BodyRequest,
  access: Access,
): CaseWithBody[] {
  if (format === null && preview === null)
    return cases.map((record) => ({ ...record, body: null, preview: null }));
  const readable = cases.filter(({ jurisdiction }) => isAllowed(access, jurisdiction?.whitelisted ?? false));
  const allowed = new Set(readable.map(({ id }) => id));
  const bodies = reader.bodies([...allowed]);
  const fragmentsOf = preview === null ? null : previewer(preview);
  const markedOf = preview === null ? null : passageMarker(preview);
  const previewOf = (id: number, stored: StoredBody | undefined): string[] | null => {
    const passage = passages?.get(id);
    if (passage === undefined || markedOf === null) return fragmentsOf?.(textsOf(stored)) ?? null;
    const body = textOf(stored);
    const texts =
      passage.column === "opinions" ? body?.opinions.map(({ text }) => text) : [body?.headMatter ?? ""];
    const marked = markedOf(texts ?? [], passage);
    return marked === "" ? [] : [marked];
  };
  return cases.map((record) => {
    const stored = bodies.get(record.id);
    return {
      ...record,
      body: format === null ? null : allowed.has(record.id) ? bodyIn(format, stored) : WITHHELD,
      preview: previewOf(record.id, stored),
    };
  });
}
