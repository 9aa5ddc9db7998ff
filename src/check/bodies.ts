/** The bodies of the cases that a draft quotes, each read once. */
import { markupOf, textBodyOf } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Case } from "../domain/records.ts";
import { QuotedText } from "./compare-quotation.ts";
import { Pages } from "./printed-pages.ts";

export class Bodies {
  readonly #corpus: Corpus;
  readonly #texts = new Map<number, QuotedText | null>();
  readonly #pages = new Map<number, Pages | null>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** Null if the corpus has no body of the case, or the caller may not see it. */
  textOf(one: Case): QuotedText | null {
    const known = this.#texts.get(one.id);
    if (known !== undefined) return known;
    const [read] = this.#corpus.withBodies([one], { format: "joined text", preview: null });
    const body = read === undefined ? null : textBodyOf(read);
    const texts = body === null ? [] : [body.headMatter, ...body.opinions.map(({ text }) => text)];
    const text = body === null ? null : new QuotedText(texts.join("\n"));
    this.#texts.set(one.id, text);
    return text;
  }

  /** Null without a body whose pages are marked. */
  pagesOf(one: Case): Pages | null {
    const known = this.#pages.get(one.id);
    if (known !== undefined) return known;
    const [read] = this.#corpus.withBodies([one], { format: "html", preview: null });
    const html = read === undefined ? null : markupOf(read);
    const pages = html === null ? null : new Pages(html, one.firstPage);
    this.#pages.set(one.id, pages);
    return pages;
  }
}
