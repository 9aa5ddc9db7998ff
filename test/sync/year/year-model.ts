/**
 * What must be true after each night, by docs/interface.md, docs/operations.md ("Coverage states") and docs/formats.md
 * ("Versions of a static volume"): plain maps, which share no code with the program.
 */

import type { SyncOptions } from "../../../src/sync/plan.ts";
import type { SiteVolume } from "./nightly-site.ts";
import type { PackedCase, PackedVolume } from "./packed-volume.ts";

export type Keep = "all" | "newest" | "none";

/** A unit of the corpus: a volume by its barcode. */
export interface CorpusUnit {
  /** Archives that were read to their end: the reporter's folder that they came from, null from elsewhere. */
  readonly taken: Map<string, string | null>;
  newest: PackedVolume | null;
  /** The last one that was read to its end. */
  last: PackedVolume | null;
  readonly cases: Map<number, PackedCase>;
}

/** The last complete download of a listed unit. */
export interface Noted {
  readonly packed: PackedVolume;
  readonly version: string | null;
  readonly isConfirmed: boolean;
  /** The name that its file has in the data folder: that of the unit when it was downloaded. */
  readonly at: string;
}

/** A unit that the source lists or listed. */
export interface ListedUnit {
  readonly barcode: string;
  readonly version: string | null;
  readonly noted: Noted | null;
  readonly outcome: "stored" | "missing" | "failed" | null;
}

/** The options of a nightly run. */
export type NightlyRun = Pick<SyncOptions, "shrink" | "steps">;

export interface UnitTruth {
  readonly unit: string;
  readonly state: string;
  readonly cases: number;
}

/** The part of a unit that an archive may remove. */
const TENTH = 0.1;

export class YearModel {
  readonly units = new Map<string, CorpusUnit>();
  readonly listed = new Map<string, ListedUnit>();
  /** SHA-256 by unit of the archives in the data folder. */
  readonly disk = new Map<string, string>();
  readonly #keep: Keep;
  /** The names that the last list has. */
  #current = new Set<string>();
  /** Reporter of each volume by the last list. */
  readonly #reporters = new Map<string, string>();

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** The list was read to its end. A volume that is listed by another name is known by that one only. */
  list(volumes: readonly SiteVolume[]): void {
    const names = new Map(volumes.map(({ unit, packed }) => [packed.barcode, unit]));
    for (const { unit, version, packed } of volumes) {
      const before = this.listed.get(unit) ?? { noted: null, outcome: null, barcode: packed.barcode };
      const isOther = before.barcode !== packed.barcode;
      const noted = isOther ? doubted(before.noted) : before.noted;
      this.listed.set(unit, { ...before, noted, barcode: packed.barcode, version });
      this.#reporters.set(packed.barcode, reporterOf(unit));
    }
    const current = new Set(names.values());
    this.#current = current;
    for (const [former, { barcode, noted }] of this.listed) {
      const unit = names.get(barcode) ?? former;
      const now = this.listed.get(unit);
      if (unit === former || current.has(former) || now === undefined) continue;
      this.listed.set(unit, { ...now, noted: doubted(noted) ?? now.noted });
      this.listed.delete(former);
    }
  }

  /** A sync of one listed volume. @returns what the site is asked: nothing, whether it changed, or for all of it */
  sync(volume: SiteVolume, run: NightlyRun): "nothing" | "change" | "all" {
    const { unit, packed, version, fault } = volume;
    const before = this.listed.get(unit);
    if (before === undefined) throw new Error(`${unit} is not listed`);
    const { noted } = before;
    const own = this.unitOf(packed.barcode);
    const onDisk = noted === null ? null : (this.disk.get(noted.at) ?? null);
    const isPruned = noted !== null && onDisk === null && own.taken.has(noted.packed.sha256);
    const isHere = noted !== null && (isPruned || onDisk === noted.packed.sha256);
    const isWell = before.outcome !== "failed" && before.outcome !== "missing" && !this.#lacksCases(own);
    if (isWell && isHere && noted.isConfirmed && version !== null && noted.version === version) {
      this.#take(volume, noted, noted.packed, "here", run);
      return "nothing";
    }
    const isComparable = isHere && noted.at === unit;
    const isSame = isComparable && fault === null && noted.packed.sha256 === packed.sha256;
    if (isSame) {
      const isConfirmed = version === null || noted.version === version;
      this.#take(volume, { packed, version, isConfirmed, at: unit }, packed, "here", run);
    } else if (fault === null) {
      this.disk.set(unit, packed.sha256);
      const isConfirmed = version === null || showsVersion(packed, version);
      this.#take(volume, { packed, version, isConfirmed, at: unit }, packed, "downloaded", run);
    } else {
      const outcome = fault === 404 || fault === 410 ? "missing" : "failed";
      this.listed.set(unit, { ...before, outcome });
    }
    return isComparable ? "change" : "all";
  }

