/** The figures of a run, computed from the events of the pipeline: current tasks, what is done, time left. */
import { basename, dirname, resolve } from "node:path";
import { isHere, type UnitOutcome } from "../../domain/bulk-file.ts";
import type { ProgressEvent } from "../../import/run.ts";
import { inSnakeCase } from "../settings/outputs.ts";
import { escapeLine, inBytes, shorten } from "../terminal-text.ts";
import type { Shown } from "./live-lines.ts";

export type PlanEvent = Extract<ProgressEvent, { kind: "plan" }>;
type FoundArchives = Extract<ProgressEvent, { kind: "found" }>;

/** A current download, or an archive that is being read. */
interface Task {
  readonly name: string;
  readonly bytes: number;
  readonly total: number | null;
  /** Cases; null for a download or a table. */
  readonly read: number | null;
}

/** The totals of a run; null where unknown. */
interface Totals {
  /** Units downloaded, failed or missing, of the units that the plan wants to download. */
  readonly unitsDone: number | null;
  readonly units: number | null;
  readonly bytesDownloaded: number;
  /** Archives read, of those found; these are unknown where they arrive one by one. */
  readonly archivesDone: number;
  readonly archives: number | null;
  readonly casesRead: number;
  readonly seconds: number;
  readonly secondsLeft: number | null;
}

/** A download whose first event has more than this continues an earlier run, whose bytes do not count for this run. */
const FIRST_CHUNK_BYTES = 256 * 1024;

export class Progress {
  readonly #downloads = new Map<string, Task>();
  readonly #archives = new Map<string, Task>();
  #found: FoundArchives | null = null;
  #bytesDownloaded = 0;
  #archivesDone = 0;
  #bytesImported = 0;
  #casesRead = 0;
  /** Seconds at which an archive was first seen being read. */
  #readingSince: number | null = null;
  plan: PlanEvent | null = null;
  readonly outcomes = new Map<UnitOutcome, number>();

  note(event: ProgressEvent): void {
    if (event.kind === "plan") this.plan = event;
    else if (event.kind === "found") this.#found = event;
    else if (event.kind === "download") {
      const before = this.#downloads.get(event.unit);
      const earlier = before?.bytes ?? (event.bytes <= FIRST_CHUNK_BYTES ? 0 : event.bytes);
      this.#bytesDownloaded += Math.max(event.bytes - earlier, 0);
      this.#downloads.set(event.unit, { ...event, name: event.unit, read: null });
    } else if (event.kind === "downloaded") {
      this.#downloads.delete(event.unit);
      this.outcomes.set(event.outcome, (this.outcomes.get(event.outcome) ?? 0) + 1);
    } else if (event.kind === "archive") {
      // the tables of a set are read one after the other, and the report is that of their folder
      const key = event.read === null ? resolve(dirname(event.path)) : event.path;
      this.#archives.set(key, { ...event, name: basename(event.path) });
    } else if (event.kind === "imported") {
      this.#archives.delete(event.report.path);
      this.#archivesDone++;
      this.#bytesImported += event.report.bytes;
      this.#casesRead += event.report.read;
    }
  }

