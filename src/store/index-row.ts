/** The index row of a case: its words and the tokens of its filters, ready for `case_words` and `case_names`. */
import type { CaseBody } from "../domain/casebody.ts";
import { fold, isForm, tokenOf, wordsOf } from "./words.ts";

/** The part of an index row that the body gives: tokens separated by spaces. Made off the writer's thread. */
export interface IndexedBody {
  readonly headMatter: string;
  readonly opinions: string;
  readonly authors: string;
  readonly corrections: string;
  /** The distinct words, as written, that their token does not spell out. */
  readonly forms: string;
  /** Length of head matter and opinions in UTF-16 units; 0 for an empty body. */
  readonly chars: number;
}

/** What the rest of an index row is made of. */
export interface IndexedMetadata {
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly docketNumber: string;
  readonly cites: readonly string[];
  readonly courtName: string | null;
  readonly jurisdictionId: number | null;
  readonly courtId: number | null;
  readonly reporterId: number | null;
}

/** The values of one row of `case_words`, by column. */
export interface WordsRow {
  readonly names: string;
  readonly cites: string;
  readonly court: string;
  readonly headMatter: string;
  readonly opinions: string;
  readonly authors: string;
  readonly corrections: string;
  readonly forms: string;
  readonly filters: string;
}

/** In the index row of every case, so that "all but" has something to be taken from. */
export const EVERY_CASE = "x";

const NO_BODY: IndexedBody = {
  headMatter: "",
  opinions: "",
  authors: "",
  corrections: "",
  forms: "",
  chars: 0,
};

/** The token of one filter value: `j29` is jurisdiction 29. */
export function filterToken(filter: "jurisdiction" | "court" | "reporter", id: number): string {
  return `${filter[0]}${id}`;
}

export function indexBody(body: CaseBody): IndexedBody {
  const forms = new Set<string>();
  const column = (texts: readonly (string | null)[]): string =>
    texts.map((text) => tokensOf(text ?? "", forms)).join(" ");
  const columns = {
    headMatter: column([body.headMatter]),
    opinions: column(body.opinions.map((opinion) => opinion.text)),
    authors: column(body.opinions.map((opinion) => opinion.author)),
    corrections: column([body.corrections]),
  };
  return { ...columns, forms: [...forms].join(" "), chars: charsOf(body) };
}

export function wordsRow(metadata: IndexedMetadata, body: IndexedBody | null): WordsRow {
  const forms = new Set<string>();
  const { headMatter, opinions, authors, corrections, forms: bodyForms } = body ?? NO_BODY;
  const names = tokensOf(`${metadata.name} \n ${metadata.nameAbbreviation}`, forms);
  const cites = tokensOf(`${metadata.docketNumber} \n ${metadata.cites.join(" \n ")}`, forms);
  const court = tokensOf(metadata.courtName ?? "", forms);
  const filters = [EVERY_CASE];
  if (metadata.jurisdictionId !== null) filters.push(filterToken("jurisdiction", metadata.jurisdictionId));
  if (metadata.courtId !== null) filters.push(filterToken("court", metadata.courtId));
  if (metadata.reporterId !== null) filters.push(filterToken("reporter", metadata.reporterId));
  return {
    names,
    cites,
    court,
    headMatter,
    opinions,
    authors,
    corrections,
    forms: `${bodyForms} ${[...forms].join(" ")}`,
    filters: filters.join(" "),
  };
}

/**
 * A short field as the filters that mean "contains" compare it. FTS5 ends a query at a NUL, so another private
 * character stands for it on both sides.
 */
export function foldForContains(text: string): string {
  return fold(text).replaceAll("\0", "\ue001");
}

/** The tokens of a text; adds to `forms` the words that must be kept as written. */
function tokensOf(text: string, forms: Set<string>): string {
  const words = wordsOf(text);
  for (const word of words) if (isForm(word)) forms.add(word);
  return words.map(tokenOf).join(" ");
}

function charsOf(body: CaseBody): number {
  const texts = [body.headMatter, ...body.opinions.map((opinion) => opinion.text)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