  /** An import by hand from a folder that is no mirror. */
  importFile(packed: PackedVolume, shrink: "refused" | "allowed"): void {
    const reporter = this.#reporters.get(packed.barcode) ?? null;
    const wasRead = this.#import(packed, reporter, null, shrink);
    if (wasRead !== "read") return;
    for (const [unit, one] of this.listed) {
      const isSame = one.barcode === packed.barcode && one.noted?.packed.sha256 === packed.sha256;
      if (isSame && one.outcome === "failed") this.listed.set(unit, { ...one, outcome: "stored" });
    }
  }

  /** The units of `coverage`, by name. */
  truths(): UnitTruth[] {
    const listed = [...this.listed].map(([unit, one]) => ({
      unit,
      state: this.#stateOf(one),
      cases: this.units.get(one.barcode)?.cases.size ?? 0,
    }));
    const named = new Set([...this.listed.values()].map(({ barcode }) => barcode));
    const local = [...this.units]
      .filter(([barcode, { newest, cases }]) => !named.has(barcode) && (newest !== null || cases.size > 0))
      .map(([unit, { cases }]) => ({ unit, state: "local", cases: cases.size }));
    return [...listed, ...local].toSorted((a, b) => (a.unit < b.unit ? -1 : 1));
  }

  /** Names of all cases by id. */
  names(): Map<string, string> {
    const all = [...this.units.values()].flatMap(({ cases }) => [...cases]);
    return new Map(all.map(([id, { name }]) => [String(id), name]));
  }

  /** Barcodes of volumes whose last import rejected records. */
  rejected(): string[] {
    const all = [...this.units].filter(([, { last }]) => last !== null && missingIn(last) > 0);
    return all.map(([barcode]) => barcode);
  }

  /** The volume that has or had a case. */
  barcodeOf(id: number): string {
    const thousand = (of: number): number => Math.floor(of / 1000);
    const has = ({ last }: CorpusUnit): boolean =>
      [...(last?.cases.keys() ?? [])].some((other) => thousand(other) === thousand(id));
    return [...this.units].find(([, unit]) => has(unit))?.[0] ?? "";
  }

  #stateOf({ barcode, version, noted, outcome }: ListedUnit): string {
    const own = this.unitOf(barcode);
    if (outcome === "missing" || outcome === "failed") return outcome;
    const isTaken = noted !== null && own.taken.has(noted.packed.sha256);
    const isOlder = isTaken && own.newest !== null && noted.packed.release < own.newest.release;
    const isReplaced = isOlder && missingIn(noted.packed) === 0;
    if (!isReplaced && this.#lacksCases(own)) return "failed";
    // a run that was stopped may leave a part of the cases
    const isImported = own.newest !== null || own.cases.size > 0;
    if (noted === null) return isImported ? "imported" : "listed";
    const isCurrent = version === null || noted.version === version;
    if (isTaken && isCurrent && (version === null || !isOlder)) return "imported";
    return isImported ? "outdated" : "downloaded";
  }

