/** A page of results: its position among all, the order, the cases, links to other pages. */

import { type Access, type CaseWithBody, isAllowed } from "../../corpus/bodies.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { canBeScored, hasSearchWord } from "../../corpus/search-words.ts";
import { printedCites } from "../../domain/citation.ts";
import { courtlistenerWarnings, textSource } from "../../domain/courtlistener-facts.ts";
import type { CasePage, Position } from "../../domain/query.ts";
import { type Case, citeOrDocket } from "../../domain/records.ts";
import {
  CASE_PARAMETERS,
  type CaseRequest,
  flagOf,
  orderOf,
  readCaseRequest,
  seeded,
} from "../../v1/case-parameters.ts";
import { MAX_PAGE_SIZE, readCursor, writeCursor } from "../../v1/paging.ts";
import { valuesOf } from "../../v1/parameter.ts";
import { passageOf } from "../../v1/passages.ts";
import { type Html, markup, type PageRequest, pager, trusted } from "../page.ts";
import {
  pageAddress,
  resultAddress,
  resultId,
  type Search,
  searchAddress,
  searchOf,
  withValues,
} from "../search-address.ts";
import { dateTime, numberWords, shortened, shortName } from "../words.ts";

/** Some three screens. */
export const RESULTS = 20;

/** A page of results, with cursors to the pages around it; null at either end. */
export interface ResultPage {
  readonly request: CaseRequest;
  readonly page: CasePage;
  readonly next: string | null;
  readonly previous: string | null;
}

export interface Results extends ResultPage {
  readonly cases: readonly CaseWithBody[];
}

export function resultsOf(search: Search, { corpus }: PageRequest): Results {
  const results = resultPage(search, corpus);
  const { filter } = results.request;
  const preview = hasSearchWord(filter) ? (filter.search ?? null) : null;
  return {
    ...results,
    cases: corpus.withBodies(results.page.items, { format: null, preview, passages: results.page.passages }),
  };
}

export function resultPage({ parameters, cursor }: Search, corpus: Corpus): ResultPage {
  const request = readCaseRequest(valuesOf(parameters), corpus);
  const { filter, counting } = request;
  const { ordering: unseeded, cursorOrder: order } = orderOf(request);
  const position = cursor === null ? null : readCursor(cursor, order);
  const ordering = seeded(unseeded, request, position);
  const page = corpus.cases({ filter, ordering, position, pageSize: RESULTS, counting });
  const link = (to: Position | null): string | null => (to === null ? null : writeCursor(to, order));
  return { request, page, next: link(page.next), previous: link(page.previous) };
}

export function resultsSection(search: Search, results: Results, request: PageRequest): Html {
  const from = placeOf(search, results);
  const ids = results.cases.map(({ id }) => id);
  const citedBy = citedByLinks(ids, request);
  return markup`<div class="results-head">
<p role="status">${placeWords(from, results)} ${results.page.count === null ? countLink(search, request) : null} <a class="no-print" href="#download">Download</a> <a class="to-rail" href="#narrow">Filters</a></p>
${orders(search, request)}
</div>
${results.page.relevance === "bounded" ? BOUNDED : null}
${search.parameters.get("ordering") === PAGERANK ? BY_PAGERANK : null}
<ol class="result-list" start="${from ?? 1}">
${results.cases.map((record, at) => resultItem(record, request, { search: { ...search, from }, citedBy: citedBy[at] ?? null, pages: pagesOf(results, record, request) }))}
</ol>
${resultsPager({ ...search, from }, results, request)}
${downloads(search, results.page.count, request.root)}`;
}

function countLink({ parameters }: Search, { root }: PageRequest): Html {
  return markup`<a href="${searchAddress(root, withValues(parameters, { count: "exact" }))}">Count them</a>`;
}

const BY_PAGERANK = markup`<p class="note">By the publisher's PageRank over the citations of its complete collection: a citation counts more if the citing case is itself much cited. Cases without it come last.</p>`;

const BOUNDED = markup`<p class="note">So many cases match that not all were scored: matches in names come first, the others follow by date. Another word or a filter gives a better order.</p>`;

/** The number of the first result; null if it is unknown, or impossible because cases were removed. */
function placeOf({ from }: Search, { page: { count, items } }: Results): number | null {
  return from !== null && count !== null && from + items.length - 1 > count ? null : from;
}

