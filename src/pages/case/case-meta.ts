/** What the head of a case's page has for programs: fields for reference managers, and what the case is in the words of schema.org. */

import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type PageRequest, trusted } from "../page.ts";

export function caseMeta(record: Case, { baseUrl }: PageRequest): Html {
  const reference = referenceOf(record, `${baseUrl}/cases/${record.id}/`);
  const date = isoDate(reference);
  return markup`${referenceFields(reference, date)}${dataBlock(caseData(reference, date))}\n`;
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
function referenceFields(reference: CaseReference, date: string): Html[] {
  const fields: readonly (readonly [string, string])[] = [
    ["citation_title", reference.name],
    ["citation_date", date],
    ["z:itemType", "case"],
    ["z:caseName", reference.name],
    ["z:court", reference.court],
    ["z:dateDecided", date],
    ["z:docketNumber", reference.docketNumber],
    ["z:reporter", reference.reporter],
    ["z:reporterVolume", reference.volume],
    ["z:firstPage", reference.firstPage],
    ["z:url", reference.url],
  ];
  return fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => markup`<meta name="${name}" content="${value}">\n`);
}

/** schema.org has no type for a decision: `Legislation` is for acts and decrees. */
function caseData(reference: CaseReference, date: string): object {
  const { name, fullName, neutralCite, cite, otherCites, court, reporter, url } = reference;
  const cites = [...new Set([neutralCite, cite, ...otherCites])].filter(Boolean);
  const volume = { "@type": "PublicationVolume", volumeNumber: reference.volume };
  return {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    "@id": url,
    url,
    genre: "Court decision",
    name,
    ...(fullName === name || fullName === "" ? {} : { alternateName: fullName }),
    ...(cites.length === 0 ? {} : { identifier: cites }),
    ...(date === "" ? {} : { dateCreated: date }),
    ...(court === "" ? {} : { creator: { "@type": "GovernmentOrganization", name: court } }),
    ...(reference.volume === "" || reporter === ""
      ? {}
      : { isPartOf: { ...volume, isPartOf: { "@type": "Periodical", name: reporter } } }),
  };
}

/** A script element with data is not run, so the content security policy allows it. Nothing in it can end it. */
function dataBlock(data: object): Html {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return markup`<script type="application/ld+json">${trusted(json)}</script>`;
}
