/** Converts real data to comparable values. */
import { type BodyNode, collapseSpaces } from "../../src/casebody/body-tree.ts";
import { parseHtml } from "../../src/casebody/parse-html.ts";
import type { CaseBody } from "../../src/domain/casebody.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { asObject } from "./real-files.ts";

/** Converts the publisher's JSON body to ours. */
export function asBody(data: JsonObject): CaseBody {
  return {
    parties: asTexts(data.parties),
    opinions: asArray(data.opinions)
      .map(asObject)
      .map(({ type, author, text }) => ({ type: asText(type), author: asText(author), text: String(text) })),
    headMatter: String(data.head_matter),
    attorneys: asTexts(data.attorneys),
    judges: asTexts(data.judges),
    corrections: String(data.corrections ?? ""),
  };
}

function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function asTexts(value: Json | undefined): (string | null)[] {
  return asArray(value).map(asText);
}

function asText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/**
 * A page as comparable values: attributes in any order, without white space at the edges of blocks, without `data-case-id`, which
 * the XML does not contain.
 */
export function significantTree(html: string): unknown {
  return significantNodes(parseHtml(html));
}

function significantNodes(nodes: readonly BodyNode[]): unknown[] {
  return nodes.flatMap((node, index): unknown[] => {
    if (typeof node !== "string") {
      const attributes = [...node.attributes].filter(([name]) => name !== "data-case-id").sort();
      return [{ name: node.name, attributes, children: significantNodes(node.children) }];
    }
    const startsLine = isEdge(nodes[index - 1]);
    const endsLine = isEdge(nodes[index + 1]);
    const text = collapseSpaces(node);
    const trimmed = endsLine ? text.trimEnd() : text;
    return [startsLine ? trimmed.trimStart() : trimmed].filter((rest) => rest !== "");
  });
}

function isEdge(neighbour: BodyNode | undefined): boolean {
  if (neighbour === undefined) return true;
  return typeof neighbour !== "string" && (neighbour.kind === "block" || neighbour.name === "a");
}
