/** The body of a case on its page: its parts, or why it is not shown. */
import {
  type ReadingBody,
  type ReadingPart,
  readingBodyOfHtml,
  readingBodyOfText,
} from "../../casebody/reading-body.ts";
import type { CitationLinks } from "../../casebody/reading-markup.ts";
import { type Body, type BodyFormat, isAllowed } from "../../corpus/bodies.ts";
import { mayHaveLongS } from "../../domain/casebody.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type PageRequest, trusted } from "../page.ts";

export type CaseText =
  | {
      readonly state: "shown";
      readonly body: ReadingBody;
      /** The parts of the body. */
      readonly parts: readonly ShownPart[];
      readonly forms: readonly BodyFormat[];
      /** Whether only the owner of the corpus sees it. */
      readonly isOwners: boolean;
    }
  | { readonly state: "withheld" }
  | { readonly state: "missing" };

/** A part with its id on the page and its names. */
export interface ShownPart {
  readonly part: ReadingPart;
  readonly id: string;
  /** The kind of an opinion. */
  readonly typeName: string;
  readonly name: string;
}

const MISSING: CaseText = { state: "missing" };

export function caseText(record: Case, { corpus }: PageRequest, links: CitationLinks): CaseText {
  const bodyIn = (format: BodyFormat): Body | null =>
    corpus.withBodies([record], { format, preview: null })[0]?.body ?? null;
  const html = bodyIn("html");
  const isOwners =
    corpus.access === "owner" && !isAllowed("anyone", record.jurisdiction?.whitelisted ?? false);
  const shown = (body: ReadingBody, forms: readonly BodyFormat[]): CaseText => ({
    ...{ state: "shown", body, parts: shownParts(body.parts), isOwners },
    // the service does not send them
    forms: isOwners ? [] : forms,
  });
  if (html?.state === "withheld") return { state: "withheld" };
  if (html?.state === "shown" && typeof html.data === "string") {
    const body = readingBodyOfHtml(html.data, links);
    return shown(body, bodyIn("xml")?.state === "shown" ? ["text", "html", "xml"] : ["text", "html"]);
  }
  const text = bodyIn("text");
  if (text?.state !== "shown" || typeof text.data === "string") return MISSING;
  return shown(readingBodyOfText(text.data, links), ["text"]);
}

/** The same with other HTML. @param change gets the HTML of a part and its index */
export function withHtml(
  text: Extract<CaseText, { state: "shown" }>,
  change: (html: string, at: number) => string,
): CaseText {
  const parts = text.parts.map((entry, at) => ({
    ...entry,
    part: { ...entry.part, html: change(entry.part.html, at) },
  }));
  return { ...text, parts };
}

export function caseTextHtml(text: CaseText, { jurisdiction, id, decisionDate }: Case): Html {
  if (text.state === "withheld")
    return withheldNote(jurisdiction?.nameLong || jurisdiction?.name || null, id);
  if (text.state === "missing") {
    return markup`<div class="case-note"><h2>No text</h2><p>The imported archives have this case, but not its text.</p></div>`;
  }
  const { parts } = text;
  if (parts.length === 0) {
    return markup`<div class="case-note"><h2>No text</h2><p>The text of this case is empty at the source.</p></div>`;
  }
  const hasLongS = parts.some(({ part }) => mayHaveLongS(decisionDate, part.html));
  return markup`${text.isOwners ? ownersNote(jurisdiction?.nameLong || jurisdiction?.name || null) : null}
${hasLongS ? LONG_S_NOTE : null}
<div class="case-text">${parts.map(partHtml)}</div>`;
}

const LONG_S_NOTE = markup`<p class="note">The book has the long s (ſ), which this text has as f here and there: <i>fuch</i> for <i>such</i>, <i>caufe</i> for <i>cause</i>. A search for one spelling does not find the other.</p>`;

function ownersNote(jurisdiction: string | null): Html {
  return markup`<p class="note no-print">You see this text because the service listens on this machine only and has no tokens. ${jurisdiction === null ? "Its jurisdiction" : jurisdiction} is not among the jurisdictions that are open to everyone in this corpus: other callers, and programs that use <code>/v1/</code>, see the case without its text.</p>`;
}

function withheldNote(jurisdiction: string | null, id: number): Html {
  return markup`<div class="case-note">
<h2>The text is not shown</h2>
<p>${jurisdiction === null ? "Its jurisdiction" : jurisdiction} is not among the jurisdictions that are open to everyone in this corpus, so its opinions are for readers with a token.</p>
<ul>
<li>A program sends the token with its requests: <code>Authorization: Token …</code>. The operator of this service creates one with <code>caselaw token</code>.</li>
<li>On a machine of your own, <code>caselaw serve</code> shows every text on its pages, <code>caselaw serve --open</code> everything to everyone who can reach it, and <code>caselaw show ${id}</code> prints this case.</li>
</ul>
</div>`;
}

function partHtml({ part, id, typeName }: ShownPart): Html {
  const inside = trusted(part.html);
  if (part.kind === "head matter") {
    return markup`<section class="case-head-matter" id="${id}" aria-label="Head matter">${inside}</section>`;
  }
  if (part.kind === "other") return markup`<section class="case-opinion" id="${id}">${inside}</section>`;
  if (part.kind === "corrections") {
    return markup`<section class="case-corrections" id="${id}"><h2>Corrections</h2>${inside}</section>`;
  }
  const author = part.authorHtml === null ? authorWords(part) : trusted(part.authorHtml);
  const by =
    author === null || author === "" ? null : markup` <span class="case-author" dir="auto">${author}</span>`;
  return markup`<section class="case-opinion" id="${id}">
<h2><span class="case-type">${typeName}</span>${by}</h2>
${inside}
</section>`;
}

/** The id of the first head matter or corrections is its kind; the id of every other part is its number. */
function shownParts(parts: readonly ReadingPart[]): ShownPart[] {
  const company = parts.filter(({ kind }) => kind === "opinion").length === 1 ? "alone" : "among others";
  const usedIds = new Set<string>();
  return parts.map((part, at) => {
    const kindId = part.kind.replaceAll(" ", "-");
    const isPlain = part.kind === "opinion" || part.kind === "other" || usedIds.has(kindId);
    const id = isPlain ? `part-${at}` : kindId;
    usedIds.add(id);
    const typeName = typeWords(part.type, company);
    return { part, id, typeName, name: partName(part, typeName) };
  });
}

function partName(part: ReadingPart, typeName: string): string {
  if (part.kind === "head matter") return "Head matter";
  if (part.kind === "corrections") return "Corrections";
  if (part.kind === "other") return "Text";
  return [typeName, authorWords(part)].filter(Boolean).join(" · ");
}

/** Without the punctuation that ends its line in print: `PER CURIAM:`. */
function authorWords({ author }: ReadingPart): string | null {
  return author === null ? null : author.trimEnd().replace(/[:;,—–-]$/, "");
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["majority", "Majority opinion"],
  ["unanimous", "Unanimous opinion"],
  ["plurality", "Plurality opinion"],
  ["concurring-in-part-and-dissenting-in-part", "Concurrence in part, dissent in part"],
]);

/** `dissent` is `Dissent`; a single opinion of unknown type is `Opinion`. */
function typeWords(type: string | null, company: "alone" | "among others"): string {
  if (type === null || type.trim() === "") return "Opinion";
  if (company === "alone" && type === "majority") return "Opinion";
  const words = TYPES.get(type) ?? type.replaceAll("-", " ").slice(0, 80);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
