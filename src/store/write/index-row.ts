/** The index row of a case: the tokens of its words and filters, as `case_words` stores them. */

import { extractNormals } from "../../citations/extract.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import { type Citation, normaliseCitation } from "../../domain/citation.ts";
import type { JsonObject } from "../../domain/json.ts";
import { fold, TOKEN_PREFIX, tokenOf, wordsOf } from "../../text/analyzer.ts";
import { TokenWriter } from "../../text/token-writer.ts";
import { type Allocate, allocateEach } from "../codec/codec.ts";
import { COLUMN_PLACES } from "../fts5-pages/index-segments.ts";
import { allCitations } from "./extras.ts";
import { packEnds } from "./text-ends.ts";

/** The columns of `case_words`. FTS5 needs two bytes less for a token of the first column. */
export const INDEX_COLUMNS = [
  "opinions",
  "head_matter",
  "names",
  "cites",
  "court",
  "authors",
  "corrections",
  "filters",
  "cited",
  "named",
] as const;

/**
 * The columns of an index row that come from the body: tokens separated by spaces, as UTF-8, which FTS5 accepts like text.
 * Computed outside the writer's thread.
 */
export interface IndexedBody {
  readonly headMatter: Uint8Array;
  readonly authors: Uint8Array;
  readonly corrections: Uint8Array;
  /** Followed by the distinct unstemmed tokens of all these columns (text/analyzer). */
  readonly opinions: Uint8Array;
  /** Where sentences and paragraphs end in these columns (text-ends.ts). */
  readonly textEnds: Uint8Array;
  /** The distinct normal forms of the citations in the text, separated by spaces. Null: not extracted, the source lists them. */
  readonly citedInText: string | null;
  /** Length of head matter and opinions in UTF-16 units; 0 for an empty body. */
  readonly chars: number;
}

interface NamedMetadata {
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly docketNumber: string;
  readonly citations: readonly Citation[];
  readonly citesTo: readonly JsonObject[] | null;
  readonly courtlistener: JsonObject | null;
}

/** The metadata from which the other columns are made. */
interface IndexedMetadata extends NamedMetadata {
  readonly courtName: string | null;
  readonly jurisdictionId: number | null;
  readonly courtId: number | null;
  readonly reporterId: number | null;
}

/**
 * The columns that need the case alone, as tokens separated by spaces, and the words of its names. `cited` comes from the body where the
 * source lists no cited cases.
 */
export interface IndexedNames {
  readonly names: string;
  readonly cites: string;
  readonly cited: string;
  /** The distinct words of the names, as tokens of their own (`nameToken`, `abbreviationToken`). */
  readonly named: string;
  /** The distinct folded words of the names and the docket number (index-writer.ts). */
  readonly nameWords: readonly string[];
}

export interface WordsRow
  extends Omit<IndexedBody, "chars" | "citedInText" | "textEnds">,
    Omit<IndexedNames, "nameWords"> {
  readonly court: string;
  readonly filters: string;
}

export function valuesOf(row: WordsRow): (string | Uint8Array)[] {
  return INDEX_COLUMNS.map((column) => row[column === "head_matter" ? "headMatter" : column]);
}

/** A token between two texts of one column, so that no phrase matches across them. A private-use character. */
export const BETWEEN = "\ue002";
/** A token of every index row: the left side of "all cases NOT these". */
export const EVERY_CASE = `${TOKEN_PREFIX}x`;
export const NO_CASE = `${TOKEN_PREFIX}none`;

const writer = new TokenWriter();
const NOTHING = new Uint8Array(0);
const NO_BODY: IndexedBody = {
  headMatter: NOTHING,
  authors: NOTHING,
  corrections: NOTHING,
  opinions: NOTHING,
  textEnds: NOTHING,
  citedInText: "",
  chars: 0,
};

/** The token of a filter value: `j29` after the prefix is jurisdiction 29. */
export function filterToken(filter: "jurisdiction" | "court" | "reporter", id: number): string {
  return `${TOKEN_PREFIX}${filter[0]}${id}`;
}

/** The token of a precedential status: `published`, `unpublished`, `in-chambers` … */
export function statusToken(status: string): string {
  return `${TOKEN_PREFIX}s${normaliseCitation(status)}`;
}

