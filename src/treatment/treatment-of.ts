/**
 * What is known of a case's treatment: the table of overruled decisions, what citing cases of the corpus say, and later decisions with the
 * same name and docket number. It is evidence from the imported cases; no citator.
 */

import { citationForms } from "../citations/reporters.ts";
import { textBodyOf } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { normaliseCitation, slugify } from "../domain/citation.ts";
import { decisionDay } from "../domain/decision-date.ts";
import { type CaseFilter, NEWEST, OLDEST } from "../domain/query.ts";
import { briefName, type Case, distinctCases } from "../domain/records.ts";
import type { CitedPlace } from "./cited-clauses.ts";
import { havePartyInCommon, type Overruling, overrulingsOf } from "./overruled.ts";
import { type StatedTreatment, TREATMENT_KINDS, type TreatmentKind, treatmentsIn } from "./sentence-rules.ts";

export const DEFAULT_TREATMENTS = 20;
export const MAX_TREATMENTS = 100;

/** Citing cases that are read: the newest ones, and the newest with a word for the strongest treatments. A text takes some 5 ms. */
const MAX_READ = 100;
const STRONG_WORDS = "overruled | abrogated | superseded | disapproved | vacated | reversed";

/** What a citing case says of the case. */
export interface Treatment {
  readonly citing: Case;
  readonly kind: TreatmentKind;
  /** `in part on other grounds`; null without. */
  readonly qualifier: string | null;
  /** The case that does it, as the sentence cites it; `this court`: the citing case; `statute`; null: the sentence does not say. */
  readonly by: string | null;
  /** `majority`, `dissent`, …; null if the source has no type. */
  readonly opinion: string | null;
  readonly sentence: string;
}

interface CaseTreatment {
  readonly case: Case;
  readonly overruled: readonly Overruling[];
  /** The strongest first, then those of the highest court, then the newest. */
  readonly treatments: readonly Treatment[];
  /** Cases of the corpus that cite it; null if counting takes long. */
  readonly citing: number | null;
  /** How many of them were read. */
  readonly read: number;
  /** Later decisions of the same name and docket number. */
  readonly later: readonly Case[];
}

/** The treatment of a case; null for an unknown id. Call it within one state of the corpus. */
export function treatmentOf(corpus: Corpus, id: number): CaseTreatment | null {
  const record = corpus.case(id);
  if (record === null) return null;
  const cites = corpus.citationsOf(record.id);
  const { items, count } = citingCases(corpus, { citesTo: { ids: [record.id], cites } });
  return {
    ...{ case: record, overruled: overrulingsOf(cites, briefName(record)) },
    ...{ treatments: inOrder(treatmentsBy(corpus, record, items)), citing: count, read: items.length },
    later: laterDecisions(corpus, record),
  };
}

/** What these cases say of the case. */
export function treatmentsBy(corpus: Corpus, record: Case, citing: readonly Case[]): Treatment[] {
  const isCited = matcherOf(corpus, record, corpus.citationsOf(record.id));
  return corpus.withBodies(citing, { format: "joined text", preview: null }).flatMap((by) => {
    const opinions = textBodyOf(by)?.opinions ?? [];
    return opinions.flatMap(({ type, text }) =>
      treatmentsIn(text).flatMap((stated) =>
        isCited(stated.place) ? [treatment(stated, text, by, type)] : [],
      ),
    );
  });
}

function citingCases(
  corpus: Corpus,
  filter: CaseFilter,
): { readonly items: readonly Case[]; readonly count: number | null } {
  const newest = { ...NEWEST, pageSize: MAX_READ };
  const all = corpus.cases({ filter, ...newest });
  const isComplete = all.count !== null && all.count <= MAX_READ;
  const strong = isComplete
    ? []
    : corpus.cases({ filter: { ...filter, search: STRONG_WORDS }, ...newest }).items;
  return { items: distinctCases([...all.items, ...strong]), count: all.count };
}

