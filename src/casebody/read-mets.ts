/**
 * Reads a CaseMETS document: the metadata of the case and its `casebody` element as an unchanged string. Its data about scanned
 * pages and word positions is ignored.
 *
 * The body is not parsed here. It is the archive's XML string, like that of a JSON line (docs/formats.md, "The XML of a body").
 */

import type { MetsCase, MetsCourt } from "../domain/case.ts";
import { CaselawError } from "../domain/errors.ts";
import { MAX_DEPTH } from "./body-tree.ts";
import { parseStrictly, positionIn, withoutSoftHyphens } from "./strict-xml.ts";

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
  const draft = new MetsDraft();
  let depth = 0;
  parseStrictly(xml, refuse, (parser, refuseHere) => {
    parser.onopentag = (tag) => {
      depth++;
      if (depth > MAX_DEPTH) refuseHere(`elements nested more than ${MAX_DEPTH} deep`);
      const name = "local" in tag ? tag.local : tag.name;
      const start = parser.startTagPosition - 1;
      const fault = draft.open({ name, attributes: attributesOf(tag.attributes), start });
      if (fault !== null) refuseHere(fault);
    };
    parser.onclosetag = () => {
      depth--;
      draft.close(parser.position);
    };
    parser.ontext = (part) => draft.addText(part);
    parser.oncdata = (part) => draft.addText(part);
  });
  const read = draft.finish(xml);
  return typeof read === "string" ? refuse(xml.length, read) : read;
}

/** Values by local name: the attributes that are read have no prefix. */
function attributesOf(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const values = Object.entries(given).map(([name, attribute]): [string, string] => {
    const isQualified = typeof attribute === "object" && attribute !== null && "value" in attribute;
    const value = isQualified ? attribute.value : attribute;
    return [name, typeof value === "string" ? withoutSoftHyphens(value) : ""];
  });
  return new Map(values);
}

interface MetsTag {
  /** Local name. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Offset of its `<` in the document. */
  readonly start: number;
}

interface Field {
  readonly tag: MetsTag;
  readonly depth: number;
  text: string;
}

/** The children of `case` that are read. Bodies contain courts and citations too. */
const FIELDS: ReadonlySet<string> = new Set(["court", "name", "docketnumber", "citation", "decisiondate"]);
/** Separates the docket numbers of a case in one string (docs/formats.md, "Irregularities of real data"). */
const BETWEEN_DOCKETS = "; ";

/** Collects the case from the elements, which are recognised by local name, whatever their namespace. */
class MetsDraft {
  readonly #fields: Field[] = [];
  #depth = 0;
  #case: { readonly tag: MetsTag; readonly depth: number } | null = null;
  #isInCase = false;
  #field: Field | null = null;
  #body: { readonly tag: MetsTag; readonly depth: number; end: number } | null = null;
  #isInBody = false;

  /** @returns why the document cannot be read, or null */
  open(tag: MetsTag): string | null {
    const depth = ++this.#depth;
    if (depth === 1 && tag.name !== "mets") return `the root element "${tag.name}"`;
    if (this.#isInBody) return null;
    if (tag.name === "casebody") {
      if (this.#body !== null) return "a second casebody";
      this.#body = { tag, depth, end: tag.start };
      this.#isInBody = true;
    } else if (tag.name === "case" && !this.#isInCase) {
      if (this.#case !== null) return "a second case";
      this.#case = { tag, depth };
      this.#isInCase = true;
    } else if (this.#isInCase && depth === (this.#case?.depth ?? 0) + 1 && FIELDS.has(tag.name)) {
      this.#field = { tag, depth, text: "" };
    }
    return null;
  }

  addText(text: string): void {
    if (this.#field !== null) this.#field.text += text;
  }

  /** @param end offset in the document where the element ends */
  close(end: number): void {
    const depth = this.#depth--;
    if (this.#isInBody && depth === this.#body?.depth) {
      this.#body.end = end;
      this.#isInBody = false;
    }
    if (depth === this.#field?.depth) {
      this.#fields.push(this.#field);
      this.#field = null;
    }
    if (depth === this.#case?.depth) this.#isInCase = false;
  }

  /** @returns the case, or why there is no case */
  finish(xml: string): MetsCase | string {
    const caseId = this.#case?.tag.attributes.get("caseid")?.trim() ?? "";
    if (this.#case === null) return "no metadata of a case; the volume has it under another one, or none";
    if (caseId === "") return "a case without caseid";
    const [name] = this.#named("name");
    const body = this.#body;
    return {
      caseId,
      name: name?.text ?? "",
      nameAbbreviation: name?.tag.attributes.get("abbreviation") ?? "",
      court: courtOf(this.#named("court")[0]),
      docketNumber: this.#named("docketnumber")
        .map(({ text }) => text)
        .filter((text) => text !== "")
        .join(BETWEEN_DOCKETS),
      citations: this.#named("citation").map(({ tag, text }) => ({
        category: tag.attributes.get("category") ?? "",
        cite: text,
      })),
      decisionDate: this.#named("decisiondate")[0]?.text || null,
      body:
        body === null
          ? null
          : {
              xml: xml.slice(body.tag.start, body.end),
              firstPage: body.tag.attributes.get("firstpage") ?? "",
              lastPage: body.tag.attributes.get("lastpage") ?? "",
            },
    };
  }

  /** The fields with a name. Runs of white space in their texts are one space. */
  #named(name: string): { readonly tag: MetsTag; readonly text: string }[] {
    return this.#fields
      .filter(({ tag }) => tag.name === name)
      .map(({ tag, text }) => ({ tag, text: withoutSoftHyphens(text).replace(/\s+/g, " ").trim() }));
  }
}

function courtOf(field: { readonly tag: MetsTag; readonly text: string } | undefined): MetsCourt | null {
  if (field === undefined) return null;
  const { attributes } = field.tag;
  return {
    name: field.text,
    abbreviation: attributes.get("abbreviation") ?? "",
    jurisdiction: attributes.get("jurisdiction") ?? "",
  };
}
