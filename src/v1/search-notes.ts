/**
 * Notes on a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). The command line,
 * the headers of HTTP, the pages and the tools of an assistant show the same notes.
 */

import { type DraftCitation, draftReferences } from "../check/draft-citations.ts";
import { type CitationVerdict, ImportedVolumes } from "../check/imported-volumes.ts";
import { type PastedCitation, pastedCitation } from "../citations/pasted-citation.ts";
import { partsOfCitation } from "../citations/read-citation.ts";
import { knownReporter, volumeForms } from "../citations/reporters.ts";
import type { Corpus } from "../corpus/corpus.ts";
import {
  hasWord,
  otherOperators,
  pageInVolume,
  parseSearchText,
  writtenText,
} from "../corpus/search-words.ts";
import { normaliseCitation, slugify } from "../domain/citation.ts";
import { OLDEST, type SearchText } from "../domain/query.ts";
import { briefName, type Case } from "../domain/records.ts";

export interface SearchNote {
  readonly kind: "no word" | "symbol" | "operators" | "reading" | "citation" | "missing citation";
  /** One or more sentences. */
  readonly message: string;
  /** A search text that has the meaning; null if there is none. */
  readonly search: string | null;
  /** The language of that text, if it is not the one of this program. */
  readonly search_syntax?: "connectors";
}

/** Characters of a search text in a message. */
const MAX_SHOWN = 60;
/** Operators in a message. */
const MAX_LISTED = 5;

const READ_AS = "the search was read as";
const SENTENCE = `${READ_AS}: a sentence; cases with most of its words, the best passage first`;
/** How the other language is chosen, in messages. */
export const OTHER_LANGUAGE = "(search_syntax=connectors, --syntax connectors)";

/** All notes; none for most texts. */
export function searchNotes(corpus: Corpus, search: SearchText): SearchNote[] {
  return [...wordNotes(search), ...citationNotes(searchedCitation(corpus, search))];
}

/** The notes on the words and operators of a text. */
export function wordNotes(search: SearchText): SearchNote[] {
  if (typeof search !== "string") {
    if ("sentence" in search) return [{ kind: "reading", message: SENTENCE, search: null }];
    const { shown } = parseSearchText(search);
    return shown === null ? [] : [{ kind: "reading", message: `${READ_AS}: ${shown}`, search: null }];
  }
  if (!hasWord(search)) {
    const message = `the text "${shown(search)}" contains no searchable word and was ignored`;
    return [{ kind: "no word", message, search: null }];
  }
  return [...symbolNotes(search), ...operatorNotes(search)];
}

/** Symbols that mean something to a reader. Other punctuation is expected to be ignored. */
const SYMBOLS = /[§¶%$£€]/gu;

function symbolNotes(search: string): SearchNote[] {
  const symbols = [...new Set(search.match(SYMBOLS))];
  if (symbols.length === 0) return [];
  const message = `${symbols.join(" ")} ${symbols.length === 1 ? "was" : "were"} ignored: only letters and digits are searched`;
  return [{ kind: "symbol", message, search: null }];
}

function operatorNotes(search: string): SearchNote[] {
  const operators = otherOperators(search);
  if (operators.length === 0) return [];
  const listed = operators.slice(0, MAX_LISTED).map(shown).join(", ");
  const read = `${listed} ${operators.length === 1 ? "was read as a word" : "were read as words"}`;
  const { shown: reading, problem } = parseSearchText({ connectors: search });
  if (reading === null) {
    const message = `${read}. As terms and connectors ${OTHER_LANGUAGE} the text cannot be read: ${problem}`;
    return [{ kind: "operators", message: message.replace(/\.$/, ""), search: null }];
  }
  const message = `${read}. As terms and connectors ${OTHER_LANGUAGE} it is: ${reading}`;
  return [{ kind: "operators", message, search, search_syntax: "connectors" }];
}

/** The notes on a text that is a citation. */
export function citationNotes(citation: SearchedCitation | null): SearchNote[] {
  if (citation === null) return [];
  const { cite, cases, isWithin, absence } = citation;
  const search = `"${cite}"`;
  if (absence === null) {
    const [first] = cases;
    const which = first === undefined || cases.length > 1 ? `${cases.length} cases` : shown(briefName(first));
    const message = `${cite} is ${isWithin ? "a page" : "the citation"} of ${which}`;
    return [{ kind: "citation", message, search }];
  }
  const { verdict, citing, command } = absence;
  const cited =
    citing === 0
      ? "No case here cites it"
      : `${citing ?? "Many"} ${citing === 1 ? "case" : "cases"} here cite${citing === 1 ? "s" : ""} it`;
  const sentences = [
    `No case here has the citation ${cite}: ${verdict}`,
    cited,
    ...(command === null ? [] : [`To get the volume: ${command}`]),
  ];
  return [{ kind: "missing citation", message: sentences.join(". "), search }];
}

function shown(text: string): string {
  const line = text
    .slice(0, 10 * MAX_SHOWN)
    .replace(/\s+/gu, " ")
    .trim();
  return [...line].length <= MAX_SHOWN ? line : `${[...line].slice(0, MAX_SHOWN - 1).join("")}…`;
}

