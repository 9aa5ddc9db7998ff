/**
 * A citation as lawyers paste it: `Strong v. Kneeland, 61 Frankl. 33, 34 (1877)`, in brackets, or with a full stop at the end.
 *
 * The surrounding text is removed before the lookup: citations are compared by letters and digits only, so `410 U.S. 1, 13` would
 * find `410 U.S. 113`.
 */
import { withoutEnd } from "../domain/citation.ts";
import { partsOfCitation, scanCitations } from "./read-citation.ts";

/** Characters of a citation with the name of its case. */
const MAX_LENGTH = 300;
/** Parallel citations that are looked up. */
const MAX_FORMS = 8;
/** Between two numbers, with a letter somewhere; no operator of the search language. */
const BETWEEN_NUMBERS = /^\d[^"|*~+]*\d$/;
const LETTER = /\p{L}/u;
/** The page or pages of a quotation: `, 18`, `, 18-20`, ` at 18`, `, *18`; only after a number, so not in `15 Ill., 284`. */
const PIN_PAGE = /(?<=\d)(?:,\s*(?:at\s+)?|\s+at\s+)\*?\d+(?:\s*[-–,&]\s*\*?\d+)*$/iu;
/** The last page of the case, as in `61 Frankl. 33–34`. */
const LAST_PAGE = /(?<=\d)[-–]\d+$/;
/** `61 Frankl. at 34`, `at p. 34`, `at *34`: the page of a quotation without the first page of its case. */
const SHORT_FORM = /(?<=[^\s,]),?\s+at\s+(?:pp?\.\s*)?\*?(?=\d+$)/iu;
/** `(1877)`, `(Ga. 1877) (en banc)`; only after a number. */
const REMARKS = /(?<=\d)(?:\s*[([][^()[\]]*[)\]])+$/;
/** `Strong v. Kneeland, ` before a volume; no operator of the search language. */
const NAME = /^(?!\d)([^"|*~]*?),\s+(?=\d+\s*\p{L})/u;

/** A citation, and the forms in which a case may have it, the likeliest first. */
export interface PastedCitation {
  /** As written, without the surrounding text. */
  readonly cite: string;
  readonly forms: readonly string[];
  /** Of the case, as written before the citation; null if none is there. */
  readonly name: string | null;
  /** Whether it has the form of a citation; if not, it is one only if a case has it. `12 Main St. at 5` has no such form. */
  readonly isWellFormed: boolean;
  /** Whether it was a short form: its page can be any page of a case. */
  readonly isShort: boolean;
}

/** The citation that a text is; null if it is not a citation, or more than one. */
export function pastedCitation(text: string): PastedCitation | null {
  if (text.length > MAX_LENGTH) return null;
  const pasted = withoutBrackets(text);
  const [before = "", name = ""] = NAME.exec(pasted) ?? [];
  const written = withoutPages(pasted.slice(before.length));
  const cite = written.replace(SHORT_FORM, " ");
  const isShort = cite !== written;
  if (!BETWEEN_NUMBERS.test(cite) || !LETTER.test(cite)) return null;
  const forms = new Set([cite]);
  const scanned = scanCitations(cite).slice(0, MAX_FORMS);
  for (const { volume, written: name, reporter, page } of scanned) {
    forms.add(`${volume} ${name} ${page}`);
    if (reporter?.name) forms.add(`${volume} ${reporter.name} ${page}`);
  }
  const wellFormed = [...forms].find((form) => partsOfCitation(form) !== null);
  const isKnown = scanned.some(({ reporter }) => reporter !== null);
  return {
    ...{ cite: wellFormed ?? cite, forms: [...forms], name: name.trim() || null, isShort },
    isWellFormed: wellFormed !== undefined && (isKnown || !isShort),
  };
}

function withoutBrackets(text: string): string {
  const trimmed = trimEnd(text.trim());
  if (!/^[([]/.test(trimmed)) return trimmed;
  return trimEnd(trimmed.slice(1).replace(/[)\]]$/, ""));
}

function withoutPages(text: string): string {
  return trimEnd(trimEnd(text.replace(REMARKS, "")).replace(PIN_PAGE, "")).replace(LAST_PAGE, "");
}

/** A full stop after a page ends a sentence. */
function trimEnd(text: string): string {
  return withoutEnd(text, /[\s.,;:]/);
}
