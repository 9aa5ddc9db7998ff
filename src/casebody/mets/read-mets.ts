/**
 * Reads a CaseMETS document: the metadata of the case and its `casebody` element as an unchanged string. Its data about scanned
 * pages and word positions is ignored.
 *
 * The body is not parsed here. It is the archive's XML string, like that of a JSON line (docs/formats.md, "The XML of a body").
 */

import type { MetsCase } from "../../domain/case.ts";
import { CaselawError } from "../../domain/errors.ts";
import { MAX_DEPTH } from "../body-tree.ts";
import { originalOffset, shortenXml } from "../long-parts.ts";
import { xmlParser } from "../parsers.ts";
import { checkMarkup } from "../xml/check-markup.ts";
import { positionIn, withoutSoftHyphens } from "../xml/xml-fault.ts";
import { MetsDraft } from "./mets-draft.ts";

/**
 * @param text the complete document
 * @throws CaselawError `invalid` with line and column, if the document is not well-formed, has a document type declaration, a root
 *   other than `mets`, elements nested more than 200 deep, or not exactly one case
 */
export function readMets(text: string): MetsCase {
  const xml = text.toWellFormed();
  const refuse = (offset: number, found: string): never => {
    const { line, column } = positionIn(xml, offset);
    const position = `at line ${line}, column ${column}`;
    throw new CaselawError("invalid", `Cannot read the METS document ${position}: ${found}`);
  };
  const shortened = shortenXml(xml, checkMarkup(xml, refuse));
  const here = (): number => originalOffset(shortened, parser.position);
  const parser = xmlParser((found) => refuse(here() - 1, found));
  const draft = new MetsDraft();
  let depth = 0;
  const guard = (fault: string | null): void => {
    if (fault !== null) refuse(here() - 1, fault);
  };
  parser.onopentag = (tag) => {
    depth++;
    guard(depth > MAX_DEPTH ? `elements nested more than ${MAX_DEPTH} deep` : null);
    const name = "local" in tag ? tag.local : tag.name;
    const start = originalOffset(shortened, parser.startTagPosition - 1);
    guard(draft.open({ name, attributes: attributesOf(tag.attributes), start }));
  };
  parser.onclosetag = () => {
    depth--;
    draft.close(here());
  };
  parser.ontext = (part) => draft.addText(part);
  parser.oncdata = (part) => draft.addText(part);
  parser.write(shortened.xml).close();
  const read = draft.finish(xml);
  return typeof read === "string" ? refuse(xml.length, read) : read;
}

/** Values by local name: the attributes that are read have no prefix. */
function attributesOf(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const values = Object.entries(given).map(([name, attribute]): [string, string] => [
    name,
    withoutSoftHyphens(textOfAttribute(attribute)),
  ]);
  return new Map(values);
}

function textOfAttribute(attribute: unknown): string {
  const value =
    typeof attribute === "object" && attribute !== null && "value" in attribute ? attribute.value : attribute;
  return typeof value === "string" ? value : "";
}
