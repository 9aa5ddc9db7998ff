/** Reads a decision of CourtListener, joined from the rows of its tables (docs/formats.md, "CourtListener"), into a `CaseRecord`. */

import type { CaseRecord, SourceDecision, SourceOpinion } from "../../domain/case.ts";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import { type Citation, slugify } from "../../domain/citation.ts";
import type { Json } from "../../domain/json.ts";
import type { MappedCourt } from "./courts.ts";
import { TEXT_FIELDS } from "./tables.ts";

/** The values of a row by their columns, without those that are null. */
export type Row = Readonly<Record<string, string>>;

/** The entry of the records of a staging file: their positions are lines of this table. */
export const CLUSTERS = "opinion-clusters";

/** A decision in the staging file. */
export interface StagedCluster {
  readonly cluster: Row;
  readonly court: MappedCourt;
  readonly docketNumber: string;
  readonly citations: readonly Row[];
  /** Rows of `opinions` by id; empty where another source has the text. */
  readonly opinions: readonly Row[];
  readonly hasText: boolean;
  /** The case of the Caselaw Access Project that the cluster is; null: a case of its own. */
  readonly caseId: number | null;
  /** The ids of all clusters that are this decision, its own first. */
  readonly clusterIds: readonly number[];
  /** What other decisions say of it, the best first; empty where that was not imported. */
  readonly parentheticals: readonly { readonly text: string; readonly caseId: number }[];
}

/** The case of the Caselaw Access Project that a cluster came from: `law.free.cap.wis-2d.369/658.6776082.json` is 6776082. */
export function harvardCaseOf({ filepath_json_harvard: path = "" }: Row): number | null {
  const id = /(?:^|\/)law\.free\.cap\.[^/]+\/[^/]*\.(?<id>[1-9]\d{0,11})\.json$/.exec(path)?.groups?.id;
  return id === undefined ? null : Number(id);
}

const OPINION_TYPES: Readonly<Record<string, string>> = {
  "010combined": "combined",
  "015unamimous": "unanimous",
  "020lead": "majority",
  "025plurality": "plurality",
  "030concurrence": "concurrence",
  "035concurrenceinpart": "concurring-in-part-and-dissenting-in-part",
  "040dissent": "dissent",
  "050addendum": "addendum",
  "060remittitur": "remittitur",
  "070rehearing": "rehearing",
  "080onthemerits": "on-the-merits",
  "090onmotiontostrike": "on-motion-to-strike",
  "100trialcourt": "trial-court",
};

/** The kinds of citations, by their precedence as the official citation, with the type of each. */
const CITATION_KINDS: readonly (readonly [kind: string, type: string])[] = [
  ["1", "official"],
  ["2", "official"],
  ["8", "parallel"],
  ["3", "parallel"],
  ["4", "parallel"],
  ["5", "nominative"],
  ["6", "vendor"],
  ["7", "vendor"],
  ["9", "parallel"],
];

export function readCluster(staged: StagedCluster): CaseRecord {
  const { cluster, court, docketNumber, caseId, clusterIds } = staged;
  const id = Number(cluster.id);
  const citations = citationsOf(staged.citations);
  const { report, firstPage, lastPage } = reportOf(staged);
  const url = `https://www.courtlistener.com/opinion/${id}/${cluster.slug || "x"}/`;
  const isOwn = caseId === null;
  const said = parentheticalsOf(staged);
  const texts = staged.opinions.filter((opinion) => textFieldOf(opinion) !== null);
  return {
    id: caseId ?? CLUSTER_IDS + id,
    name: cluster.case_name_full || cluster.case_name || "",
    nameAbbreviation: cluster.case_name || cluster.case_name_short || "",
    decisionDate: dateOf(cluster),
    docketNumber,
    firstPage,
    lastPage,
    citations,
    volume: {
      barcode: null,
      volumeNumber: report?.volume ?? null,
      reporterId: null,
      reporterName: report?.reporter ?? null,
    },
    court: court.court,
    jurisdiction: court.jurisdiction,
    citesTo: null,
    analysis: null,
    lastUpdated: cluster.date_modified ?? null,
    provenance: { source: "CourtListener", date_added: cluster.date_created ?? null, url },
    courtlistener: {
      cluster_ids: clusterIds,
      url,
      precedential_status: slugify(cluster.precedential_status ?? ""),
      source: cluster.source ?? "",
      ...(cluster.judges === undefined ? {} : { judges: cluster.judges }),
      ...(docketNumber === "" ? {} : { docket_number: docketNumber }),
      ...(isOwn ? {} : { citations: citations.map(({ type, cite }): Json => ({ type, cite })) }),
      ...(texts.length > 0 ? { text_from: texts.some(isFromPdf) ? "pdf" : "html" } : {}),
      ...(cluster.blocked === "t" ? { blocked: true } : {}),
      ...(said.length === 0 ? {} : { parentheticals: said }),
    },
    body: staged.hasText
      ? { form: "opinions", decision: decisionOf(staged, { firstPage, lastPage }) }
      : { form: "none" },
  };
}

/** Characters of a parenthetical: more than a sentence. */
const MAX_SAID = 600;

