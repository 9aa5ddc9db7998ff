/**
 * A strict XML parser: `sax`, and before it a check of what `sax` accepts although it is not well-formed. Errors have the line and
 * column in the archive's string.
 *
 * It is loaded on first use: most commands show no body, and most bodies need no parser (parse-xml.ts). Loading it would take
 * longer than the rest of a command.
 */
import { createRequire } from "node:module";
import type { SAXParser } from "sax";
import { messageOf } from "../domain/errors.ts";
import { MAX_ATTRIBUTE_LENGTH } from "./body-tree.ts";

const require = createRequire(import.meta.url);

/** Rejects the XML because of a fault at an offset. */
export type Refuse = (offset: number, fault: string) => never;

/** Line and column of an offset. Both count from 1; columns count UTF-16 units. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

/** U+00AD: invisible, within words, removed from text and HTML (docs/formats.md, "XML to structured text", rule 1). */
export const SOFT_HYPHEN = "\u00ad";

/** Removes all soft hyphens. */
export function withoutSoftHyphens(text: string): string {
  return text.includes(SOFT_HYPHEN) ? text.replaceAll(SOFT_HYPHEN, "") : text;
}

/**
 * `xmlns` makes sax report duplicate attributes, which it otherwise ignores. Without `strictEntities` it accepts HTML's entities.
 * Positions cost about a tenth of the time.
 */
const OPTIONS = { xmlns: true, strictEntities: true, position: true };
/** The only namespace error of `sax` that is well-formed XML: an undeclared prefix. */
const UNBOUND_PREFIX = "Unbound namespace prefix";

/**
 * Parses XML with `sax`. The complete text is passed in one call, because `sax` splits and limits texts between calls.
 *
 * @param listen sets the parser's handlers; the functions take the local name, and reject at the last character that was read
 * @throws what `refuse` throws, if the XML is not well-formed
 */
export function parseStrictly(
  xml: string,
  refuse: Refuse,
  listen: (parser: SAXParser, refuseHere: (fault: string) => never) => void,
): void {
  checkMarkup(xml, refuse);
  const sax: typeof import("sax") = require("sax");
  const parser = sax.parser(true, OPTIONS);
  const refuseHere = (fault: string): never => refuse(parser.position - 1, fault);
  parser.onerror = (error) => {
    if (error.message.startsWith(UNBOUND_PREFIX)) parser.resume();
    // the next lines of the message have a position that counts from 0
    else refuseHere(messageOf(error).replace(/ Line: \d+ Column: \d+ Char:.*$/s, ""));
  };
  listen(parser, refuseHere);
  parser.write(xml).close();
}

/**
 * Values and comments above this length, in UTF-16 units, are long. `sax` builds them character by character: 16 MiB took 3 s
 * and 500 MB. So their sum has the limit of a single value.
 */
const LONG_LENGTH = 64 * 1024;
/** Real tags have at most six attributes. The time of `sax` is quadratic in their number: 100,000 took 4 s. */
const MAX_ATTRIBUTES = 10_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not have
const NO_XML_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const XML_DECLARATION =
  /<\?xml\s+version\s*=\s*(["'])1\.\d+\1(\s+encoding\s*=\s*(["'])[\w.-]+\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*\?>/y;
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);/y;
const BAD_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/;

/** `longCharacters`: the sum for long values, comments and instructions so far. */
type Scan = { readonly xml: string; readonly refuse: Refuse; longCharacters: number };

/**
 * Refuses markup that is not well-formed but that `sax` accepts, even in strict mode: control characters, `<` in an attribute
 * value, `< p>`, `]]>` in text, entity names in other cases or of JavaScript properties (`&AMP;`, `&constructor;`), and an
 * XML declaration after the start.
 *
 * @throws what `refuse` throws, at the first error
 */
function checkMarkup(xml: string, refuse: Refuse): void {
  const scan: Scan = { xml, refuse, longCharacters: 0 };
  const control = xml.search(NO_XML_CHARACTER);
  const code = (): string => xml.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
  if (control !== -1) refuse(control, `the character U+${code()}`);
  const special = /[<&]|\]\]>/g;
  special.lastIndex = endOfDeclaration(xml);
  for (let match = special.exec(xml); match !== null; match = special.exec(xml)) {
    special.lastIndex = endOfMarkup(scan, match.index);
  }
}

/** The end of the byte order mark and the XML declaration at the start of the text. */
function endOfDeclaration(xml: string): number {
  const start = xml.startsWith("\ufeff") ? 1 : 0;
  XML_DECLARATION.lastIndex = start;
  return XML_DECLARATION.test(xml) ? XML_DECLARATION.lastIndex : start;
}

