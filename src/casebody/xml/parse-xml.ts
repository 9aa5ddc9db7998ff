/**
 * Parses the XML of a case body into a tree; refuses everything that is not well-formed, or no casebody.
 *
 * What is as the publisher writes it is read by `scan-xml`; all else, and every doubt, is for `sax`.
 * The whole body goes to `sax` in one piece, since it only splits texts, and only limits them, between two pieces.
 */
import type { SAXParser } from "sax";
import { messageOf } from "../../domain/errors.ts";
import { appendText, type BodyElement, type DraftElement, MAX_DEPTH } from "../body-tree.ts";
import { dropRepeatedLabel } from "../footnote-label.ts";
import { checkMarkup } from "../html/check-markup.ts";
import { type LongPart, type ShortenedXml, takenOut, takeOut, wholeOffset } from "../long-parts.ts";
import { xmlParsing } from "../parsers.ts";
import { scanXml } from "./scan-xml.ts";
import { type Refuse, refusalOf, withoutSoftHyphens } from "./xml-fault.ts";
import { kindOfXmlElement, type Surroundings, surroundingsIn } from "./xml-vocabulary.ts";

/**
 * `xmlns` makes sax report an attribute that stands twice, which it otherwise swallows; without `strictEntities` it
 * knows HTML's entities. Positions cost about a tenth of the time.
 */
const OPTIONS = { xmlns: true, strictEntities: true, position: true };

/** The one complaint of namespaces that is no fault of XML: a prefix that was not declared. */
const UNBOUND_PREFIX = "Unbound namespace prefix";

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface Reading {
  readonly shortened: ShortenedXml;
  /** Refuses at the character that the parser has read last. */
  readonly refuse: (found: string) => never;
  /** The open elements, outermost first, each with the surroundings of its children. */
  readonly open: { readonly element: DraftElement; readonly inside: Surroundings }[];
  /** Those of the tag that is being read. */
  attributes: Map<string, string> | null;
  root: DraftElement | null;
}

/**
 * The `casebody` element as a tree: soft hyphens gone, references resolved, comments and processing instructions
 * left out, footnote labels taken off the text (docs/formats.md, "XML to structured text", rules 1 and 2).
 *
 * @throws CaselawError `invalid`, the place in the message, for XML that is not well-formed, has a document type
 *   declaration, another root, elements nested over 200 deep, or an attribute of over 16 MiB
 */
export function parseXml(xml: string): BodyElement {
  const whole = withoutSoftHyphens(xml).toWellFormed();
  return scanXml(whole) ?? parseWithSax(xml, whole);
}

/**
 * The same by `sax` alone, for whatever is not as the publisher writes it.
 *
 * @param xml the archive's string, for places
 * @param whole the same without soft hyphens, well-formed UTF-16
 * @throws CaselawError as `parseXml`
 */
export function parseWithSax(xml: string, whole: string): BodyElement {
  const refuse = refusalOf(xml);
  const shortened = takeOut(whole, checkMarkup(whole, refuse));
  const root = readTree(shortened, refuse);
  return root ?? refuse(whole.length, "no root element");
}

function readTree(shortened: ShortenedXml, refuse: Refuse): DraftElement | null {
  const parser = xmlParsing().parser(true, OPTIONS);
  const reading: Reading = {
    shortened,
    refuse: (found) => refuse(wholeOffset(shortened, parser.position) - 1, found),
    open: [],
    attributes: null,
    root: null,
  };
  parser.onerror = (error) => onError(reading, parser, error);
  parser.onattribute = ({ name, value }) => readAttribute(reading, name, value);
  parser.onopentag = (tag) => openElement(reading, "local" in tag ? tag.local : tag.name);
  parser.onclosetag = () => closeElement(reading);
  parser.ontext = (text) => readText(reading, text);
  parser.onopencdata = () => readCdata(reading, "");
  parser.oncdata = (text) => readCdata(reading, text);
  parser.onsgmldeclaration = () => reading.refuse("a declaration");
  parser.write(shortened.xml).close();
  return reading.root;
}

function onError(reading: Reading, parser: SAXParser, error: Error): void {
  if (error.message.startsWith(UNBOUND_PREFIX)) parser.resume();
  else reading.refuse(describeError(error));
}

/** The parser's first line: the lines behind it tell a place, in which it counts from 0. */
function describeError(error: Error): string {
  return messageOf(error).replace(/ Line: \d+ Column: \d+ Char:.*$/s, "");
}

function readAttribute(reading: Reading, name: string, value: string): void {
  reading.attributes ??= new Map();
  if (reading.attributes.has(name)) reading.refuse(`the attribute "${name}" twice`);
  const long = takenOut(reading.shortened, value);
  reading.attributes.set(name, withoutSoftHyphens(long === undefined ? value : resolved(reading, long)));
}

/** A long value with its references resolved: as a text, which sax does not read letter by letter. */
function resolved(reading: Reading, long: LongPart): string {
  if (!long.raw.includes("&")) return long.raw;
  const pieces: string[] = [];
  const parser = xmlParsing().parser(true, OPTIONS);
  parser.onerror = (error) => reading.refuse(describeError(error));
  parser.ontext = (text) => pieces.push(text);
  parser.write(`<value>${long.raw}</value>`).close();
  return pieces.join("");
}

function openElement(reading: Reading, name: string): void {
  const parent = reading.open.at(-1);
  if (parent === undefined && reading.root !== null) reading.refuse("a second root element");
  if (parent === undefined && name !== "casebody") reading.refuse(`the root element "${name}"`);
  if (reading.open.length >= MAX_DEPTH) reading.refuse(`elements nested more than ${MAX_DEPTH} deep`);
  const around = parent?.inside ?? "section";
  const kind = kindOfXmlElement(name, around);
  const element: DraftElement = { name, kind, attributes: reading.attributes ?? NO_ATTRIBUTES, children: [] };
  reading.attributes = null;
  if (parent === undefined) reading.root = element;
  else parent.element.children.push(element);
  reading.open.push({ element, inside: surroundingsIn(name, around) });
}

function closeElement(reading: Reading): void {
  const closed = reading.open.pop();
  if (closed?.element.name === "footnote") dropRepeatedLabel(closed.element);
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
