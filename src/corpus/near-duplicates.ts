/**
 * Finds cases with nearly the same text. Candidates are cases with nearly the same simhash, which the publisher computed of most texts
 * (`analysis.simhash`); then the texts are compared.
 *
 * The hash has 64 bits, made of all runs of three words (harvard-lil/capstone, capstone/scripts/simhash.py). Hashes of different
 * texts differ in about 32 bits: in 15 at least, among all pairs of 195 real cases. In a real text with one changed word in 500, nine
 * hashes of ten differ in at most three bits; with one in 100, fewer than half.
 */
import { decisionDay } from "../domain/decision-date.ts";
import type { CaseFilter, CasePage, CaseQuery, IdOrder } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import type { StoredBody } from "../domain/stored-body.ts";
import { type Access, isAllowed } from "./access.ts";
import { textOf } from "./bodies.ts";
import { groupsOfNear, type Hashes, isNear } from "./near-hashes.ts";
import { areNearlySame, type WordRuns, wordRuns } from "./near-texts.ts";

/** Hashes of shorter texts say little. Words as the publisher counts them (`analysis.word_count`). */
const MIN_WORDS = 50;

/** Records read at a time. */
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

/** The part of a corpus that is read. */
export interface CasesAndBodies {
  cases(query: CaseQuery): CasePage;
  ids(filter: CaseFilter, order: IdOrder): Iterable<number>;
  casesOf(ids: readonly number[]): Case[];
  bodies(ids: readonly number[]): ReadonlyMap<number, StoredBody>;
}

/** Groups all cases whose texts are nearly the same. Reads every record. Call it within one state of the corpus. */
export function findNearDuplicates(corpus: CasesAndBodies): NearDuplicates {
  const all = [...corpus.ids({}, "id")];
  const hashes = emptyHashes(all.length);
  const ids: number[] = [];
  for (let from = 0; from < all.length; from += BATCH) {
    for (const one of corpus.casesOf(all.slice(from, from + BATCH))) {
      if (setHash(hashes, ids.length, one)) ids.push(one.id);
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
export function sameDayDuplicates(corpus: CasesAndBodies, one: Case, access: Access): readonly Case[] {
  if (!isAllowed(access, one.jurisdiction?.whitelisted ?? false)) return [];
  const hashes = emptyHashes(2);
  const day = decisionDay(one.decisionDate);
  if (!setHash(hashes, 0, one) || day === null || one.jurisdiction === null) return [];
  const page = corpus.cases({
    filter: { decidedFrom: day, decidedTo: day, jurisdictions: [one.jurisdiction.id] },
    ordering: { by: "id", descending: false },
    position: null,
    pageSize: MAX_SAME_DAY,
  });
  if (page.next !== null) return [];
  const near = page.items.filter(
    (other) => other.id !== one.id && setHash(hashes, 1, other) && isNear(hashes, 0, 1),
  );
  const [same = []] = near.length === 0 ? [] : groupsOfSame(corpus, [one.id, ...near.map(({ id }) => id)]);
  return same[0] === one.id ? near.filter(({ id }) => same.includes(id)) : [];
}

/** Divides candidates into groups of nearly the same text as the first of the group. Cases without a body, and single ones, are left out. */
function groupsOfSame(corpus: CasesAndBodies, ids: readonly number[]): number[][] {
  const groups: { readonly runs: WordRuns; readonly ids: number[] }[] = [];
  for (const id of ids) {
    const body = textOf(corpus.bodies([id]).get(id));
    if (body === null) continue;
    const runs = wordRuns(body);
    const group = groups.find((known) => areNearlySame(known.runs, runs));
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
