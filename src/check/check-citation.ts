/** Compares a citation of a draft with the case that it cites. */
import type { NameReading } from "../citations/case-name.ts";
import { partsOfCitation } from "../citations/read-citation.ts";
import { citationForms } from "../citations/reporters.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { textSource } from "../domain/courtlistener-facts.ts";
import { yearOfDate } from "../domain/decision-date.ts";
import { type Case, distinctCases } from "../domain/records.ts";
import { type Bodies, compareParagraphs } from "./bodies.ts";
import { isNameOf, VERSUS } from "./case-name.ts";
import type { TextRange } from "./draft.ts";
import type { CitationForm, DraftCitation } from "./draft-citations.ts";
import type { CitationVerdict, ImportedVolumes } from "./imported-volumes.ts";
import type { Judgement } from "./judgement.ts";
import { readPin } from "./pins.ts";
import type { Unreported } from "./unreported.ts";
import type { ComparedCourt, Courts } from "./written-court.ts";

/** What the draft says, what the case says, and whether it is the same. */
export interface Compared<T, Undecided = never> {
  readonly written: T;
  readonly verdict: "match" | "differs" | Undecided;
  readonly ours: T;
}

/** A pin page of a draft, and whether the case has it. */
export interface ComparedPage {
  readonly written: string;
  /** `not compared`: it is not a number, or the case has no page numbers. */
  readonly verdict: "in the case" | "outside the case" | "not compared";
  /** Why it is not compared, if the text of the case is the reason. */
  readonly reason: string | null;
}

/** `not read`: the text may contain a name, but its limits are unclear. */
export type ComparedName = Compared<string, "not read">;

/** A citation of a draft, with the verdict and what differs. */
export interface CheckedCitation extends TextRange {
  readonly line: number;
  readonly form: CitationForm;
  readonly cite: string;
  /** Of a short form, *id.* or *supra*: that of the citation in full that it refers to. */
  readonly verdict: CitationVerdict;
  /** Index of that citation; null if it is not known, or this one is in full. */
  readonly refersTo: number | null;
  /** The cases with this citation, ascending by id. */
  readonly cases: readonly Case[];
  /** Null where the draft says nothing, or no single case was found. */
  readonly name: ComparedName | null;
  readonly year: Compared<number> | null;
  readonly court: ComparedCourt | null;
  readonly pinPages: readonly ComparedPage[];
  /** Why it cannot be judged or is to be looked at, as far as more is known than the verdict says. */
  readonly reason: string | null;
  readonly judgement: Judgement;
}

export function judgeCitation({
  verdict,
  form,
  name,
  year,
  court,
  pinPages,
  reason,
}: Omit<CheckedCitation, keyof TextRange | "line" | "cite" | "refersTo" | "cases" | "judgement">): Judgement {
  switch (verdict) {
    case "found": {
      const differs =
        [name, year, court].some((part) => part?.verdict === "differs") ||
        pinPages.some((page) => page.verdict === "outside the case");
      return differs ? "wrong" : name?.verdict === "not read" || reason !== null ? "unsure" : "confirmed";
    }
    case "no such case in a volume that is imported":
    case "parallel differs":
      return "wrong";
    case "refers to no citation before it":
      return form === "blank" ? "unknown" : "unsure";
    case "ambiguous":
    case "not a reporter":
      return "unsure";
    default:
      return "unknown";
  }
}

/** The cases that some citations were found to mean, each once. */
export function casesFound(citations: readonly CheckedCitation[]): Case[] {
  return distinctCases(citations.flatMap(({ verdict, cases }) => (verdict === "found" ? cases : [])));
}

export interface Checking {
  readonly corpus: Corpus;
  readonly volumes: ImportedVolumes;
  readonly bodies: Bodies;
  readonly courts: Courts;
  readonly unreported: Unreported;
}

type Checked = Omit<CheckedCitation, "line" | "judgement">;

export function checkCitations(checking: Checking, cited: readonly DraftCitation[]): Checked[] {
  const checked: Checked[] = [];
  for (const citation of cited) {
    const isFull = citation.form === "full" || citation.form === "docket";
    checked.push(
      isFull ? checkFull(checking, citation, checked.at(-1)) : checkShort(checking, citation, cited, checked),
    );
  }
  return checked.map((check, nth) => {
    const main = mainCaseOf(nth, cited, checked);
    return main === null
      ? check
      : { ...check, ...NOTHING_COMPARED, verdict: "parallel differs", cases: [main] };
  });
}

