/**
 * Parses each form of a body into a structured body (docs/formats.md, "XML to structured text" and "HTML to structured text").
 */
import { type CaseBody, flatText, type Opinion } from "../domain/casebody.ts";
import type { JsonObject } from "../domain/json.ts";
import { type BodyElement, type BodyNode, findElements, type Gap, textOf } from "./body-tree.ts";
import { joinBody, joinBrokenWords } from "./broken-words.ts";
import { parseHtml } from "./parse-html.ts";
import { parseXml } from "./parse-xml.ts";
import { hasClass, sectionsOf } from "./vocabulary.ts";

/** Parses a stored form: XML, sanitised HTML, or a text object as JSON. @throws CaselawError `invalid` if it cannot be parsed */
export function readFormBody(form: "xml" | "html" | "text", source: string): CaseBody {
  if (form === "xml") return readXmlBody(source);
  // written by the import from a CaseBody
  return form === "html" ? readHtmlBody(source) : (JSON.parse(source) as CaseBody);
}

/**
 * Parses a stored form as it is searched, with broken words joined (docs/formats.md, "Words broken by a page turn", "Words broken by a hyphen").
 *
 * @param body what `readFormBody` returns for it; the result is the same object if it has no broken word
 * @throws CaselawError as `readFormBody`
 */
export function readJoinedBody(
  form: "xml" | "html" | "text",
  source: string,
  body: CaseBody = readFormBody(form, source),
): CaseBody {
  const joined = form === "html" ? joinBrokenWords(source) : source;
  return joinBody(joined === source ? body : readFormBody(form, joined));
}

/** The functions by which the writer of a corpus reads stored forms. */
export const BODY_READERS = { readBody: readFormBody, readJoined: readJoinedBody };

/**
 * Returns the structured body of a case in XML.
 *
 * @param xml the archive's string, with or without an XML declaration
 * @param gap `" "` for the publisher's rule of October 2019 to 2022 (docs/formats.md, "The text rule"): a page number or footnote mark
 *   directly before text became a space, so `be*8fore` gave `be fore`. Only hashes of those years need it
 * @throws CaselawError `invalid` with line and column, if the XML is not well-formed, has a document type declaration, a root other
 *   than `casebody`, elements nested more than 200 deep, or an attribute that exceeds 16 MiB
 */
export function readXmlBody(xml: string, gap: Gap = ""): CaseBody {
  const { headMatter, opinions, corrections } = sectionsOf(parseXml(xml));
  // in the order of the HTML, head matter first: a later `judges` of the head matter precedes those of the opinions
  const nodes = [...headMatter, ...opinions, ...corrections];
  const isNamed = (element: BodyElement, name: string): boolean => element.name === name;
  return bodyOf(
    nodes,
    opinions,
    { isNamed, typeAttribute: "type", gap },
    { headMatter: textOf(headMatter, gap), corrections: textOf(corrections, gap) },
  );
}

/**
 * Returns the structured body of a case in HTML, the publisher's or the program's own. HTML without head matter or opinions, such as that of a
 * withdrawn case, gives an empty body.
 *
 * @throws CaselawError `invalid` if elements nest more than 201 deep or an attribute exceeds 16 MiB
 */
export function readHtmlBody(html: string): CaseBody {
  return bodyOfHtml(parseHtml(html));
}

/** As `readHtmlBody`, for parsed HTML. */
export function bodyOfHtml(nodes: readonly BodyNode[]): CaseBody {
  const form = { isNamed: hasClass, typeAttribute: "data-type", gap: "" } as const;
  const joined = (name: string): string =>
    textsOf(nodes, name, form)
      .filter((text) => text !== "")
      .join("\n");
  const opinions = findElements(nodes, (element) => hasClass(element, "opinion"));
  return bodyOf(nodes, opinions, form, {
    headMatter: joined("head-matter"),
    corrections: joined("corrections"),
  });
}

/** How a form names its elements and the type of an opinion. */
interface Form {
  readonly isNamed: (element: BodyElement, name: string) => boolean;
  readonly typeAttribute: string;
  readonly gap: Gap;
}

function bodyOf(
  nodes: readonly BodyNode[],
  opinions: readonly BodyElement[],
  form: Form,
  { headMatter, corrections }: Pick<CaseBody, "headMatter" | "corrections">,
): CaseBody {
  return {
    parties: textsOf(nodes, "parties", form),
    opinions: opinions.map((opinion) => opinionOf(opinion, form)),
    headMatter,
    attorneys: textsOf(nodes, "attorneys", form),
    judges: textsOf(nodes, "judges", form),
    corrections,
  };
}

function opinionOf({ attributes, children }: BodyElement, form: Form): Opinion {
  const authors = textsOf(children, "author", form);
  return {
    type: attributes.get(form.typeAttribute) ?? null,
    author: authors.length === 0 ? null : authors.join(" "),
    text: textOf(children, form.gap),
  };
}

function textsOf(nodes: readonly BodyNode[], name: string, { isNamed, gap }: Form): string[] {
  const elements = findElements(nodes, (element) => isNamed(element, name));
  return elements.map(({ children }) => textOf(children, gap));
}

/**
 * Whether the text of a body matches the publisher's hash of it in its `analysis` (docs/formats.md, "Text hash").
 *
 * @param xml the XML of the body, or null. With XML, the text of October 2019 to 2022 is also compared
 * @param textHash hash of the text of the body, if it is known
 * @returns `unchecked` if the analysis has no `sha256`
 * @throws CaselawError as `readXmlBody`
 */
export function checkAnalysis(
  analysis: JsonObject | null,
  body: CaseBody,
  xml: string | null,
  textHash: Buffer | null = null,
): "matches" | "differs" | "unchecked" {
  const sha256 = analysis?.sha256;
  if (analysis === null || typeof sha256 !== "string") return "unchecked";
  // loaded late: questions about bodies use this module too, and need no hash
  const { hash } = process.getBuiltinModule("node:crypto");
  const matches = (text: string, known: Buffer | null = null) =>
    hasCharCount(text, analysis) && (known?.toString("hex") ?? hash("sha256", text)) === sha256.toLowerCase();
  if (matches(flatText(body), textHash)) return "matches";
  return xml !== null && matches(flatText(readXmlBody(xml, " "))) ? "matches" : "differs";
}

/** `char_count` counts code points. If it is not a number, it is ignored. */
function hasCharCount(text: string, { char_count: count }: JsonObject): boolean {
  const pairs = (): number => text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
  return typeof count !== "number" || count === text.length - pairs();
}