/** The token of a decision that is kept from the network at a party's request. */
export const BLOCKED = `${TOKEN_PREFIX}blocked`;

/**
 * The token of a word in a name. It has a short list, of the cases with this word in their names: searching a common word in the column
 * `names` would read the postings of all cases that contain it.
 */
export function nameToken(token: string): string {
  return `${TOKEN_PREFIX}w${token}`;
}

/** The token of a word in the abbreviated name, which lacks most words of the name. */
export function abbreviationToken(token: string): string {
  return `${TOKEN_PREFIX}a${token}`;
}

/** @param citesTo the source's list of cited cases: if it names any, the citations in the text are not extracted */
export function indexBody(
  body: CaseBody,
  citesTo: NamedMetadata["citesTo"],
  allocate: Allocate = allocateEach,
): IndexedBody {
  const opinions = writeColumn(
    "opinions",
    body.opinions.map((opinion) => opinion.text),
  );
  const headMatter = writeColumn("head_matter", [body.headMatter]);
  const authors = writeColumn(
    "authors",
    body.opinions.map((opinion) => opinion.author),
  );
  writeColumn("corrections", [body.corrections]);
  const { tokens, unstemmed, ends } = writer.take();
  const textEnds = packEnds(ends);
  // the unstemmed tokens follow the tokens of the opinions
  const more = unstemmed.length;
  const bytes = allocate(tokens.length + more + textEnds.length);
  bytes.set(tokens.subarray(0, opinions));
  bytes.set(unstemmed, opinions);
  bytes.set(tokens.subarray(opinions), opinions + more);
  bytes.set(textEnds, tokens.length + more);
  return {
    opinions: bytes.subarray(0, opinions + more),
    headMatter: bytes.subarray(opinions + more, headMatter + more),
    authors: bytes.subarray(headMatter + more, authors + more),
    corrections: bytes.subarray(authors + more, tokens.length + more),
    textEnds: bytes.subarray(tokens.length + more),
    citedInText: isListed(citesTo) ? null : extractNormals(body).join(" "),
    chars: charsOf(body),
  };
}

/** Writes the texts of a column. Columns are in the order of the index. Returns its end in bytes. */
function writeColumn(column: (typeof INDEX_COLUMNS)[number], texts: readonly (string | null)[]): number {
  writer.beginColumn(INDEX_COLUMNS.indexOf(column) * COLUMN_PLACES);
  for (const [index, text] of texts.entries()) {
    if (index > 0) writer.writeToken(BETWEEN);
    writer.write(text ?? "");
  }
  return writer.length;
}

/** @param body of the same record or stored case */
export function indexNames(metadata: NamedMetadata, body: IndexedBody | null): IndexedNames {
  const name = analyze(metadata.name);
  // split only once where both are equal
  const abbreviation =
    metadata.nameAbbreviation === metadata.name ? name : analyze(metadata.nameAbbreviation);
  const docket = analyze(metadata.docketNumber);
  const abbreviated = new Set(abbreviation.tokens);
  const named = new Set([...name.tokens, ...abbreviated]);
  return {
    named: [...[...named].map(nameToken), ...[...abbreviated].map(abbreviationToken)].join(" "),
    names: columnOf([name, abbreviation]),
    cites: columnOf([docket, ...allCitations(metadata).map(({ cite }) => analyze(cite))]),
    cited: citedOf(metadata, (body ?? NO_BODY).citedInText).join(" "),
    nameWords: [...new Set([...name.words, ...abbreviation.words, ...docket.words])],
  };
}

export function wordsRow(
  metadata: IndexedMetadata,
  body: IndexedBody | null,
  { nameWords: _nameWords, ...names }: IndexedNames = indexNames(metadata, body),
): WordsRow {
  const { chars: _chars, citedInText: _citedInText, textEnds: _textEnds, ...columns } = body ?? NO_BODY;
  const filters = [EVERY_CASE];
  if (metadata.jurisdictionId !== null) filters.push(filterToken("jurisdiction", metadata.jurisdictionId));
  if (metadata.courtId !== null) filters.push(filterToken("court", metadata.courtId));
  if (metadata.reporterId !== null) filters.push(filterToken("reporter", metadata.reporterId));
  const { precedential_status: status, blocked } = metadata.courtlistener ?? {};
  if (typeof status === "string") filters.push(statusToken(status));
  if (blocked === true) filters.push(BLOCKED);
  return {
    ...columns,
    ...names,
    court: columnOf([analyze(metadata.courtName ?? "")]),
    filters: filters.join(" "),
  };
}

