/** Reads cases: a part of a text, or the passages with some words. */
import { createHash } from "node:crypto";
import { Marks } from "../check/bodies.ts";
import { markupOf, releaseOf, textBodyOf } from "../corpus/bodies.ts";
import { wordsIn } from "../corpus/search-words.ts";
import { printedCites } from "../domain/citation.ts";
import { courtlistenerFacts, courtlistenerWarnings, textSource } from "../domain/courtlistener-facts.ts";
import { CaselawError } from "../domain/errors.ts";
import { briefName, type Case } from "../domain/records.ts";
import { notesOn } from "../notes/case-notes.ts";
import type { V1 } from "../v1/v1.ts";
import type { InputOf } from "./schemas.ts";

/** Characters of a text in one answer. */
export const MAX_TEXT = 8_000;
/** Characters around the words that were found. */
const AROUND = 200;
/** Characters by which the page of a place is found. */
const MARK = 120;

/** Part 0 is the head matter, the others are the opinions. */
interface Part {
  readonly part: number;
  readonly kind: string;
  readonly author: string | null;
  readonly chars: number;
  readonly text: string;
}

/**
 * A text from a place on, at most so many characters: `next_offset` is null at the end of the part, `pages` is empty where they are
 * not marked, and `sha256` is that of the complete part.
 *
 * @throws CaselawError `not_found`; `unavailable` if the text is closed or not stored; `invalid` for a part that is not there
 */
export function readCase(v1: V1, { id, part: index, offset }: InputOf<"read_case">, maxText = MAX_TEXT) {
  const { record, parts, release } = textOf(v1, id);
  const part = parts[index];
  if (part === undefined)
    throw new CaselawError(
      "invalid",
      `Cannot read part ${index}: the case has parts 0 to ${parts.length - 1}`,
    );
  const text = part.text.slice(offset, offset + maxText);
  const next = offset + text.length;
  const marks = marksOf(v1, record);
  return {
    case: briefCase(record),
    parts: parts.map(({ text: _, ...head }) => head),
    ...{ part: index, text, offset, total_chars: part.chars },
    next_offset: next < part.chars ? next : null,
    pages: [...new Set([...pagesOf(marks, text.slice(0, MARK)), ...pagesOf(marks, text.slice(-MARK))])],
    sha256: sha256Of(part.text),
    ...{ release, notes: notesOn(record) },
  };
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** @throws CaselawError as `readCase` */
export function findInCase(v1: V1, { id, text: query, limit }: InputOf<"find_in_case">) {
  const { record, parts, release } = textOf(v1, id);
  const marks = marksOf(v1, record);
  const words = wordsIn(query).map(({ word }) => word);
  const matches = parts.flatMap(({ part, text }) =>
    runsOf(text, words).map(({ start, end }) => ({
      ...{ part, offset: start },
      text: text.slice(Math.max(0, start - AROUND), end + AROUND),
      matched: text.slice(start, Math.max(end, start + MARK)),
    })),
  );
  const passages = matches
    .slice(0, limit)
    .map(({ matched, ...passage }) => ({ ...passage, pages: pagesOf(marks, matched).slice(0, 2) }));
  return { case: briefCase(record), release, count: matches.length, passages };
}

/** Where these words follow each other. */
function runsOf(text: string, phrase: readonly string[]): { readonly start: number; readonly end: number }[] {
  const words = wordsIn(text);
  return words.flatMap(({ from: start }, at) => {
    const last = words[at + phrase.length - 1];
    const isRun = phrase.length > 0 && phrase.every((word, nth) => words[at + nth]?.word === word);
    return isRun && last !== undefined ? [{ start, end: last.to }] : [];
  });
}

/** @throws CaselawError `not_found` */
export function caseOf({ corpus }: V1, id: number): Case {
  const record = corpus.case(id);
  if (record !== null) return record;
  throw new CaselawError("not_found", `Cannot read case ${id}: no case has this id`);
}

function textOf(v1: V1, id: number) {
  const record = caseOf(v1, id);
  const { corpus } = v1;
  const [read] = corpus.withBodies([record], { format: "joined text", preview: null });
  const body = read === undefined ? null : textBodyOf(read);
  if (read === undefined || body === null) {
    const why =
      read?.body?.state === "withheld" ? "its text is closed to this caller" : "no text of it is stored";
    throw new CaselawError("unavailable", `Cannot read case ${record.id}: ${why}`);
  }
  const texts = [
    { kind: "head matter", author: null, text: body.headMatter },
    ...body.opinions.map(({ type, author, text }) => ({ kind: type ?? "opinion", author, text })),
  ];
  const parts = texts.map(({ kind, author, text }, part): Part => {
    return { part, kind, author, chars: text.length, text };
  });
  return { record, parts, release: releaseOf(read) };
}

function marksOf({ corpus }: V1, record: Case): Marks {
  const [read] = corpus.withBodies([record], { format: "html", preview: null });
  return new Marks({ html: (read === undefined ? null : markupOf(read)) ?? "" }, record.firstPage);
}

function pagesOf(marks: Marks, text: string): readonly string[] {
  return marks.placesOf(text)[0]?.pages ?? [];
}

/** Characters of a text in one resource, so that it has at most 100 kB. */
const MAX_RESOURCE_TEXT = 25_000;

export const CASES = "caselaw://cases/";

/** A case without its texts: what there is to read. @throws CaselawError as `readCase` */
export function caseResource(v1: V1, { id }: { readonly id: number }) {
  const { record, parts, release } = textOf(v1, id);
  return {
    ...{ case: briefCase(record), release, notes: notesOn(record) },
    parts: parts.map(({ text, ...head }) => {
      return { ...head, sha256: sha256Of(text), uri: `${CASES}${id}/parts/${head.part}` };
    }),
  };
}

/** A part; of a longer text its beginning, and `next_uri` has the rest. @throws CaselawError as `readCase` */
export function partResource(
  v1: V1,
  { id, part, offset = 0 }: { readonly id: number; readonly part: number; readonly offset?: number },
) {
  const { parts: _, ...read } = readCase(v1, { id, part, offset }, MAX_RESOURCE_TEXT);
  const next = read.next_offset;
  return { ...read, next_uri: next === null ? null : `${CASES}${id}/parts/${part}/from/${next}` };
}

export type ResourceName = "case" | "part";

/**
 * How tools name a case: its id is what other tools take, and of its citations the official one is first. `text_source` and
 * `text_url` say where the text comes from, if it is not the Caselaw Access Project's; warnings are `unpublished` and `blocked`.
 */
export function briefCase(record: Case) {
  const [source, warnings] = [textSource(record), courtlistenerWarnings(record)];
  const url = source === null ? null : (courtlistenerFacts(record)?.url ?? null);
  const citations = printedCites(record.citations);
  return {
    id: record.id,
    name: briefName(record),
    citations,
    court: record.court?.name ?? null,
    jurisdiction: record.jurisdiction?.slug ?? null,
    decision_date: record.decisionDate,
    ...(citations.length > 0 || record.docketNumber === "" ? {} : { docket_number: record.docketNumber }),
    ...(source === null ? {} : { text_source: source }),
    ...(url === null ? {} : { text_url: url }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