/** Characters between two citations of one case. */
const MAX_BETWEEN = 40;
const NOTHING_COMPARED = { name: null, year: null, court: null, pinPages: [], reason: null };

/** @param before the citation before it */
function checkFull(
  { corpus, volumes, bodies, courts, unreported }: Checking,
  citation: DraftCitation,
  before: Checked | undefined,
): Checked {
  const at = placeOf(citation);
  const ids = [...new Set([...corpus.idsByCitations(citation.normals).values()].flat())];
  const cited = corpus.casesOf(ids.sort((a, b) => a - b));
  const decision = cited.length === 0 ? unreported.find(citation) : null;
  const cases = decision?.cases ?? cited;
  const only = caseMeant(citation, cases);
  if (only === undefined) {
    if (cases.length > 1) return { ...at, ...NOTHING_COMPARED, verdict: "ambiguous", cases };
    const verdict = decision === null ? volumes.verdictOf(citation) : "cannot be looked up";
    const reason = reasonsOf(decision?.reason, isUnknown(verdict) ? unreported.lateReason(citation) : null);
    return { ...at, ...NOTHING_COMPARED, verdict, cases, reason };
  }
  const { reading, year, court, pinPages } = citation;
  const ours = yearOfDate(only.decisionDate);
  // a second citation of a case, `Roe v. Wade, 1 Ill. 2; 3 N.E. 4`, has the name of the first
  const isSecond = before?.cases[0]?.id === only.id && citation.start - before.end <= MAX_BETWEEN;
  const nameBefore = isSecond ? before.name : null;
  return {
    ...{ ...at, verdict: "found", cases: [only] },
    name: compareName(reading, only) ?? nameBefore,
    year:
      year === null || ours === null
        ? null
        : { written: year, verdict: year === ours ? "match" : "differs", ours },
    court: court === null ? null : courts.compare(court, only),
    pinPages: pinPages.map((page) => comparePage(page, [citation], only, bodies)),
    reason: reasonsOf(otherDay(citation, only), court === null ? null : courts.otherOfPlace(court, only)),
  };
}

export function reasonsOf(...reasons: readonly (string | null | undefined)[]): string | null {
  return reasons.filter((words) => words != null && words !== "").join("; ") || null;
}

/** That a case was decided on another day of the year that the draft names; null if it was not, or the day is not known. */
function otherDay({ date }: DraftCitation, { decisionDate }: Case): string | null {
  const isOther = date !== null && decisionDate?.length === date.length && decisionDate !== date;
  return isOther && date.slice(0, 4) === decisionDate.slice(0, 4)
    ? `decided ${decisionDate}, not ${date}`
    : null;
}

function isUnknown(verdict: CitationVerdict): boolean {
  return verdict.startsWith("volume not") || verdict === "cannot be looked up";
}

function placeOf({ form, start, end, cite, refersTo }: DraftCitation) {
  return { form, start, end, cite, refersTo };
}

/** The case that a citation means; of several the one with the name, of these the one whose official citation it is. */
function caseMeant({ reading, normals }: DraftCitation, cases: readonly Case[]): Case | undefined {
  const named = reading === null ? [] : cases.filter((record) => isNameOf(reading, record));
  const candidates = cases.length > 1 && named.length > 0 ? named : cases;
  const forms = new Set(normals.flatMap(citationForms));
  const official = candidates.filter(({ citations }) =>
    citations.some(({ type, cite }) => type === "official" && forms.has(normaliseCitation(cite))),
  );
  if (candidates.length === 1) return candidates[0];
  if (official.length === 1) return official[0];
  // one decision that two archives have
  const [first] = named;
  const isOne = named.every(
    ({ nameAbbreviation, decisionDate }) =>
      nameAbbreviation === first?.nameAbbreviation && decisionDate === first.decisionDate,
  );
  return isOne ? first : undefined;
}

/**
 * The case of a parallel citation that has another citation of the same reporter: `348 Mont. 80, 201 P.3d 9`, whose case has `201 P.3d 8`.
 * Null if the citation may be right.
 */
function mainCaseOf(nth: number, cited: readonly DraftCitation[], checked: readonly Checked[]): Case | null {
  const { form, group } = cited[nth] ?? {};
  if (form !== "full" || group === undefined) return null;
  const mainIndex = checked.findIndex(
    ({ verdict, name }, at) =>
      at !== nth &&
      cited[at]?.group === group &&
      verdict === "found" &&
      // of two the one with the written name is right
      !(name?.verdict === "differs" && checked[nth]?.name?.verdict === "match"),
  );
  const [main] = checked[mainIndex]?.cases ?? [];
  const citation = cited[nth];
  if (main === undefined || citation === undefined || hasCase(checked[nth], main)) return null;
  // a list of citations of one reporter is not of one case
  const isSameReporter = isOfReporter(citation, cited[mainIndex]?.reporters ?? []);
  const names = main.citations.flatMap(({ cite }) => partsOfCitation(cite)?.reporter ?? []);
  return !isSameReporter && isOfReporter(citation, names) ? main : null;
}

