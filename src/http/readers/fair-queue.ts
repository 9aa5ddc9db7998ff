import type { TaskName } from "../../mcp/run-tool.ts";
import { CASE_PARAMETERS } from "../../v1/case-parameters.ts";
import type { Question } from "./protocol.ts";

/**
 * Chooses the next question.
 *
 * Connections take turns, so a connection with many questions delays the others by one question, not by all of them.
 * Costly questions have a separate lane and never run on all readers at once, so a cheap question waits only for other
 * cheap questions. After some cheap questions comes a costly one, so that no lane waits for ever.
 */

/** `costly`: may take until the deadline; `cheap`: takes some milliseconds. */
export type Cost = "cheap" | "costly";

export interface Waiting {
  readonly cost: Cost;
  /** Compared by identity. */
  readonly connection: object;
}

interface QueueBounds {
  /** Questions that may wait in each lane. */
  readonly waiting: number;
  /** Costly questions that may run at the same time. */
  readonly costlyRunning: number;
}

/** Cheap questions before a costly one that could run: together they take as long as one search. */
const CHEAP_BEFORE_COSTLY = 16;

export class FairQueue<T extends Waiting> {
  readonly #bounds: QueueBounds;
  /** Questions by connection; the connection whose turn it is comes first, and no list is empty. */
  readonly #lanes: Readonly<Record<Cost, Map<object, T[]>>> = { cheap: new Map(), costly: new Map() };
  #costlyRunning = 0;
  /** Cheap questions since a costly one could have run. */
  #cheapInARow = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Returns false, and does not keep the question, when its lane is full. */
  add(question: T): boolean {
    const lane = this.#lanes[question.cost];
    const waiting = lane.values().reduce((sum, { length }) => sum + length, 0);
    if (waiting >= this.#bounds.waiting) return false;
    lane.set(question.connection, [...(lane.get(question.connection) ?? []), question]);
    return true;
  }

  /** The next question to run; null if none may run now. Call `release` when it has ended. */
  take(): T | null {
    const { cheap, costly } = this.#lanes;
    const mayBeCostly = costly.size > 0 && this.#costlyRunning < this.#bounds.costlyRunning;
    const isCheap = cheap.size > 0 && !(mayBeCostly && this.#cheapInARow >= CHEAP_BEFORE_COSTLY);
    if (!isCheap && !mayBeCostly) return null;
    this.#cheapInARow = isCheap && mayBeCostly ? this.#cheapInARow + 1 : 0;
    if (!isCheap) this.#costlyRunning++;
    const lane = isCheap ? cheap : costly;
    for (const [connection, [first, ...rest]] of lane) {
      // it goes to the end of the line
      lane.delete(connection);
      if (rest.length > 0) lane.set(connection, rest);
      return first ?? null;
    }
    return null;
  }

  release({ cost }: T): void {
    if (cost === "costly") this.#costlyRunning--;
  }

  remove(question: T): boolean {
    const { connection, cost } = question;
    const questions = this.#lanes[cost].get(connection) ?? [];
    const left = questions.filter((waiting) => waiting !== question);
    if (left.length > 0) this.#lanes[cost].set(connection, left);
    else this.#lanes[cost].delete(connection);
    return left.length < questions.length;
  }

  clear(): T[] {
    return Object.values(this.#lanes).flatMap((lane) => {
      const all = [...lane.values()].flat();
      lane.clear();
      return all;
    });
  }
}

/** Tools that read one case, or stored counts. */
const CHEAP_TOOLS: ReadonlySet<TaskName> = new Set(["read_case", "find_in_case", "coverage", "case", "part"]);
/** The default page size: each further case is read and written. */
const USUAL_PAGE = 100;

/** A case, a list without a search, a page to browse: `cheap`. Searches, counts, trends and big pages: `costly`. */
export function costOf(question: Question): Cost {
  const { kind } = question;
  if (kind === "root" || kind === "record" || kind === "bulk file") return "cheap";
  if (question.kind === "check" || question.kind === "of case" || question.kind === "state") return "costly";
  if (question.kind === "endpoint") return question.name === "resolve" ? "cheap" : "costly";
  if (question.kind === "tool") return CHEAP_TOOLS.has(question.name) ? "cheap" : "costly";
  const query = new URLSearchParams(question.query);
  if (question.kind === "page") return isCostlyPage(question.path, query) ? "costly" : "cheap";
  if (Number(query.get("page_size")) > USUAL_PAGE) return "costly";
  return question.collection === "cases" && isCostly(query) ? "costly" : "cheap";
}

const COSTLY = new Map(
  CASE_PARAMETERS.flatMap(({ name, isCostly }) =>
    isCostly === undefined ? [] : [[name, isCostly] as const],
  ),
);

function isCostly(query: URLSearchParams): boolean {
  return query.entries().some(([name, value]) => value !== "" && COSTLY.get(name)?.(value) === true);
}

/** The pages that search and count: the home page, the trends, similar and citing cases, and a result of a search. */
function isCostlyPage(path: string, query: URLSearchParams): boolean {
  // the address of a result has its search
  if (path.startsWith("/cases/") && isCostly(query)) return true;
  return (
    ((path === "/" || path === "/trends/") && query.size > 0) ||
    /\/(?:similar|treatment|next|previous)\/$/.test(path)
  );
}
