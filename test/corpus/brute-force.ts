/**
 * The oracle: answers questions on cases by reading all records, with its own folding, splitting and comparing.
 *
 * It shares nothing with src/ but the stemmer's rules and the ends of sentences. What it knows of the store is one thing: NEAR looks at the
 * texts of one kind (all opinions, all citations) as one run, a sign between two of them.
 */
import { stemmer } from "stemmer";
import type { JsonObject } from "../../src/domain/json.ts";
import { sentencesIn } from "../../src/text/sentences.ts";

export interface LineRecord {
  readonly id: number;
  readonly name: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  readonly docket_number: string;
  readonly citations: readonly { readonly type: string; readonly cite: string }[];
  readonly reporter: { readonly id: number; readonly full_name: string };
  readonly court: { readonly id: number; readonly slug: string; readonly name: string } | null;
  readonly jurisdiction: { readonly id: number; readonly slug: string } | null;
  readonly cites_to: readonly {
    readonly cite: string;
    readonly case_ids?: readonly number[];
    readonly reporter?: string;
    readonly category?: string;
    readonly opinion_index?: number;
  }[];
  readonly last_updated: string | null;
  readonly analysis?: JsonObject | undefined;
  readonly provenance?: JsonObject | undefined;
  readonly casebody: { readonly status: string; readonly data: LineBody } | null;
}

export interface LineBody {
  readonly head_matter: string;
  readonly opinions: readonly {
    readonly type: string;
    readonly author: string | null;
    readonly text: string;
  }[];
  readonly corrections: string;
}

/** What a search asks for, before it is written down as text. */
export type Query =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "phrase"; readonly text: string }
  | { readonly kind: "near"; readonly text: string; readonly distance: number }
  | { readonly kind: "prefix"; readonly text: string }
  | {
      readonly kind: "pair";
      readonly left: readonly Term[];
      readonly right: readonly Term[];
      readonly within: number | "s" | "p";
      readonly ordered: boolean;
    }
  | { readonly kind: "field"; readonly field: "author" | "court" | "name"; readonly value: string }
  | { readonly kind: "not"; readonly of: Query }
  | { readonly kind: "all" | "any"; readonly of: readonly Query[] };

export type Term = Extract<Query, { readonly kind: "words" | "phrase" | "prefix" }>;

/** The parameters that are looked at, each with one value or several. */
export type Question = Readonly<Record<string, string | readonly string[]>>;

export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "");
  return plain.toLowerCase();
}

/** For filters that mean "contains": a dash or quotation mark of any kind is the same. */
export function foldMarks(text: string): string {
  return fold(text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[‐-―]/g, "-"));
}

export function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const STEMS = new Map<string, string>();

export function stem(word: string): string {
  const known = STEMS.get(word) ?? (/^[a-z]{3,40}$/.test(word) ? stemmer(word) : word);
  STEMS.set(word, known);
  return known;
}

/** All texts of a record that are searched, kind by kind. */
function textsOf(record: LineRecord): string[][] {
  const body = record.casebody?.data;
  const opinions = body?.opinions ?? [];
  return [
    [record.name, record.name_abbreviation],
    [record.docket_number, ...record.citations.map(({ cite }) => cite)],
    [record.court?.name ?? ""],
    [body?.head_matter ?? ""],
    opinions.map(({ text }) => text),
    opinions.map(({ author }) => author ?? ""),
    [body?.corrections ?? ""],
  ];
}

/** The words of the texts of one kind, and their stems. */
interface Run {
  readonly words: readonly string[];
  readonly stems: readonly string[];
}

/** Made once a record: the real texts are long and asked again and again. */
const RUNS = new WeakMap<LineRecord, readonly Run[]>();

function runsOf(record: LineRecord): readonly Run[] {
  const known = RUNS.get(record);
  if (known !== undefined) return known;
  const runs = textsOf(record).map((texts) => {
    const own = texts.flatMap((text, at) => [...(at === 0 ? [] : ["|"]), ...words(text)]);
    return { words: own, stems: own.map(stem) };
  });
  RUNS.set(record, runs);
  return runs;
}

/** The sentence and the paragraph of each word of a run. */
interface Units {
  readonly s: readonly number[];
  readonly p: readonly number[];
}

/** Names, citations and courts: each is one sentence. */
const METADATA = 3;
const UNITS = new WeakMap<LineRecord, readonly Units[]>();

function unitsOf(record: LineRecord): readonly Units[] {
  const known = UNITS.get(record);
  if (known !== undefined) return known;
  let [s, p] = [0, 0];
  const made = textsOf(record).map((texts, kind) => {
    const places = texts.flatMap((text, at) => {
      const own = (kind < METADATA ? [[text]] : sentencesIn(text)).flatMap((sentences) => {
        p++;
        return sentences.flatMap((sentence) => {
          s++;
          return words(sentence).map(() => [s, p] as const);
        });
      });
      return [...(at === 0 ? [] : [[-1, -1] as const]), ...own];
    });
    return { s: places.map(([one]) => one), p: places.map(([, one]) => one) };
  });
  UNITS.set(record, made);
  return made;
}

