/** A case to read: what it is called, its text set like a page of a book, what it cites and what cites it. */

import { isAllowed } from "../../corpus/bodies.ts";
import type { Cited } from "../../corpus/cites.ts";
import { printedCites } from "../../domain/citation.ts";
import { courtlistenerFacts, textSource } from "../../domain/courtlistener-facts.ts";
import { type Case, citeOrDocket } from "../../domain/records.ts";
import { type Note, notesOn } from "../../notes/case-notes.ts";
import { browseAddress, type Crumb, crumbs, volumeKey, volumeName } from "../browse/browse-address.ts";
import { type Html, markup, type Page, type PageRequest } from "../page.ts";
import { searchOf } from "../search-address.ts";
import { dateTime, jurisdictionName, shortName } from "../words.ts";
import { citationLinks } from "./case-citations.ts";
import { caseMeta } from "./case-meta.ts";
import { PAGE_PARAMETER, pageOfCase } from "./case-outline.ts";
import { caseSidebar } from "./case-sidebar.ts";
import { type CaseText, caseText, caseTextHtml } from "./case-text.ts";
import { groupCites } from "./cites-list.ts";
import { markMatches } from "./mark-matches.ts";
import { resultBar } from "./result-bar.ts";

export function casePage(id: number, request: PageRequest): Page | null {
  const { corpus, root } = request;
  const record = corpus.case(id);
  if (record === null) return null;
  const cites = citesToShow(record, request);
  const links = citationLinks({ id, corpus, root, cites });
  const plain = caseText(record, request, links);
  if (request.query.has(PAGE_PARAMETER)) return pageOfCase(record, plain, request);
  const marked = markMatches(plain, searchOf(request.query) ?? "");
  const { text } = marked;
  const main = markup`${resultBar(id, marked, request)}
${caseCrumbs(record, root)}
<div class="two-columns${hasNotes(text) ? " case-with-notes" : ""}">
<article class="case">
${caseHead(record, text.state === "shown" ? text.body.parties : [], root)}
${caseTextHtml(text, record)}
${wayToOutline()}
</article>
${caseSidebar({ record, text, cites: groupCites(cites, links.works) }, request)}
</div>`;
  const cite = citeOrDocket(record);
  return {
    status: 200,
    title: [shortName(record), cite].filter(Boolean).join(", "),
    head: caseMeta(record, request),
    main,
  };
}

function hasNotes(text: CaseText): boolean {
  return text.state === "shown" && text.parts.some(({ part }) => part.footnotes.length > 0);
}

/** On narrow screens the column comes after the text, so a link to it stays in view. */
function wayToOutline(): Html {
  return markup`<p class="case-way no-print"><a href="#outline">Outline and citation</a></p>`;
}

/** Citations from the source are for everyone; citations read from the text only for readers who may see the text. */
function citesToShow(record: Case, { corpus }: PageRequest): readonly Cited[] {
  const isFromSource = (record.citesTo ?? []).length > 0;
  const isReadable = isAllowed(corpus.access, record.jurisdiction?.whitelisted ?? false);
  return isFromSource || isReadable ? corpus.cites([record.id]).flatMap(({ cites }) => cites) : [];
}

/** A name in letters of a heading; longer ones are set smaller. */
const LONG_NAME = 90;

/** Citations, names, court, date, docket number, and where it was printed. @param parties as in the text: a full name that is there is not repeated */
function caseHead(record: Case, parties: readonly string[], root: string): Html {
  const name = shortName(record);
  const cites = printedCites(record.citations.filter(({ source }) => source === undefined));
  return markup`<header class="case-head">
${cites.length === 0 ? null : markup`<p class="case-cites">${cites.map((cite, at) => markup`${at === 0 ? null : " · "}<bdi>${cite}</bdi>`)}</p>`}
<h1 dir="auto"${name.length > LONG_NAME ? markup` class="case-long-name"` : null}>${name}</h1>
${isShown(record.name, [name, ...parties]) ? null : markup`<p class="case-full-name" dir="auto">${record.name}</p>`}
<dl class="case-facts">
${fact("Court", courtHtml(record, root))}
${fact("Decided", dateTime(record.decisionDate))}
${fact("Docket number", textOrNull(record.docketNumber))}
${fact("Printed in", printedIn(record, root))}
${courtlistenerHtml(record)}
</dl>
${notesOn(record).map(noteHtml)}
</header>`;
}

