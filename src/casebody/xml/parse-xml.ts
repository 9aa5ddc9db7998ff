/**
 * Parses the XML of a case body into a tree. Rejects XML that is not well-formed or not a casebody.
 *
 * `scan-xml` reads XML as the publisher writes it; `sax` reads all other XML. The complete body is passed to `sax` in one call,
 * because `sax` splits and limits texts between calls.
 */
import { appendText, type BodyElement, type DraftElement, MAX_DEPTH } from "../body-tree.ts";
import { type LongPart, longPartOf, originalOffset, type ShortenedXml, shortenXml } from "../long-parts.ts";
import { xmlParser } from "../parsers.ts";
import { checkMarkup } from "./check-markup.ts";
import { closeElement, NO_ATTRIBUTES, type OpenElement, pushElement, scanXml } from "./scan-xml.ts";
import { type Refuse, refusalOf, withoutSoftHyphens } from "./xml-fault.ts";

interface Reading {
  readonly shortened: ShortenedXml;
  /** Rejects the body at the last character that the parser has read. */
  readonly refuse: (found: string) => never;
  /** Outermost first. */
  readonly open: OpenElement[];
  /** Attributes of the current tag. */
  attributes: Map<string, string> | null;
  root: DraftElement | null;
}

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
  const shortened = shortenXml(clean, checkMarkup(clean, refuse));
  const root = readTree(shortened, refuse);
  return root ?? refuse(clean.length, "no root element");
}

function readTree(shortened: ShortenedXml, refuse: Refuse): DraftElement | null {
  const refuseHere = (found: string): never => refuse(originalOffset(shortened, parser.position) - 1, found);
  const parser = xmlParser(refuseHere);
  const reading: Reading = {
    shortened,
    refuse: refuseHere,
    open: [],
    attributes: null,
    root: null,
  };
  parser.onattribute = ({ name, value }) => readAttribute(reading, name, value);
  parser.onopentag = (tag) => openElement(reading, "local" in tag ? tag.local : tag.name);
  parser.onclosetag = () => closeElement(reading.open);
  parser.ontext = (text) => readText(reading, text);
  parser.onopencdata = () => readCdata(reading, "");
  parser.oncdata = (text) => readCdata(reading, text);
  parser.onsgmldeclaration = () => reading.refuse("a declaration");
  parser.write(shortened.xml).close();
  return reading.root;
}

function readAttribute(reading: Reading, name: string, value: string): void {
  reading.attributes ??= new Map();
  if (reading.attributes.has(name)) reading.refuse(`the attribute "${name}" twice`);
  const long = longPartOf(reading.shortened, value);
  reading.attributes.set(name, withoutSoftHyphens(long === undefined ? value : resolved(reading, long)));
}

/** Resolves the references of a long value. It is parsed as text, which sax does not read character by character. */
function resolved(reading: Reading, long: LongPart): string {
  if (!long.raw.includes("&")) return long.raw;
  const texts: string[] = [];
  const parser = xmlParser(reading.refuse);
  parser.ontext = (text) => texts.push(text);
  parser.write(`<value>${long.raw}</value>`).close();
  return texts.join("");
}

function openElement(reading: Reading, name: string): void {
  const parent = reading.open.at(-1);
  if (parent === undefined && reading.root !== null) reading.refuse("a second root element");
  if (parent === undefined && name !== "casebody") reading.refuse(`the root element "${name}"`);
  if (reading.open.length >= MAX_DEPTH) reading.refuse(`elements nested more than ${MAX_DEPTH} deep`);
  const element = pushElement(reading.open, name, reading.attributes ?? NO_ATTRIBUTES);
  reading.attributes = null;
  reading.root ??= element;
}

function readText(reading: Reading, text: string): void {
  const parent = reading.open.at(-1);
  if (parent !== undefined) appendText(parent.element, withoutSoftHyphens(text));
  else if (/[^ \t\r\n]/.test(text)) reading.refuse("text outside the root element");
}

function readCdata(reading: Reading, text: string): void {
  if (reading.open.length === 0) reading.refuse("a CDATA section outside the root element");
  readText(reading, text);
}
