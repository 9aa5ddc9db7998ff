/** Nodes of a body as XHTML for an EPUB: well-formed, with links only within the file, and nothing that loads. */
import type { BodyElement, BodyNode } from "../../../casebody/body-tree.ts";
import { hasClass } from "../../../casebody/html/html-vocabulary.ts";

const KEPT: ReadonlySet<string> = new Set("p div h3 blockquote pre b em i strong sub sup span".split(" "));

export class XhtmlWriter {
  readonly #given = new Set<string>();
  readonly #targets: ReadonlySet<string>;

  /** @param targets the ids that links may lead to */
  constructor(targets: ReadonlySet<string>) {
    this.#targets = targets;
  }

  write(nodes: readonly BodyNode[]): string {
    return nodes.map((node) => (typeof node === "string" ? xmlText(node) : this.#element(node))).join("");
  }

  #element(element: BodyElement): string {
    const { name, children, attributes } = element;
    if (name === "br") return "<br/>";
    if (name === "img") return "[picture]";
    const id = this.#id(attributes.get("id"));
    const given = attributes.get("class");
    const known = `${id}${given === undefined ? "" : ` class="${xmlText(given)}"`}`;
    const inside = this.write(children);
    if (hasClass(element, "cb-page")) {
      return `<span${known} epub:type="pagebreak" role="doc-pagebreak">${inside}</span>`;
    }
    if (hasClass(element, "cb-footnote")) return `<aside${known} epub:type="footnote">${inside}</aside>`;
    const target = (attributes.get("href") ?? "").slice(1);
    if (name === "a" && this.#targets.has(target)) {
      const type = hasClass(element, "cb-mark") ? ' epub:type="noteref"' : "";
      return `<a${known} href="#${xmlText(target)}"${type}>${inside}</a>`;
    }
    const tag = KEPT.has(name) ? name : element.kind === "block" ? "div" : "span";
    return `<${tag}${known}>${inside}</${tag}>`;
  }

  #id(id: string | undefined): string {
    if (id === undefined || this.#given.has(id)) return "";
    this.#given.add(id);
    return ` id="${xmlText(id)}"`;
  }
}

/** Characters that XML does not have, escaped or not. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text and attribute values for XML. */
export function xmlText(text: string): string {
  return text
    .replace(NOT_IN_XML, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