  /** @param seconds since the start @param width of a drawn line */
  shown(seconds: number, width: number): Shown {
    const fraction = this.#fraction(seconds);
    const totals = this.#totals(seconds, fraction);
    const tasks = [...this.#downloads.values(), ...this.#archives.values()];
    const lines = tasks.slice(0, MAX_TASKS).map(taskLine);
    const more = tasks.length - MAX_TASKS;
    if (more > 0) lines.push(`and ${more} more`);
    lines.push(`${nameColumn("total")} ${barOf(fraction)} ${totalsText(totals)}`);
    const percent = fraction === null ? "" : `${Math.floor(fraction * 100)}%, `;
    const { secondsLeft } = totals;
    const rounded = { seconds: Math.round(seconds), secondsLeft: secondsLeft && Math.round(secondsLeft) };
    return {
      drawn: lines.map((line) => shorten(line, width)),
      line: `progress: ${percent}${totalsText(totals)}`,
      json: inSnakeCase({ ...totals, ...rounded }),
    };
  }

  /** Time left assumes the rate so far. */
  #totals(seconds: number, fraction: number | null): Totals {
    const reading = [...this.#archives.values()].reduce((sum, { read }) => sum + (read ?? 0), 0);
    return {
      unitsDone: this.plan === null ? null : this.#downloaded,
      units: this.plan?.units ?? null,
      bytesDownloaded: this.#bytesDownloaded,
      archivesDone: this.#archivesDone,
      archives: this.#found?.archives ?? null,
      casesRead: this.#casesRead + reading,
      seconds,
      secondsLeft: fraction ? (seconds / fraction) * (1 - fraction) : null,
    };
  }

  get #downloaded(): number {
    const counts = [...this.outcomes].map(([outcome, count]) => (isHere(outcome) ? 0 : count));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The part of the run that is done, from 0 to 1; null when unknown. */
  #fraction(seconds: number): number | null {
    if (this.plan !== null) {
      const downloaded = this.#fractionOfUnits(this.plan);
      if (downloaded === null || this.#archives.size === 0) return downloaded;
      // the import of what was downloaded may take longer
      const left = this.#secondsToRead(seconds);
      const read = left === null ? null : seconds / (seconds + left);
      return read === null && downloaded === 1 ? null : Math.min(downloaded, read ?? 1);
    }
    if (this.#found === null || this.#found.archives === 0) return null;
    const { archives, bytes } = this.#found;
    // by bytes where sizes are known, else by number of archives
    const reading = [...this.#archives.values()].reduce((sum, { bytes: read }) => sum + read, 0);
    const fraction = bytes > 0 ? (this.#bytesImported + reading) / bytes : this.#archivesDone / archives;
    return Math.min(fraction, 1);
  }

  /** How long the archives that are being read take, by the rate since the first one; null when unknown. */
  #secondsToRead(seconds: number): number | null {
    this.#readingSince ??= seconds;
    const current = [...this.#archives.values()];
    const read = current.reduce((sum, { bytes }) => sum + bytes, this.#bytesImported);
    const left = current.reduce((sum, { bytes, total }) => sum + Math.max((total ?? 0) - bytes, 0), 0);
    const elapsed = seconds - this.#readingSince;
    return read === 0 || elapsed <= 0 ? null : (left * elapsed) / read;
  }

  /**
   * By bytes where the list has all sizes; else by units, where current downloads count as fractions. Some planned units may already be on disk, so the rest is at most the
   * number of listed units without an outcome.
   */
  #fractionOfUnits({ units, listed, bytes, unknown }: PlanEvent): number | null {
    // how long tables are read after their download is not known
    if (bytes > 0 && unknown === 0)
      return this.#downloaded < units ? Math.min(this.#bytesDownloaded / bytes, 1) : null;
    const ended = [...this.outcomes.values()].reduce((sum, count) => sum + count, 0);
    const left = Math.min(units - this.#downloaded, listed - ended);
    const current = [...this.#downloads.values()].reduce((sum, task) => sum + (fractionOf(task) ?? 0), 0);
    const doneUnits = this.#downloaded + current;
    return doneUnits + left === 0 ? null : Math.min(doneUnits / (this.#downloaded + left), 1);
  }
}

/** The part of a task that is done, from 0 to 1; null when unknown. */
function fractionOf({ bytes, total }: Task): number | null {
  return total === null || total === 0 ? null : Math.min(bytes / total, 1);
}

/** So that bar and totals fit 80 characters. */
const BAR_WIDTH = 12;
const NAME_WIDTH = 20;
/** Tasks with a line; there may be 64 downloads. */
const MAX_TASKS = 8;

function taskLine(task: Task): string {
  const { name, bytes, total, read } = task;
  const size = total === null ? inBytes(bytes) : `${inBytes(bytes)} of ${inBytes(total)}`;
  return `${nameColumn(name)} ${barOf(fractionOf(task))} ${read === null ? size : `${read} cases`}`;
}

function totalsText(totals: Totals): string {
  const { unitsDone, units, bytesDownloaded, archivesDone, archives, casesRead, seconds, secondsLeft } =
    totals;
  const per = (number: number): number => Math.round(number / Math.max(seconds, 1));
  const parts = [
    secondsLeft === null ? null : `${timeText(secondsLeft)} left`,
    units === null ? null : `${unitsDone} of ${units} units`,
    bytesDownloaded === 0
      ? null
      : `${inBytes(bytesDownloaded)} downloaded, ${inBytes(per(bytesDownloaded))}/s`,
    archives === null ? null : `${archivesDone} of ${archives} archives`,
    casesRead === 0 ? null : `${casesRead} cases read, ${per(casesRead)} cases/s`,
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? `${timeText(seconds)} so far` : known.join(", ");
}

/** `1:05`, `2:00:00`. */
function timeText(seconds: number): string {
  const rounded = Math.ceil(seconds);
  const parts = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

function nameColumn(name: string): string {
  return shorten(escapeLine(name), NAME_WIDTH).padEnd(NAME_WIDTH);
}

/** ASCII only: it prints in any terminal and font. */
function barOf(fraction: number | null): string {
  if (fraction === null) return `[${" ".repeat(BAR_WIDTH)}]     `;
  const full = Math.floor(fraction * BAR_WIDTH);
  const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
  return `[${"#".repeat(full)}${"-".repeat(BAR_WIDTH - full)}] ${percent}`;
}
