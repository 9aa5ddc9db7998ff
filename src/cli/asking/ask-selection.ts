/**
 * `caselaw sync` without arguments on a terminal: asks what to download, and shows the size and time of each choice. Without a terminal it asks nothing.
 */
import { createInterface } from "node:readline/promises";
import type { BulkFile, Selection } from "../../domain/bulk-file.ts";
import type { Estimate, EstimateOptions, SourceChoices } from "../../sync/estimate.ts";
import { closestName } from "../../v1/parameter.ts";
import type { Context } from "../context.ts";
import { Stopped } from "../process.ts";
import { tableLines } from "../render/table.ts";
import { durationText, escapeLine, inBytes, shownValue } from "../terminal-text.ts";

type Part = "volumes" | "reporters" | "jurisdictions";

interface Kind {
  readonly name: string;
  /** Null: all files. */
  readonly part: Part | null;
  readonly question: string;
}

const KINDS: readonly Kind[] = [
  { name: "a volume", part: "volumes", question: "Which volume, such as us/410?" },
  { name: "a reporter", part: "reporters", question: "Which reporter, by its slug or name, such as us?" },
  { name: "a state", part: "jurisdictions", question: "Which state, by its slug or name, such as ill?" },
  { name: "everything", part: null, question: "" },
];

/** The exit code of Ctrl-C. */
const INTERRUPTED = 130;

/**
 * @returns null for an empty answer
 * @throws CaselawError as `SourceChoices.open`; `Stopped` by Ctrl-C
 */
export async function askSelection(context: Context, options: EstimateOptions): Promise<Selection | null> {
  const { stderr } = context;
  await stderr.write(`Reading the list of ${escapeLine(options.sourceUrl)} …\n`);
  const { SourceChoices } = await import("../../sync/estimate.ts");
  await using choices = await SourceChoices.open(options);
  await stderr.write(await menuOf(choices));
  using terminal = openTerminal();
  const kind = KINDS[Number(await terminal.ask("Number (Enter: nothing): ")) - 1];
  if (kind === undefined) return null;
  const chosen = kind.part === null ? ALL : await askName(terminal.ask, kind, choices, context);
  if (chosen === null) return null;
  const files = choices.offer.files.filter((file) => isInPart(file, chosen));
  await stderr.write(await costText(await terminal.orStop(choices.estimate(files)), chosen, choices));
  const isMeant = /^y(es)?$/i.test(await terminal.ask("Start? (y, Enter: nothing) "));
  return isMeant ? selectionOf(chosen) : null;
}

/** A part of the list, by the name that the flag takes; null: all of it. */
interface Chosen {
  readonly part: Part | null;
  readonly name: string;
}

const ALL: Chosen = { part: null, name: "" };
const FLAGS = { volumes: "--volume", reporters: "--reporter", jurisdictions: "--jurisdiction" } as const;

