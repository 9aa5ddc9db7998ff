/** The words, phrases and fields of a text in terms and connectors (connectors.ts) as parts of a search tree. */
import { withoutEnd } from "../domain/citation.ts";
import { boundDay } from "../domain/decision-date.ts";
import { fold, wordsOf } from "./analyzer.ts";
import { ConnectorsError, type FieldName } from "./connector-tokens.ts";
import { inAllSpellings } from "./search-query.ts";
import { isTerm, join, type SearchNode, type WordForm } from "./search-tree.ts";

/** What a text says at one place. */
export interface Part {
  readonly at: number;
  readonly node: SearchNode;
  /** How it was read, with all brackets that it means. */
  readonly shown: string;
  /** Whether it needs brackets within another part. */
  readonly isGroup: boolean;
}

/** Characters of a name or a number, as the parameters `name` and `docket_number` require. */
const MIN_CONTAINED = 3;

/** `#damage`, `negligen!`: the marks around a word. */
function marksOf(written: string): {
  readonly isExact: boolean;
  readonly word: string;
  readonly open: string;
} {
  const isExact = written.startsWith("#");
  // within a word ? is one character, behind it the end of a question
  const rest = withoutEnd(isExact ? written.slice(1) : written, /\?/);
  const word = withoutEnd(rest, /[!*]/);
  return { isExact, word, open: rest.slice(word.length) };
}

/** @throws ConnectorsError */
export function wordPart(written: string, at: number): Part {
  return { at, node: wordNode(written, at), shown: written, isGroup: false };
}

function wordNode(written: string, at: number): SearchNode {
  const { isExact, word, open } = marksOf(written);
  if (wordsOf(word).length === 0) throw new ConnectorsError(`${written} has no letter or digit`, at);
  const isPlain = !/[!*?]/.test(word);
  if (!isExact && isPlain && open === "") return inAllSpellings({ kind: "word", text: word });
  if (!isExact && isPlain && wordsOf(word).length === 1) return { kind: "prefix", text: word };
  const forms: SearchNode = { kind: "forms", text: written, forms: formsOf(written, at) };
  // a hyphen can also break a word
  const isBroken = !isExact && /^\p{L}+-\p{L}+$/u.test(word);
  return isBroken ? join("any", [forms, { kind: "prefix", text: word.replace("-", "") }]) : forms;
}