function endOfMarkup(scan: Scan, at: number): number {
  const begins = (text: string) => scan.xml.startsWith(text, at);
  if (begins("&")) return endOfReference(scan, at);
  if (begins("]")) return scan.refuse(at, "]]> outside a CDATA section");
  if (begins("<!--")) return endOfComment(scan, at);
  if (begins("<![CDATA[")) return endAfter(scan, at, "<![CDATA[", "]]>");
  if (begins("<?")) return endOfInstruction(scan, at);
  if (/^<!doctype/i.test(scan.xml.slice(at, at + 9))) return scan.refuse(at, "document type declaration");
  return endOfTag(scan, at);
}

function endOfReference(scan: Scan, at: number): number {
  REFERENCE.lastIndex = at;
  return REFERENCE.test(scan.xml) ? REFERENCE.lastIndex : scan.refuse(at, describeReference(scan.xml, at));
}

function describeReference(xml: string, at: number): string {
  const name = /^&[\w#]{1,40};/.exec(xml.slice(at, at + 42));
  return name === null ? `"&" that begins no reference` : `the unknown entity "${name[0]}"`;
}

function endAfter(scan: Scan, at: number, start: string, end: string): number {
  const endAt = scan.xml.indexOf(end, at + start.length);
  return endAt === -1 ? scan.refuse(at, `"${start}" without "${end}"`) : endAt + end.length;
}

function endOfComment(scan: Scan, at: number): number {
  const end = endAfter(scan, at, "<!--", "-->");
  const dashes = scan.xml.indexOf("--", at + 4);
  if (dashes !== end - 3) scan.refuse(dashes, `"--" in a comment`);
  noteLength(scan, at + 4, end - 3);
  return end;
}

function endOfInstruction(scan: Scan, at: number): number {
  const name = /^<\?([\p{L}_:][^\s?]*)/u.exec(scan.xml.slice(at, at + 64))?.[1] ?? "";
  if (name === "") scan.refuse(at, "a processing instruction without a name");
  if (name.toLowerCase() === "xml") scan.refuse(at, "a misplaced or malformed XML declaration");
  const end = endAfter(scan, at, "<?", "?>");
  noteLength(scan, at + 2 + name.length, end - 2);
  return end;
}

function endOfTag(scan: Scan, at: number): number {
  if (!/^<\/?[^\s<>/"'=!]/.test(scan.xml.slice(at, at + 3))) scan.refuse(at, `"<" that begins no tag`);
  const delimiter = /["'<>]/g;
  let from = at + 1;
  for (let values = 0; values <= MAX_ATTRIBUTES; values++) {
    delimiter.lastIndex = from;
    const next = delimiter.exec(scan.xml);
    if (next === null) return scan.refuse(at, "an unclosed tag");
    if (next.index - from > LONG_LENGTH) scan.refuse(from, `a name of more than ${LONG_LENGTH} characters`);
    if (next[0] === ">") return delimiter.lastIndex;
    if (next[0] === "<") return scan.refuse(next.index, `"<" inside a tag`);
    const end = scan.xml.indexOf(next[0], next.index + 1);
    if (end === -1) return scan.refuse(next.index, "an unclosed attribute value");
    checkValue(scan, next.index + 1, end);
    from = end + 1;
  }
  return scan.refuse(at, `a tag of more than ${MAX_ATTRIBUTES} attributes`);
}

function checkValue(scan: Scan, start: number, end: number): void {
  if (end - start > MAX_ATTRIBUTE_LENGTH) {
    scan.refuse(start, `an attribute value of more than ${MAX_ATTRIBUTE_LENGTH} characters`);
  }
  const value = scan.xml.slice(start, end);
  const less = value.indexOf("<");
  if (less !== -1) scan.refuse(start + less, `"<" in an attribute value`);
  const bad = value.search(BAD_REFERENCE);
  if (bad !== -1) scan.refuse(start + bad, describeReference(scan.xml, start + bad));
  noteLength(scan, start, end);
}

function noteLength(scan: Scan, start: number, end: number): void {
  if (end - start <= LONG_LENGTH) return;
  scan.longCharacters += end - start;
  if (scan.longCharacters <= MAX_ATTRIBUTE_LENGTH) return;
  scan.refuse(start, `long values and comments of more than ${MAX_ATTRIBUTE_LENGTH} characters together`);
}
