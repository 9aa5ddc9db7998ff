/** Reads the elements of HTML and of a DOCX one after the other; no address is followed, and nothing runs. */
import { Parser } from "htmlparser2";
import type { TextRange } from "../draft.ts";

export type Attributes = Readonly<Record<string, string>>;

/** `at`: where the tag or the text is in the markup. */
interface ElementReader {
  readonly open: (tag: string, attributes: Attributes, at: TextRange) => void;
  readonly text?: (text: string, at: TextRange) => void;
  readonly close?: (tag: string, at: TextRange) => void;
}

/** Elements within each other: the parser looks through all open ones for each end tag. */
const MAX_DEPTH = 1_000;

/** @throws Error if elements nest too deeply */
export function readElements(markup: string, form: "html" | "xml", reader: ElementReader): void {
  let depth = 0;
  const at = (): TextRange => ({ start: parser.startIndex, end: parser.endIndex + 1 });
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (++depth > MAX_DEPTH) throw new Error(`its elements nest more than ${MAX_DEPTH} deep`);
        reader.open(tag, attributes, at());
      },
      ontext: (text) => reader.text?.(text, at()),
      onclosetag: (tag) => {
        depth--;
        reader.close?.(tag, at());
      },
    },
    { xmlMode: form === "xml" },
  );
  parser.end(markup);
}

/** Counts the open elements by tag. */
export class OpenTags {
  readonly #counts = new Map<string, number>();

  open(tag: string): void {
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1);
  }

  close(tag: string): void {
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) - 1);
  }

  has(...tags: readonly string[]): boolean {
    return tags.some((tag) => (this.#counts.get(tag) ?? 0) > 0);
  }
}