  #lacksCases({ newest }: CorpusUnit): boolean {
    return newest !== null && missingIn(newest) > 0;
  }

  #take(
    { unit }: SiteVolume,
    noted: Noted,
    packed: PackedVolume,
    how: "here" | "downloaded",
    { shrink, steps }: NightlyRun,
  ): void {
    const before = this.listed.get(unit);
    if (before === undefined) throw new Error(`${unit} is not listed`);
    const own = this.unitOf(before.barcode);
    const isDone = how === "here" && own.taken.has(packed.sha256);
    const reporter = reporterOf(unit);
    const take = () => (isDone ? "unchanged" : this.#import(packed, reporter, reporter, shrink));
    const result = steps === "download" ? "downloaded" : take();
    const outcome = result === "refused" ? "failed" : "stored";
    this.listed.set(unit, { ...before, noted, outcome });
    // an archive that was not imported stays, so that it is not downloaded again
    if (result === "superseded" || result === "refused") return;
    if (this.#keep === "none" && result !== "downloaded") this.disk.delete(unit);
    const former = before.noted?.at ?? unit;
    if (this.#keep !== "all" && former !== unit && !this.#current.has(former)) this.disk.delete(former);
  }

  #import(
    packed: PackedVolume,
    reporter: string | null,
    folder: string | null,
    shrink: "refused" | "allowed",
  ): "read" | "unchanged" | "superseded" | "refused" {
    const { barcode, release, sha256, cases, lacking, broken } = packed;
    const own = this.unitOf(barcode);
    const { newest } = own;
    const before = own.taken.get(sha256);
    const isMoved = typeof before === "string" && reporter !== null && before !== reporter;
    if (before !== undefined && !isMoved) return "unchanged";
    const isComplete = newest !== null && newest.lacking.length === 0;
    if (isComplete && release < newest.release) return "superseded";
    const replaces = newest !== null && order([release, 1, sha256], stampOf(newest)) > 0;
    const gone = [...own.cases.keys()].filter((id) => !cases.has(id));
    const removes = replaces && lacking.length === 0;
    if (removes && shrink === "refused" && gone.length > own.cases.size * TENTH) return "refused";
    for (const [id, one] of cases) {
      if (lacking.includes(id) || broken.includes(id)) continue;
      const stored = own.cases.get(id);
      if (stored === undefined || isNewerCase(one, packed, stored, newest)) own.cases.set(id, one);
    }
    if (removes) for (const id of gone) own.cases.delete(id);
    own.taken.set(sha256, folder);
    own.last = packed;
    const isNewest =
      newest === null || order([release, Number(lacking.length === 0), sha256], stampOf(newest)) > 0;
    if (isNewest) own.newest = packed;
    return "read";
  }

  unitOf(barcode: string): CorpusUnit {
    const unit = this.units.get(barcode) ?? { taken: new Map(), newest: null, last: null, cases: new Map() };
    this.units.set(barcode, unit);
    return unit;
  }
}

function doubted(noted: Noted | null): Noted | null {
  return noted === null ? null : { ...noted, isConfirmed: false };
}

export function missingIn({ lacking, broken }: PackedVolume): number {
  return new Set([...lacking, ...broken]).size;
}

function reporterOf(unit: string): string {
  return unit.slice(0, unit.indexOf("/"));
}

/** Whether the dates in an archive show that it is the listed version. */
function showsVersion({ cases, lacking }: PackedVolume, version: string): boolean {
  const days = [...cases.values()].map(({ lastUpdated }) => lastUpdated ?? "");
  return lacking.length === 0 && days.some((day) => day !== "" && `${day}T00:00:00+00:00` >= version);
}

type Stamp = readonly (string | number)[];

function stampOf({ release, lacking, sha256 }: PackedVolume): Stamp {
  return [release, Number(lacking.length === 0), sha256];
}

/** The one total order of records: `last_updated` if both have it, else the release, else the hash. */
function isNewerCase(
  one: PackedCase,
  packed: PackedVolume,
  stored: PackedCase,
  newest: PackedVolume | null,
): boolean {
  const isDated = one.lastUpdated !== null && stored.lastUpdated !== null;
  const updated = isDated ? order([one.lastUpdated ?? ""], [stored.lastUpdated ?? ""]) : 0;
  // the program dates a stored record by the newest archive of its unit
  return (
    (updated || order([packed.release, packed.sha256], [newest?.release ?? "", newest?.sha256 ?? ""])) >= 0
  );
}

function order(a: Stamp, b: Stamp): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? "";
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
