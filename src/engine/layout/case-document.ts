/** A case as a document of the engine: its tokens and filters, its record, and its body. */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { readJoinedBody } from "../../casebody/read-body.ts";
import { extractNormals } from "../../citations/extract.ts";
import type { CaseExtras } from "../../domain/case.ts";
import type { BodyForm, StoredBody } from "../../domain/casebody.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { decisionDay, instantKey, yearOfDay } from "../../domain/decision-date.ts";
import type { Json } from "../../domain/json.ts";
import { ANALYSIS_NUMBERS, ANALYSIS_TEXTS } from "../../domain/query.ts";
import type { Case } from "../../domain/records.ts";
import { extraValue } from "../../store/write/extras.ts";
import {
  foldForContains,
  idsOfEntry,
  indexBody,
  normalOfEntry,
  type WordsRow,
  wordsRow,
} from "../../store/write/index-row.ts";
import { MAX_KEYWORD_CHARS, scoredWords, type TextField } from "./mapping.ts";

/** A case with the ids of the records that it refers to, as `_source` contains it. */
interface CaseSource extends Omit<Case, "court" | "jurisdiction"> {
  readonly courtId: number | null;
  readonly jurisdictionId: number | null;
}

interface PackedBody {
  readonly xml: string | null;
  readonly html: string | null;
  readonly textForm: BodyForm | null;
  /** Null if the text is made from another form. */
  readonly text: string | null;
}

type CaseDocument = Readonly<Record<string, Json | undefined>>;

/**
 * @param body undefined for a case without a body
 * @param averageTokens of the generation that it is written to
 */
export function documentOf(record: Case, body: StoredBody | undefined, averageTokens: number): CaseDocument {
  const { court, jurisdiction, ...rest } = record;
  const source: CaseSource = {
    ...rest,
    courtId: court?.id ?? null,
    jurisdictionId: jurisdiction?.id ?? null,
  };
  const text = body?.text ?? null;
  const textBody = text === null ? null : readJoinedBody(text.form, text.source);
  const row = wordsRow(
    {
      ...record,
      ...{ jurisdictionId: source.jurisdictionId, courtId: source.courtId, reporterId: record.reporter.id },
      courtName: court?.name ?? null,
    },
    textBody === null ? null : indexBody(textBody, record.citesTo),
  );
  const day = decisionDay(record.decisionDate);
  const inText = textBody === null ? [] : extractNormals(textBody);
  const texts = textsOf(row);
  const document = {
    id: record.id,
    day,
    year: day === null ? null : yearOfDay(day),
    name_key: record.nameAbbreviation.slice(0, MAX_KEYWORD_CHARS),
    updated: instantKey(record.lastUpdated),
    jurisdiction: source.jurisdictionId,
    court_id: source.courtId,
    reporter: record.reporter.id,
    volume: record.volume.barcode,
    ...citationsOf(record),
    ...citedOf(record, row, inText),
    "cites_to.reporter": textsIn(record.citesTo, "reporter"),
    "cites_to.category": textsIn(record.citesTo, "category"),
    ...extraFieldsOf(record),
    ...courtlistenerFieldsOf(record),
    name_part: partOf(record.name),
    abbreviation_part: partOf(record.nameAbbreviation),
    docket_part: partOf(record.docketNumber),
    ...texts,
    ...scoredWords(texts, [row.filters, row.cited, row.named], averageTokens),
    record: { ...source } as unknown as Json,
    ...(body === undefined ? {} : { body: packBody(body) }),
  };
  return { ...document, digest: digestOf(document) };
}

export function readSource(value: unknown): CaseSource {
  return value as CaseSource;
}

export function unpackBody(packed: string): StoredBody {
  const { xml, html, textForm, text }: PackedBody = JSON.parse(
    inflateRawSync(Buffer.from(packed, "base64")).toString("utf8"),
  );
  const source = text ?? (textForm === "xml" ? xml : html);
  return {
    xml,
    html,
    text: textForm === null || source === null ? null : { form: textForm, source, release: null },
  };
}

/** A text in which parts are searched: its beginning, because Lucene would refuse a longer one. */
function partOf(text: string): string {
  return foldForContains(text).slice(0, MAX_KEYWORD_CHARS);
}

function packBody({ xml, html, text }: StoredBody): string {
  const source = text?.form === "xml" ? xml : html;
  const packed: PackedBody = {
    xml,
    html,
    textForm: text?.form ?? null,
    text: text === null || text.source === source ? null : text.source,
  };
  return deflateRawSync(JSON.stringify(packed)).toString("base64");
}

function courtlistenerFieldsOf({ courtlistener }: Case): { status?: string; blocked?: true } {
  const { precedential_status: status, blocked } = courtlistener ?? {};
  return {
    ...(typeof status === "string" ? { status: normaliseCitation(status) } : {}),
    ...(blocked === true ? { blocked } : {}),
  };
}

function citationsOf({ citations }: Case): { cite: string[]; citations: { type: string; normal: string }[] } {
  const normals = citations.map(({ type, cite }) => ({ type, normal: normaliseCitation(cite) }));
  return {
    cite: [...new Set(normals.map(({ normal }) => normal).filter((normal) => normal !== ""))],
    citations: normals,
  };
}

type CitedFields = "cited" | "cites_ids" | "cites_normals" | "cites_from_text";

function citedOf(
  { citesTo, citations }: Pick<Case, "citations"> & CaseExtras,
  { cited }: WordsRow,
  inText: readonly string[],
): Pick<CaseDocument, CitedFields> {
  const tokens = cited === "" ? [] : cited.split(" ").map((token) => token.slice(1));
  if (citesTo !== null && citesTo.length > 0) {
    const unnamed = citesTo.filter((entry) => idsOfEntry(entry).length === 0);
    return {
      cited: tokens,
      cites_ids: [...new Set(citesTo.flatMap(idsOfEntry))],
      cites_normals: [...new Set(unnamed.map(normalOfEntry))].filter((normal) => normal !== ""),
      cites_from_text: false,
    };
  }
  const ownNormals = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
  const normals = inText.filter((normal) => !ownNormals.has(normal));
  return { cited: tokens, cites_ids: [], cites_normals: normals, cites_from_text: true };
}

function textsIn(entries: CaseExtras["citesTo"], key: string): string[] {
  return [...new Set((entries ?? []).flatMap((entry) => (typeof entry[key] === "string" ? entry[key] : [])))];
}

/** Without fields that the case lacks. */
function extraFieldsOf(record: Case): Record<string, number | string> {
  const fields = [...ANALYSIS_NUMBERS, ...ANALYSIS_TEXTS, "source"] as const;
  const values = fields.map((field) => [field, extraValue(record, field)] as const);
  return Object.fromEntries(values.flatMap(([field, value]) => (value === null ? [] : [[field, value]])));
}

function textsOf(row: WordsRow): Record<TextField, string> {
  const { names, cites, court, headMatter, opinions, authors, corrections } = row;
  const textIn = (tokens: Uint8Array): string => Buffer.from(tokens).toString("utf8");
  return {
    ...{ names, cites, court, head_matter: textIn(headMatter), opinions: textIn(opinions) },
    ...{ authors: textIn(authors), corrections: textIn(corrections) },
  };
}

function digestOf(document: CaseDocument): string {
  return createHash("sha256").update(JSON.stringify(document)).digest("base64url").slice(0, 22);
}
