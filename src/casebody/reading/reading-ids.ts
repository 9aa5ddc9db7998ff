/** The ids of a body on a reading page. Each is used once, and no other part of the page has ids of these forms. */
import { type BodyElement, type BodyNode, findElements } from "../body-tree.ts";
import { hasClass } from "../html/html-vocabulary.ts";

/** `37`, `37a`, `S-12`, `xii`. */
const PAGE_LABEL = /^(?:[A-Za-z]{0,2}[-.]?\d{1,6}[A-Za-z]?|[ivxlcdm]{1,10})$/;
const FOOTNOTE = /^(?:ref_)?footnote_[\w.-]{1,40}$/;
const HEADNOTE = /^[A-Za-z][\w.-]{0,40}$/;

export class ReadingIds {
  /** Labels of pages that have an id, in order. */
  readonly pages: string[] = [];
  /** Maps ids of the source that links in the body may point to, to our ids. */
  readonly #targets = new Map<string, string>();
  readonly #given = new Set<string>();
  #headings = 0;

  /** @param nodes all nodes of the body */
  constructor(nodes: readonly BodyNode[]) {
    const isBracket = (element: BodyElement): boolean => hasClass(element, "bracketnum");
    const wanted = new Set(findElements(nodes, isBracket).map(({ attributes }) => attributes.get("href")));
    for (const element of findElements(nodes, ({ attributes }) => attributes.has("id"))) {
      const id = element.attributes.get("id") ?? "";
      if (FOOTNOTE.test(id)) this.#targets.set(id, id);
      else if (wanted.has(`#${id}`) && HEADNOTE.test(id)) this.#targets.set(id, `note-${id}`);
    }
  }

  /** Id of the start of a printed page; undefined for an invalid label or one that was used before. */
  ofPage(label: string): string | undefined {
    if (!PAGE_LABEL.test(label)) return undefined;
    const id = this.#once(`p${label}`);
    if (id !== undefined) this.pages.push(label);
    return id;
  }

  /** Id of a numbered paragraph, the first of its number in the body. */
  ofParagraph(number: string): string | undefined {
    return this.#once(`par${number}`);
  }

  /** Id of the next heading of the body. */
  ofHeading(): string {
    this.#headings++;
    return `heading-${this.#headings}`;
  }

  ofFootnote(element: BodyElement): string | undefined {
    return this.#own(element, "footnote_");
  }

  ofMark(element: BodyElement): string | undefined {
    return this.#own(element, "ref_footnote_");
  }

  ofHeadnote(element: BodyElement): string | undefined {
    return this.#own(element, "note-");
  }

  /** Target of a link of the source within the body; undefined if it has none. */
  target({ attributes }: BodyElement): string | undefined {
    const href = attributes.get("href") ?? "";
    const id = href.startsWith("#") ? this.#targets.get(href.slice(1)) : undefined;
    return id === undefined ? undefined : `#${id}`;
  }

  #own({ attributes }: BodyElement, form: string): string | undefined {
    const id = this.#targets.get(attributes.get("id") ?? "");
    return id?.startsWith(form) ? this.#once(id) : undefined;
  }

  #once(id: string): string | undefined {
    if (this.#given.has(id)) return undefined;
    this.#given.add(id);
    return id;
  }
}

/** The page number of a page label. */
export function labelOf({ attributes, children }: BodyElement): string {
  const given = attributes.get("data-label") ?? children.filter((node) => typeof node === "string").join("");
  return given.replace(/[\s*]+/g, " ").trim();
}