/** Whether the source names the cases that a case cites. */
function isListed(citesTo: NamedMetadata["citesTo"]): citesTo is readonly JsonObject[] {
  return citesTo !== null && citesTo.length > 0;
}

/** The tokens of the source's `cites_to`; without it, of the citations in the text, except citations of the case itself. */
function citedOf(metadata: NamedMetadata, citedInText: string | null): string[] {
  const { citesTo } = metadata;
  if (isListed(citesTo)) return citedTokens(citesTo);
  // a merge never replaces a list by an empty one (merge-case.ts)
  if (citedInText === null) throw new Error("the citations in the text were not extracted");
  if (citedInText === "") return [];
  const normals = new Set(allCitations(metadata).map(({ cite }) => normaliseCitation(cite)));
  return citedInText
    .split(" ")
    .filter((normal) => !normals.has(normal))
    .map(citedCiteToken);
}

const DASHES = /[\p{Pd}\u2212]/gu;
const APOSTROPHES = /[‘’‚‛′´`]/g;
const QUOTES = /[“”„‟″]/g;

/**
 * Folds a short field for the filters that mean "contains": as for a search, the kind of a dash or quotation mark has no meaning.
 * FTS5 ends a query at a NUL, so a private character replaces it in index and query.
 */
export function foldForContains(text: string): string {
  const plain = text.replace(DASHES, "-").replace(APOSTROPHES, "'").replace(QUOTES, '"');
  return fold(plain).replaceAll("\0", "\ue001");
}

interface AnalyzedText {
  readonly words: readonly string[];
  readonly tokens: readonly string[];
}

function analyze(text: string): AnalyzedText {
  const words = wordsOf(text);
  return { words, tokens: words.map(tokenOf) };
}

/** The tokens of a column's texts, followed by their unstemmed tokens. */
function columnOf(texts: readonly AnalyzedText[]): string {
  const tokens = texts.map((text) => text.tokens.join(" ")).join(` ${BETWEEN} `);
  const unstemmed = new Set<string>();
  for (const text of texts) {
    for (const [nth, word] of text.words.entries()) if (text.tokens[nth] !== word) unstemmed.add(word);
  }
  return unstemmed.size === 0 ? tokens : `${tokens} ${BETWEEN} ${[...unstemmed].join(" ")}`;
}

function charsOf(body: CaseBody): number {
  const texts = [body.headMatter, ...body.opinions.map((opinion) => opinion.text)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The token of a cited case in the column `cited`: `k435800` after `TOKEN_PREFIX`. */
export function citedIdToken(id: number): string {
  return `${TOKEN_PREFIX}k${id}`;
}

/** The token of a cited citation: `n15ill284` after `TOKEN_PREFIX`. @param normal normal form (domain/citation), not empty */
export function citedCiteToken(normal: string): string {
  return `${TOKEN_PREFIX}n${normal}`;
}

export function idsOfEntry({ case_ids: ids }: JsonObject): number[] {
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)).map(Number) : [];
}

/** The normal form of an entry's citation; empty if it has no citation. */
export function normalOfEntry({ cite }: JsonObject): string {
  return typeof cite === "string" ? normaliseCitation(cite) : "";
}

/**
 * The distinct tokens of all entries of `cites_to` (docs/formats.md, "Lines of a bulk file"): `{cite}` in older releases, `{cite, case_ids}`
 * in later ones.
 */
function citedTokens(entries: readonly JsonObject[]): string[] {
  const tokens = entries.flatMap((entry) => {
    const normal = normalOfEntry(entry);
    return [...idsOfEntry(entry).map(citedIdToken), ...(normal === "" ? [] : [citedCiteToken(normal)])];
  });
  return [...new Set(tokens)];
}
