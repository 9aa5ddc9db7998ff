import { expect, test } from "vitest";
import { type Cost, costOf, FairQueue } from "../../../src/http/readers/fair-queue.ts";
import type { Question } from "../../../src/http/readers/protocol.ts";

interface ChunkedAnswer {
  readonly name: string;
  readonly cost: Cost;
  readonly connection: object;
}

const [A, B, C] = [{}, {}, {}];

function asked(name: string, connection: object, cost: Cost = "cheap"): ChunkedAnswer {
  return { name, connection, cost };
}

function queueOf(
  questions: readonly ChunkedAnswer[],
  bounds = { waiting: 100, costlyRunning: 1 },
): FairQueue<ChunkedAnswer> {
  const queue = new FairQueue<ChunkedAnswer>(bounds);
  for (const question of questions) queue.add(question);
  return queue;
}

/** Takes until nothing may run; each question ends at once, or never. */
function namesTaken(queue: FairQueue<ChunkedAnswer>, ends: "at once" | "never" = "at once"): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next !== null; next = queue.take()) {
    names.push(next.name);
    if (ends === "at once") queue.release(next);
  }
  return names;
}

test("H12: FairQueue takes from each connection in turn, and within one in order", () => {
  const queue = queueOf([
    ...["a1", "a2", "a3"].map((name) => asked(name, A)),
    asked("b1", B),
    ...["c1", "c2"].map((name) => asked(name, C)),
  ]);
  expect(namesTaken(queue)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("H12: FairQueue puts a connection that comes again behind those that wait", () => {
  const queue = queueOf([asked("a1", A), asked("a2", A), asked("b1", B)]);
  expect(queue.take()?.name).toBe("a1");
  queue.add(asked("c1", C));
  expect(namesTaken(queue)).toEqual(["b1", "a2", "c1"]);
});

test("H12: FairQueue refuses what finds its lane full, and the other lane has room", () => {
  const queue = new FairQueue<ChunkedAnswer>({ waiting: 2, costlyRunning: 1 });
  const costly = ["s1", "s2", "s3"].map((name) => queue.add(asked(name, A, "costly")));
  expect(costly).toEqual([true, true, false]);
  expect(queue.add(asked("d1", A))).toBe(true);
  queue.take();
  queue.take();
  expect(queue.add(asked("s4", A, "costly"))).toBe(true);
});

test("H13: FairQueue takes cheap questions before costly ones that came first", () => {
  const queue = queueOf([asked("s1", A, "costly"), asked("s2", B, "costly"), asked("d1", A), asked("d2", C)]);
  expect(namesTaken(queue)).toEqual(["d1", "d2", "s1", "s2"]);
});

test("H13: FairQueue runs no more costly questions than its bound, and cheap ones all the same", () => {
  const queue = queueOf([...["s1", "s2", "s3"].map((name) => asked(name, {}, "costly")), asked("d1", A)], {
    waiting: 100,
    costlyRunning: 2,
  });
  const [, first] = [queue.take(), queue.take()];
  expect(namesTaken(queue, "never")).toEqual(["s2"]);
  queue.add(asked("d2", A));
  expect(namesTaken(queue, "never")).toEqual(["d2"]);
  if (first !== null) queue.release(first);
  expect(namesTaken(queue, "never")).toEqual(["s3"]);
});

test("H13: FairQueue takes a costly question now and then, however many cheap ones wait", () => {
  const queue = queueOf([
    asked("s1", A, "costly"),
    asked("s2", A, "costly"),
    ...Array.from({ length: 40 }, (_, at) => asked(`d${at}`, B)),
  ]);
  const names = namesTaken(queue);
  expect(names.indexOf("s1")).toBe(16);
  expect(names.indexOf("s2")).toBe(33);
  expect(names).toHaveLength(42);
});

test("FairQueue forgets what is removed, and knows what does not wait", () => {
  const [first, second] = [asked("a1", A), asked("a2", A)];
  const queue = queueOf([first, second]);
  expect([queue.remove(first), queue.remove(first)]).toEqual([true, false]);
  expect(queue.take()).toBe(second);
  expect([queue.remove(second), queue.take()]).toEqual([false, null]);
});

const setting = { baseUrl: "http://x", access: "anyone" } as const;

function list(query: string, collection: "cases" | "courts" = "cases"): Question {
  return { kind: "list", collection, query, setting };
}

function page(path: string, query = ""): Question {
  return { kind: "page", path, query, setting };
}

test.each<[string, Question]>([
  ["a case", { kind: "record", collection: "cases", key: "1", query: "full_case=true", setting }],
  ["an archive", { kind: "bulk file", id: 1 }],
  ["a list without a search", list("jurisdiction=ill&cursor=x&search=")],
  ["a citation", list("cite=1+Ill.+2")],
  ["courts by name", list("name=supreme", "courts")],
  ["the home page", page("/")],
  ["a page to browse", page("/browse/ill/")],
  ["a case to read", page("/cases/1/", "cites=all")],
])("H13: costOf knows that %s is cheap", (_what, question) => {
  expect(costOf(question)).toBe("cheap");
});

test.each<[string, Question]>([
  ["a search", list("search=mill")],
  ["a prefix", list("search=m*&page_size=1")],
  ["facets", list("facet=court")],
  ["what cites a case", list("cites_to=1")],
  ["part of a name", list("name_abbreviation=smith")],
  ["a big page", list("page_size=10000")],
  ["a search page", page("/", "search=mill")],
  ["a case that a search found", page("/cases/1/", "search=mill")],
  ["trends", page("/trends/", "q=mill")],
  ["words by year", { kind: "endpoint", name: "ngrams", query: "q=mill", setting }],
])("H13: costOf knows that %s is costly", (_what, question) => {
  expect(costOf(question)).toBe("costly");
});
