/**
 * The progress of a run, computed from the events of the pipeline: current tasks, what is done, time left.
 *
 * Times are milliseconds of a monotonic clock. Time left assumes the rate so far; null as long as that is unknown.
 */
import { basename } from "node:path";
import { isHere } from "../../domain/bulk-file.ts";
import type { ProgressEvent } from "../../import/run.ts";
import { escapeLine, inBytes, shorten } from "../terminal-text.ts";

type Plan = Extract<ProgressEvent, { kind: "plan" }>;
type FoundArchives = Extract<ProgressEvent, { kind: "found" }>;

/** A current download, or an archive that is being read. */
interface Task {
  readonly name: string;
  readonly bytes: number;
  readonly total: number | null;
  /** Cases; null for a download. */
  readonly read: number | null;
}

/** The totals of the run. */
export interface Totals {
  /** Units downloaded, failed or missing, of the units that the plan wants to download; null without a plan. */
  readonly units: { readonly done: number; readonly planned: number } | null;
  readonly bytesDownloaded: number;
  /** Archives read, of those found; `found` is null where they arrive one by one. */
  readonly archives: { readonly done: number; readonly found: number | null };
  readonly casesRead: number;
  readonly seconds: number;
  /** From 0 to 1. */
  readonly fraction: number | null;
  readonly secondsLeft: number | null;
}

/** A download whose first event has more than this continues an earlier run, whose bytes do not count for this run. */
const FIRST_CHUNK_BYTES = 256 * 1024;

export class Progress {
  readonly #startedAt: number;
  readonly #downloads = new Map<string, Task>();
  readonly #archives = new Map<string, Task>();
  #plan: Plan | null = null;
  #found: FoundArchives | null = null;
  #finished = 0;
  #downloaded = 0;
  #bytesDownloaded = 0;
  #archivesDone = 0;
  #bytesImported = 0;
  #casesRead = 0;

  constructor(now: number) {
    this.#startedAt = now;
  }

  note(event: ProgressEvent): void {
    if (event.kind === "plan") this.#plan = event;
    else if (event.kind === "found") this.#found = event;
    else if (event.kind === "download") {
      const before = this.#downloads.get(event.unit);
      const earlier = before?.bytes ?? (event.bytes <= FIRST_CHUNK_BYTES ? 0 : event.bytes);
      this.#bytesDownloaded += Math.max(event.bytes - earlier, 0);
      this.#downloads.set(event.unit, { ...event, name: event.unit, read: null });
    } else if (event.kind === "downloaded") {
      this.#downloads.delete(event.unit);
      this.#finished++;
      if (!isHere(event.outcome)) this.#downloaded++;
    } else if (event.kind === "archive") {
      this.#archives.set(event.path, { ...event, name: basename(event.path) });
    } else if (event.kind === "imported") {
      this.#archives.delete(event.report.path);
      this.#archivesDone++;
      this.#bytesImported += event.report.bytes;
      this.#casesRead += event.report.read;
    }
  }

  /** The current tasks, downloads first. */
  tasks(): Task[] {
    return [...this.#downloads.values(), ...this.#archives.values()];
  }

  totals(now: number): Totals {
    const seconds = (now - this.#startedAt) / 1000;
    const fraction = this.#plan === null ? this.#fractionOfFiles() : this.#fractionOfUnits(this.#plan);
    const isKnown = fraction !== null && fraction > 0;
    const reading = [...this.#archives.values()].reduce((sum, { read }) => sum + (read ?? 0), 0);
    return {
      units: this.#plan === null ? null : { done: this.#downloaded, planned: this.#plan.units },
      bytesDownloaded: this.#bytesDownloaded,
      archives: { done: this.#archivesDone, found: this.#found?.archives ?? null },
      casesRead: this.#casesRead + reading,
      seconds,
      fraction,
      secondsLeft: isKnown ? (seconds / fraction) * (1 - fraction) : null,
    };
  }

  /** By bytes where sizes are known, else by number of archives. */
  #fractionOfFiles(): number | null {
    if (this.#found === null) return null;
    const { archives, bytes } = this.#found;
    const reading = [...this.#archives.values()].reduce((sum, { bytes: read }) => sum + read, 0);
    const done = bytes > 0 ? (this.#bytesImported + reading) / bytes : this.#archivesDone / archives;
    return archives === 0 ? null : Math.min(done, 1);
  }

  /**
   * By units; current downloads count as fractions. Some planned units may already be on disk, so the rest is at most the
   * number of listed units without an outcome.
   */
  #fractionOfUnits({ units, listed }: Plan): number | null {
    const left = Math.min(units - this.#downloaded, listed - this.#finished);
    const current = [...this.#downloads.values()].reduce((sum, task) => sum + (fractionOf(task) ?? 0), 0);
    const done = this.#downloaded + current;
    return done + left === 0 ? null : Math.min(done / (this.#downloaded + left), 1);
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

/** For a terminal: the tasks, then the totals, each in a line of at most `width` characters. */
export function barLines(tasks: readonly Task[], totals: Totals, width: number): string[] {
  const lines = tasks.slice(0, MAX_TASKS).map(taskLine);
  const more = tasks.length - MAX_TASKS;
  if (more > 0) lines.push(`and ${more} more`);
  return [...lines, `${named("total")} ${barOf(totals.fraction)} ${totalsText(totals)}`].map((line) =>
    shorten(line, width),
  );
}

/** For a log. */
export function totalsLine(totals: Totals): string {
  const percent = totals.fraction === null ? "" : `${Math.floor(totals.fraction * 100)}%, `;
  return `progress: ${percent}${totalsText(totals)}`;
}

function taskLine(task: Task): string {
  const { name, bytes, total, read } = task;
  const size = total === null ? inBytes(bytes) : `${inBytes(bytes)} of ${inBytes(total)}`;
  return `${named(name)} ${barOf(fractionOf(task))} ${read === null ? size : `${read} cases`}`;
}

function totalsText({ units, bytesDownloaded, archives, casesRead, seconds, secondsLeft }: Totals): string {
  const per = (number: number): number => Math.round(number / Math.max(seconds, 1));
  const parts = [
    leftText(secondsLeft),
    units === null ? null : `${units.done} of ${units.planned} units`,
    bytesDownloaded === 0
      ? null
      : `${inBytes(bytesDownloaded)} downloaded, ${inBytes(per(bytesDownloaded))}/s`,
    archives.found === null ? null : `${archives.done} of ${archives.found} archives`,
    casesRead === 0 ? null : `${casesRead} cases read, ${per(casesRead)} cases/s`,
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? `${timeText(seconds)} so far` : known.join(", ");
}

/** `1:05 left`, `2:00:00 left`; null when unknown. */
function leftText(seconds: number | null): string | null {
  return seconds === null ? null : `${timeText(seconds)} left`;
}

function timeText(seconds: number): string {
  const rounded = Math.ceil(seconds);
  const parts = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

function named(name: string): string {
  return shorten(escapeLine(name), NAME_WIDTH).padEnd(NAME_WIDTH);
}

/** ASCII only: it prints in any terminal and font. */
function barOf(fraction: number | null): string {
  if (fraction === null) return `[${" ".repeat(BAR_WIDTH)}]     `;
  const full = Math.floor(fraction * BAR_WIDTH);
  const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
  return `[${"#".repeat(full)}${"-".repeat(BAR_WIDTH - full)}] ${percent}`;
}
