/** What the text of a case says about the works that it cites: names, parallel citations, statutes and journals. */
import type { CitedCase, ResolvedMention } from "../../../citations/citation-reader.ts";
import type { CitationMatch } from "../../../citations/read-citation.ts";
import { normaliseCitation } from "../../../domain/citation.ts";

/** A statute, rule or journal as the text cites it. */
export interface TextWork {
  readonly form: "statute" | "journal";
  /** As written at the first place, with single spaces. */
  readonly cite: string;
  readonly times: number;
}

/** Works that are remembered. Real opinions cite some hundreds. */
const MAX_WORKS = 2_000;

/** Collects while the text is read. */
export class TextWorks {
  readonly #cases = new Map<string, CitedCase>();
  readonly #others = new Map<string, TextWork>();

  /** @param text in which the mention is */
  add(mention: ResolvedMention, text: string): void {
    if (mention.form === "full") this.#addCase(mention.citation, mention.cited);
    else if (mention.form === "statute" || mention.form === "journal")
      this.#addOther(mention.form, text.slice(mention.start, mention.end));
  }

  /** The case that the text cites with this citation; one of several parallel citations gives the same object as the others. */
  caseOf(cite: string): CitedCase | null {
    return this.#cases.get(normaliseCitation(cite)) ?? null;
  }

  /** In the order of the text. */
  others(): readonly TextWork[] {
    return [...this.#others.values()];
  }

  /** The first place with a name counts: later ones can be short. */
  #addCase(citation: CitationMatch, cited: CitedCase | null): void {
    if (cited === null || this.#cases.size >= MAX_WORKS) return;
    const { volume, written, reporter, page } = citation;
    for (const name of new Set([reporter?.name ?? written, written])) {
      const key = normaliseCitation(`${volume} ${name} ${page}`);
      if ((this.#cases.get(key)?.name ?? null) === null) this.#cases.set(key, cited);
    }
  }

  #addOther(form: TextWork["form"], written: string): void {
    const key = normaliseCitation(written);
    const { cite, times } = this.#others.get(key) ?? { cite: written.trim().replace(/\s+/g, " "), times: 0 };
    if (times > 0 || this.#others.size < MAX_WORKS) this.#others.set(key, { form, cite, times: times + 1 });
  }
}