const MOST = { s: 300, p: 3000 };

/** Whether a record fits a search; null when the search asks for nothing. */
export function fits(record: LineRecord, query: Query): boolean | null {
  const runs = runsOf(record);
  switch (query.kind) {
    case "pair":
      return fitsPair(record, query);
    case "field":
      return fitsField(record, query);
    case "words":
    case "phrase": {
      const wanted = words(query.text);
      return wanted.length === 0 ? null : runs.some((run) => startsOf(run, wanted).length > 0);
    }
    case "near":
      return fitsNear(runs, query.text, query.distance);
    case "prefix": {
      const wanted = words(query.text);
      const start = wanted.pop();
      if (start === undefined) return null;
      const begins = runs.some((run) => run.words.some((word) => word.startsWith(start)));
      return begins && (wanted.length === 0 || runs.some((run) => startsOf(run, wanted).length > 0));
    }
    case "not": {
      const inner = fits(record, query.of);
      return inner === null ? null : !inner;
    }
    default: {
      const parts = query.of.map((one) => fits(record, one)).filter((one) => one !== null);
      if (parts.length === 0) return null;
      return query.kind === "all" ? parts.every(Boolean) : parts.some(Boolean);
    }
  }
}

function fitsPair(
  record: LineRecord,
  { left, right, within, ordered }: Extract<Query, { readonly kind: "pair" }>,
): boolean | null {
  const [lefts, rights] = [left, right].map((terms) => terms.filter(({ text }) => words(text).length > 0));
  if (lefts === undefined || rights === undefined || lefts.length + rights.length === 0) return null;
  if (lefts.length === 0 || rights.length === 0)
    return fits(record, { kind: "any", of: [...lefts, ...rights] });
  const most = typeof within === "number" ? within : MOST[within];
  return runsOf(record).some((run, nth) => {
    const units = typeof within === "number" ? null : (unitsOf(record)[nth]?.[within] ?? []);
    const [firsts, seconds] = [lefts, rights].map((terms) => terms.flatMap((term) => placesOf(run, term)));
    return (firsts ?? []).some((a) =>
      (seconds ?? []).some((b) => {
        if (units !== null && units[a.at] !== units[b.at]) return false;
        if (ordered) return b.at >= a.end && b.at - a.end <= most;
        return b.at - a.end <= most && a.at - b.end <= most;
      }),
    );
  });
}

function placesOf(run: Run, { kind, text }: Term): { at: number; end: number }[] {
  const wanted = words(text);
  const start = kind === "prefix" ? (wanted.pop() ?? "") : null;
  const length = wanted.length + (start === null ? 0 : 1);
  return startsOf(run, wanted)
    .filter((at) => start === null || (run.words[at + wanted.length] ?? "|").startsWith(start))
    .map((at) => ({ at, end: at + length }));
}

function fitsField(
  record: LineRecord,
  { field, value }: Extract<Query, { readonly kind: "field" }>,
): boolean {
  if (field === "court") return record.court?.slug === value;
  if (field === "name") return foldMarks(record.name).includes(foldMarks(value));
  const authors = (record.casebody?.data?.opinions ?? []).flatMap(({ author }) => words(author ?? ""));
  return words(value).every((word) => authors.some((one) => stem(one) === stem(word)));
}

function startsOf({ stems }: Run, wanted: readonly string[]): number[] {
  const own = wanted.map(stem);
  return [...stems.keys()].filter((at) => own.every((one, n) => stems[at + n] === one));
}

function fitsNear(runs: readonly Run[], text: string, distance: number): boolean | null {
  const phrases = text
    .split(/\s+/)
    .map(words)
    .filter((one) => one.length > 0);
  if (phrases.length === 0) return null;
  return runs.some((run) => {
    const places = phrases.map((wanted) =>
      startsOf(run, wanted).map((at) => ({ at, end: at + wanted.length })),
    );
    const lastStarts = places.flat().map(({ at }) => at);
    return lastStarts.some((last) =>
      places.every((of) => of.some(({ at, end }) => at <= last && last - end <= distance)),
    );
  });
}

/** Day number that a decision date counts as, or null. */
export function dayOf(date: string | null): number | null {
  const parts = /^(\d{4})(-\d\d)?(-\d\d)?$/.exec(date ?? "");
  if (parts === null) return null;
  const month = parts[2] ?? "-01";
  for (const text of [`${parts[1]}${month}${parts[3] ?? "-01"}`, `${parts[1]}${month}-01`]) {
    const ms = Date.parse(`${text}T00:00:00Z`);
    if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return ms / 86_400_000;
  }
  return null;
}

/** Nanoseconds of an instant. */
export function nanosOf(instant: string): bigint {
  const fraction = /\.(\d+)/.exec(instant)?.[1] ?? "";
  return (
    BigInt(Date.parse(instant.replace(/\.\d+/, ""))) * 1_000_000n +
    BigInt(fraction.padEnd(9, "0").slice(0, 9))
  );
}

export function normal(cite: string): string {
  return [...cite.toLowerCase()].filter((sign) => /[0-9a-z]/.test(sign)).join("");
}
