/** The search page: search box, filters with counts, results. Without parameters it is the home page. */

import { markupOf } from "../../corpus/bodies.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { hasWord, orderingOf, pageInVolume, writtenText } from "../../corpus/search-words.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { CaseFilter, CasePage } from "../../domain/query.ts";
import type { Case } from "../../domain/records.ts";
import { citedAs } from "../../v1/lookup.ts";
import type { Messages } from "../../v1/parameter.ts";
import {
  type Absence,
  OTHER_LANGUAGE,
  type SearchNote,
  searchedCitation,
  wordNotes,
} from "../../v1/search-notes.ts";
import { type Html, markup, type Page, type PageRequest, present } from "../page.ts";
import { readSearch, type Search, SWAPPED, searchAddress, searchOf, withValues } from "../search-address.ts";
import { counted, dateTime, shortened, shortName } from "../words.ts";
import { homePage, importNote } from "./home-page.ts";
import { chips, searchForm } from "./search-form.ts";
import { type Counts, countsOf, NO_COUNTS, rail } from "./search-rail.ts";
import { noResults, type Results, resultItem, resultsOf, resultsSection } from "./search-results.ts";

export function searchPage(request: PageRequest): Page {
  const search = readSearch(request.query);
  if (search.parameters.size === 0 && search.cursor === null) return homePage(request);
  try {
    return foundPage(search, request);
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    return refusedSearch(search, error.parameters, request);
  }
}

function foundPage(search: Search, request: PageRequest): Page {
  const cited = search.cursor === null ? citedCases(search, request) : null;
  const matches = resultsOf(search, request);
  const title = titleOf(search);
  // cases that contain the numbers of a citation are not what its reader looks for
  if (cited?.which === "none")
    return pageOf({ title, heading: "This citation is not here", results: cited.section }, search, request);
  const isEmpty = matches.cases.length === 0;
  const counts = isEmpty ? NO_COUNTS : countsOf(search, matches, request);
  const isOnlyCited = isEmpty && cited?.which === "begin";
  const heading = isOnlyCited ? "Found by its citation" : headingOf(search, matches);
  const results = markup`${search.isSwapped ? SWAPPED : null}
${searchNotices(search, request.root)}
${cited?.section}
${isOnlyCited ? NONE_BY_WORDS : isEmpty ? noResults(search, request) : resultsSection(search, matches, request)}`;
  return pageOf({ title, heading, results, counts }, search, request);
}

const NONE_BY_WORDS = markup`<p class="quiet">No case has all the words of the search.</p>`;

/** Each message is next to its field; nothing is searched. */
function refusedSearch(search: Search, messages: Messages, request: PageRequest): Page {
  const { search: wrong = [], ...rest } = messages;
  const elsewhere = Object.keys(rest).length;
  const results = markup`${wrong.map((message) => markup`<p role="alert" class="error">${message}</p>`)}
${elsewhere === 0 ? null : markup`<p role="alert">${counted(elsewhere, "value")} cannot be used; the reason is next to the field.</p>`}`;
  const [title, heading] = ["Cannot be searched for", "This cannot be searched for"];
  const shown = { title, heading, results, messages };
  return { ...pageOf(shown, search, request), status: 400 };
}

interface Shown {
  readonly title: string;
  readonly heading: Html | string;
  readonly results: Html;
  readonly counts?: Counts;
  readonly messages?: Messages;
}

function pageOf(
  { title, heading, results, counts = NO_COUNTS, messages = {} }: Shown,
  { parameters }: Search,
  request: PageRequest,
): Page {
  const main = markup`${searchForm(parameters, request.root)}
${importNote(request.corpus)}
${chips(parameters, messages, request)}
<div class="two-columns search">
<section class="results" aria-labelledby="found">
<h1 id="found" class="count">${heading}</h1>
${results}
</section>
${rail(parameters, messages, counts, request)}
</div>`;
  return { status: 200, title, hasOwnSearch: true, main };
}

function headingOf({ parameters }: Search, { page: { count } }: Results): Html {
  const text = searchOf(parameters);
  const cases = count === null ? "Many cases" : count === 0 ? "No case" : counted(count, "case");
  return text === null || !hasWord(text)
    ? markup`${cases}`
    : markup`${cases} for <i><bdi>${shortened(writtenText(text))}</bdi></i>`;
}

function titleOf({ parameters }: Search): string {
  const text = searchOf(parameters) ?? "";
  return hasWord(text) ? shortened(writtenText(text)) : "Search";
}

/** Notes on a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). */
function searchNotices({ parameters }: Search, root: string): Html[] {
  const search = searchOf(parameters);
  return search === null ? [] : wordNotes(search).map((note) => noticeOf(note, parameters, root));
}