/** Each text once, from its best parenthetical. */
function parentheticalsOf({ parentheticals }: StagedCluster): Json[] {
  const said = new Map<string, Json>();
  for (const { text: rawText, caseId } of parentheticals) {
    const text = rawText.replace(/\s+/g, " ").trim();
    const key = text.toLowerCase();
    if (text !== "" && text.length <= MAX_SAID && !said.has(key)) said.set(key, { text, case_id: caseId });
  }
  return [...said.values()];
}

/** The decision date; of an approximate date only the year. */
function dateOf({ date_filed: date, date_filed_is_approximate: isApproximate }: Row): string | null {
  if (date === undefined) return null;
  return isApproximate === "t" ? date.slice(0, 4) : date;
}

function orderOf({ type }: Row): number {
  const order = CITATION_KINDS.findIndex(([kind]) => kind === type);
  return order === -1 ? CITATION_KINDS.length : order;
}

/** Whether the numbers of a citation name a document, not the pages of a report. */
function isVendors(row: Row): boolean {
  return CITATION_KINDS[orderOf(row)]?.[1] === "vendor";
}

/** A page of the first reporter that a text marks. */
const STAR_PAGE =
  /\bstar-pagination\b[^>]{0,200}>\s{0,9}\*?(\d{1,5})\b|<page-number\b[^>]{0,200}\blabel="\*?(\d{1,5})"/g;
/** A decision has fewer pages. */
const MAX_PAGES = 2_000;

/**
 * The report of the pages that the text marks: the citation whose first page comes directly before them. If no citation's does, neither
 * their report nor the first page is known. Without marks it is the report of the official citation.
 */
function reportOf({ citations, opinions }: StagedCluster): {
  readonly report: Row | undefined;
  readonly firstPage: string;
  readonly lastPage: string;
} {
  const byKind = citations.filter((row) => !isVendors(row)).toSorted((a, b) => orderOf(a) - orderOf(b));
  const pages = opinions
    .flatMap((row) => [...(row[textFieldOf(row) ?? ""] ?? "").matchAll(STAR_PAGE)])
    .map(([, star, label]) => Number(star ?? label));
  const [next] = pages;
  if (next === undefined) return { report: byKind[0], firstPage: byKind[0]?.page ?? "", lastPage: "" };
  const report = byKind.find(({ page }) => next === Number(page) || next === Number(page) + 1);
  if (report === undefined) return { report: byKind[0], firstPage: "", lastPage: "" };
  const first = Number(report.page);
  const last = pages.filter((page) => page < first + MAX_PAGES).reduce((a, b) => Math.max(a, b), next);
  return { report, firstPage: report.page ?? "", lastPage: String(last) };
}

/** The citations by the precedence of their kinds: the official citation first. */
function citationsOf(rows: readonly Row[]): readonly Citation[] {
  return rows
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((row, nth) => {
      const [, type = "parallel"] = CITATION_KINDS[orderOf(row)] ?? [];
      const isOfficial = nth === 0 && type === "parallel";
      return { type: isOfficial ? "official" : type, cite: citeOf(row) };
    });
}

/** `410 U.S. 113` */
export function citeOf({ volume = "", reporter = "", page = "" }: Row): string {
  return [volume, reporter, page].filter((part) => part !== "").join(" ");
}

function isFromPdf(opinion: Row): boolean {
  return textFieldOf(opinion) === "plain_text" || opinion.extracted_by_ocr === "t";
}

/** Tags around nothing. */
const NO_TEXT = /^(?:\s|&nbsp;|<[^>]*>)*$/;

/** The first field with text; without one, the first that is not empty, which may be a picture. */
function textFieldOf(opinion: Row): (typeof TEXT_FIELDS)[number] | null {
  const filled = TEXT_FIELDS.filter((field) => (opinion[field] ?? "").trim() !== "");
  return filled.find((field) => !NO_TEXT.test(opinion[field] ?? "")) ?? filled[0] ?? null;
}

/** A row of `opinions` without the texts that are not read. */
export function withOneText(row: Row): Row {
  const field = textFieldOf(row);
  const isOther = (column: string): boolean =>
    column !== field && TEXT_FIELDS.some((textField) => textField === column);
  return Object.fromEntries(Object.entries(row).filter(([column]) => !isOther(column)));
}

function decisionOf(
  { cluster, opinions }: StagedCluster,
  pages: Pick<CaseRecord, "firstPage" | "lastPage">,
): SourceDecision {
  const { syllabus = "", headnotes = "", summary = "", disposition = "", history = "" } = cluster;
  return {
    ...pages,
    headMatter: cluster.headmatter ?? "",
    syllabus,
    headnotes,
    summary,
    disposition,
    history,
    parties: cluster.case_name_full || cluster.case_name || "",
    judges: cluster.judges ?? "",
    attorneys: cluster.attorneys ?? "",
    opinions: opinions.flatMap(opinionOf),
  };
}

function opinionOf(row: Row): SourceOpinion[] {
  const field = textFieldOf(row);
  if (field === null) return [];
  const { author_str: author = "", joined_by_str: joinedBy = "" } = row;
  return [
    {
      type: OPINION_TYPES[row.type ?? ""] ?? null,
      author: author || (row.per_curiam === "t" ? "Per Curiam" : null),
      joinedBy: joinedBy || null,
      form: field === "plain_text" ? "plain text" : "markup",
      text: row[field] ?? "",
    },
  ];
}
