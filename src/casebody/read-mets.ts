/**
 * Reads a CaseMETS document: the metadata of the case and its `casebody` element as an unchanged string. Its data about scanned
 * pages and word positions is ignored.
 *
 * The body is not parsed here. It is the archive's XML string, like that of a JSON line (docs/formats.md, "The XML of a body").
 */

import type { MetsCase } from "../domain/case.ts";
import { CaselawError } from "../domain/errors.ts";
import { MAX_DEPTH } from "./body-tree.ts";
import { parseStrictly, positionIn, withoutSoftHyphens } from "./strict-xml.ts";

interface MetsTag {
  /** Local name. Elements are recognised by it, whatever their namespace. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Offset of its `<` in the document. */
  readonly start: number;
}

interface Field {
  readonly tag: MetsTag;
  text: string;
}

/** The tags of the document that were read so far. */
interface MetsTags {
  caseTag: MetsTag | null;
  body: MetsTag | null;
  bodyEnd: number;
  field: Field | null;
}

/** The children of `case` that are read. Bodies contain courts and citations too. */
const FIELDS: ReadonlySet<string> = new Set(["court", "name", "docketnumber", "citation", "decisiondate"]);
/** Separates the docket numbers of a case in one string (docs/formats.md, "Irregularities of real data"). */
const BETWEEN_DOCKETS = "; ";

/**
 * @param text the complete document
 * @throws CaselawError `invalid` with line and column, if the document is not well-formed, has a document type declaration, a root
 *   other than `mets`, elements nested more than 200 deep, or not exactly one case
 */
export function readMets(text: string): MetsCase {
  const xml = text.toWellFormed();
  const refuse = (offset: number, fault: string): never => {
    const { line, column } = positionIn(xml, offset);
    const position = `at line ${line}, column ${column}`;
    throw new CaselawError("invalid", `Cannot read the METS document ${position}: ${fault}`);
  };
  const open: MetsTag[] = [];
  const fields: Field[] = [];
  const tags: MetsTags = { caseTag: null, body: null, bodyEnd: 0, field: null };
  parseStrictly(xml, refuse, (parser, refuseHere) => {
    parser.onopentag = (saxTag) => {
      const name = "local" in saxTag ? saxTag.local : saxTag.name;
      const tag = { name, attributes: attributesOf(saxTag.attributes), start: parser.startTagPosition - 1 };
      const parent = open.at(-1);
      open.push(tag);
      if (open.length > MAX_DEPTH) refuseHere(`elements nested more than ${MAX_DEPTH} deep`);
      if (parent === undefined && name !== "mets") refuseHere(`the root element "${name}"`);
      const { caseTag, body } = tags;
      if (body !== null && open.includes(body)) return;
      if (name === "casebody") {
        if (body !== null) refuseHere("a second casebody");
        tags.body = tag;
      } else if (name === "case" && (caseTag === null || !open.includes(caseTag))) {
        if (caseTag !== null) refuseHere("a second case");
        tags.caseTag = tag;
      } else if (caseTag !== null && parent === caseTag && FIELDS.has(name)) {
        tags.field = { tag, text: "" };
        fields.push(tags.field);
      }
    };
    parser.onclosetag = () => {
      const closed = open.pop();
      if (closed === tags.body) tags.bodyEnd = parser.position;
      if (closed === tags.field?.tag) tags.field = null;
    };
    parser.ontext = (part) => {
      if (tags.field !== null) tags.field.text += part;
    };
    parser.oncdata = parser.ontext;
  });
  const read = caseOf(tags.caseTag, fields, bodyOf(tags, xml));
  return typeof read === "string" ? refuse(xml.length, read) : read;
}

/** Values by local name: the attributes that are read have no prefix. */
function attributesOf(attributes: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const values = Object.entries(attributes).map(([name, attribute]): [string, string] => {
    const isQualified = typeof attribute === "object" && attribute !== null && "value" in attribute;
    const value = isQualified ? attribute.value : attribute;
    return [name, typeof value === "string" ? withoutSoftHyphens(value) : ""];
  });
  return new Map(values);
}

/** @returns the case, or why there is no case */
function caseOf(
  caseTag: MetsTag | null,
  fields: readonly Field[],
  body: MetsCase["body"],
): MetsCase | string {
  if (caseTag === null) return "no metadata of a case; the volume has it under another one, or none";
  const caseId = caseTag.attributes.get("caseid")?.trim() ?? "";
  if (caseId === "") return "a case without caseid";
  /** Runs of white space in the texts are one space. */
  const named = (name: string): { readonly text: string; readonly of: (attribute: string) => string }[] =>
    fields
      .filter(({ tag }) => tag.name === name)
      .map(({ tag, text }) => ({
        text: withoutSoftHyphens(text).replace(/\s+/g, " ").trim(),
        of: (attribute) => tag.attributes.get(attribute) ?? "",
      }));
  const [name, court, date] = [named("name")[0], named("court")[0], named("decisiondate")[0]];
  const dockets = named("docketnumber").map(({ text }) => text);
  return {
    caseId,
    name: name?.text ?? "",
    nameAbbreviation: name?.of("abbreviation") ?? "",
    court:
      court === undefined
        ? null
        : {
            name: court.text,
            abbreviation: court.of("abbreviation"),
            jurisdiction: court.of("jurisdiction"),
          },
    docketNumber: dockets.filter((text) => text !== "").join(BETWEEN_DOCKETS),
    citations: named("citation").map(({ text, of }) => ({ category: of("category"), cite: text })),
    decisionDate: date?.text || null,
    body,
  };
}

function bodyOf({ body, bodyEnd }: MetsTags, xml: string): MetsCase["body"] {
  if (body === null) return null;
  const { attributes, start } = body;
  const [firstPage, lastPage] = [attributes.get("firstpage") ?? "", attributes.get("lastpage") ?? ""];
  return { xml: xml.slice(start, bodyEnd), firstPage, lastPage };
}
