/** The numbers of a corpus, in the form that `caselaw stats --json` prints. */

import type { WhyApart } from "../corpus/apart.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { printedCites } from "../domain/citation.ts";
import type { LoggedRun, Sizes, VolumeCount } from "../domain/ledger.ts";
import type { Case } from "../domain/records.ts";

/** A run that wrote to the corpus. Its outcome is `faulty` if it ended with exit code 3. */
export interface V1Run extends Omit<LoggedRun, "startedAt" | "finishedAt"> {
  readonly started_at: string;
  /** Null while it runs, and if it was killed; so is the outcome. */
  readonly finished_at: string | null;
}

/** Counts, sizes and the last runs of a corpus. */
export interface V1Stats {
  readonly totals: {
    readonly cases: number;
    /** A body without any text. */
    readonly empty_bodies: number;
    /** No body from any source. */
    readonly without_body: number;
    /** Bodies stored in each form; the other formats are made from these. */
    readonly bodies: { readonly xml: number; readonly html: number; readonly text: number };
    /** Without a valid decision date. */
    readonly undated: number;
    /** Cases whose text does not match their `analysis.sha256`. */
    readonly hash_differences: number;
    /** Records that the last import of each unit rejected. */
    readonly rejects: number;
  };
  /** By slug; of those with cases. */
  readonly jurisdictions: readonly {
    readonly slug: string;
    readonly name: string | null;
    readonly cases: number;
  }[];
  /** By id; of those with cases. */
  readonly reporters: readonly {
    readonly id: number;
    readonly name: string | null;
    readonly cases: number;
  }[];
  /** By barcode; only if requested. */
  readonly volumes?: readonly V1VolumeStats[];
  /** Cases with nearly the same text; only if requested. */
  readonly duplicates?: V1Duplicates;
  readonly sizes: Sizes;
  /** Of the last row of the change log: the next value of `changes --since`. */
  readonly change_number: number;
  /** Root of the texts of all cases (docs/operations.md, "Proofs"); null while a run writes, and after one that did not end. */
  readonly text_root: string | null;
  /** The newest first, at most ten. */
  readonly runs: readonly V1Run[];
}

/** The cases of one volume. */
export interface V1VolumeStats {
  readonly barcode: string;
  readonly reporter: string | null;
  readonly volume_number: string | null;
  readonly cases: number;
}

/** Cases with nearly the same text, in groups. */
export interface V1Duplicates {
  /** Cases that were compared: their `analysis` has a simhash and at least 50 words. */
  readonly compared: number;
  readonly not_compared: number;
  /** By the first id; the cases of a group by id. */
  readonly groups: readonly (readonly V1DuplicateCase[])[];
  /** Cases that share a citation with a decision of CourtListener and were not merged with it: how many pairs, and the first 1,000. */
  readonly apart: { readonly count: number; readonly pairs: readonly V1CasesApart[] };
}

/**
 * A decision of CourtListener and another case with this citation, and why they are not one case: `courtlistener` (both are its own), `names`
 * (no word of the parties is the same), `dates` (names that are alike only in part, and other dates), `several` (several cases fit, or the
 * other one was imported later).
 */
export interface V1CasesApart {
  readonly cite: string;
  readonly why: WhyApart;
  readonly cases: readonly V1DuplicateCase[];
}

/** A case with nearly the same text as another one. */
export interface V1DuplicateCase {
  readonly id: number;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  /** Slug of its court. */
  readonly court: string | null;
  readonly citations: readonly string[];
}

/** What `V1.stats` also counts. */
export interface StatsQuery {
  /** Whether cases are also counted by volume, which reads every case. */
  readonly volumes?: "counted" | "left out";
  /** Whether cases with nearly the same text are listed, which reads every case. */
  readonly duplicates?: "listed" | "left out";
}

export function v1Stats(
  corpus: Corpus,
  { volumes = "left out", duplicates = "left out" }: StatsQuery,
): V1Stats {
  const stats = corpus.stats(volumes);
  const { cases, emptyBodies, withoutBody, undated, hashDifferences, rejects, xml, html, text } = stats;
  return {
    totals: {
      cases,
      empty_bodies: emptyBodies,
      without_body: withoutBody,
      bodies: { xml, html, text },
      undated,
      hash_differences: hashDifferences,
      rejects,
    },
    jurisdictions: corpus
      .jurisdictions()
      .map(({ id, slug, name }) => ({ slug, name, cases: stats.byJurisdiction.get(id) ?? 0 }))
      .filter(({ cases }) => cases > 0)
      .sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    reporters: corpus
      .reporters()
      .map(({ id, fullName, shortName }) => ({
        id,
        name: fullName ?? shortName,
        cases: stats.byReporter.get(id) ?? 0,
      }))
      .filter(({ cases }) => cases > 0)
      .sort((a, b) => a.id - b.id),
    ...(stats.byVolume === null ? {} : { volumes: volumeStats(corpus, stats.byVolume) }),
    ...(duplicates === "left out" ? {} : { duplicates: duplicatesOf(corpus) }),
    sizes: stats.sizes,
    change_number: stats.changeNumber,
    text_root: corpus.textRoot(),
    runs: stats.runs.map(runRecord),
  };
}

function duplicatesOf(corpus: Corpus): V1Duplicates {
  const { compared, notCompared, groups } = corpus.nearDuplicates();
  const caseOf = ({ id, nameAbbreviation, decisionDate, court, citations }: Case): V1DuplicateCase => ({
    ...{ id, name_abbreviation: nameAbbreviation, decision_date: decisionDate, court: court?.slug ?? null },
    citations: printedCites(citations),
  });
  const { count, pairs } = corpus.casesApart();
  const apart = { count, pairs: pairs.map(({ cases, ...pair }) => ({ ...pair, cases: cases.map(caseOf) })) };
  return { compared, not_compared: notCompared, groups: groups.map((group) => group.map(caseOf)), apart };
}

function volumeStats(corpus: Corpus, counts: readonly VolumeCount[]): V1VolumeStats[] {
  const volumes = new Map(corpus.volumes().map((volume) => [volume.barcode, volume]));
  return counts.map(({ barcode, cases }) => {
    const volume = volumes.get(barcode);
    return {
      barcode,
      reporter: volume?.reporterName ?? null,
      volume_number: volume?.volumeNumber ?? null,
      cases,
    };
  });
}

function runRecord({ startedAt, finishedAt, ...run }: LoggedRun): V1Run {
  const { id, command, ...result } = run;
  return { id, command, started_at: startedAt, finished_at: finishedAt, ...result };
}
