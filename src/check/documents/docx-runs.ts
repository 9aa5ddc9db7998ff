/** The runs of a body in WordprocessingML, and marks around parts of its text: a run is divided where a mark is within it. */
import { lastFrom, type TextRange } from "../draft.ts";
import { readElements } from "./elements.ts";

/** A mark from one place of the XML to another one. */
export interface RangeMark {
  /** What the mark is around; null: the last run. */
  readonly range: TextRange | null;
  /** Elements that may be next to a run. */
  readonly opening: string;
  readonly closing: string;
}

/** A run that is in no other one: marks within a text box are around its run. */
interface Run extends TextRange {
  /** Its tag and its format, which each part of it gets. */
  readonly head: string;
  /** Behind the head. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly texts: readonly RunText[];
}

/** A `w:t` that may be divided. */
interface RunText extends TextRange {
  readonly text: TextRange;
  /** Whether its white space is kept, as it must be for each part. */
  readonly keepsSpace: boolean;
}

const TEXT_TAG = "<w:t";
const KEEP_SPACE = ' xml:space="preserve"';

/** @throws Error if the XML is not well-formed, or has no run */
export function markRuns(xml: string, marks: readonly RangeMark[]): string {
  const runs = runsOf(xml);
  if (runs.length === 0) throw new Error("its text is in no run");
  const cuts = new Map<number, MarkedCut>();
  const mark = (cut: Cut, side: "opening" | "closing", written: string): void => {
    const known = cuts.get(cut.at) ?? { ...cut, opening: "", closing: "" };
    known[side] += written;
    cuts.set(cut.at, known);
  };
  const last = runs.at(-1) as Run;
  for (const { range, opening, closing } of marks) {
    mark(range === null ? betweenRuns(last.start) : cutBefore(runs, range.start), "opening", opening);
    mark(range === null ? betweenRuns(last.end) : cutAfter(runs, range.end), "closing", closing);
  }
  return withMarks(xml, cuts.values());
}

interface OpenRun {
  readonly start: number;
  readonly tag: string;
  format: string;
  contentStart: number;
  readonly texts: RunText[];
}

function runsOf(xml: string): Run[] {
  const runs: Run[] = [];
  const open: { tag: string; at: TextRange }[] = [];
  let run: OpenRun | null = null;
  let runDepth = 0;
  readElements(xml, "xml", {
    open: (tag, _, at) => {
      open.push({ tag, at });
      if (run !== null || tag !== "w:r") return;
      run = {
        start: at.start,
        tag: xml.slice(at.start, at.end),
        format: "",
        contentStart: at.end,
        texts: [],
      };
      runDepth = open.length;
    },
    close: (tag, { start, end }) => {
      const opened = open.pop();
      const isEmpty = opened?.at.end === end;
      if (opened?.tag !== tag || !(isEmpty || xml.startsWith(`</${tag}`, start)))
        throw new Error("its XML is not well-formed");
      if (run === null) return;
      if (open.length === runDepth && tag === "w:rPr" && opened.at.start === run.contentStart) {
        run.format = xml.slice(opened.at.start, end);
        run.contentStart = end;
      } else if (open.length === runDepth && tag === "w:t") {
        run.texts.push(...textOf(xml, opened.at, { start, end }));
      } else if (open.length === runDepth - 1) {
        const { start: runStart, tag: head, format, contentStart, texts } = run;
        runs.push({ start: runStart, end, head: head + format, contentStart, contentEnd: start, texts });
        run = null;
      }
    },
  });
  if (open.length > 0) throw new Error("its XML is not well-formed");
  return runs;
}

/** None if it has markup within, or white space at an edge that is not kept. */
function textOf(xml: string, opened: TextRange, closed: TextRange): RunText[] {
  const text = xml.slice(opened.end, closed.start);
  const keepsSpace = /\sxml:space\s*=\s*["']preserve["']/.test(xml.slice(opened.start, opened.end));
  if (text.includes("<") || (!keepsSpace && text !== text.trim())) return [];
  return [
    { start: opened.start, end: closed.end, text: { start: opened.end, end: closed.start }, keepsSpace },
  ];
}

/** A place for marks, and what is to be written before and after them. */
interface Cut {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  readonly text: RunText | null;
}

function cutBefore(runs: readonly Run[], at: number): Cut {
  const run = runAt(runs, at);
  const text = lastFrom(run.texts, at);
  if (text === undefined || at >= text.text.end || at < text.text.start) return betweenRuns(run.start);
  if (at > text.text.start) return withinText(run, text, at);
  return text.start === run.contentStart ? betweenRuns(run.start) : betweenTexts(run, text.start);
}

/** @param at behind the last character */
function cutAfter(runs: readonly Run[], at: number): Cut {
  const run = runAt(runs, at - 1);
  const text = lastFrom(run.texts, at - 1);
  if (text === undefined || at > text.text.end || at <= text.text.start) return betweenRuns(run.end);
  if (at < text.text.end) return withinText(run, text, at);
  return text.end === run.contentEnd ? betweenRuns(run.end) : betweenTexts(run, text.end);
}

function betweenRuns(at: number): Cut {
  return { at, before: "", after: "", text: null };
}

function betweenTexts({ head }: Run, at: number): Cut {
  return { at, before: "</w:r>", after: head, text: null };
}

function withinText({ head }: Run, text: RunText, at: number): Cut {
  return { at, before: "</w:t></w:r>", after: `${head}${TEXT_TAG}${KEEP_SPACE}>`, text };
}

/** The run at this place; of text that is in no run, which is wrong, the one before or the first one. */
function runAt(runs: readonly Run[], at: number): Run {
  return lastFrom(runs, at) ?? (runs[0] as Run);
}

interface MarkedCut extends Cut {
  opening: string;
  closing: string;
}

function withMarks(xml: string, cuts: Iterable<MarkedCut>): string {
  const inserted = new Map<number, string>();
  for (const { at, before, after, opening, closing, text } of cuts) {
    // one mark ends before the next begins
    inserted.set(at, before + closing + opening + after);
    if (text !== null && !text.keepsSpace) inserted.set(text.start + TEXT_TAG.length, KEEP_SPACE);
  }
  const places = [...inserted].sort(([a], [b]) => a - b);
  let [written, end] = ["", 0];
  for (const [at, added] of places) {
    written += xml.slice(end, at) + added;
    end = at;
  }
  return written + xml.slice(end);
}