function noticeOf(note: SearchNote, parameters: URLSearchParams, root: string): Html {
  const { kind, message, search, search_syntax = "" } = note;
  if (kind === "no word") {
    const isFiltered = [...parameters.keys()].some((name) => name !== "search" && name !== "ordering");
    const listed = isFiltered ? "all cases that match the filters" : "all cases";
    return markup`<p class="note">The text contains no searchable word and was ignored: the list has ${listed}.</p>`;
  }
  const [, read = message, reading = search] =
    /^(.*?): (.*)$/s.exec(message.replace(` ${OTHER_LANGUAGE}`, "")) ?? [];
  if (kind === "reading") {
    const [sentence, how] = (reading ?? "").split("; ");
    return how === undefined
      ? markup`<p class="note">Read as: <code>${reading}</code></p>`
      : markup`<p class="note">Read as ${sentence}: ${how}.</p>`;
  }
  if (search === null) return markup`<p class="note">${message}.</p>`;
  const address = searchAddress(root, withValues(parameters, { search, search_syntax }));
  return markup`<p class="note">${read}: <a href="${address}"><code>${reading}</code></a></p>`;
}

const NOT_THERE = "no such case in a volume that is imported";

/** Several short cases on one page share a citation. */
const SHOWN = 3;

/** The section of the page, and whether cases have the citation: begin there, have its page, or none does. */
interface CitedCases {
  readonly which: "begin" | "have the page" | "none";
  readonly section: Html;
}

/**
 * The cases with the citation in the search text come before the results, with a link to the cases that cite it; if no case has it,
 * there are no results. Null if the text is not a citation.
 */
function citedCases({ parameters }: Search, request: PageRequest): CitedCases | null {
  const citation = searchedCitation(request.corpus, searchOf(parameters) ?? "");
  if (citation === null) return null;
  const { cite, isShort, isWithin, absence } = citation;
  if (absence !== null)
    return { which: "none", section: absenceSection(cite, absence, parameters, request.root) };
  const within = isWithin || isShort ? pageWords(cite, request) : null;
  return { which: isWithin ? "have the page" : "begin", section: sectionOf(cite, within, request) };
}

function absenceSection(
  cite: string,
  { verdict, citing, command }: Absence,
  parameters: URLSearchParams,
  root: string,
): Html {
  const citingAddress = searchAddress(root, new URLSearchParams({ cites_to: cite }));
  const phrase = `"${cite}"`;
  const wordsAddress = searchAddress(root, withValues(parameters, { search: phrase }));
  return markup`<section class="cited-as" aria-label="Cited as ${cite}">
<p class="note">No case here has the citation <bdi>${cite}</bdi>: ${verdict}.${verdict === NOT_THERE ? "" : " The case may exist."}</p>
${citing === 0 ? markup`<p>No case here cites it.</p>` : markup`<p><a href="${citingAddress}">${citing === null ? "Many cases" : counted(citing, "case")} here</a> cite${citing === 1 ? "s" : ""} it.</p>`}
${command === null ? null : markup`<p>To get the volume: <code>${command}</code></p>`}
<p class="after"><a href="${wordsAddress}">Search for these words</a>: <code>${phrase}</code></p>
</section>`;
}

function sectionOf(cite: string, within: Html | null, { corpus, root, ...request }: PageRequest): Html {
  const { items, count } = firstCases({ cite: normaliseCitation(cite) }, SHOWN, corpus);
  const citing = firstCases({ citesTo: citedAs(cite, corpus) }, 1, corpus);
  const links = present(
    (count ?? 0) > SHOWN &&
      markup`<a href="${searchAddress(root, new URLSearchParams({ cite }))}">All ${counted(count ?? 0, "case")}</a>`,
    citing.items.length > 0 &&
      markup`<a href="${searchAddress(root, new URLSearchParams({ cites_to: cite }))}">Cases that cite it</a>`,
  );
  return markup`<section class="cited-as" aria-label="Cited as ${cite}">
<p class="quiet">${items.length === 0 ? "No case in the corpus is cited as" : "Cited as"} ${cite}</p>
${items.length === 0 ? null : markup`<ol>${items.map((record) => resultItem(record, { corpus, root, ...request }))}</ol>`}
${within}
${links.length === 0 ? null : markup`<p class="after">${links.map((link, at) => markup`${at === 0 ? "" : " · "}${link}`)}</p>`}
</section>`;
}

/** If the page is within a case: the case, with a link to the mark of the page, if its text has one. */
export function pageWords(cite: string, { corpus, root }: Pick<PageRequest, "corpus" | "root">): Html | null {
  const place = pageInVolume(corpus, cite);
  if (place === null) return null;
  const hasMark = (record: Case): boolean =>
    corpus
      .withBodies([record], { format: "html", preview: null })
      .some((read) => markupOf(read)?.includes(`data-label="${place.page}"`));
  const cases = place.cases.map(
    ({ record, cite: ownCite }, at) =>
      markup`${at === 0 ? "" : ", and in "}<a href="${root}/cases/${record.id}/${hasMark(record) ? `#p${place.page}` : ""}" data-result><bdi>${shortName(record)}</bdi></a>, <bdi>${ownCite}</bdi>, ${dateTime(record.decisionDate)}`,
  );
  return markup`<p>Page ${place.page} of this volume is in ${cases}.</p>`;
}

function firstCases(filter: CaseFilter, pageSize: number, corpus: Corpus): CasePage {
  return corpus.cases({ filter, ordering: orderingOf(filter, null), position: null, pageSize });
}
