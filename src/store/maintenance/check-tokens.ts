/**
 * The tokens that the two indexes must contain for a case, by column. This repeats what FTS5's tokenizers do with the values from
 * the writer, so that the result can be compared with the index.
 */

import { foldForContains, type WordsRow } from "../write/index-row.ts";
import type { IndexRow } from "../write/index-writer.ts";

export type IndexName = "case_words" | "case_names";
export const INDEXES: readonly IndexName[] = ["case_words", "case_names"];

/** One column of one index. */
export interface ColumnTokens {
  readonly column: string;
  readonly tokens: readonly string[];
}

/** Columns in the order of the schema, each with its field of the row. */
const WORD_COLUMNS = [
  ["opinions", "opinions"],
  ["head_matter", "headMatter"],
  ["names", "names"],
  ["cites", "cites"],
  ["court", "court"],
  ["authors", "authors"],
  ["corrections", "corrections"],
  ["filters", "filters"],
  ["cited", "cited"],
] as const satisfies readonly (readonly [string, keyof WordsRow])[];

const TRIGRAM = 3;

/** Returns the tokens of each column of each index, in the order of the schema. */
export function tokensOfRow({
  words,
  names,
}: Pick<IndexRow, "words" | "names">): Record<IndexName, readonly ColumnTokens[]> {
  return {
    case_words: WORD_COLUMNS.map(([column, field]) => ({ column, tokens: wordsIn(words[field]) })),
    case_names: [
      { column: "name", tokens: trigramsOf(foldForContains(names.name)) },
      { column: "name_abbreviation", tokens: trigramsOf(foldForContains(names.nameAbbreviation)) },
      { column: "docket_number", tokens: trigramsOf(foldForContains(names.docketNumber)) },
      { column: "filters", tokens: trigramsOf(` ${words.filters} `) },
    ],
  };
}

/** Our tokens contain no other ASCII characters than letters and digits, so the `ascii` tokenizer splits only at spaces. */
function wordsIn(value: string | Uint8Array): string[] {
  const text = typeof value === "string" ? value : Buffer.from(value).toString("utf8");
  return text.split(" ").filter((word) => word !== "");
}

/** All substrings of three characters. FTS5 reads U+FFFE and U+FFFF as U+FFFD (`READ_UTF8`). */
function trigramsOf(text: string): string[] {
  const characters = [...text.replace(/[\ufffe\uffff]/g, "\ufffd")];
  return characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join(""));
}