/** @throws ConnectorsError */
export function phrasePart(written: string, at: number): Part {
  const words = [...written.matchAll(/\S+/gu)].filter(({ 0: word }) => wordsOf(word).length > 0);
  if (words.length === 0) throw new ConnectorsError("The phrase has no letter or digit", at);
  const isPlain = !words.some(({ 0: word }) => /^#|[!*?](?=.)|[!*]$/u.test(word));
  // offsets are counted from behind the quotation mark
  const forms = isPlain ? [] : words.flatMap(({ 0: word, index }) => formsOf(word, at + 1 + index));
  const node: SearchNode = isPlain
    ? inAllSpellings({ kind: "phrase", text: written })
    : { kind: "forms", text: written, forms };
  return { at, node, shown: `"${written}"`, isGroup: false };
}

/** The words that a word of a text must be: `O'Brien` has two. */
function formsOf(written: string, at: number): WordForm[] {
  const { isExact, word, open } = marksOf(written);
  if (!/[!*?]/.test(word)) {
    const words = wordsOf(word);
    return words.map((text, nth): WordForm => {
      const isOpen = open !== "" && nth === words.length - 1;
      if (isExact && isOpen) throw new ConnectorsError(`${written}: # and ${open[0]} cannot be together`, at);
      return { kind: isOpen ? "prefix" : isExact ? "exact" : "word", text };
    });
  }
  const text = fold(word).replaceAll("*", "?");
  if (isExact) throw new ConnectorsError(`${written}: # takes a word without * or ?`, at);
  if (!/^[\p{L}\p{N}][\p{L}\p{N}?]*$/u.test(text))
    throw new ConnectorsError(
      `${written}: *, ? and ! need a letter before them, and only letters and digits around`,
      at,
    );
  return [{ kind: "pattern", text, isOpen: open !== "" }];
}

/** A text in a field. @throws ConnectorsError */
export function fieldPart(field: FieldName, written: string, at: number): Part {
  const text = written.replace(/"/g, "").trim().replace(/\s+/gu, " ");
  const shown = field.toUpperCase();
  if (wordsOf(text).length === 0) throw new ConnectorsError(`${written} has no letter or digit`, at);
  if ((field === "name" || field === "docket") && [...fold(text)].length < MIN_CONTAINED)
    throw new ConnectorsError(`${shown} needs at least ${MIN_CONTAINED} characters`, at);
  if (/[!*?#]/.test(text)) throw new ConnectorsError(`${shown} takes words without !, *, ? and #`, at);
  return { at, node: { kind: "field", field, text, at }, shown: `${shown}(${text})`, isGroup: false };
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
/** `aft 1990`, `>= 1/31/1990`: what precedes a date. */
const HOW = /^(?:aft(?:er)?\b|bef(?:ore)?\b|[<>]=?|=|is\b|on\b)/iu;
const ISO = /^\d{4}(?:-\d{2}){0,2}$/;
/** `1/31/1990`, `1-1990` */
const NUMBERS = /^(\d{1,2})[-/](?:(\d{1,2})[-/])?(\d{4})$/;
/** `January 31, 1990`, `Jan. 1990` */
const WORDS = /^([a-z]{3,9})\.? (?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})$/iu;
const DATES =
  "A date is 1990, 1990-01-31, 1/31/1990 or January 31, 1990, after AFT, BEF, >, <, >=, <= or nothing, and joined by AND";

/** `aft 1990 & bef 2001`. @throws ConnectorsError */
export function datePart(written: string, at: number): Part {
  let [from, to]: [number | null, number | null] = [null, null];
  for (const clause of written.split(/&|\band\b/iu)) {
    const bound = daysOf(clause);
    if (bound === null) throw new ConnectorsError(DATES, at);
    const [first, last] = bound;
    if (first !== null) from = from === null ? first : Math.max(from, first);
    if (last !== null) to = to === null ? last : Math.min(to, last);
  }
  if (from !== null && to !== null && from > to)
    throw new ConnectorsError("No day is in all these dates", at);
  const text = [from === null ? "" : `from ${shownDay(from)}`, to === null ? "" : `to ${shownDay(to)}`];
  const shown = text.filter((bound) => bound !== "").join(" ");
  return {
    at,
    node: { kind: "field", field: "date", text: shown, days: [from, to] },
    shown: `DATE(${shown})`,
    isGroup: false,
  };
}

function daysOf(clause: string): readonly [from: number | null, to: number | null] | null {
  const text = clause.trim().replace(/\s+/gu, " ");
  const [how = ""] = HOW.exec(text) ?? [];
  const date = isoOf(text.slice(how.length).trim());
  const [first, last] = [boundDay(date, "min"), boundDay(date, "max")];
  if (first === null || last === null) return null;
  switch (how.toLowerCase().slice(0, 3)) {
    case "aft":
    case ">":
      return [last + 1, null];
    case "bef":
    case "<":
      return [null, first - 1];
    case ">=":
      return [first, null];
    case "<=":
      return [null, last];
    default:
      return [first, last];
  }
}

/** `1990-01-31`, or less; another text if it is no date. */
function isoOf(text: string): string {
  const [, month, day, year] = NUMBERS.exec(text) ?? [];
  const [, name = "", dated, of] = WORDS.exec(text) ?? [];
  if (ISO.test(text) || (year ?? of) === undefined) return text;
  const nth = month ?? MONTHS.findIndex((full) => full.startsWith(name.toLowerCase())) + 1;
  const parts = day === undefined && dated === undefined ? [nth] : [nth, day ?? dated];
  return [year ?? of, ...parts.map((part) => String(part).padStart(2, "0"))].join("-");
}

function shownDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** So many of the words and phrases of a part together. @throws ConnectorsError */
export function atleastPart(times: number, { node, shown }: Part, at: number): Part {
  const parts = node.kind === "all" ? node.nodes : [node];
  const each = parts.map((part): SearchNode => {
    const terms = part.kind === "any" ? part.nodes : [part];
    const plain = terms.filter(isTerm);
    if (plain.length < terms.length)
      throw new ConnectorsError("ATLEAST takes words and phrases, joined by AND or OR", at);
    return { kind: "atleast", times, terms: plain };
  });
  return { at, node: join("all", each), shown: `ATLEAST${times}(${shown})`, isGroup: false };
}