function hasCase(checked: Checked | undefined, { id }: Case): boolean {
  return checked?.cases.some((record) => record.id === id) === true;
}

function isOfReporter({ reporters }: DraftCitation, names: readonly string[]): boolean {
  const normals = names.map(normaliseCitation);
  return reporters.some((name) => normals.includes(normaliseCitation(name)));
}

/** @param cited the citations of the draft @param checked those before this one */
function checkShort(
  { bodies }: Checking,
  citation: DraftCitation,
  cited: readonly DraftCitation[],
  checked: readonly Checked[],
): Checked {
  const { form, refersTo, pinPages } = citation;
  const at = { ...placeOf(citation), ...NOTHING_COMPARED };
  const source = refersTo === null ? undefined : checked[refersTo];
  if (refersTo === null || source === undefined)
    return { ...at, verdict: "refers to no citation before it", cases: [] };
  const { verdict, cases } = source;
  const [only] = verdict === "found" ? cases : [];
  if (only === undefined) return { ...at, verdict, cases };
  // the parallel citations of the case; a short form names the reporter of one of them
  const { group } = cited[refersTo] ?? {};
  const parallel = cited.filter(
    (other) =>
      other.form === "full" && other.group === group && (form !== "short" || isOfVolume(citation, other)),
  );
  return {
    ...{ ...at, verdict, cases, name: compareName(citation.reading, only) },
    pinPages: pinPages.map((page) => comparePage(page, parallel, only, bodies)),
  };
}

function isOfVolume(short: DraftCitation, { volume, reporters }: DraftCitation): boolean {
  return short.volume === volume && short.reporters.some((name) => reporters.includes(name));
}

function compareName(reading: NameReading | null, record: Case): ComparedName | null {
  if (reading === null || isPlaceOf(reading, record)) return null;
  const isNamed = isNameOf(reading, record);
  const differs = isNamed || reading.form === "unclear" ? "not read" : "differs";
  const verdict = isNamed && isOfForm(reading.name, record) ? "match" : differs;
  return { written: reading.name, verdict, ours: record.nameAbbreviation };
}

/** `So it is in Montana, 348 Mont. 48`. */
function isPlaceOf({ form, name }: NameReading, { jurisdiction }: Case): boolean {
  const place = name.replace(/['’]s?$/, "");
  return form === "words" && [jurisdiction?.name, jurisdiction?.nameLong].includes(place);
}

const OF_ONE = /^(?:in re|ex parte|in the matter of|matter of)\s/i;

/** `Ex parte Smith` may be another case than `Smith v. Jones`. */
function isOfForm(written: string, { name, nameAbbreviation }: Case): boolean {
  const names = `${name} ${nameAbbreviation}`;
  return !OF_ONE.test(written) || !VERSUS.test(names) || /\b(?:in re|ex parte|matter)\b/i.test(names);
}

/** Pages are compared with those of the report that the case is stored with: the one in which it begins at the page of the citation. */
function comparePage(
  written: string,
  citations: readonly DraftCitation[],
  only: Case,
  bodies: Bodies,
): ComparedPage {
  const not = (reason: string | null): ComparedPage => ({ written, verdict: "not compared", reason });
  const pin = readPin(written);
  if (pin?.kind === "paragraph")
    return { written, verdict: compareParagraphs(pin, bodies.marksOf(only)), reason: null };
  const [first, last] = [Number(only.firstPage), Number(only.lastPage)];
  const isOther = citations.some(({ page: begins }) => Number(begins) !== first);
  if (pin === null || isOther || !Number.isInteger(first)) return not(null);
  if (!Number.isInteger(last) || last < first) return not(pagelessReason(only));
  const isInside = pin.spans.every(([from, to]) => from >= first && to <= last);
  return { written, verdict: isInside ? "in the case" : "outside the case", reason: null };
}

/** Why a text has no printed pages; null if that is not known of its source. */
export function pagelessReason(only: Case): string | null {
  const source = textSource(only);
  return source === null ? null : `its text (${source}) has no page numbers`;
}