function placeWords(from: number | null, { page: { count, items } }: Results): Html {
  const total = count === null ? "many" : numberWords(count);
  if (from === null) return markup`${items.length} of ${total}`;
  const last = from + items.length - 1;
  if (items.length === count) return markup`${count === 1 ? "The only one" : `All ${total}`}`;
  return markup`${numberWords(from)}${last === from ? "" : `–${numberWords(last)}`} of ${total}`;
}

/** The publisher's, from the citations between all its cases; cases without it come last. */
const PAGERANK = "-analysis.pagerank.percentile";

const ORDERS = [
  ["relevance", "Best match"],
  ["-decision_date", "Newest"],
  ["decision_date", "Oldest"],
  ["name_abbreviation", "Name"],
  [PAGERANK, "Most cited (PageRank)"],
] as const;

function orders({ parameters }: Search, { root }: PageRequest): Html {
  const isSearched = canBeScored(searchOf(parameters) ?? "");
  const usual = isSearched ? "relevance" : "decision_date";
  const current = parameters.get("ordering") ?? usual;
  const links = ORDERS.filter(([order]) => order !== "relevance" || isSearched).map(([order, label]) => {
    const address = searchAddress(root, withValues(parameters, { ordering: order === usual ? "" : order }));
    const isCurrent = order === current ? markup` aria-current="true"` : null;
    return markup`<li><a href="${address}"${isCurrent}>${label}</a></li>`;
  });
  return markup`<nav class="orders" aria-label="Order"><ul>${links}</ul></nav>`;
}

function resultsPager(
  { parameters, from }: Search,
  { next, previous }: Results,
  { root }: PageRequest,
): Html | null {
  const to = (cursor: string | null, first: number): string | null =>
    cursor === null ? null : pageAddress(root, { parameters, cursor, from: from === null ? null : first });
  return pager(
    "Pages of results",
    to(previous, Math.max(1, (from ?? 0) - RESULTS)),
    to(next, (from ?? 0) + RESULTS),
  );
}

export function noResults({ parameters }: Search, { root }: PageRequest): Html {
  const text = parameters.get("search");
  // the other language has other operators
  const words = parameters.has("search_syntax") ? [] : wordsOf(text ?? "");
  const unfiltered = new URLSearchParams([...parameters].filter(([name]) => name === "search"));
  const either = withValues(parameters, { search: words.join(" | ") });
  return markup`<p>No case in this corpus matches. Suggestions:</p>
<ul class="advice">
${text !== null && unfiltered.size < parameters.size ? markup`<li><a href="${searchAddress(root, unfiltered)}">Search without the filters</a></li>` : null}
${words.length > 2 && text !== null ? markup`<li><a href="${searchAddress(root, withValues(parameters, { match: "any", search_syntax: "" }))}">Cases with most of the words</a>, the best passage first</li>` : null}
${words.length > 1 ? markup`<li><a href="${searchAddress(root, either)}">Any of the words</a>: <code>${shortened(words.join(" | "))}</code></li>` : null}
${words.length === 1 && !text?.includes("*") ? markup`<li><a href="${searchAddress(root, withValues(parameters, { search: `${words[0]}*` }))}">Words that begin with these letters</a>: <code>${shortened(`${words[0]}*`)}</code></li>` : null}
<li>Use fewer words: all of them must be in the same case, in any form, spelled as in the reports.</li>
<li><a href="${root}/browse/">Browse</a> the corpus.</li>
</ul>`;
}

