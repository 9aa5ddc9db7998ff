/**
 * Parses the XML of a case body into a tree. Rejects XML that is not well-formed or not a casebody.
 *
 * `scan-xml` reads XML as the publisher writes it; `sax` reads all other XML.
 */
import { CaselawError } from "../domain/errors.ts";
import { appendText, type BodyElement, type DraftElement, MAX_DEPTH } from "./body-tree.ts";
import { closeElement, NO_ATTRIBUTES, type OpenElement, pushElement, scanXml } from "./scan-xml.ts";
import { parseStrictly, positionIn, type Refuse, SOFT_HYPHEN, withoutSoftHyphens } from "./strict-xml.ts";

/**
 * Returns the `casebody` element as a tree: references resolved; without soft hyphens, comments, processing instructions, and
 * footnote labels in the text (docs/formats.md, "XML to structured text", rules 1 and 2).
 *
 * @throws CaselawError `invalid` with line and column, if the XML is not well-formed, has a document type declaration, another root,
 *   elements nested more than 200 deep, or an attribute that exceeds 16 MiB
 */
export function parseXml(xml: string): BodyElement {
  const clean = withoutSoftHyphens(xml);
  return scanXml(clean) ?? parseWithSax(xml, clean.toWellFormed());
}

/**
 * The same with `sax` only.
 *
 * @param xml the archive's string, for line and column in messages
 * @param clean the same without soft hyphens, well-formed UTF-16
 * @throws CaselawError as `parseXml`
 */
export function parseWithSax(xml: string, clean: string): BodyElement {
  const refuse = refusalOf(xml);
  const open: OpenElement[] = [];
  let attributes: Map<string, string> | null = null;
  let root: DraftElement | null = null;
  parseStrictly(clean, refuse, (parser, refuseHere) => {
    const readText = (text: string): void => {
      const parent = open.at(-1);
      if (parent !== undefined) appendText(parent.element, withoutSoftHyphens(text));
      else if (/[^ \t\r\n]/.test(text)) refuseHere("text outside the root element");
    };
    const readCdata = (text: string): void => {
      if (open.length === 0) refuseHere("a CDATA section outside the root element");
      readText(text);
    };
    parser.onattribute = ({ name, value }) => {
      attributes ??= new Map();
      if (attributes.has(name)) refuseHere(`the attribute "${name}" twice`);
      attributes.set(name, withoutSoftHyphens(value));
    };
    parser.onopentag = (tag) => {
      const name = "local" in tag ? tag.local : tag.name;
      if (open.length === 0 && root !== null) refuseHere("a second root element");
      if (open.length === 0 && name !== "casebody") refuseHere(`the root element "${name}"`);
      if (open.length >= MAX_DEPTH) refuseHere(`elements nested more than ${MAX_DEPTH} deep`);
      const element = pushElement(open, name, attributes ?? NO_ATTRIBUTES);
      attributes = null;
      root ??= element;
    };
    parser.onclosetag = () => closeElement(open);
    parser.ontext = readText;
    parser.onopencdata = () => readCdata("");
    parser.oncdata = readCdata;
    parser.onsgmldeclaration = () => refuseHere("a declaration");
  });
  return root ?? refuse(clean.length, "no root element");
}

/**
 * Returns the function that rejects a body. It throws CaselawError `invalid` with line and column, both from 1.
 *
 * @param xml the archive's string. The function takes offsets in this string without soft hyphens
 */
function refusalOf(xml: string): Refuse {
  return (offset, found) => {
    let original = offset;
    for (let hyphen = xml.indexOf(SOFT_HYPHEN); hyphen !== -1 && hyphen <= original; ) {
      original++;
      hyphen = xml.indexOf(SOFT_HYPHEN, hyphen + 1);
    }
    const { line, column } = positionIn(xml, original);
    throw new CaselawError("invalid", `Cannot read the XML body at line ${line}, column ${column}: ${found}`);
  };
}
