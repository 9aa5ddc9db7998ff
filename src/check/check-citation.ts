/** Compares a citation of a draft with the case that it cites. */
import type { Corpus } from "../corpus/corpus.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import type { Bodies } from "./bodies.ts";
import { isNameOf } from "./case-name.ts";
import type { TextRange } from "./draft.ts";
import type { CitationForm, DraftCitation } from "./draft-citations.ts";
import type { CitationVerdict, ImportedVolumes } from "./imported-volumes.ts";
import { compareParagraphs } from "./marks.ts";
import { readPin } from "./pin.ts";
import { type ComparedCourt, type Courts, writtenCourt } from "./written-court.ts";

/** What the draft says, and whether the case says the same. */
export interface Compared<T> {
  readonly written: T;
  readonly verdict: "match" | "differs";
  readonly ours: T;
}

/** A pin page of a draft, and whether the case has it. */
export interface ComparedPage {
  readonly written: string;
  /** `not compared`: it is not a number, or the case has no page numbers. */
  readonly verdict: "in the case" | "outside the case" | "not compared";
}

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
  readonly name: Compared<string> | null;
  readonly year: Compared<number> | null;
  readonly court: ComparedCourt | null;
  readonly pinPages: readonly ComparedPage[];
}

export function isConfirmed({
  verdict,
  name,
  year,
  court,
  pinPages,
}: Pick<CheckedCitation, "verdict" | "name" | "year" | "court" | "pinPages">): boolean {
  return (
    verdict === "found" &&
    [name, year, court].every((one) => one?.verdict !== "differs") &&
    pinPages.every((page) => page.verdict !== "outside the case")
  );
}

/** What the citations of a draft are compared with. */
export interface Checking {
  readonly corpus: Corpus;
  readonly volumes: ImportedVolumes;
  readonly bodies: Bodies;
  readonly courts: Courts;
  readonly text: string;
}

export function checkCitation(
  { corpus, volumes, bodies, courts, text }: Checking,
  one: DraftCitation,
): Omit<CheckedCitation, "line"> {
  const { form, start, end, cite, refersTo } = one;
  const at = { form, start, end, cite, refersTo };
  const ids = [...new Set([...corpus.idsByCitations(one.normals).values()].flat())];
  const cases = corpus.casesOf(ids.sort((a, b) => a - b));
  const named = one.name === null ? [] : cases.filter((found) => isNameOf(one.name ?? "", namesOf(found)));
  const [only] = cases.length === 1 ? cases : named.length === 1 ? named : [];
  if (only === undefined) {
    const verdict = cases.length > 1 ? "ambiguous" : volumes.verdictOf(one);
    return { ...at, verdict, cases, name: null, year: null, court: null, pinPages: [] };
  }
  const day = decisionDay(only.decisionDate);
  const year = day === null ? null : yearOfDay(day);
  const court = writtenCourt(text, one);
  return {
    ...{ ...at, verdict: "found", cases: [only] },
    name:
      one.name === null ? null : compared(one.name, only.nameAbbreviation, isNameOf(one.name, namesOf(only))),
    year: one.year === null || year === null ? null : compared(one.year, year, one.year === year),
    court: court === null ? null : courts.compare(court, only),
    pinPages: one.pinPages.map((page) => comparePage(page, [one], only, bodies)),
  };
}

/** @param cited the citations of the draft @param checked those before this one */
export function checkShort(
  { bodies }: Pick<Checking, "bodies">,
  one: DraftCitation,
  cited: readonly DraftCitation[],
  checked: readonly CheckedCitation[],
): Omit<CheckedCitation, "line"> {
  const { form, start, end, cite, refersTo, pinPages } = one;
  const at = { form, start, end, cite, refersTo, name: null, year: null, court: null };
  const source = refersTo === null ? undefined : checked[refersTo];
  if (refersTo === null || source === undefined)
    return { ...at, verdict: "refers to no citation before it", cases: [], pinPages: [] };
  const { verdict, cases } = source;
  const [only] = verdict === "found" ? cases : [];
  if (only === undefined || pinPages.length === 0) return { ...at, verdict, cases, pinPages: [] };
  // the parallel citations of the case; a short form names the reporter of one of them
  const parallel = cited.filter(
    (other, nth) =>
      other.form === "full" &&
      checked[nth]?.cases.includes(only) &&
      (form !== "short" || isOfVolume(one, other)),
  );
  return {
    ...{ ...at, verdict, cases },
    pinPages: pinPages.map((page) => comparePage(page, parallel, only, bodies)),
  };
}

function isOfVolume(one: DraftCitation, { volume, reporters }: DraftCitation): boolean {
  return one.volume === volume && one.reporters.some((name) => reporters.includes(name));
}

function namesOf({ name, nameAbbreviation }: Case): string[] {
  return [name, nameAbbreviation];
}

function compared<T>(written: T, ours: T, isSame: boolean): Compared<T> {
  return { written, verdict: isSame ? "match" : "differs", ours };
}

/** Pages are compared with those of the report that the case is stored with: the one in which it begins at the page of the citation. */
function comparePage(
  written: string,
  citations: readonly DraftCitation[],
  only: Case,
  bodies: Bodies,
): ComparedPage {
  const pin = readPin(written);
  if (pin?.kind === "paragraph") return { written, verdict: compareParagraphs(pin, bodies.marksOf(only)) };
  const { firstPage, lastPage } = only;
  const [first, last] = [Number(firstPage), Number(lastPage)];
  const page = /^(?:pp?\.\s*)?(\d+)/.exec(written)?.[1];
  const isOther = citations.some(({ page: begins }) => Number(begins) !== first);
  if (page === undefined || isOther || !Number.isInteger(first) || !Number.isInteger(last) || last < first)
    return { written, verdict: "not compared" };
  const isInside = Number(page) >= first && Number(page) <= last;
  return { written, verdict: isInside ? "in the case" : "outside the case" };
}
