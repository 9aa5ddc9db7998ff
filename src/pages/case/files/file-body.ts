/** The body of a case for a file of its own: its parts without links to other pages. */
import type { BodyNode } from "../../../casebody/body-tree.ts";
import { parseHtml } from "../../../casebody/html/parse-html.ts";
import type { CitationLinks } from "../../../casebody/reading/reading-markup.ts";
import type { Case } from "../../../domain/records.ts";
import type { PageRequest } from "../../page.ts";
import { type CaseText, caseText } from "../case-text.ts";
import { withMarksAfterWords } from "./marks-after-words.ts";

const NO_LINKS: CitationLinks = { startPart: () => {}, ofCitation: () => null, inText: () => [] };

export interface FilePart {
  readonly id: string;
  /** `Dissent · HOAR, J.`; null for the head matter, which needs no heading. */
  readonly heading: string | null;
  readonly nodes: readonly BodyNode[];
}

export interface FileBody {
  readonly parts: readonly FilePart[];
  /** Printed pages that begin in it, in order. */
  readonly pages: readonly string[];
}

/** Null if there is no text; `withheld` if this reader may not see it. */
export function fileBody(found: Case, request: PageRequest): FileBody | "withheld" | null {
  const text: CaseText = caseText(found, request, NO_LINKS);
  if (text.state === "withheld") return "withheld";
  if (text.state === "missing" || text.parts.length === 0) return null;
  const parts = text.parts.map(({ part, id, name }) => ({
    id,
    heading: part.kind === "head matter" ? null : name,
    nodes: withMarksAfterWords(parseHtml(part.html)),
  }));
  return { parts, pages: text.body.pages };
}
