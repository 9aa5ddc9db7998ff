/** Writes a body as structured text (docs/formats.md, "The text rule" and "XML to structured text"): a line a paragraph, what is dropped left out. */
import type { CaseBody } from "../../../src/domain/casebody.ts";
import { type Block, type Body, blocksOf, type Inline, type Part } from "./body.ts";

export function writeText(body: Body): CaseBody {
  // As the HTML has it: what stands after the opinions is shown with the head matter, before them.
  const everything = [...body.head, ...body.tail, ...body.opinions.flatMap((opinion) => opinion.parts)];
  return {
    parties: linesNamed("parties", everything),
    opinions: body.opinions.map(({ type, parts }) => ({
      type,
      author: linesNamed("author", parts).join(" ") || null,
      text: lines(parts).join("\n"),
    })),
    headMatter: lines([...body.head, ...body.tail]).join("\n"),
    attorneys: linesNamed("attorneys", everything),
    judges: linesNamed("judges", everything),
    corrections: lines(body.corrections).join("\n"),
  };
}

/** The text of one paragraph: soft hyphens gone, runs of white space one space, trimmed. */
export function blockText(block: Block): string {
  return block.inlines
    .map(inlineText)
    .join("")
    .replaceAll("\u00ad", "")
    .replace(/[ \t\r\n\f\u200b]+/g, " ")
    .trim();
}

function lines(parts: readonly Part[]): string[] {
  return blocksOf(parts)
    .map(blockText)
    .filter((text) => text !== "");
}

function linesNamed(name: string, parts: readonly Part[]): string[] {
  return blocksOf(parts)
    .filter((block) => block.name === name)
    .map(blockText);
}

function inlineText(inline: Inline): string {
  if (inline.kind === "cite") return inline.cite;
  return inline.kind === "text" || inline.kind === "em" ? inline.text : "";
}
