import { expect, test } from "vitest";
import { costOf } from "../../../src/http/readers/fair-queue.ts";
import type { Question } from "../../../src/http/readers/protocol.ts";

const setting = { baseUrl: "http://x", access: "anyone" } as const;

function list(query: string, collection: "cases" | "courts" = "cases"): Question {
  return { kind: "list", collection, query, format: "json", setting };
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
  ["trends as a file", { kind: "trends file", format: "csv", query: "q=mill", setting }],
  ["words by year", { kind: "endpoint", name: "ngrams", query: "q=mill", setting }],
])("H13: costOf knows that %s is costly", (_what, question) => {
  expect(costOf(question)).toBe("costly");
});