/** A search text that is a citation: it identifies a case, while many cases may contain its words. */
export interface SearchedCitation {
  /** Without the text around it. */
  readonly cite: string;
  /** The cases that begin there. If none does, or it is a short form, also those that have the page. */
  readonly cases: readonly Case[];
  /** Whether it is a short form: its page can be any page of a case. */
  readonly isShort: boolean;
  /** Whether the cases only have the page. */
  readonly isWithin: boolean;
  /** Null if there is a case. */
  readonly absence: Absence | null;
}

/** Why no case has a citation, and what the reader can do. */
export interface Absence {
  readonly verdict: CitationVerdict;
  /** The cases of the corpus that cite it; null if counting takes long. */
  readonly citing: number | null;
  /** The command that gets its volume; null if the volume is here, or no source of volumes can have it. */
  readonly command: string | null;
}

/** Volumes of neutral citations and databases are years. */
const FIRST_YEAR = 1700;
/** `5us1cranch`: the volume in the state's reports and in its reporter's. */
const BOTH_NAMES = /^(\d+)([a-z]+)\d+[a-z]+$/;
/** Volume, reporter and page of a normal form. */
const NORMAL = /^(\d{1,4})(\D.*?)(\d{1,5})$/;
/** Reporters whose names are words: "2 or 3" is not Oregon. */
const WORDS: ReadonlySet<string> = new Set(["or"]);

/** Null when the text is not a citation; also if it only has the form of one, with a reporter that nothing knows. */
export function searchedCitation(corpus: Corpus, search: SearchText): SearchedCitation | null {
  const pasted = pastedCitation(writtenText(search));
  if (pasted === null) return null;
  const { isShort } = pasted;
  const cite = pasted.forms.find((form) => corpus.idsByCitation(form).length > 0);
  const first = cite === undefined ? [] : corpus.casesOf(corpus.idsByCitation(cite));
  const within = cite === undefined || isShort ? (pageInVolume(corpus, pasted.cite)?.cases ?? []) : [];
  const cases = [...within.map(({ record }) => record), ...first];
  if (cases.length > 0)
    return { cite: cite ?? pasted.cite, isShort, cases, isWithin: first.length === 0, absence: null };
  const citation = citationIn(pasted);
  const absence = citation === null ? null : absenceOf(corpus, citation);
  return citation === null || absence === null
    ? null
    : { cite: standardOf(citation.cite), isShort, cases, isWithin: false, absence };
}

/** `384 U.S. 436` of `384US436`. */
function standardOf(cite: string): string {
  return partsOfCitation(cite)?.standard ?? cite;
}

function citationIn({ cite }: PastedCitation): DraftCitation | null {
  const { citations } = draftReferences(cite);
  const [only] = citations.length > 0 ? citations : draftReferences(inCapitals(cite)).citations;
  return citations.length <= 1 && only?.form === "full" ? only : null;
}

/** `410 us 113`, `410us113` with the reporter's name, which may be written so here only: nothing else is in the text. */
function inCapitals(cite: string): string {
  const [, volume = "", name = "", page = ""] = NORMAL.exec(normaliseCitation(cite)) ?? [];
  const reporter = WORDS.has(name) ? null : knownReporter(name, volume);
  return reporter?.name ? `${volume} ${reporter.name} ${page}` : "";
}

/** Null if it is the citation of no reporter. */
function absenceOf(corpus: Corpus, citation: DraftCitation): Absence | null {
  const verdict = new ImportedVolumes(corpus).verdictOf(citation);
  if (verdict === "not a reporter") return null;
  const isComplete = verdict === "no such case in a volume that is imported";
  const { count } = corpus.cases({
    filter: { citesTo: { ids: [], cites: citation.normals } },
    ...{ ...OLDEST, pageSize: 1 },
  });
  return { verdict, citing: count, command: isComplete ? null : commandFor(corpus, citation) };
}

/** By the names that the static source gives to volumes (docs/formats.md, "Slugs"). */
function commandFor(corpus: Corpus, citation: DraftCitation): string | null {
  const [volume, name] = printedVolume(citation);
  const slug = slugify(name);
  // a citation in neutral form or of a database is of no printed volume
  const isPrinted = /^\d+$/.test(volume) && !(Number(volume) >= FIRST_YEAR) && slug !== "";
  if (!isPrinted) return null;
  const listed = corpus
    .coverage()
    .units.filter(
      (unit) => unit.source === "static" && unit.listedAt !== null && unit.unit.startsWith(`${slug}/`),
    );
  const isUnlisted = listed.length > 0 && !listed.some(({ unit }) => unit === `${slug}/${volume}`);
  return `caselaw sync ${isUnlisted ? `--reporter ${slug}` : `--volume ${slug}/${volume}`}`;
}

/** Volume and reporter; of `1 Cranch` those of the state's reports, 5 and U.S. */
function printedVolume({ volume, reporters }: DraftCitation): readonly [volume: string, reporter: string] {
  const written = reporters.at(-1) ?? "";
  const forms = volumeForms(volume + normaliseCitation(written));
  const [, official, name = ""] = forms.flatMap((form) => BOTH_NAMES.exec(form) ?? []);
  const reporter = forms.length > 1 && official !== undefined ? knownReporter(name, official) : null;
  return reporter?.name && official !== undefined ? [official, reporter.name] : [volume, written];
}
