/** The bodies of the cases that a draft quotes, each read once. */
import { markupOf, textBodyOf } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Case } from "../domain/records.ts";
import { QuotedText } from "./compare-quotation.ts";
import { Marks } from "./marks.ts";

export class Bodies {
  readonly #corpus: Corpus;
  readonly #texts = new Map<number, QuotedText | null>();
  readonly #marks = new Map<number, Marks | null>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** Null if the corpus has no body of the case, or the caller may not see it. */
  textOf(one: Case): QuotedText | null {
    const known = this.#texts.get(one.id);
    if (known !== undefined) return known;
    const joined = this.#joinedText(one);
    const text = joined === null ? null : new QuotedText(joined);
    this.#texts.set(one.id, text);
    return text;
  }

  /** Null if the corpus has no body of the case, or the caller may not see it. */
  marksOf(one: Case): Marks | null {
    const known = this.#marks.get(one.id);
    if (known !== undefined) return known;
    const [read] = this.#corpus.withBodies([one], { format: "html", preview: null });
    const html = read === undefined ? null : markupOf(read);
    const text = html === null ? this.#joinedText(one) : null;
    const marks =
      html !== null ? Marks.ofHtml(html, one.firstPage) : text === null ? null : Marks.ofText(text);
    this.#marks.set(one.id, marks);
    return marks;
  }

  #joinedText(one: Case): string | null {
    const [read] = this.#corpus.withBodies([one], { format: "joined text", preview: null });
    const body = read === undefined ? null : textBodyOf(read);
    return body === null ? null : [body.headMatter, ...body.opinions.map(({ text }) => text)].join("\n");
  }
}
