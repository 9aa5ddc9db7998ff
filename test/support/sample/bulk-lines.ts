/** Case records as the lines of a bulk archive have them, in the shape of their release (docs/formats.md, "Lines of a bulk file"). */
import type { CaseBody } from "../../../src/domain/casebody.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { analysisOf } from "./analysis.ts";
import type { SampleCase } from "./cases.ts";
import type { CiteTo } from "./cites.ts";
import { makeRandom } from "./random.ts";
import type { Court, Jurisdiction } from "./world.ts";
import { writeText } from "./write-text.ts";
import { writeXml } from "./write-xml.ts";

export type BodyFormat = "text" | "xml";

/** Addresses as they stood in the archives: of a host that is no longer there, never to be kept. */
const API = "https://api.caselaw.example/v1";

export function bulkRecord(one: SampleCase, format: BodyFormat): JsonObject {
  const { generation } = one.court.jurisdiction.release;
  const head = generation === "2018" ? plainHead(one) : linkedHead(one);
  const extra =
    generation === "2022" ? newestExtra(one, format) : generation === "2020" ? olderExtra(one) : {};
  const data = format === "xml" ? writeXml(one.body, generation) : textBody(writeText(one.body));
  return { ...head, ...extra, casebody: { status: "ok", data } };
}

/** The structured body under the interface's names. */
export function textBody(body: CaseBody): JsonObject {
  return {
    judges: body.judges,
    parties: body.parties,
    opinions: body.opinions.map(({ text, type, author }) => ({ text, type, author })),
    attorneys: body.attorneys,
    corrections: body.corrections,
    head_matter: body.headMatter,
  };
}

export function citationRecords({ citations }: SampleCase): Json {
  return citations.map(({ type, cite }) => ({ type, cite }));
}

export function shortFields(one: SampleCase): JsonObject {
  return {
    name: one.name,
    name_abbreviation: one.nameAbbreviation,
    decision_date: one.decisionDate,
    docket_number: one.docketNumber,
    first_page: one.firstPage,
    last_page: one.lastPage,
  };
}

function plainHead(one: SampleCase): JsonObject {
  const { volume, court } = one;
  const { id, slug, name, nameLong, whitelisted } = court.jurisdiction;
  return {
    id: one.id,
    ...shortFields(one),
    citations: citationRecords(one),
    volume: { volume_number: volume.number },
    reporter: { full_name: volume.reporter.fullName },
    court: {
      ...{ id: court.id, name: court.name, name_abbreviation: court.abbreviation },
      ...{ jurisdiction_url: null, slug: court.slug },
    },
    jurisdiction: { id, slug, name, name_long: nameLong, whitelisted },
  };
}

function linkedHead(one: SampleCase): JsonObject {
  const { volume, court } = one;
  const { reporter } = volume;
  return {
    id: one.id,
    url: `${API}/cases/${one.id}/`,
    ...shortFields(one),
    citations: citationRecords(one),
    volume: {
      ...{ volume_number: volume.number, barcode: volume.barcode },
      url: `${API}/volumes/${volume.barcode}/`,
    },
    reporter: { id: reporter.id, full_name: reporter.fullName, url: `${API}/reporters/${reporter.id}/` },
    court: linkedCourt(court),
    jurisdiction: linkedJurisdiction(court.jurisdiction),
  };
}

function linkedCourt({ abbreviation, name, id, slug }: Court): JsonObject {
  return { name_abbreviation: abbreviation, name, id, slug, url: `${API}/courts/${slug}/` };
}

function linkedJurisdiction({ name, id, slug, nameLong, whitelisted }: Jurisdiction): JsonObject {
  return { name, id, slug, name_long: nameLong, url: `${API}/jurisdictions/${slug}/`, whitelisted };
}

/** 2020: bare citations, in both formats. */
function olderExtra(one: SampleCase): JsonObject {
  const cites = one.citesTo.map(({ cite }) => ({ cite }));
  return { cites_to: cites, frontend_url: frontendUrl(one), preview: [] };
}

/** From August 2021: full citations in the xml file only. */
function newestExtra(one: SampleCase, format: BodyFormat): JsonObject {
  const random = makeRandom(`analysis/${one.id}`);
  return {
    cites_to: format === "xml" ? one.citesTo.map((cite) => fullCite(cite, one.id)) : [],
    frontend_url: frontendUrl(one),
    frontend_pdf_url: null,
    preview: [],
    analysis: analysisOf(writeText(one.body), random),
    last_updated: one.lastUpdated,
    provenance: { date_added: "2021-03-02", source: "Sample", batch: "2021" },
  };
}

function fullCite(cite: CiteTo, caseId: number): JsonObject {
  return {
    cite: cite.cite,
    category: cite.category,
    reporter: cite.reporter,
    ...(cite.caseIds.length === 0 ? {} : { case_ids: cite.caseIds }),
    ...(cite.weight === 1 ? {} : { weight: cite.weight }),
    ...(cite.year === null ? {} : { year: cite.year }),
    opinion_id: caseId * 10 + Math.max(0, cite.opinion),
  };
}

function frontendUrl({ volume, firstPage }: SampleCase): string {
  return `https://cite.caselaw.example/${volume.reporter.slug}/${volume.number}/${firstPage}/`;
}
