/** The table of authorities of a draft: each case and work that it cites once, with the pages or lines that cite it. */
import { referenceOf } from "../../bibliography/case-reference.ts";
import { bluebookLine } from "../../bibliography/reference-formats.ts";
import { type CheckedDraft, type CheckedWork, checkDraft } from "../../check/check-draft.ts";
import { readText } from "../../check/documents/text-document.ts";
import { type Draft, lineAt, pageAt, type TextRange } from "../../check/draft.ts";
import type { DraftCitation } from "../../check/draft-citations.ts";
import { MAX_PARALLEL } from "../../citations/find-mentions.ts";
import type { V1 } from "../v1.ts";

/** A case, a statute or rule, or another work that a draft cites. */
export interface V1Authority {
  readonly kind: "case" | "statute" | "other";
  /** Name and citation: of a confirmed case as the corpus has them, else as the draft first has them. */
  readonly authority: string;
  /** Of a confirmed case. */
  readonly id: number | null;
  /** Whether a citation of the case is confirmed; null of a work, which is not checked. */
  readonly is_confirmed: boolean | null;
  /** Of the file, from 1, ascending; null if its pages are not known, empty if only a table of authorities in the draft has it. */
  readonly pages: readonly number[] | null;
  /** As in a check, ascending. */
  readonly lines: readonly number[];
  /** Whether it is on six pages or more. */
  readonly passim: boolean;
}

const MIN_PASSIM = 6;
const KINDS: readonly V1Authority["kind"][] = ["case", "statute", "other"];
/** `42 U.S.C. § 1983` is after `5 U.S.C. § 552`. */
const ORDER = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * The table of authorities of a draft, by kind and name (docs/interface.md, "check"). Short forms, *id.* and *supra* count for the case that
 * they refer to; the entries of a table of authorities in the draft do not count.
 *
 * @param draft as `readDraft` returns it, or a text
 */
export function authoritiesOf(
  { corpus, baseUrl }: Pick<V1, "corpus" | "baseUrl">,
  draft: string | Draft,
): V1Authority[] {
  const read = typeof draft === "string" ? readText(draft) : draft;
  const checked = checkDraft(corpus, read);
  const tables = ownTables(read);
  return [...casesOf(checked, baseUrl), ...worksOf(checked.works)]
    .map((mentioned) => authorityOf(mentioned, read, tables))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || ORDER.compare(sortKey(a), sortKey(b)));
}