/** What CourtListener has of the case, the text or what the publisher lacks, with a link to its page. */
function courtlistenerHtml(record: Case): Html | null {
  const facts = courtlistenerFacts(record);
  if (facts === null) return null;
  const { url, status, judges, isBlocked } = facts;
  const source = textSource(record);
  const words = source ?? "CourtListener";
  const link =
    url === null ? markup`${words}` : markup`<a href="${url}" rel="external noreferrer">${words}</a>`;
  const also = printedCites(record.citations.filter((citation) => citation.source !== undefined)).join(", ");
  return markup`${fact(source === null ? "Also at" : "Text", link)}
${fact("Also cited as", also === "" ? null : markup`<bdi>${also}</bdi> ${FROM_COURTLISTENER}`)}
${source === null ? fact("Judges", judges === null ? null : markup`<bdi>${judges}</bdi> ${FROM_COURTLISTENER}`) : null}
${fact("Status", status === null ? null : markup`${status.replaceAll("-", " ")} ${FROM_COURTLISTENER}`)}
${fact("Blocked", isBlocked ? markup`<strong>kept from search engines at a party's request</strong>` : null)}`;
}

const FROM_COURTLISTENER = markup`<span class="quiet">(CourtListener)</span>`;

function noteHtml({ text, source }: Note): Html {
  const from = source.startsWith("https://")
    ? markup`<a href="${source}">Source</a>`
    : markup`Source: ${source}`;
  return markup`<p class="note">${text} ${from}</p>`;
}

function fact(name: string, value: Html | null): Html | null {
  return value === null ? null : markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function textOrNull(text: string): Html | null {
  return text.trim() === "" ? null : markup`<bdi>${text}</bdi>`;
}

/** Courts without a name are known by their jurisdiction. */
function courtHtml({ court, jurisdiction }: Case, root: string): Html | null {
  const names = [court?.name, court?.nameAbbreviation, jurisdiction?.nameLong, jurisdiction?.name];
  const name = names.find((text) => (text ?? "").trim() !== "");
  if (name === undefined || name === null) return null;
  const [filter, slug] = court === null ? ["jurisdiction", jurisdiction?.slug] : ["court", court.slug];
  const shown = markup`<bdi>${name}</bdi>`;
  return slug === undefined
    ? shown
    : markup`<a href="${root}/?${filter}=${encodeURIComponent(slug)}">${shown}</a>`;
}

/** `Illinois Reports, volume 15, pages 284–290`, as much as is known. */
function printedIn(record: Case, root: string): Html | null {
  const { reporter, volume, firstPage: first, lastPage: last } = record;
  const pages = last === "" || last === first ? `page ${first}` : `pages ${first}–${last}`;
  const parts = [
    reporter.fullName,
    volume.volumeNumber === null || volume.volumeNumber === "" ? null : `volume ${volume.volumeNumber}`,
    first === "" ? null : pages,
  ];
  const known = parts.filter((part) => part !== null && part !== "");
  if (known.length === 0) return null;
  const address = browsedAt(record, root);
  const words = markup`<bdi>${known.join(", ")}</bdi>`;
  return address === null ? words : markup`<a href="${address}">${words}</a>`;
}

/** Where the volume, or its reporter, is browsed; null when neither is known. */
function browsedAt({ jurisdiction, reporter, volume }: Case, root: string): string | null {
  if (jurisdiction === null || reporter.id === null) return null;
  const place = [jurisdiction.slug, reporter.id];
  return browseAddress(root, ...(volume.barcode === null ? place : [...place, volume.barcode]));
}

/** Names that differ only in case, punctuation or spaces are shown once. */
function isShown(name: string, shown: readonly string[]): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]+/gu, "");
  const bareName = bare(name);
  return name.trim() === "" || shown.some((text) => bare(text) === bareName);
}

/** @param part the page of the case that is shown; without one, the case itself */
export function caseCrumbs(record: Case, root: string, part?: string): Html {
  const steps = browsedSteps(record, root);
  if (part === undefined) return crumbs(root, steps, shortName(record));
  return crumbs(root, [...steps, [shortName(record), `${root}/cases/${record.id}/`]], part);
}

/** Without a jurisdiction or a reporter, a volume is not browsed. */
function browsedSteps({ jurisdiction, reporter, volume }: Case, root: string): Crumb[] {
  if (jurisdiction === null) return [];
  const { slug } = jurisdiction;
  const steps: Crumb[] = [[jurisdictionName(jurisdiction), browseAddress(root, slug)]];
  if (reporter.id === null) return steps;
  steps.push([reporter.fullName || String(reporter.id), browseAddress(root, slug, reporter.id)]);
  return [...steps, [volumeName(volume), browseAddress(root, slug, reporter.id, volumeKey(volume))]];
}
