/** Looks up citations, and follows them in both directions. */
import { draftCitations } from "../check/draft-citations.ts";
import { textBodyOf } from "../corpus/bodies.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import { checkText, type V1Check } from "../v1/check.ts";
import type { V1 } from "../v1/v1.ts";
import { type BriefCase, briefCase } from "./brief-case.ts";
import { caseOf } from "./reading-tools.ts";

/** Citations and quotations in one answer. */
const MAX_LISTED = { citations: 100, quotations: 40 } as const;

export interface LookedUp {
  readonly count: number;
  /** The first ones. */
  readonly citations: V1Check["citations"];
}

/** The citations in a text, with their cases. */
export function lookupCitations(v1: V1, { text }: { readonly text: string }): LookedUp {
  const { citations } = checkText(v1, text);
  return { count: citations.length, citations: citations.slice(0, MAX_LISTED.citations) };
}

export interface Checked extends V1Check {
  readonly citation_count: number;
  readonly quotation_count: number;
}

/** The first citations and quotations are listed; `open` counts all. */
export function checkDraftText(v1: V1, { text }: { readonly text: string }): Checked {
  const { citations, quotations, open } = checkText(v1, text);
  return {
    ...{ open, citation_count: citations.length, quotation_count: quotations.length },
    citations: citations.slice(0, MAX_LISTED.citations),
    quotations: quotations.slice(0, MAX_LISTED.quotations),
  };
}

export interface CitingInput {
  readonly id: number;
  readonly direction: "cites" | "cited_by";
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CitingCase {
  readonly cite: string;
  /** Null if the corpus does not have the cited case. */
  readonly case: BriefCase | null;
  /** The text around the citation; null if it is closed, or has it in another form only. */
  readonly passage: string | null;
}

export interface Citing {
  readonly case: BriefCase;
  readonly count: number | null;
  readonly results: readonly CitingCase[];
  readonly cursor: string | null;
}

/** Characters around a citation. */
const AROUND = 300;

/** @throws CaselawError `not_found`, `invalid_cursor` */
export function citing(v1: V1, { id, direction, limit, cursor }: CitingInput): Citing {
  const one = caseOf(v1, id);
  return direction === "cites" ? cites(v1, one, limit, cursor) : citedBy(v1, one, limit, cursor);
}

function citedBy(v1: V1, one: Case, limit: number, cursor: string | undefined): Citing {
  const page = v1.page("cases", { cites_to: one.id, page_size: limit, ordering: "-decision_date", cursor });
  const normals = new Set(v1.corpus.citationsOf(one.id));
  const [cite = ""] = one.citations.map((own) => own.cite);
  const bodies = v1.corpus.withBodies(page.page.items, { format: "text", preview: null });
  const results = bodies.map((found) => ({
    ...{ cite, case: briefCase(found) },
    passage: passageOf(textOf(found), (normal) => normals.has(normal)),
  }));
  return { case: briefCase(one), count: page.envelope.count, results, cursor: page.next };
}

/** The cursor is the number of citations before the page. */
function cites(v1: V1, one: Case, limit: number, cursor: string | undefined): Citing {
  const all = v1.corpus.cites([one.id])[0]?.cites ?? [];
  const from = /^\d{1,9}$/.test(cursor ?? "") ? Number(cursor) : 0;
  const [body] = v1.corpus.withBodies([one], { format: "text", preview: null });
  const text = body === undefined ? null : textOf(body);
  const results = all.slice(from, from + limit).map((found) => {
    const normals = new Set([found.cite, found.standardCite].map(normaliseCitation));
    return {
      ...{ cite: found.standardCite, case: found.case === null ? null : briefCase(found.case) },
      passage: passageOf(text, (normal) => normals.has(normal)),
    };
  });
  const next = from + limit;
  const rest = next < all.length ? String(next) : null;
  return { case: briefCase(one), count: all.length, results, cursor: rest };
}

function textOf(one: Parameters<typeof textBodyOf>[0]): string | null {
  const body = textBodyOf(one);
  return body === null ? null : [body.headMatter, ...body.opinions.map(({ text }) => text)].join("\n");
}

function passageOf(text: string | null, isWanted: (normal: string) => boolean): string | null {
  const found = text === null ? undefined : draftCitations(text).find((one) => one.normals.some(isWanted));
  return text === null || found === undefined
    ? null
    : text.slice(Math.max(0, found.start - AROUND), found.end + AROUND);
}
