/**
 * Finds cases with nearly the same text. Candidates are cases with nearly the same simhash, which the publisher computed of most texts
 * (`analysis.simhash`); then the texts are compared.
 *
 * The hash has 64 bits, made of all runs of three words (harvard-lil/capstone, capstone/scripts/simhash.py). Hashes of different
 * texts differ in about 32 bits: in 15 at least, among all pairs of 195 real cases. In a real text with one changed word in 500, nine
 * hashes of ten differ in at most three bits; with one in 100, fewer than half.
 */

import { type CaseBody, flatText } from "../domain/casebody.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { decisionDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { type Access, isAllowed, textOf } from "./bodies.ts";

/** Hashes of shorter texts say little. Words as the publisher counts them (`analysis.word_count`). */
const MIN_WORDS = 50;

const BATCH = 1_000;

/** Cases of one day that are compared for a page: with more, reading them takes longer than the page. */
const MAX_SAME_DAY = 200;

/** Cases with nearly the same text, in groups, and how many cases were compared. */
export interface NearDuplicates {
  /** Cases with a hash, of a text that is long enough. */
  readonly compared: number;
  readonly notCompared: number;
  /** Each has at least two cases, ascending by id; the groups by their first id. */
  readonly groups: readonly (readonly Case[])[];
}

type CasesAndBodies = Pick<CorpusSource, "cases" | "ids" | "casesOf" | "bodies">;

/** Groups all cases whose texts are nearly the same. Reads every record. Call it within one state of the corpus. */
export function findNearDuplicates(corpus: CasesAndBodies): NearDuplicates {
  const all = [...corpus.ids({}, "id")];
  const hashes = emptyHashes(all.length);
  const ids: number[] = [];
  for (let from = 0; from < all.length; from += BATCH) {
    for (const record of corpus.casesOf(all.slice(from, from + BATCH))) {
      if (setHash(hashes, ids.length, record)) ids.push(record.id);
    }
  }
  const groups = groupsOfNear(hashes, ids.length)
    .flatMap((group) =>
      groupsOfSame(
        corpus,
        group.map((at) => ids[at] ?? 0).sort((a, b) => a - b),
      ),
    )
    .sort(([a = 0], [b = 0]) => a - b);
  return {
    compared: ids.length,
    notCompared: all.length - ids.length,
    groups: groups.map((group) => corpus.casesOf(group)),
  };
}

/**
 * The cases of the same day and jurisdiction with nearly the same text, by id. Empty if they cannot be compared, if that day has
 * too many cases, or if this reader may not see the texts.
 */
export function sameDayDuplicates(corpus: CasesAndBodies, record: Case, access: Access): readonly Case[] {
  if (!isAllowed(access, record.jurisdiction?.whitelisted ?? false)) return [];
  const hashes = emptyHashes(2);
  const day = decisionDay(record.decisionDate);
  if (!setHash(hashes, 0, record) || day === null || record.jurisdiction === null) return [];
  const page = corpus.cases({
    filter: { decidedFrom: day, decidedTo: day, jurisdictions: [record.jurisdiction.id] },
    ordering: { by: "id", descending: false },
    position: null,
    pageSize: MAX_SAME_DAY,
  });
  if (page.next !== null) return [];
  const near = page.items.filter(
    (candidate) => candidate.id !== record.id && setHash(hashes, 1, candidate) && isNear(hashes, 0, 1),
  );
  const [ids = []] = near.length === 0 ? [] : groupsOfSame(corpus, [record.id, ...near.map(({ id }) => id)]);
  return ids[0] === record.id ? near.filter(({ id }) => ids.includes(id)) : [];
}

/** Divides candidates into groups of nearly the same text as the first of the group. Cases without a body, and single ones, are left out. */
function groupsOfSame(corpus: CasesAndBodies, ids: readonly number[]): number[][] {
  const groups: { readonly runs: WordRuns; readonly ids: number[] }[] = [];
  for (const id of ids) {
    const body = textOf(corpus.bodies([id]).get(id));
    if (body === null) continue;
    const runs = wordRuns(body);
    const group = groups.find((candidate) => areNearlySame(candidate.runs, runs));
    if (group === undefined) groups.push({ runs, ids: [id] });
    else group.ids.push(id);
  }
  return groups.map((group) => group.ids).filter((group) => group.length > 1);
}

function emptyHashes(count: number): Hashes {
  return { high: new Uint32Array(count), low: new Uint32Array(count) };
}

/**
 * Writes version 1 of the publisher's hash, `1:6e45862a08eb1d4c`, at an index.
 *
 * @returns false if the case has none, or its text is too short
 */
