import fc from "fast-check";
import { expect, test } from "vitest";
import {
  below,
  isSafeName,
  listCollection,
  listFile,
  localNames,
  readRows,
} from "../../src/sources/listing.ts";
import { readJurisdiction } from "../../src/sources/read-reference.ts";
import { listedWeb, pageOf } from "../support/web.ts";

const FIRST = "http://x/v1/courts/";
const SECOND = "http://x/v1/courts/?cursor=b";

test("listCollection reads every page, following next as given", async () => {
  const web = listedWeb({
    [FIRST]: pageOf([1, 2], { count: 3, next: SECOND }),
    [SECOND]: pageOf([3], { count: 3 }),
  });
  expect(await listCollection(FIRST, web)).toEqual([1, 2, 3]);
  expect(web.asked).toEqual([FIRST, SECOND]);
});

test("listCollection does without a count, and takes a relative or empty next", async () => {
  const web = listedWeb({
    [FIRST]: { results: [1], next: "?cursor=b" },
    [SECOND]: { count: null, results: [2], next: "" },
  });
  expect(await listCollection(FIRST, web)).toEqual([1, 2]);
});

test("N11: listCollection stops at a next followed before, complete if the count says so", async () => {
  const web = listedWeb({
    [FIRST]: pageOf([1], { count: 2, next: SECOND }),
    [SECOND]: pageOf([2], { count: 2, next: FIRST }),
  });
  expect(await listCollection(FIRST, web)).toEqual([1, 2]);
  expect(web.asked).toHaveLength(2);
});

test.each([
  ["a loop before its end", pageOf([1], { count: 5, next: FIRST }), "it counts 5 records and lists 1"],
  ["a loop without count", pageOf([1], { count: null, next: FIRST }), `its pages lead back to ${FIRST}`],
  ["a count too low", pageOf([1, 2], { count: 1 }), "it counts 1 records and lists 2"],
  ["a count too high", pageOf([], { count: 1 }), "it counts 1 records and lists 0"],
  [
    "another origin",
    pageOf([1], { count: 2, next: "http://evil/v1/courts/" }),
    'its next page is on another origin, "http://evil"',
  ],
  ["another scheme", pageOf([1], { count: 2, next: "file:///etc/passwd" }), /another origin/],
  ["no results", { count: 0, next: null }, "results: expected a value, found nothing"],
  ["a list", [], "record: expected an object, found a list"],
  ["next of another type", pageOf([], { next: 5 }), "next: expected a string, found 5"],
])("N11: listCollection refuses a listing with %s", async (_, page, found) => {
  const web = listedWeb({ [FIRST]: page });
  const message = typeof found === "string" ? `Cannot read ${FIRST}: ${found}` : found;
  await expect(listCollection(FIRST, web)).rejects.toMatchObject({ code: "corrupt", message });
  expect(web.asked).toEqual([FIRST]);
});

test("N11: listCollection ends a listing that never does", async () => {
  let page = 0;
  const web = { getJson: async () => ({ count: null, next: `${FIRST}?cursor=${++page}`, results: [] }) };
  await expect(listCollection(FIRST, web)).rejects.toThrow(/more than 20000 pages$/);
});

test("N13: listCollection ends pages without end that differ in what a server does not see", async () => {
  let page = 0;
  const web = { getJson: async () => ({ count: null, next: `${SECOND}#${++page}`, results: [page] }) };
  await expect(listCollection(FIRST, web)).rejects.toThrow(`its pages lead back to ${SECOND}`);
  expect(page).toBe(2);
});

test("N13: listCollection refuses a count of a thousand million at once", async () => {
  const web = listedWeb({ [FIRST]: pageOf([1], { count: 1_000_000_000, next: SECOND }) });
  await expect(listCollection(FIRST, web)).rejects.toMatchObject({
    code: "corrupt",
    message: `Cannot read ${FIRST}: it counts 1000000000 records, more than 1000000`,
  });
  expect(web.asked).toEqual([FIRST]);
});

test("N13: listings have a million records at most, on one page or on many", async () => {
  const results = Array.from({ length: 400_000 }, () => 1);
  let page = 0;
  const web = { getJson: async () => ({ count: null, next: `${FIRST}?cursor=${++page}`, results }) };
  await expect(listCollection(FIRST, web)).rejects.toThrow(/: more than 1000000 records$/);
  expect(page).toBe(3);
  const file = { getJson: async () => Array.from({ length: 1_000_001 }, () => 1) };
  await expect(listFile("http://x/a.json", file)).rejects.toThrow(/: more than 1000000 records$/);
});

test("listFile takes an array only", async () => {
  const web = listedWeb({ "http://x/a.json": [1], "http://x/b.json": { detail: "x" } });
  expect(await listFile("http://x/a.json", web)).toEqual([1]);
  await expect(listFile("http://x/b.json", web)).rejects.toThrow("Cannot read http://x/b.json: not a list");
});

test("N11: readRows uses the good rows and reports the positions of the others", () => {
  const { records, problems } = readRows([{ id: 1 }, 5, { id: 2 }], readJurisdiction, "jurisdiction");
  expect(records.map(({ id }) => id)).toEqual([1, 2]);
  expect(problems).toEqual(["Cannot use jurisdiction 2 of the listing: record: expected an object, found 5"]);
});

test("below joins a base with or without a slash or a path, and refuses what is no address", () => {
  expect(below("http://x", "v1/bulk/")).toBe("http://x/v1/bulk/");
  expect(below("http://x/cap//", "v1/bulk/")).toBe("http://x/cap/v1/bulk/");
  expect(() => below("ftp://x", "a")).toThrow(/^Cannot use source address "ftp:\/\/x": /);
});

const nameOf = (fileName: string) => localNames([{ key: "ill-xml", fileName }]).get("ill-xml");

test.each([
  ["../../x.zip", "_x~ill-xml.zip"],
  ["/etc/x", "_etc_x~ill-xml.zip"],
  ["C:\\x.zip", "C_x~ill-xml.zip"],
  ["", "bulk~ill-xml.zip"],
  ["..", "_~ill-xml.zip"],
  [".zip", "bulk~ill-xml.zip"],
  ["a\u0000b.zip", "a_b~ill-xml.zip"],
  ["a~ill-xml.zip", "a_ill-xml~ill-xml.zip"],
  ["x.json", "x_json~ill-xml.zip"],
  ["a".repeat(300), `${"a".repeat(40)}~ill-xml.zip`],
])("localNames makes %j safe", (name, safe) => {
  expect(nameOf(name)).toBe(safe);
});

test("N11: localNames makes safe and different names of anything", () => {
  const names = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a.zip", "A.zip", "../a.zip")),
  );
  fc.assert(
    fc.property(names, (given) => {
      const files = given.map((fileName, index) => ({ key: `k${index}`, fileName }));
      const made = [...localNames(files).values()];
      expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(files.length);
      for (const name of made) expect(name).toMatch(/^[^./\\~][^/\\:\0]*\.zip$/u);
    }),
  );
});

test.each(["..", ".", "", "a/b", "a\\b", "x.", " x", "a:b", "-a", "e\u0301"])(
  "isSafeName refuses %j",
  (name) => {
    expect(isSafeName(name)).toBe(false);
  },
);
