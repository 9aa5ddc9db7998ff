/**
 * The oracle: answers questions on cases by reading all records, with its own folding, splitting and comparing.
 *
 * It shares nothing with src/ but the stemmer's rules. What it knows of the store is one thing: NEAR looks at the
 * texts of one kind (all opinions, all citations) as one run, a sign between two of them.
 */
import { stemmer } from "stemmer";

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
  readonly cites_to: readonly { readonly cite: string; readonly case_ids?: readonly number[] }[];
  readonly last_updated: string | null;
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
  | { readonly kind: "not"; readonly of: Query }
  | { readonly kind: "all" | "any"; readonly of: readonly Query[] };

/** The parameters that are looked at, each with one value or several. */
export type Question = Readonly<Record<string, string | readonly string[]>>;

export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "");
  return plain.toLowerCase();
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

/** Tokens of the texts of each kind, made once a record: the real ones are long and asked again and again. */
const RUNS = new WeakMap<LineRecord, readonly string[][]>();

function runsOf(record: LineRecord): readonly string[][] {
  const known = RUNS.get(record);
  if (known !== undefined) return known;
  const runs = textsOf(record).map((texts) =>
    texts.flatMap((text, at) => [...(at === 0 ? [] : ["|"]), ...words(text)]),
  );
  RUNS.set(record, runs);
  return runs;
}

/** Whether a record fits a search; null when the search asks for nothing. */
export function fits(record: LineRecord, query: Query): boolean | null {
  return fitsRuns(runsOf(record), query);
}

function fitsRuns(runs: readonly string[][], query: Query): boolean | null {
  switch (query.kind) {
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
      const begins = runs.some((run) => run.some((word) => word.startsWith(start)));
      return begins && (wanted.length === 0 || runs.some((run) => startsOf(run, wanted).length > 0));
    }
    case "not": {
      const inner = fitsRuns(runs, query.of);
      return inner === null ? null : !inner;
    }
    default: {
      const parts = query.of.map((one) => fitsRuns(runs, one)).filter((one) => one !== null);
      if (parts.length === 0) return null;
      return query.kind === "all" ? parts.every(Boolean) : parts.some(Boolean);
    }
  }
}

function startsOf(run: readonly string[], wanted: readonly string[]): number[] {
  return [...run.keys()].filter((at) => wanted.every((word, n) => stem(run[at + n] ?? "|") === stem(word)));
}

function fitsNear(runs: readonly string[][], text: string, distance: number): boolean | null {
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
