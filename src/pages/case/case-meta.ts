/** What the head of a case's page has for programs: fields for reference managers, and what the case is in the words of schema.org. */

import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type PageRequest, trusted } from "../page.ts";

export function caseMeta(found: Case, { baseUrl }: PageRequest): Html {
  const one = referenceOf(found, `${baseUrl}/cases/${found.id}/`);
  const date = isoDate(one);
  return markup`${referenceFields(one, date)}${dataBlock(caseData(one, date))}\n`;
}

/** As much of the date as is known: `1877-01-24`, `1877-01` or `1877`. */
function isoDate({ date: [year, ...rest] }: CaseReference): string {
  if (year === undefined) return "";
  return [String(year).padStart(4, "0"), ...rest.map((part) => String(part).padStart(2, "0"))].join("-");
}

/**
 * Zotero takes the type from `z:itemType` and sets the field of each other `z:` name (its translators "Embedded Metadata" and "RDF");
 * `citation_…` is for other programs.
 */
function referenceFields(one: CaseReference, date: string): Html[] {
  const fields: readonly (readonly [string, string])[] = [
    ["citation_title", one.name],
    ["citation_date", date],
    ["z:itemType", "case"],
    ["z:caseName", one.name],
    ["z:court", one.court],
    ["z:dateDecided", date],
    ["z:docketNumber", one.docketNumber],
    ["z:reporter", one.reporter],
    ["z:reporterVolume", one.volume],
    ["z:firstPage", one.firstPage],
    ["z:url", one.url],
  ];
  return fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => markup`<meta name="${name}" content="${value}">\n`);
}

/** schema.org has no type for a decision: `Legislation` is for acts and decrees. */
function caseData(one: CaseReference, date: string): object {
  const cites = [...new Set([one.neutralCite, one.cite, ...one.otherCites])].filter(Boolean);
  const volume = { "@type": "PublicationVolume", volumeNumber: one.volume };
  return {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    "@id": one.url,
    url: one.url,
    genre: "Court decision",
    name: one.name,
    ...(one.fullName === one.name || one.fullName === "" ? {} : { alternateName: one.fullName }),
    ...(cites.length === 0 ? {} : { identifier: cites }),
    ...(date === "" ? {} : { dateCreated: date }),
    ...(one.court === "" ? {} : { creator: { "@type": "GovernmentOrganization", name: one.court } }),
    ...(one.volume === "" || one.reporter === ""
      ? {}
      : { isPartOf: { ...volume, isPartOf: { "@type": "Periodical", name: one.reporter } } }),
  };
}

/** A script element with data is not run, so the content security policy allows it. Nothing in it can end it. */
function dataBlock(data: object): Html {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return markup`<script type="application/ld+json">${trusted(json)}</script>`;
}
