/**
 * How far a run is, made of what the pipeline tells while it goes on: what is under way, what is done, how long is left.
 *
 * Times are milliseconds of a clock that only goes forward. Time left is what the rest takes at the rate so far; null as
 * long as nothing tells.
 */
import { basename } from "node:path";
import { isHere } from "../../domain/bulk-file.ts";
import type { ProgressEvent } from "../../import/run.ts";

type Plan = Extract<ProgressEvent, { kind: "plan" }>;
type Found = Extract<ProgressEvent, { kind: "found" }>;

/** A download or an archive that is being read. */
export interface Work {
  readonly name: string;
  readonly bytes: number | null;
  readonly total: number | null;
  /** Cases; null for a download. */
  readonly read: number | null;
  /** Of cases or bytes, a second. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** The run as a whole. */
export interface Sum {
  /** Units fetched, refused and absent, of those that the plan says are to be fetched; null without a plan. */
  readonly units: { readonly done: number; readonly planned: number } | null;
  readonly bytesDownloaded: number;
  /** Archives read, of those that were found; `found` is null where they come one by one. */
  readonly archives: { readonly done: number; readonly found: number | null };
  readonly casesRead: number;
  readonly seconds: number;
  /** From 0 to 1. */
  readonly fraction: number | null;
  readonly secondsLeft: number | null;
}

/** What is told of a work. */
interface Told {
  readonly bytes: number | null;
  readonly total: number | null;
  readonly read: number | null;
}

/** A work since it was first told of. */
interface Started {
  readonly at: number;
  readonly first: Told;
  readonly now: Told;
}

/** A file that is told of with more than that goes on from an earlier run, whose bytes are not this one's. */
const FIRST_PIECE_BYTES = 256 * 1024;

export class Progress {
  readonly #startedAt: number;
  readonly #downloads = new Map<string, Started>();
  readonly #archives = new Map<string, Started>();
  #plan: Plan | null = null;
  #found: Found | null = null;
  #settled = 0;
  #worked = 0;
  #bytesDownloaded = 0;
  #archivesDone = 0;
  #bytesImported = 0;
  #casesRead = 0;

  constructor(now: number) {
    this.#startedAt = now;
  }

  note(event: ProgressEvent, now: number): void {
    if (event.kind === "plan") this.#plan = event;
    else if (event.kind === "found") this.#found = event;
    else if (event.kind === "download") {
      const before = this.#downloads.get(event.unit);
      const earlier = before?.now.bytes ?? (event.bytes <= FIRST_PIECE_BYTES ? 0 : event.bytes);
      this.#bytesDownloaded += Math.max(event.bytes - earlier, 0);
      this.#downloads.set(event.unit, follow(before, { ...event, read: null }, now));
    } else if (event.kind === "downloaded") {
      this.#downloads.delete(event.unit);
      this.#settled++;
      if (!isHere(event.outcome)) this.#worked++;
    } else if (event.kind === "archive") {
      this.#archives.set(event.path, follow(this.#archives.get(event.path), event, now));
    } else if (event.kind === "imported") {
      this.#archives.delete(event.report.path);
      this.#archivesDone++;
      this.#bytesImported += event.report.bytes;
      this.#casesRead += event.report.read;
    }
  }

  /** What is under way, downloads first. */
  works(now: number): Work[] {
    return [
      ...[...this.#downloads].map(([unit, started]) => workOf(unit, started, now)),
      ...[...this.#archives].map(([path, started]) => workOf(basename(path), started, now)),
    ];
  }

  sum(now: number): Sum {
    const seconds = (now - this.#startedAt) / 1000;
    const fraction = this.#plan === null ? this.#fractionOfFiles() : this.#fractionOfUnits(this.#plan);
    const isTold = fraction !== null && fraction > 0;
    const reading = [...this.#archives.values()].reduce((sum, { now: { read } }) => sum + (read ?? 0), 0);
    return {
      units: this.#plan === null ? null : { done: this.#worked, planned: this.#plan.units },
      bytesDownloaded: this.#bytesDownloaded,
      archives: { done: this.#archivesDone, found: this.#found?.archives ?? null },
      casesRead: this.#casesRead + reading,
      seconds,
      fraction,
      secondsLeft: isTold ? (seconds / fraction) * (1 - fraction) : null,
    };
  }

  /** By bytes, where they are files; else by number. */
  #fractionOfFiles(): number | null {
    if (this.#found === null) return null;
    const { archives, bytes } = this.#found;
    const reading = [...this.#archives.values()].reduce((sum, { now }) => sum + (now.bytes ?? 0), 0);
    const done = bytes > 0 ? (this.#bytesImported + reading) / bytes : this.#archivesDone / archives;
    return archives === 0 ? null : Math.min(done, 1);
  }

  /**
   * By units, what is half fetched counted so. Of the units planned some may prove to be here already: no more are left
   * than have not been looked at.
   */
  #fractionOfUnits({ units, listed }: Plan): number | null {
    const left = Math.min(units - this.#worked, listed - this.#settled);
    const halves = [...this.#downloads.values()].reduce(
      (sum, started) => sum + (fractionOf(started) ?? 0),
      0,
    );
    const done = this.#worked + halves;
    return done + left === 0 ? null : Math.min(done / (this.#worked + left), 1);
  }
}

function follow(before: Started | undefined, { bytes, total, read }: Told, at: number): Started {
  const now = { bytes, total, read };
  return before === undefined ? { at, first: now, now } : { ...before, now };
}

/** Measured since it was first told of: what was there before is not this run's. */
function workOf(name: string, { at, first, now: told }: Started, now: number): Work {
  const { bytes, total, read } = told;
  const seconds = (now - at) / 1000;
  const perSecond = (amount: number): number | null => (seconds > 0 ? amount / seconds : null);
  const bytesPerSecond = perSecond((bytes ?? 0) - (first.bytes ?? 0));
  const isTold = bytes !== null && total !== null && bytesPerSecond !== null && bytesPerSecond > 0;
  return {
    name,
    ...told,
    rate: read === null ? bytesPerSecond : perSecond(read - (first.read ?? 0)),
    secondsLeft: isTold ? Math.max(total - bytes, 0) / bytesPerSecond : null,
  };
}

function fractionOf({ now: { bytes, total } }: Started): number | null {
  return bytes === null || total === null || total === 0 ? null : Math.min(bytes / total, 1);
}