function selectionOf({ part, name }: Chosen): Selection {
  const none = { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both" } as const;
  return part === null ? none : { ...none, [part]: [name] };
}

/** A line of the terminal; empty at the end of the input. @throws `Stopped` by Ctrl-C */
type Ask = (question: string) => Promise<string>;

interface Terminal extends Disposable {
  readonly ask: Ask;
  /** The work, unless Ctrl-C comes first. */
  readonly orStop: <T>(work: Promise<T>) => Promise<T>;
}

function openTerminal(): Terminal {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const stopped = new Promise<never>((_, reject) => {
    terminal.once("SIGINT", () => {
      process.stderr.write("\n");
      reject(new Stopped(INTERRUPTED));
    });
  });
  // it may come while nothing is asked
  stopped.catch(() => undefined);
  let isClosed = false;
  const ended = new Promise<null>((resolve) => {
    terminal.once("close", () => {
      isClosed = true;
      resolve(null);
    });
  });
  return {
    ask: async (question) => {
      const line = await Promise.race([stopped, isClosed ? ended : terminal.question(question), ended]);
      if (line === null) process.stderr.write("\n");
      return line?.trim() ?? "";
    },
    orStop: (work) => Promise.race([stopped, work]),
    [Symbol.dispose]: () => terminal.close(),
  };
}

/** Asks until the list has the name; null for an empty answer. */
async function askName(
  ask: Ask,
  { part, question }: Kind,
  choices: SourceChoices,
  { stderr }: Context,
): Promise<Chosen | null> {
  if (part === null) return ALL;
  const known = namesOf(choices, part);
  for (;;) {
    const answer = await ask(`${question} (Enter: nothing) `);
    if (answer === "") return null;
    const lowerCase = answer.toLowerCase();
    const [flagName] = known.find((names) => names.some((name) => name.toLowerCase() === lowerCase)) ?? [];
    if (flagName !== undefined) return { part, name: flagName };
    const similar = closestName(answer, known);
    const hint = similar === null ? "" : ` Did you mean ${escapeLine(similar)}?`;
    await stderr.write(`The list does not have "${shownValue(answer)}".${hint}\n`);
  }
}

/** For each part of a list its names; a flag takes the first name. */
function namesOf({ offer: { files, reference } }: SourceChoices, part: Part): readonly string[][] {
  if (part === "volumes") return files.map(({ unit }) => [unit]);
  const records =
    part === "reporters"
      ? reference.reporters.map(({ slug, shortName, fullName }) => [slug, shortName, fullName])
      : reference.jurisdictions.map(({ slug, name, nameLong }) => [slug, name, nameLong]);
  return records.filter(([slug]) => slug !== null).map((names) => names.filter((name) => name !== null));
}

function isInPart({ unit, reporter, volume }: BulkFile, { part, name }: Chosen): boolean {
  if (part === "volumes") return unit === name;
  if (part === "reporters") return reporter?.slug === name;
  return part === null || (volume?.jurisdictions?.some(({ slug }) => slug === name) ?? false);
}

/** The number of volumes of the smallest and the largest part, by the slugs of each volume. */
function boundsOf(slugs: readonly (readonly (string | null)[])[]): readonly [number, number] {
  const counts = new Map<string, number>();
  for (const slug of slugs.flat()) if (slug !== null) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const sizes = counts.size === 0 ? [0] : [...counts.values()];
  return [Math.min(...sizes), Math.max(...sizes)];
}

async function menuOf(choices: SourceChoices): Promise<string> {
  const { files, reference, totals } = choices.offer;
  const cases = totals.reduce((sum, total) => sum + total.cases, 0);
  const all = await choices.estimate(files);
  const each = all.bytes === null || all.missing === 0 ? null : all.bytes / all.missing;
  const bounds: readonly (readonly [number, number])[] = [
    [1, 1],
    boundsOf(files.map(({ reporter }) => [reporter?.slug ?? null])),
    boundsOf(files.map(({ volume }) => volume?.jurisdictions?.map(({ slug }) => slug) ?? [])),
    [files.length, files.length],
  ];
  const rows = KINDS.map(({ name }, at) => {
    const costs = (bounds[at] ?? [0, 0]).map((count) => choices.take(each === null ? null : each * count));
    const range = (words: readonly string[]): string => [...new Set(words)].join(" to ");
    return [
      `${at + 1}  ${name}`,
      range((bounds[at] ?? []).map(numberText)),
      range(costs.map(({ bytes }) => sizeText(bytes))),
      range(costs.map(({ diskBytes }) => sizeText(diskBytes))),
      range(costs.map(({ seconds }) => timeText(seconds))),
    ];
  });
  const titles = ["   what", "volumes", "download", "on the disk", "time"];
  const columns = titles.map((title, at) => [title, ...rows.map((cells) => cells[at] ?? "")]);
  const speed = choices.speed === null ? "" : `, and times from their speed, ${inBytes(choices.speed)}/s`;
  const counts = `${numberText(files.length)} volumes of ${numberText(reference.reporters.length)} reporters`;
  return `It has ${counts}${cases === 0 ? "" : `, ${numberText(cases)} cases`}. What do you want?
Sizes are estimated from ${choices.answered.length} of the volumes${speed}.

${tableLines(columns, Number.POSITIVE_INFINITY).join("\n")}

`;
}

/** Size and time of the choice, and the command that does the same in a script. */
async function costText(estimate: Estimate, { part, name }: Chosen, choices: SourceChoices): Promise<string> {
  const { missing, here, bytes, diskBytes, seconds } = estimate;
  const free = await choices.freeBytes();
  const isTooMuch = diskBytes !== null && diskBytes > free;
  const known = here === 0 ? "" : ` (${numberText(here)} here already)`;
  return `
To download: ${missing === 1 ? "1 volume" : `${numberText(missing)} volumes`}${known}, about ${sizeText(bytes)}, ${timeText(seconds)}
On the disk afterwards: about ${sizeText(diskBytes)}; ${inBytes(free)} are free${isTooMuch ? ", which is not enough" : ""}
The same in a script: caselaw sync${part === null ? "" : ` ${FLAGS[part]} '${escapeLine(name)}'`}

`;
}

function sizeText(bytes: number | null): string {
  return bytes === null ? "unknown" : inBytes(Math.round(bytes));
}

function timeText(seconds: number | null): string {
  return seconds === null ? "time unknown" : durationText(seconds);
}

function numberText(number: number): string {
  return number.toLocaleString("en");
}
