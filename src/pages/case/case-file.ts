/** A case as a file to take away: an entry for a bibliography, or its text. Closed texts are only for those who may read them. */
import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import { plainLine, type ReferenceFormat, writeReference } from "../../bibliography/reference-formats.ts";
import { parseHtml } from "../../casebody/parse-html.ts";
import type { CitationLinks } from "../../casebody/reading-markup.ts";
import { textBodyOf } from "../../corpus/bodies.ts";
import { flatText } from "../../domain/casebody.ts";
import type { Case } from "../../domain/records.ts";
import { missingPage, withheldPage } from "../failure-page.ts";
import type { Page, PageFile, PageRequest } from "../page.ts";
import { caseText } from "./case-text.ts";
import { escapeLine, markdownOf } from "./markdown.ts";

/** The formats of files, by the ending of their addresses. */
export const CASE_FILES = {
  bib: { name: "bibtex", label: "BibTeX", type: "application/x-bibtex; charset=utf-8" },
  biblatex: { name: "biblatex", label: "BibLaTeX", type: "application/x-bibtex; charset=utf-8" },
  ris: { name: "ris", label: "RIS", type: "application/x-research-info-systems; charset=utf-8" },
  csl: { name: "csl", label: "CSL-JSON", type: "application/vnd.citationstyles.csl+json; charset=utf-8" },
  txt: { name: "text", label: "Text", type: "text/plain; charset=utf-8" },
  md: { name: "markdown", label: "Markdown", type: "text/markdown; charset=utf-8" },
} as const;

export type CaseFileEnding = keyof typeof CASE_FILES;

const ENDINGS = Object.keys(CASE_FILES) as readonly CaseFileEnding[];
const REFERENCES: Readonly<Partial<Record<CaseFileEnding, ReferenceFormat>>> = {
  bib: "bibtex",
  biblatex: "biblatex",
  ris: "ris",
  csl: "csl",
};

/** The endings of the files that have the text. */
export const TEXT_FILES = ENDINGS.filter((ending) => REFERENCES[ending] === undefined);
export const REFERENCE_FILES = ENDINGS.filter((ending) => REFERENCES[ending] !== undefined);

interface AskedFile {
  readonly id: number;
  readonly ending: CaseFileEnding;
}

/**
 * The file that `435800.bib`, or `435800` with `format=bibtex`, means: the name of a format and its ending are the same. Null for
 * a page. @param key the last part of the address
 */
export function askedFile(key: string, query: URLSearchParams): AskedFile | null {
  const [, digits, behind] = /^([1-9]\d{0,15})(?:\.([a-z]{2,8}))?$/.exec(key) ?? [];
  const format = behind ?? query.get("format");
  const ending = ENDINGS.find((one) => one === format || CASE_FILES[one].name === format);
  return digits === undefined || ending === undefined ? null : { id: Number(digits), ending };
}

/** The file, or a page that says why there is none. */
export function caseFile(asked: AskedFile, request: PageRequest): Page | PageFile {
  const content = contentOf(asked, request);
  if (content === null) return missingPage(request.root);
  if (content === WITHHELD) return withheldPage(request.root);
  const { id, ending } = asked;
  const name = `case-${id}.${ending === "biblatex" ? "bib" : ending}`;
  return { name, type: CASE_FILES[ending].type, content };
}

/** In place of a text that this reader may not see. */
const WITHHELD = Symbol("withheld");

/** Null if there is no such case or no text. */
function contentOf({ id, ending }: AskedFile, request: PageRequest): string | typeof WITHHELD | null {
  const found = request.corpus.case(id);
  if (found === null) return null;
  const one = referenceOf(found, `${request.baseUrl}/cases/${id}/`);
  const reference = REFERENCES[ending];
  if (reference !== undefined) return writeReference(reference, one);
  return ending === "txt" ? plainText(found, one, request) : markdown(found, one, request);
}

function plainText(found: Case, one: CaseReference, { corpus }: PageRequest) {
  const [withBody] = corpus.withBodies([found], { format: "joined text", preview: null });
  if (withBody?.body?.state === "withheld") return WITHHELD;
  const body = withBody === undefined ? null : textBodyOf(withBody);
  return body === null ? null : `${plainLine(one)}\n${one.url}\n\n${flatText(body).trim()}\n`;
}

function markdown(found: Case, one: CaseReference, request: PageRequest) {
  const text = caseText(found, request, NO_LINKS);
  if (text.state === "withheld") return WITHHELD;
  if (text.state === "missing" || text.parts.length === 0) return null;
  const parts = text.parts.map(({ part, name }) => ({
    heading: part.kind === "head matter" ? null : name,
    nodes: parseHtml(part.html),
  }));
  return `# ${escapeLine(one.name)}\n\n${escapeLine(plainLine(one))}  \n<${encodeURI(one.url)}>\n\n${markdownOf(parts)}\n`;
}

const NO_LINKS: CitationLinks = { startPart: () => {}, ofCitation: () => null, inText: () => [] };
