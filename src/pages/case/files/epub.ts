/** A case as an EPUB 3 of one chapter, with its parts and printed pages as ways in. Equal cases give equal bytes. */
import { strToU8, zipSync } from "fflate";
import type { CaseReference } from "../../../bibliography/case-reference.ts";
import { plainLine } from "../../../bibliography/reference-formats.ts";
import { findElements } from "../../../casebody/body-tree.ts";
import type { FileBody } from "./file-body.ts";
import { XhtmlWriter, xmlText } from "./xhtml.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XHTML = `${HEAD}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">`;
const CONTAINER = `${HEAD}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="case.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
const STYLE = `p { margin: 0; }
p + p { text-indent: 1.5em; }
h1, h2, .cb-parties, .cb-docketnumber, .cb-court, .cb-decisiondate { text-align: center; }
.cb-mark { vertical-align: super; font-size: 0.75em; }
.cb-page { color: #666; font-size: 0.75em; }
.cb-footnote { margin-top: 0.75em; font-size: 0.9em; }
`;
/** The first day that a zip can have. */
const DAY = "1980-01-01T00:00:00";
const LEVEL = 6;

/** @param modified an ISO 8601 instant; null if it is not known */
export function epubOf(one: CaseReference, body: FileBody, modified: string | null): Uint8Array {
  const files = {
    "META-INF/container.xml": CONTAINER,
    "case.opf": packageOf(one, modified),
    "nav.xhtml": navigationOf(one, body),
    "case.xhtml": chapterOf(one, body),
    "case.css": STYLE,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(
    // readers recognise the file by its first entry, which must not be compressed
    { mimetype: [strToU8("application/epub+zip"), { level: 0 }], ...Object.fromEntries(entries) },
    { level: LEVEL, mtime: DAY },
  );
}

function packageOf(one: CaseReference, modified: string | null): string {
  const instant = Date.parse(modified ?? "");
  const written = new Date(Number.isNaN(instant) ? 0 : instant).toISOString().replace(/\.\d+Z$/, "Z");
  const [year] = one.date;
  const metadata = [
    `<dc:identifier id="id">${xmlText(one.url)}</dc:identifier>`,
    `<dc:title>${xmlText(one.name)}</dc:title>`,
    "<dc:language>en</dc:language>",
    one.court === "" ? "" : `<dc:creator>${xmlText(one.court)}</dc:creator>`,
    one.cite === "" ? "" : `<dc:source>${xmlText(one.cite)}</dc:source>`,
    year === undefined ? "" : `<dc:date>${String(year).padStart(4, "0")}</dc:date>`,
    `<meta property="dcterms:modified">${written}</meta>`,
  ];
  return `${HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.filter(Boolean).join("\n")}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="case" href="case.xhtml" media-type="application/xhtml+xml"/>
<item id="css" href="case.css" media-type="text/css"/>
</manifest>
<spine><itemref idref="case"/></spine>
</package>
`;
}

function navigationOf(one: CaseReference, { parts, pages }: FileBody): string {
  const item = (id: string, name: string): string =>
    `<li><a href="case.xhtml#${xmlText(id)}">${xmlText(name)}</a></li>`;
  const list = parts.map(({ id, heading }) => item(id, heading ?? "Head matter"));
  const printed =
    pages.length === 0
      ? ""
      : `<nav epub:type="page-list" hidden="hidden"><ol>${pages.map((page) => item(`p${page}`, page)).join("\n")}</ol></nav>`;
  return `${XHTML}
<head><title>${xmlText(one.name)}</title></head>
<body>
<nav epub:type="toc"><h1>Contents</h1><ol>${list.join("\n")}</ol></nav>
${printed}
</body>
</html>
`;
}

function chapterOf(one: CaseReference, { parts }: FileBody): string {
  const withId = parts.flatMap(({ nodes }) => findElements(nodes, ({ attributes }) => attributes.has("id")));
  const writer = new XhtmlWriter(new Set(withId.map(({ attributes }) => attributes.get("id") ?? "")));
  const sections = parts.map(
    ({ id, heading, nodes }) => `<section id="${xmlText(id)}">
${heading === null ? "" : `<h2>${xmlText(heading)}</h2>`}
${writer.write(nodes)}
</section>`,
  );
  return `${XHTML}
<head><title>${xmlText(one.name)}</title><link rel="stylesheet" type="text/css" href="case.css"/></head>
<body>
<h1>${xmlText(one.name)}</h1>
<p>${xmlText(plainLine(one))}</p>
${sections.join("\n")}
</body>
</html>
`;
}
