/**
 * Writes a body as the archives' XML (docs/formats.md, "The XML of a body").
 *
 * `2018`: declaration, no indentation, `pgmap` on every paragraph, neither page numbers nor citations marked. Later:
 * indented, no `pgmap`, page numbers and citations inside the paragraphs.
 */
import type { Block, Body, Inline, Part } from "./body.ts";
import { isFootnote } from "./body.ts";
import type { Release } from "./world.ts";

const NAMESPACE = "http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1";

export function writeXml(body: Body, generation: Release["generation"]): string {
  const old = generation === "2018";
  const pages = `firstpage="${escapeXml(body.firstPage)}" lastpage="${escapeXml(body.lastPage)}"`;
  const root = old ? `xmlns="${NAMESPACE}" ${pages}` : `${pages} xmlns="${NAMESPACE}"`;
  const lines = [
    ...(old ? ["<?xml version='1.0' encoding='utf-8'?>"] : []),
    `<casebody ${root}>`,
    ...body.head.flatMap((part) => partLines(part, 1, generation)),
    ...body.opinions.flatMap(({ type, parts }) => [
      `  <opinion${type === null ? "" : ` type="${type}"`}>`,
      ...parts.flatMap((part) => partLines(part, 2, generation)),
      "  </opinion>",
    ]),
    ...body.tail.flatMap((part) => partLines(part, 1, generation)),
    ...body.corrections.map((block) => blockLine(block, 1, generation)),
    "</casebody>",
  ];
  return old ? lines.map((line) => line.trimStart()).join("\n") : `${lines.join("\n")}\n`;
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function partLines(part: Part, depth: number, generation: Release["generation"]): string[] {
  if (!isFootnote(part)) return [blockLine(part, depth, generation)];
  const indent = "  ".repeat(depth);
  return [
    `${indent}<footnote label="${escapeXml(part.label)}">`,
    ...part.blocks.map((block) => blockLine(block, depth + 1, generation)),
    `${indent}</footnote>`,
  ];
}

function blockLine(block: Block, depth: number, generation: Release["generation"]): string {
  const pgmap = generation === "2018" ? ` pgmap="${block.pgmap}"` : "";
  const content = block.inlines.map((inline) => inlineXml(inline, generation)).join("");
  return `${"  ".repeat(depth)}<${block.name} id="${block.id}"${pgmap}>${content}</${block.name}>`;
}

function inlineXml(inline: Inline, generation: Release["generation"]): string {
  switch (inline.kind) {
    case "text":
      return escapeXml(inline.text);
    case "em":
      return `<em>${escapeXml(inline.text)}</em>`;
    case "mark":
      return `<footnotemark>${escapeXml(inline.label)}</footnotemark>`;
    case "bracket":
      return `<bracketnum>[${inline.label}]</bracketnum>`;
    case "page":
      if (generation === "2018") return "";
      return `<page-number citation-index="1" label="${inline.label}">*${inline.label}</page-number>`;
    case "cite":
      if (generation !== "2022") return escapeXml(inline.cite);
      return citationXml(inline.cite, inline.index, inline.caseIds);
    case "image":
      return `<img src="${inline.src}" class="p" width="${inline.width}" height="${inline.height}"/>`;
  }
}

function citationXml(cite: string, index: number, caseIds: readonly number[]): string {
  const ids = caseIds.length === 0 ? "" : ` case-ids="${caseIds.join(",")}"`;
  const url = `https://cite.caselaw.example/citations/?q=${encodeURIComponent(cite).replaceAll("'", "%27")}`;
  return `<extracted-citation url="${url}" index="${index}"${ids}>${escapeXml(cite)}</extracted-citation>`;
}
