/** The home page: what the corpus has, a search box and examples of searches. It lists no case. */

import { pastedCitation } from "../../citations/pasted-citation.ts";
import type { Access } from "../../corpus/bodies.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { mainCite } from "../../domain/citation.ts";
import { type CaseFilter, type FacetCount, NEWEST } from "../../domain/query.ts";
import type { Case, Jurisdiction } from "../../domain/records.ts";
import { COUNT_ONLY, type Html, markup, type Page, type PageRequest, present } from "../page.ts";
import { searchAddress } from "../search-address.ts";
import { counted, jurisdictionName, namedCounts, numberWords, yearsDecided } from "../words.ts";
import { searchForm } from "./search-form.ts";

export function homePage({ corpus, root }: PageRequest): Page {
  const count = corpus.cases({ filter: {}, ...COUNT_ONLY }).count ?? 0;
  const main = markup`<div class="home">
<h1>Search case law</h1>
<p class="lead">${lead(count, corpus.facet({}, "decision_date"))}</p>
${importNote(corpus)}
${searchForm(new URLSearchParams(), root, "focused")}
${count === 0 ? NO_CASES : examples(searchExamples(corpus), root)}
${count === 0 ? null : checkSection(root)}
${jurisdictions({ corpus, root })}
</div>`;
  return { status: 200, title: "Search", hasOwnSearch: true, main };
}

function lead(cases: number, years: readonly FacetCount[]): string {
  if (cases === 0) return "This corpus has no cases yet.";
  return `${counted(cases, "case")} on this machine${yearsDecided(years)}.`;
}

/** Says that an import is running, so that a case may be missing only for now. */
export function importNote(corpus: Corpus): Html | null {
  if (corpus.currentRun() === null) return null;
  const { count } = corpus.cases({ filter: {}, ...COUNT_ONLY });
  return markup`<p class="note">An import is running: ${counted(count ?? 0, "case")} so far.</p>`;
}

const NO_CASES = markup`<section aria-labelledby="load"><h2 id="load">Load cases</h2>
<p>Run one of these commands on this machine; the service may run meanwhile.</p>
<ul class="examples">
<li><code>caselaw import PATH</code> <span class="quiet">imports archives that are on the disk</span></li>
<li><code>caselaw sync --volume us/410</code> <span class="quiet">downloads and imports one volume</span></li>
<li><code>caselaw sync --jurisdiction ill</code> <span class="quiet">the same for all volumes of a jurisdiction</span></li>
</ul></section>`;

function checkSection(root: string): Html {
  return markup`<section aria-labelledby="check"><h2 id="check">Check a text</h2>
<p><a href="${root}/check/">Check the citations and quotations</a> of a draft against these cases.</p></section>`;
}

function examples(searches: readonly SearchExample[], root: string): Html | null {
  if (searches.length === 0) return null;
  const items = searches.map(({ search, jurisdiction, does }) => {
    const query = new URLSearchParams({ search, ...(jurisdiction === null ? {} : { jurisdiction }) });
    return markup`<li><a href="${searchAddress(root, query)}"><code>${search}</code></a> <span class="quiet">${does}</span></li>`;
  });
  return markup`<section aria-labelledby="try"><h2 id="try">Examples</h2>
<ul class="examples">${items}</ul></section>`;
}

function jurisdictions({ corpus, root }: Pick<PageRequest, "corpus" | "root">): Html | null {
  const counts = namedCounts("jurisdiction", corpus.facet({}, "jurisdiction"), corpus);
  if (counts.length === 0) return null;
  counts.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const items = counts.map(
    ({ value: slug, name, count }) =>
      markup`<li><a href="${root}/browse/${encodeURIComponent(slug)}/">${name}</a> <span class="number">${numberWords(count)}</span></li>`,
  );
  return markup`<section aria-labelledby="jurisdictions"><h2 id="jurisdictions">Cases by jurisdiction</h2>
<ul class="jurisdictions">${items}</ul></section>`;
}

interface SearchExample {
  readonly search: string;
  /** Slug of a jurisdiction; null: all. */
  readonly jurisdiction: string | null;
  readonly does: string;
}

