/** Finds operators of terms and connectors in a search text, where they are read as words (docs/interface.md, "Notes on a search"). */
import { type SearchToken, searchTokens } from "./search-query.ts";

const CAPITALS = /^(?:AND|OR|NOT)$/;
/** Within some words, a sentence, a paragraph: `w/5`, `pre/3`, `near/s`, `/sent`. */
const PROXIMITY =
  /^(?:(?<how>w|within|near|pre|onear|adj)\/(?:(?<words>\d{1,6})|(?<unit>s|p|sent|para|seg))|\/(?<long>sent|para))$/i;
/** `+s`: in this order in one sentence. */
const ORDERED_UNIT = /(?<![^\s()"])\+[sp](?![^\s()"])/gi;
/** `/5` that is not between two operands. */
const STRAY = /^\/(?:[sp]|\d+)$/i;
/** `negligen!` */
const ROOT = /^(.*[\p{L}\p{N}])!+$/u;
/** `wom?n`, `wom*n` */
const WILDCARD = /[\p{L}\p{N}][?*!]+[\p{L}\p{N}]/u;
/** `NAME(`, `ATLEAST3(`: in capitals, as the services show them. */
const FIELD = /\b(?:ATLEAST\d+|TI|NAME|JU|AU|WRITTENBY|CO|COURT|DA|DATE|CI|CITE|DN)(?=\()/g;
/** `#damage` */
const EXACT = /^#\p{L}/u;

/** The operators as written, each once: `AND`, `w/5`, `negligen!`. Most texts have none. */
export function otherOperators(search: string): readonly string[] {
  // most texts are words only
  if (!/[!?*/+#(]|AND|OR|NOT/.test(search)) return [];
  const unquoted = search.replace(/["“”„‟«»][^"“”„‟«»]*(?:["“”„‟«»]|$)/gu, '"');
  const operators = [ORDERED_UNIT, FIELD].flatMap((pattern) => unquoted.match(pattern) ?? []);
  return [...new Set([...searchTokens(search).flatMap(otherIn), ...operators])];
}

/** The text of a token that is an operator elsewhere. */
function otherIn(token: SearchToken): string[] {
  if (token.kind !== "operand" || !("text" in token.node)) return [];
  const { kind, text } = token.node;
  if (kind === "phrase") return text.split(/\s+/).filter((word) => ROOT.test(word) || WILDCARD.test(word));
  if (kind === "prefix") return WILDCARD.test(text) ? [`${text}*`] : [];
  const patterns = [CAPITALS, PROXIMITY, STRAY, ROOT, WILDCARD, EXACT];
  return kind === "word" && patterns.some((pattern) => pattern.test(text)) ? [text] : [];
}
