/** Writes a body as the static site's HTML (docs/formats.md, "XML to HTML" and "HTML to structured text"): page labels, footnotes, linked citations. */
import { type Block, type Body, type Inline, isFootnote, type Part } from "./body.ts";
import { escapeXml } from "./write-xml.ts";

/** How the HTML of one section numbers its footnotes. */
interface Section {
  readonly number: number;
  readonly labels: readonly string[];
}

/** `caseId` is the site's own (`99044031129017_0003`), not the number of the case. */
export function writeHtml(body: Body, caseId: string): string {
  const pages = `data-firstpage="${escapeXml(body.firstPage)}" data-lastpage="${escapeXml(body.lastPage)}"`;
  const lines = [
    `<section class="casebody" data-case-id="${caseId}" ${pages}>`,
    '  <section class="head-matter">',
    ...partsLines([...body.head, ...body.tail], 0),
    "  </section>",
    ...body.opinions.flatMap(({ type, parts }, i) => [
      `  <article class="opinion"${type === null ? "" : ` data-type="${type}"`}>`,
      ...partsLines(parts, i + 1),
      "  </article>",
    ]),
    ...(body.corrections.length === 0 ? [] : ['  <section class="corrections">']),
    ...partsLines(body.corrections, body.opinions.length + 1),
    ...(body.corrections.length === 0 ? [] : ["  </section>"]),
    "</section>",
  ];
  return `${lines.join("\n")}\n`;
}

function partsLines(parts: readonly Part[], number: number): string[] {
  const section = { number, labels: parts.filter(isFootnote).map((footnote) => footnote.label) };
  return parts.flatMap((part) => {
    if (!isFootnote(part)) return [`    ${blockHtml(part, section)}`];
    const name = `footnote_${number}_${section.labels.indexOf(part.label) + 1}`;
    return [
      `    <aside class="footnote" id="${name}" data-label="${escapeXml(part.label)}">`,
      `      <a href="#ref_${name}">${escapeXml(part.label)}</a>`,
      ...part.blocks.map((block) => `      ${blockHtml(block, section)}`),
      "    </aside>",
    ];
  });
}

function blockHtml(block: Block, section: Section): string {
  const tag = block.name === "parties" ? "h4" : block.name === "blockquote" ? "blockquote" : "p";
  const plain = block.name === "p" || block.name === "blockquote";
  const name = plain ? "" : ` class="${block.name}"`;
  const place = /^b(\d+)-(\d+)$/.exec(block.id);
  const blocks = ` data-blocks='[["BL_${place?.[1]}.${place?.[2]}",${place?.[1]},[120,240,880,64]]]'`;
  const content = block.inlines.map((inline) => inlineHtml(inline, section)).join("");
  return `<${tag}${name} id="${block.id}"${blocks}>${content}</${tag}>`;
}

function inlineHtml(inline: Inline, section: Section): string {
  switch (inline.kind) {
    case "text":
      return escapeXml(inline.text);
    case "em":
      return `<em>${escapeXml(inline.text)}</em>`;
    case "mark": {
      const name = `footnote_${section.number}_${section.labels.indexOf(inline.label) + 1}`;
      return `<a class="footnotemark" href="#${name}" id="ref_${name}">${escapeXml(inline.label)}</a>`;
    }
    case "bracket":
      return `<a class="bracketnum">[${inline.label}]</a>`;
    case "page": {
      const attributes = `data-label="${inline.label}" data-citation-index="1" class="page-label"`;
      return `<a id="p${inline.label}" href="#p${inline.label}" ${attributes}>*${inline.label}</a>`;
    }
    case "cite": {
      const href = `/citations/?q=${encodeURIComponent(inline.cite).replaceAll("'", "%27")}`;
      return `<a href="${href}" class="citation" data-index="${inline.index}">${escapeXml(inline.cite)}</a>`;
    }
    case "image":
      return `<img src="${inline.src}" width="${inline.width}" height="${inline.height}">`;
  }
}