/** For each part of the language, searches of which the first that finds something is shown. */
const KINDS: readonly (readonly [does: string, ...searches: string[]])[] = [
  ["a phrase", '"statute of frauds"', '"due process"', '"motion to dismiss"', '"supreme court"'],
  [
    "words that begin with these letters, and a word in any form",
    ...["negligen* railroad", "negligen* injury", "contract* breach", "plaint* court"],
  ],
  [
    "either word, without the third",
    ...["(dower | widow) -divorce", "(buyer | seller) -lease", "(plaintiff | appellant) -jury"],
  ],
  ["both within five words", "horse /5 warranty", "breach /5 contract", "motion /5 court"],
];
const WORDS = ["contract", "negligence", "evidence", "court", "case"];

/** Cases among which one with a short name and a citation is looked for. */
const LOOKED_AT = 20;
const MAX_NAME = 45;

interface Kept {
  readonly change: number;
  readonly byAccess: Map<Access, readonly SearchExample[]>;
}
const kept = new WeakMap<object, Kept>();

/**
 * Examples of searches that find something in this corpus: each shows another part of the search language. They are chosen by
 * a few look-ups in the index, which stop at the first match, and kept until the corpus changes.
 *
 * Empty for a corpus without cases.
 */
export function searchExamples(corpus: Corpus): readonly SearchExample[] {
  const change = corpus.lastChange();
  let known = kept.get(corpus.key);
  if (known?.change !== change) known = { change, byAccess: new Map() };
  kept.set(corpus.key, known);
  const examples = known.byAccess.get(corpus.access) ?? chooseExamples(corpus);
  known.byAccess.set(corpus.access, examples);
  return examples;
}

function hasMatch(filter: CaseFilter, corpus: Corpus): boolean {
  return (corpus.counts([filter], 1)[0] ?? 0) > 0;
}

function chooseExamples(corpus: Corpus): SearchExample[] {
  const words = KINDS.flatMap(([does, ...searches]) => {
    const search = searches.find((text) => hasMatch({ search: text }, corpus));
    return search === undefined ? [] : [{ search, jurisdiction: null, does }];
  });
  const largest = largestJurisdiction(corpus);
  return [...words, ...inJurisdiction(largest, corpus), ...ofCases(largest, corpus)];
}

function largestJurisdiction(corpus: Corpus): Jurisdiction | null {
  const [most] = corpus.facet({}, "jurisdiction").toSorted((a, b) => b.count - a.count);
  return corpus.jurisdictions().find(({ id }) => id === most?.value) ?? null;
}

function inJurisdiction(jurisdiction: Jurisdiction | null, corpus: Corpus): SearchExample[] {
  if (jurisdiction === null) return [];
  const { id, slug } = jurisdiction;
  const search = WORDS.find((text) => hasMatch({ search: text, jurisdictions: [id] }, corpus));
  const does = `a word, in the cases of ${jurisdictionName(jurisdiction)}`;
  return search === undefined ? [] : [{ search, jurisdiction: slug, does }];
}

/** A case's name, and another one's citation. */
function ofCases(jurisdiction: Jurisdiction | null, corpus: Corpus): SearchExample[] {
  const { items } = corpus.cases({
    filter: jurisdiction === null ? {} : { jurisdictions: [jurisdiction.id] },
    ...NEWEST,
    pageSize: LOOKED_AT,
  });
  const named = items.find(({ nameAbbreviation: name }) => isPlainName(name));
  const name = named?.nameAbbreviation ?? "";
  const hasName = name !== "" && hasMatch({ search: name }, corpus);
  const cite = items
    .filter((record) => record !== named || items.length === 1)
    .map((record) => citeOf(record, corpus))
    .find((text) => text !== null);
  return present(
    hasName && { search: name, jurisdiction: null, does: "a case by its name" },
    cite ? { search: cite, jurisdiction: null, does: "a case by its citation" } : null,
  );
}

/** `Strong v. Kneeland`, without an operator of the search language. */
function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && name.includes(" v. ") && !/[^\p{L}\d.,' ]/u.test(name);
}

/** Its citation, if the search page finds the case by it. */
function citeOf({ citations }: Case, corpus: Corpus): string | null {
  const cite = mainCite(citations) ?? "";
  return pastedCitation(cite)?.forms.some((form) => corpus.idsByCitation(form).length > 0) ? cite : null;
}
