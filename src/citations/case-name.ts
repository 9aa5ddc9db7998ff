/**
 * Reads the name of a case before its citation, as people write it: two parties, a matter (`In re Gale`), one party, a ship; in quotation
 * marks, in capitals, with brackets after it.
 *
 * A name that is overlooked would confirm a citation of another case. So words that may be a name but cannot be read are returned too, as `unclear`.
 */
import { withoutEnd } from "../domain/citation.ts";
import { readBeforeCitation } from "./around-citation.ts";
import { NOTE_START } from "./footnotes.ts";

export interface NameReading {
  /** `words`: one party, or other capitalised words. `unclear`: it may be a name, and where it begins or ends is not clear. */
  readonly form: "parties" | "matter" | "words" | "unclear";
  /** As written, with single spaces: `Roe v. Wade`. */
  readonly name: string;
  /** Shorter readings: `Ohio. Roe v. Wade` may be `Roe v. Wade`. */
  readonly shorter: readonly string[];
}

interface NameBefore {
  readonly reading: NameReading | null;
  /** As in `BeforeCitation`. */
  readonly dated: string | null;
}

/** Characters before a citation in which its name is sought. */
const MAX_BEFORE = 300;
/** Between two parties. `V.` in a name without small letters is no initial. */
const VERSUS =
  /\s(?:v|vs|[Vv]ersus)(?:\.\s*|\s+)(?=\S)|\s[-–—]\s?v\.?\s?[-–—]\s|(?<=[\p{Lu}.,]{2})\s(?:V|VS|VERSUS)\.?\s+(?=[\p{Lu}&][\p{Lu}&.,’'])|(?<=\p{Lu}[\p{L}.,]{1,30})\sagainst\s(?=\p{Lu})/gu;
const MATTER =
  /(?:^|[\s("“‘'[])((?:(?:in\s+)?the\s+)?(?:in\s+re\b|ex\s+parte\b|(?:matter|estate|succession|petition|guardianship|conservatorship|appeal|adoption|interest|application|marriage|custody|will|parentage|paternity|welfare|dependency|commitment|detention|discipline|disbarment|case|claim|complaint|trust)\s+of\b)\s[^;:()“”"]{2,120})$/i;
/** Words before a name that do not belong to it. */
const SIGNALS = new Set(
  "see in cf but accord compare under as also eg contra and citing quoting both like unlike with following because while although since after before when from by per generally only if that thus hence so however moreover furthermore whether where yet here our similarly likewise nor".split(
    " ",
  ),
);
/** Words within a name that are not capitalised. */
const WITHIN = new Set(
  "of the and for in on de la du von van et al ux vir rel ex a an to at by behalf re parte others wife lessee heirs sons etc als d/b/a dba f/k/a n/k/a t/a & -".split(
    " ",
  ),
);
/** Capitalised words that are no party by themselves. */
const NO_PARTY =
  /^M(?:r|s|rs)\. |, (?:C\. ?)?J\.?$|^(?:Chief )?(?:Justice|Judge|Professor|President|Supreme Court|Court of|Court|Courts|Circuit|Congress|Note|Section|Part|Table|Brief|Opinion|Cases?|Page|Plaintiffs?|Defendants?|Appell(?:ants?|ees?)|Petitioners?|Respondents?|Government|Answer|Exhibit|Rule|Affirmed|Reversed|Vide|Chancellor|Id\.|Ibid|S\. ?C\.)(?=[\s.,]|$)|\b(?:Court|Courts|Amendment|Act|Clause|Code|Constitution|Circuit|Congress|Rules?|Restatement|Law|Division|Term|Guidelines|Complaint|January|February|March|April|May|June|July|August|September|October|November|December)[.,]?$/;

/**
 * @param from the end of the citation before
 * @param end where the citation begins
 */
export function nameBefore(text: string, from: number, end: number): NameBefore {
  const { text: before, dated, alias } = readBeforeCitation(textBefore(text, from, end, MAX_BEFORE));
  if (NO_NAME.test(before) && alias === null) return { reading: nameFurtherBefore(text, from, end), dated };
  return { reading: readName(before) ?? (alias === null ? null : readName(alias)), dated };
}

const NO_NAME = /^(?:see(?: also)?|cf|accord)?[\s.,]*$/i;
/** Cells of a row before its citation, and characters of one that is not the name. */
const [MAX_CELLS, MAX_CELL] = [4, 40] as const;
/** `Case name: `. */
const LABEL = /^\p{Lu}[\p{L} ]{1,20}:\s*/u;

/**
 * The name before a citation that begins its own note, where the note is called; or before one that begins its own cell or line, a cell or
 * line that is a name and nothing else, with short ones in between: its court, its number.
 */
function nameFurtherBefore(text: string, from: number, end: number): NameReading | null {
  const before = text.slice(Math.max(from, end - MAX_BEFORE), end);
  const note = before.lastIndexOf(NOTE_START);
  if (note >= 0) {
    const { text: called } = readBeforeCitation(before.slice(0, note));
    const reading = partiesIn(called) ?? matterIn(called);
    return reading?.form === "unclear" ? null : reading;
  }
  for (const cell of before
    .split(/\n[^\S\n]*\n/)
    .slice(-MAX_CELLS)
    .toReversed()) {
    const name = cell.trim().replace(LABEL, "");
    const reading = nameOf(name);
    if (reading !== null || name.length > MAX_CELL) return reading;
  }
  return null;
}

/** A name after a citation: `348 Mont. 48 (Harlow v. Prentiss)`, `348 Mont. 48 – Harlow v. Prentiss`. @param after what follows */
export function nameAfter(after: string): NameReading | null {
  const [, inBrackets, atEnd] =
    /^\s?(?:[([]([^()[\]]{3,100})[)\]]|[–—:-]\s?([^\n;]{3,100}?)\.?(?=\n|$))/.exec(after) ?? [];
  return nameOf(inBrackets ?? atEnd ?? "");
}

/** The name in the cell after a citation that has a cell for itself, and its length with what is before it. */
export function nameInNextCell(
  after: string,
): { readonly reading: NameReading; readonly length: number } | null {
  const [{ length } = "", cell = ""] = /^[^\S\n]{0,3}\n\n([^\n]{3,100})(?=\n\n|$)/.exec(after) ?? [];
  const reading = nameOf(cell);
  return reading === null ? null : { reading, length };
}

/** The name that a text is; null if it is not a name, or more than a name. */
export function nameOf(text: string): NameReading | null {
  const reading = partiesIn(text) ?? matterIn(text);
  return reading !== null &&
    reading.form !== "unclear" &&
    text.startsWith(reading.name.split(" v. ")[0] ?? "")
    ? reading
    : null;
}

function readName(before: string): NameReading | null {
  return partiesIn(before) ?? matterIn(before) ?? wordsAtEnd(before);
}

/** Words of a name that is one party or the first words of it. */
const MAX_SHORT_NAME = 80;

/** The name before a short form, `Roe`, `Roe v. Wade`; null if none is there. @param from as in `nameBefore` */
export function shortNameBefore(text: string, from: number, end: number): NameReading | null {
  const before = textBefore(text, from, end, MAX_SHORT_NAME);
  return /[\p{L}.'’*_”")],?[*_”"]?\s+(?:(?:ubi|ut)\s+)?[([]?$/u.test(before)
    ? nameBefore(text, from, end).reading
    : null;
}

/** A name does not begin before the footnote or the paragraph that it is in. */
function textBefore(text: string, from: number, end: number, max: number): string {
  const before = text.slice(Math.max(from, end - max), end);
  const note = before.lastIndexOf(NOTE_START);
  const inNote = note < 0 ? before : before.slice(note + NOTE_START.length);
  const inParagraph = inNote.split(/\n[^\S\n]*\n/).at(-1) ?? "";
  // a word that the end of a line breaks is one; quotation marks and dashes separate words
  return inParagraph.replace(/(?<=\p{Ll})[-‐\u00ad]\s+(?=\p{Ll})/gu, "").replace(/[”—](?=\p{L})/gu, "$& ");
}

/** The end of a sentence within a text: a word of small letters, or its quotation marks, a full stop, and a capital. */
const SENTENCE_END = /(?:[\p{Ll}\d]{4}|[”"’)])[.?!][”"’)]?\s+(?=\p{Lu})/u;

function partiesIn(before: string): NameReading | null {
  const [last] = [...before.matchAll(VERSUS)].slice(-1);
  if (last === undefined) return null;
  const second = partyAtStart(before.slice(last.index + last[0].length));
  if (isOfSentenceBefore(second.rest)) return null;
  const first = partyAtEnd(before.slice(0, last.index));
  // small letters are no party: the words are what may be one
  const firstParty = first.length > 0 ? first : before.slice(0, last.index).split(/\s+/).slice(-2);
  const isClear = first.length > 0 && second.party !== "" && second.rest === "";
  const secondParty = second.party === "" ? second.rest.split(/\s+/).slice(0, 2).join(" ") : second.party;
  return readingOf(isClear ? "parties" : "unclear", firstParty, ` v. ${secondParty}`);
}

/** `Harlow, In re`, as in tables. */
const INVERTED = /,\s+(?:in re|ex parte|(?:estate|matter|guardianship|marriage|petition|succession) of)$/i;

function matterIn(before: string): NameReading | null {
  const inverted = INVERTED.exec(before);
  if (inverted !== null) return readingOf("matter", partyAtEnd(before.slice(0, inverted.index)), "");
  const matter = MATTER.exec(before)?.[1];
  if (matter === undefined) return null;
  const { party, rest } = partyAtStart(matter);
  if (isOfSentenceBefore(rest)) return null;
  return readingOf(rest === "" ? "matter" : "unclear", party.split(" "), "");
}

/** Whether a sentence ends between a name and the citation. @param rest what is between them */
function isOfSentenceBefore(rest: string): boolean {
  return SENTENCE_END.test(rest) || /[a-z]{4}[.?!]$/.test(rest);
}

/** `the Roe case`, `Roe's case`. */
const CASE_WORD = /\s(?:case|decision|opinion|ruling)$/;

/** `This case`, `Another Illinois case`. */
const POINTING = new Set(["This", "That", "Another", "One", "A", "An"]);

function wordsAtEnd(before: string): NameReading | null {
  const named = before.replace(CASE_WORD, "");
  // a full stop ends a sentence, if the word before it is no abbreviation
  if (/[a-z]{5}[.?!]$/.test(named)) return null;
  const words = partyAtEnd(named);
  while (POINTING.has(words[0] ?? "")) words.shift();
  const last = words.at(-1) ?? "";
  const name = words.join(" ").replace(/['’]s?$/, "");
  // words within a name do not end one, nor does a number or a series: `_ Wis. 2d _`
  if (
    WITHIN.has(last.toLowerCase()) ||
    /\d/.test(last) ||
    !/\p{Lu}[\p{L}'’]|\p{Lu}\.\s?\p{Lu}\./u.test(name) ||
    NO_PARTY.test(name)
  )
    return null;
  return readingOf("words", words, "");
}

const MAY_PRECEDE_NAME = /[.,)\]”"\d]$|^(?:in|by|for|to|on|at)$/;

/** A reading with its shorter ones, which begin after a full stop, a comma, the number of a note, or `in`. */
function readingOf(form: NameReading["form"], first: readonly string[], after: string): NameReading | null {
  const starts = first.flatMap((_word, at) =>
    at > 0 && MAY_PRECEDE_NAME.test(first[at - 1] ?? "") ? [at] : [],
  );
  const [name = "", ...shorter] = [0, ...starts.slice(-MAX_SHORTER)].map((at) =>
    tidy(`${first.slice(at).join(" ")}${after}`),
  );
  return name === "" ? null : { form, name, shorter: shorter.filter((text) => /\p{L}/u.test(text)) };
}

const MAX_SHORTER = 5;

/** The words at the start of a text that may be a party, and what follows them. */
function partyAtStart(text: string): { readonly party: string; readonly rest: string } {
  const words = text.split(/\s+/).filter((word) => word !== "");
  let end = words.findIndex((word) => !isOfName(word));
  if (end < 0) end = words.length;
  const closing = words
    .slice(0, end)
    .findIndex((word, at) => at < words.length - 1 && /[;:?!”")\]][,.]?$/.test(word));
  if (closing >= 0) end = closing + 1;
  while (end > 0 && end < words.length && WITHIN.has(words[end - 1]?.toLowerCase() ?? "")) end--;
  return { party: words.slice(0, end).join(" "), rest: words.slice(end).join(" ") };
}

/** A bracket or quotation that a word opens and does not close: what precedes it does not belong to a name. */
const OPENS = /^[“"‘([*_][^)”"\]]*$/;

/** The words at the end of a text that may be a party. */
function partyAtEnd(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const party: string[] = [];
  for (const word of words.toReversed()) {
    if (!isOfName(word) || (party.length > 0 && endsSentence(word)) || beginsSentence(word, party)) break;
    party.unshift(word);
    if (OPENS.test(word)) break;
  }
  while (party.length > 0 && (isSignal(party[0] ?? "") || isWithin(party[0] ?? "")) && !isMatter(party))
    party.shift();
  return party;
}

/** `In re`, `Ex parte`, `In the Matter of`. */
function isMatter([first = "", second = "", third = ""]: readonly string[]): boolean {
  return /^(?:in re|ex parte|in the matter)\b/i.test(`${first} ${second} ${third}`);
}

function isOfName(word: string): boolean {
  return /^[“"‘'([*_]*(?:[\p{Lu}\d&]|\p{L}['’]\p{Lu})/u.test(word) || isWithin(word);
}

function isWithin(word: string): boolean {
  return /^\p{Ll}/u.test(word) || word.length === 1 ? WITHIN.has(withoutEnd(word, /[.,]/)) : false;
}

/** A short word with a full stop is an abbreviation. The year of the citation before, `(1950),`, ends it too. */
function endsSentence(word: string): boolean {
  return /[;:!?)”"],?$|[)\]\d”"’']\.$|[a-z]{6}\.$/.test(word);
}

/** After a heading without a full stop: `ARGUMENT In Roe v. Wade`. */
function beginsSentence(word: string, [next = ""]: readonly string[]): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word) && isSignal(word) && !/^(?:re|parte|the)$/i.test(next);
}

function isSignal(word: string): boolean {
  return SIGNALS.has(word.toLowerCase().replace(/[.,“"'([*_]/g, ""));
}

function tidy(name: string): string {
  const spaced = name.replace(/\s+/g, " ");
  return withoutEnd(spaced.replace(/^[“"‘'([*_]+/, ""), /[\s,”"’'*_]/);
}
