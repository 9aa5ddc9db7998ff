/** Progress as lines: on a terminal a bar for each task, and the totals of the run. */

import { escapeLine } from "../escape-for-terminal.ts";
import { fractionOf, type Task, type Totals } from "./progress.ts";
import { inBytes } from "./run-lines.ts";
import { shorten } from "./wrap.ts";

/** So that bar, time left and rate fit 80 characters. */
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
  const { name, bytes, total, read, rate, secondsLeft } = task;
  const rated = (text: (perSecond: number) => string): string | null =>
    rate === null ? null : text(Math.round(rate));
  const done =
    read === null
      ? [sizeText(bytes ?? 0, total), rated((perSecond) => `${inBytes(perSecond)}/s`)]
      : [`${read} cases`, rated((perSecond) => `${perSecond} cases/s`)];
  const parts = [leftText(secondsLeft), ...done];
  return `${named(name)} ${barOf(fractionOf(task))} ${parts.filter((part) => part !== null).join(", ")}`;
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

function sizeText(bytes: number, total: number | null): string {
  return total === null ? inBytes(bytes) : `${inBytes(bytes)} of ${inBytes(total)}`;
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