function sortKey({ authority }: V1Authority): string {
  return authority.replace(/^(?:the\s|["“'‘])/i, "");
}

type Mentioned = Pick<V1Authority, "kind" | "authority" | "id" | "is_confirmed"> & {
  readonly starts: readonly number[];
};

function authorityOf(
  { starts, ...authority }: Mentioned,
  draft: Draft,
  tables: readonly TextRange[],
): V1Authority {
  const counted = starts.filter((at) => !tables.some(({ start, end }) => at >= start && at < end));
  const pages = ascending(counted.map((at) => pageAt(draft, at) ?? 0));
  return {
    ...authority,
    pages: draft.pageStarts.length === 0 ? null : pages,
    lines: ascending(counted.map((at) => lineAt(draft, at))),
    passim: draft.pageStarts.length > 0 && pages.length >= MIN_PASSIM,
  };
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The citations of one case. */
class CitedCase {
  nths: number[] = [];
  name: string | null = null;

  /** Whether both have a name, and no word of the parties is the same. */
  contradicts(name: string | null): boolean {
    const words = (text: string | null): string[] =>
      (text ?? "")
        .toLowerCase()
        .match(/\p{L}{3,}/gu)
        ?.filter((word) => !COMMON.has(word)) ?? [];
    const [ours, theirs] = [words(this.name), words(name)];
    return ours.length > 0 && theirs.length > 0 && !ours.some((word) => theirs.includes(word));
  }
}

/** Words that the names of many parties have. */
const COMMON = new Set("the and for state states people united city county inc corp company".split(" "));

/** Citations are of one case if they are parallel, or one of them is the same, and the draft does not name another case. */
function casesOf(checked: CheckedDraft, baseUrl: string): Mentioned[] {
  const { cited } = checked;
  const byKey = new Map<string, CitedCase>();
  const byGroup = new Map<number, CitedCase>();
  const groups = [...Map.groupBy(cited.keys(), (nth) => cited[nth]?.group ?? nth)];
  for (const [group, members] of groups) {
    if (!members.some((nth) => isAuthority(cited[nth]))) continue;
    const keys = members.flatMap((nth) => keysOf(cited[nth], checked.citations[nth]));
    const name = members.map((nth) => nameOf(cited[nth])).find((text) => text !== null) ?? null;
    const [first = new CitedCase(), ...same] = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
      .values()
      .filter((known) => !known.contradicts(name));
    first.nths.push(...members);
    first.name ??= name;
    for (const merged of same) {
      first.nths.push(...merged.nths);
      for (const map of [byKey, byGroup] as Map<unknown, CitedCase>[])
        for (const [key, known] of map) if (known === merged) map.set(key, first);
    }
    for (const key of keys) byKey.set(key, first);
    byGroup.set(group, first);
  }
  for (const [nth, { refersTo }] of cited.entries())
    if (refersTo !== null) byGroup.get(cited[refersTo]?.group ?? refersTo)?.nths.push(nth);
  return [...new Set(byGroup.values())].map(({ nths }) =>
    caseAs(
      nths.toSorted((a, b) => a - b),
      checked,
      baseUrl,
    ),
  );
}

/** *Id.* and *supra* name no case by themselves. */
function isAuthority(citation: DraftCitation | undefined): boolean {
  return citation?.refersTo === null && citation.form !== "id" && citation.form !== "supra";
}

function keysOf(
  citation: DraftCitation | undefined,
  checked: CheckedDraft["citations"][number] | undefined,
): readonly string[] {
  if (citation === undefined || checked === undefined) return [];
  const cites = citation.normals.length > 0 ? citation.normals : [citation.cite];
  if (checked.name?.verdict === "differs") return cites.map((cite) => `${checked.name?.written} ${cite}`);
  // it is a citation of another case
  if (checked.verdict === "parallel differs") return [];
  const [only] = checked.verdict === "found" ? checked.cases : [];
  return only === undefined ? cites : [`case ${only.id}`, ...cites];
}

function caseAs(nths: readonly number[], { cited, citations }: CheckedDraft, baseUrl: string): Mentioned {
  const written = nths.flatMap((nth) => cited[nth] ?? []);
  const starts = written.map(({ start }) => start);
  const confirmed = nths.find(
    (nth) => cited[nth]?.refersTo === null && citations[nth]?.judgement === "confirmed",
  );
  const [only] = confirmed === undefined ? [] : (citations[confirmed]?.cases ?? []);
  if (only !== undefined) {
    const authority = bluebookLine(referenceOf(only, `${baseUrl}/cases/${only.id}/`));
    return { kind: "case", authority, id: only.id, is_confirmed: true, starts };
  }
  return { kind: kindOf(written), authority: asWritten(written), id: null, is_confirmed: false, starts };
}

/** As it is written most completely: name, parallel citations, brackets. A neutral citation says its year. */
function asWritten(written: readonly DraftCitation[]): string {
  const full = written.filter(({ refersTo }) => refersTo === null);
  const groups = [...Map.groupBy(full, ({ group }) => group).values()];
  const parts = (group: readonly DraftCitation[]): number =>
    group.length + (nameOf(group[0]) === null ? 0 : MAX_PARALLEL);
  const best = groups.reduce((most, group) => (parts(group) > parts(most) ? group : most), []);
  const [main] = best;
  if (main === undefined) return "";
  const { court, year } = main;
  const cites = best.map(({ cite }) => cite);
  const isDated = cites.some((cite) => cite.endsWith(")") || (court === null && cite.startsWith(`${year} `)));
  const brackets = isDated ? "" : [court, year].filter((part) => part !== null).join(" ");
  return [nameOf(main), ...cites].filter(Boolean).join(", ") + (brackets === "" ? "" : ` (${brackets})`);
}

function nameOf(citation: DraftCitation | undefined): string | null {
  const reading = citation?.reading ?? null;
  return reading === null || reading.form === "unclear" ? null : reading.name;
}

/** Reports of annotations, collections of laws and encyclopedias. */
const NO_CASES = /\b(?:A\.\s?L\.\s?R\.|U\.\s?L\.\s?A\.|Am\.\s?Jur\.|C\.\s?J\.\s?S\.)/;

function kindOf(written: readonly DraftCitation[]): V1Authority["kind"] {
  const isUnknown = written.every(({ isKnown, reading }) => !isKnown && reading?.form !== "parties");
  return isUnknown || written.some(({ cite }) => NO_CASES.test(cite)) ? "other" : "case";
}

/** What precedes a citation and is no part of it. */
const SIGNALS = /^(?:(?:and|also|but|see|accord|cf\.|e\.g\.,?|under|&)\s)+/i;

function worksOf(works: readonly CheckedWork[]): Mentioned[] {
  const byCite = Map.groupBy(works, ({ cite }) =>
    cite
      .replace(SIGNALS, "")
      .toLowerCase()
      .replace(/ ?§ ?/g, " § ")
      .replace(/(?<=\.)\s(?=\p{L}\.)/gu, ""),
  );
  return [...byCite.values()].map((mentions) => ({
    kind: mentions[0]?.form === "statute" ? "statute" : "other",
    authority: mentions[0]?.cite.replace(SIGNALS, "") ?? "",
    ...{ id: null, is_confirmed: null },
    starts: mentions.map(({ start }) => start),
  }));
}

const TABLE_HEAD = /^(?:table|index) of (?:cited )?authorities\b|^authorities cited\b/i;
const NEXT_HEAD =
  /^(?:[IVX]+\.\s)?(?:introduction|(?:preliminary )?statement|background|summary|argument|jurisdiction|questions? presented|issues?|facts|procedural)\b/i;
/** Of prose; an entry has fewer, and ends with its pages. */
const MIN_WORDS = 15;
const PROSE_END = /[.?!]["”’)\]]{0,3}$/;

/** The tables of authorities that a draft has: from their heads to the next head or sentence. */
function ownTables({ text, blocks }: Draft): TextRange[] {
  const tables: { start: number; end: number }[] = [];
  let isWithin = false;
  for (const { kind, start, end } of blocks) {
    const written = text.slice(start, end).trim();
    const isProse =
      kind !== "cell" && written.split(/\s+/, MIN_WORDS).length === MIN_WORDS && PROSE_END.test(written);
    if (TABLE_HEAD.test(written)) isWithin = true;
    else if (isProse || NEXT_HEAD.test(written)) isWithin = false;
    if (isWithin) tables.push({ start, end });
  }
  return tables;
}