/** Whether a place cites the case. Where other cases have its citation too, the name decides. */
function matcherOf(corpus: Corpus, record: Case, cites: readonly string[]): (place: CitedPlace) => boolean {
  const forms = new Set(cites.flatMap(citationForms));
  const shared = [...corpus.idsByCitations([...forms])].filter(([, ids]) =>
    ids.some((id) => id !== record.id),
  );
  const isShared = new Set(shared.map(([normal]) => normal));
  return ({ cited }) =>
    cited?.citations.some(({ volume, written, reporter, page }) => {
      const normals = [reporter?.name ?? written, written].map((name) =>
        normaliseCitation(`${volume} ${name} ${page}`),
      );
      const normal = normals.find((form) => forms.has(form));
      if (normal === undefined) return false;
      return (
        !isShared.has(normal) ||
        havePartyInCommon(cited.name ?? "", `${record.name} ${record.nameAbbreviation}`)
      );
    }) ?? false;
}

const MAX_SENTENCE = 700;

function treatment(
  { kind, qualifier, place, by, sentence }: StatedTreatment,
  text: string,
  citing: Case,
  opinion: string | null,
): Treatment {
  const written = by === null || typeof by === "string" ? by : tidy(text.slice(by.start, by.end));
  // a long sentence is shown from near the citation on
  const isLong = sentence.end - sentence.start > MAX_SENTENCE;
  const start = isLong ? Math.max(sentence.start, place.start - MAX_BEFORE) : sentence.start;
  const end = Math.min(sentence.end, start + MAX_SENTENCE);
  const shown = `${start > sentence.start ? "… " : ""}${tidy(text.slice(start, end))}${end < sentence.end ? " …" : ""}`;
  return { citing, kind, qualifier, by: written, opinion, sentence: shown };
}

const MAX_BEFORE = 150;

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function inOrder(treatments: readonly Treatment[]): Treatment[] {
  const keyOf = ({ kind, opinion, citing }: Treatment): readonly number[] => [
    TREATMENT_KINDS.indexOf(kind),
    isOfCourt(opinion) ? 0 : 1,
    -courtLevel(citing.court?.name ?? ""),
  ];
  const dateOf = ({ citing }: Treatment) => citing.decisionDate ?? "";
  return [...treatments].sort((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    const at = x.findIndex((value, nth) => value !== y[nth]);
    if (at >= 0) return (x[at] ?? 0) - (y[at] ?? 0);
    return dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : a.citing.id - b.citing.id;
  });
}

/** Whether an opinion is the court's, and no judge's own. */
export function isOfCourt(opinion: string | null): boolean {
  return opinion === null || !/dissent|concur/.test(opinion);
}

/** The highest court of the country, of a State, a court of appeal, other courts. By the name, as courts have no level. */
function courtLevel(name: string): number {
  if (/^(?:Supreme Court of the United States|United States Supreme Court)$/i.test(name)) return 3;
  if (
    /^(?:New York Court of Appeals|Court of Appeals of (?:New York|Maryland))$|Criminal Appeals/i.test(name)
  )
    return 2;
  if (/Appell|Appeal|Circuit|Superior Court of Pennsylvania/i.test(name)) return 1;
  return /Supreme/i.test(name) && !/New York/i.test(name) ? 2 : 0;
}

/** Shorter texts are not looked up. */
const MIN_CONTAINED = 3;

function laterDecisions(corpus: Corpus, record: Case): Case[] {
  const { docketNumber, decisionDate } = record;
  const name = briefName(record);
  const day = decisionDay(decisionDate);
  if (day === null || docketNumber.length < MIN_CONTAINED || name.length < MIN_CONTAINED) return [];
  const named = record.nameAbbreviation === "" ? { name } : { nameAbbreviation: name };
  const { items } = corpus.cases({
    filter: { ...named, docketNumber, decidedFrom: day + 1 },
    ...{ ...OLDEST, pageSize: MAX_READ },
  });
  const isSame = (a: string, b: string) => slugify(a) === slugify(b);
  return items.filter((other) => isSame(other.docketNumber, docketNumber) && isSame(briefName(other), name));
}