/** The words that the search asks for, without excluded words and without operators. */
function wordsOf(text: string): string[] {
  const words = text.replace(/(?<![^\s(|])-(?:"[^"]*"?|\([^)]*\)?|\S+)/gu, " ").replace(/"~\d+/g, '"');
  return words.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
}

/** More are shown as `1,000+`. */
const MOST_CITING = 1_000;

/** A link to the citing cases for each case; null if no case cites it. */
function citedByLinks(ids: readonly number[], { corpus, root }: PageRequest): (Html | null)[] {
  const filters = ids.map((id) => ({ citesTo: { ids: [id], cites: corpus.citationsOf(id) } }));
  const counts = corpus.counts(filters, MOST_CITING + 1);
  return ids.map((id, at) => {
    const count = counts[at] ?? 0;
    if (count === 0) return null;
    const words = count > MOST_CITING ? `${numberWords(MOST_CITING)}+` : numberWords(count);
    return markup`<a href="${root}/?cites_to=${id}" class="cited-by">cited by ${words}</a>`;
  });
}

const FORMATS = [
  ["csv", "CSV"],
  ["jsonl", "JSON Lines"],
  ["bibtex", "BibTeX"],
  ["biblatex", "BibLaTeX"],
  ["parquet", "Parquet"],
] as const;
/** Parameters of the list that are no filters. */
const NO_FILTERS = ["ordering", "seed", "count"];

export function downloads({ parameters }: Search, count: number | null, root: string): Html {
  const links = FORMATS.map(([format, name]) => {
    const query = withValues(parameters, { format, page_size: String(MAX_PAGE_SIZE) });
    return markup`<li><a href="${root}/v1/cases/?${query}" download>${name}</a></li>`;
  });
  const isCut = count === null || count > MAX_PAGE_SIZE;
  return markup`<section class="downloads no-print" aria-labelledby="download">
<h2 id="download">Download</h2>
<ul>${links}</ul>
<p class="quiet">${isCut ? `The first ${numberWords(MAX_PAGE_SIZE)} cases` : "All cases of the list"}, without their texts.</p>
<p class="quiet">For Parquet files of ${isCut ? "every match" : "them"} with the texts, run this command on the machine that has the corpus:</p>
<code>${exportCommand(parameters)}</code>
</section>`;
}

/** The command that exports the matches of these parameters, for a POSIX shell. */
export function exportCommand(parameters: URLSearchParams): string {
  const options = [...parameters]
    .filter(([name]) => !NO_FILTERS.includes(name))
    .map(([name, value]) => {
      const parameter = CASE_PARAMETERS.find((candidate) => candidate.name === name);
      return parameter?.suffixOf === undefined
        ? `${flagOf(parameter ?? { name })}=${quoted(value)}`
        : `--filter=${quoted(`${name}=${value}`)}`;
    });
  return ["caselaw export --format parquet --to found", ...options].join(" ");
}

function quoted(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** Citations of a case; some cases have a dozen parallel ones. */
const SHOWN_CITATIONS = 3;
/** As the interface marks what was found; all else in a fragment is escaped (docs/interface.md, "Facets and previews"). */
const FOUND = /<em class="search_highlight">([^<]*)<\/em>/g;

/** A result of a search; other lists have no way back to them. */
interface SearchHit {
  readonly search: Search;
  readonly citedBy: Html | null;
  /** The pages of the passage that answers a sentence. */
  readonly pages: readonly string[];
}

export function resultItem(
  record: Case & Partial<CaseWithBody>,
  { root, corpus }: PageRequest,
  hit: SearchHit | null = null,
): Html {
  const address = hit === null ? `${root}/cases/${record.id}/` : resultAddress(root, record.id, hit.search);
  const source = textSource(record);
  const cites = printedCites(record.citations);
  const facts = [
    cites.length > 0
      ? markup`<span class="cite"><bdi>${cites.slice(0, SHOWN_CITATIONS).join(", ")}</bdi></span>`
      : record.docketNumber !== "" && markup`<span><bdi>${citeOrDocket(record)}</bdi></span>`,
    record.court?.name && markup`<span><bdi>${record.court.name}</bdi></span>`,
    dateTime(record.decisionDate),
    hit?.citedBy,
    source !== null && markup`<span>Text: ${source}</span>`,
    ...courtlistenerWarnings(record).map((warning) => markup`<span class="withheld">${warning}</span>`),
    withheldFact(corpus.access, record.jurisdiction?.whitelisted ?? false),
  ];
  return markup`<li class="result"${hit === null ? null : markup` id="${resultId(record.id)}"`}>
<h2><a href="${address}" data-result><bdi>${shortName(record)}</bdi></a></h2>
<p class="facts">${facts}</p>
${contextOf(record.preview ?? [], hit?.pages ?? [])}
</li>`;
}

function withheldFact(access: Access, whitelisted: boolean): Html | null {
  if (!isAllowed(access, whitelisted)) return markup`<span class="withheld">text not shown</span>`;
  return access === "owner" && !whitelisted
    ? markup`<span class="withheld">text shown to you only</span>`
    : null;
}

/** The page of the passage that answers a sentence. */
function pagesOf({ page }: Results, record: CaseWithBody, { corpus }: PageRequest): readonly string[] {
  return page.passages === undefined ? [] : (passageOf(corpus, record)?.pages ?? []);
}

function contextOf(fragments: readonly string[], pages: readonly string[]): Html | null {
  if (fragments.length === 0) return null;
  const marked = fragments.map((fragment) => trusted(fragment.replaceAll(FOUND, "<mark>$1</mark>")));
  const at = pages.length === 0 ? null : markup`<b>At ${pages[0]}:</b> `;
  return markup`<p class="context">${at}${marked.map((fragment) => markup`<span>${fragment}</span> `)}</p>`;
}