function setHash({ high, low }: Hashes, at: number, { analysis }: Case): boolean {
  const { simhash, word_count: words } = analysis ?? {};
  if (typeof simhash !== "string" || typeof words !== "number" || words < MIN_WORDS) return false;
  const digits = /^1:([0-9a-f]{8})([0-9a-f]{8})$/.exec(simhash);
  if (digits === null) return false;
  high[at] = Number.parseInt(digits[1] ?? "", 16);
  low[at] = Number.parseInt(digits[2] ?? "", 16);
  return true;
}

interface Hashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Bits in which the hashes of a pair may differ: fewer than there are quarters. */
const MAX_DISTANCE = 3;
const QUARTERS = [
  { half: "high", shift: 16 },
  { half: "high", shift: 0 },
  { half: "low", shift: 16 },
  { half: "low", shift: 0 },
] as const;
const VALUES = 2 ** 16;

/**
 * Groups of at least two indexes: each hash is near to another one of its group.
 *
 * Of two hashes that differ in at most three bits, one of four quarters is equal. So for each quarter the hashes are sorted by it, and
 * only those with an equal quarter are compared: of 300,000 hashes 2.8 million pairs, of 7 million 1.5 thousand million.
 *
 * @param count how many hashes there are
 */
export function groupsOfNear(hashes: Hashes, count: number): number[][] {
  /** Trees of joined indexes: each names its parent. */
  const parents = Uint32Array.from({ length: count }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (numberAt(parents, root) !== root) root = numberAt(parents, root);
    // shortens the way of the next call
    parents[at] = root;
    return root;
  };
  const join = (a: number, b: number): void => {
    parents[rootOf(b)] = rootOf(a);
  };
  const distinct = joinEqual(hashes, parents.slice(), join);
  for (const { half, shift } of QUARTERS)
    for (const equal of equalQuarters(hashes[half], shift, distinct))
      for (let i = 0; i < equal.length; i++) {
        const first = numberAt(equal, i);
        for (let j = i + 1; j < equal.length; j++) {
          const second = numberAt(equal, j);
          if (isNear(hashes, first, second)) join(first, second);
        }
      }
  // of all cases only those in a group get an entry
  const joined = parents.keys().filter((at) => rootOf(at) !== at);
  return [...Map.groupBy(joined, rootOf)].map(([root, members]) => [root, ...members]);
}

/** Whether two hashes differ in at most three bits. */
export function isNear({ high, low }: Hashes, a: number, b: number): boolean {
  const highBits = bitsOf(numberAt(high, a) ^ numberAt(high, b));
  return highBits + bitsOf(numberAt(low, a) ^ numberAt(low, b)) <= MAX_DISTANCE;
}

/** Joins equal hashes, and returns one index of each: many equal ones would be compared very often. */
function joinEqual(
  { high, low }: Hashes,
  indexes: Uint32Array,
  join: (a: number, b: number) => void,
): number[] {
  const distinct: number[] = [];
  for (const equal of equalQuarters(high, 16, indexes)) {
    const first = new Map<number, number>();
    for (const at of equal) {
      // all have the same upper 16 bits
      const key = (numberAt(high, at) % VALUES) * 2 ** 32 + numberAt(low, at);
      const firstAt = first.get(key);
      if (firstAt === undefined) {
        first.set(key, at);
        distinct.push(at);
      } else join(firstAt, at);
    }
  }
  return distinct;
}

function equalQuarters(half: Uint32Array, shift: number, indexes: Iterable<number>): Iterable<number[]> {
  return Map.groupBy(indexes, (at) => (numberAt(half, at) >>> shift) % VALUES).values();
}

function bitsOf(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function numberAt(numbers: Uint32Array | readonly number[], at: number): number {
  return numbers[at] ?? 0;
}

/** The distinct runs of three words of a body, without case and punctuation. */
type WordRuns = ReadonlySet<string>;

/** Share of the runs of both texts together that are in both. */
const MIN_SHARED = 0.8;

function wordRuns(body: CaseBody): WordRuns {
  const words =
    flatText(body)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const runs = new Set<string>();
  for (let at = 2; at < words.length; at++) runs.add(`${words[at - 2]} ${words[at - 1]} ${words[at]}`);
  return runs;
}

/** Whether four fifths of all runs are in both texts. False for texts without runs. */
function areNearlySame(first: WordRuns, second: WordRuns): boolean {
  let shared = 0;
  for (const run of first) shared += second.has(run) ? 1 : 0;
  return shared > 0 && shared >= MIN_SHARED * (first.size + second.size - shared);
}
