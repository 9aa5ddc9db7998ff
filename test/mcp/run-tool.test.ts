/** Generated calls: each is answered, or refused with a reason; none fails inside. */
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import { runTool } from "../../src/mcp/run-tool.ts";
import { SCHEMAS, TOOL_NAMES } from "../../src/mcp/schemas.ts";
import { RESOURCES } from "../../src/mcp/server.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { records } from "../corpus/made-records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";

type Schema = (typeof SCHEMAS)["coverage"]["input"];

/** What a schema makes of a value, which it does at once. */
function read(schema: Schema, value: unknown) {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("not at once");
  return result;
}

const text = fc.oneof(
  fc.constantFrom(
    "1 Mass. 1",
    "“a quotation of four words” 2 U.S. 3",
    "roe v. wade",
    "",
    "(((",
    '"',
    "\u0000",
    "%",
  ),
  fc.string({ maxLength: 60, unit: "binary" }),
);
const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(-1, 1.5, 1e15));
const input = fc.record(
  {
    query: text,
    text,
    texts: fc.array(text, { maxLength: 4 }),
    id,
    part: fc.integer({ min: -1, max: 4 }),
    offset: fc.integer({ min: -1, max: 500 }),
    direction: fc.constantFrom("cites", "cited_by", "both"),
    order: fc.constantFrom("relevance", "newest", "oldest", "random"),
    limit: fc.integer({ min: 0, max: 21 }),
    jurisdiction: fc.constantFrom("ill", "neb", "none", ""),
    court: fc.constantFrom("neb", "x"),
    from: fc.constantFrom("1900", "1988-05", "9999-99", "soon"),
    to: fc.constantFrom("1999", "1988-02-30"),
    author: text,
    cursor: fc.oneof(text, fc.constantFrom("0", "5", "e30")),
  },
  { requiredKeys: [] },
);

test("no generated call fails inside, and every answer has the form of its schema", () => {
  let answered = 0;
  fc.assert(
    fc.property(
      records,
      fc.array(fc.tuple(fc.constantFrom(...TOOL_NAMES), input), { minLength: 60, maxLength: 60 }),
      (lines, calls) => {
        using v1 = openV1(makeCorpus(lines));
        for (const [name, given] of calls) {
          const { accepts, input: schema, output } = SCHEMAS[name];
          const own = Object.fromEntries(Object.entries(given).filter(([key]) => key in accepts.entries));
          const valid = read(schema, own);
          if (valid.issues !== undefined) continue;
          try {
            const answer = runTool(v1, name, valid.value);
            expect([name, own, read(output, answer).issues ?? []]).toEqual([name, own, []]);
            expect(JSON.stringify(answer).length).toBeLessThan(100_000);
            answered++;
          } catch (error) {
            if (!(error instanceof CaselawError)) throw error;
          }
        }
      },
    ),
    fuzzing(4),
  );
  expect(answered).toBeGreaterThan(50);
});

test("no generated resource fails inside, and none is too large", () => {
  const address = fc.record({
    id: fc.integer({ min: -1, max: 12 }),
    part: fc.nat(3),
    offset: fc.nat(90_000),
  });
  const body = textBody("“quoted” text\n".repeat(6_000));
  using v1 = openV1(
    makeCorpus([bulkCase(1, { casebody: body }), bulkCase(2), bulkCase(3, { casebody: null })]),
  );
  let answered = 0;
  fc.assert(
    fc.property(fc.constantFrom(...RESOURCES), address, ({ name, input: schema }, given) => {
      const parts = Object.entries(given).map(([key, value]) => [key, String(value)]);
      const valid = v.safeParse(schema, Object.fromEntries(parts));
      if (!valid.success) return;
      try {
        expect(Buffer.byteLength(JSON.stringify(runTool(v1, name, valid.output)))).toBeLessThan(100_000);
        answered++;
      } catch (error) {
        if (!(error instanceof CaselawError)) throw error;
      }
    }),
    fuzzing(100),
  );
  expect(answered).toBeGreaterThan(20);
});

test("an answer has at most 100 kB, however many cases have a citation and however much a quotation differs", () => {
  const sentence = Array.from({ length: 600 }, (_, nth) => `word${nth}`).join(" ");
  const altered = sentence.replace(/(word\d*5) /g, "$1 zz ");
  const records = Array.from({ length: 300 }, (_, nth) => ({
    ...bulkCase(nth + 1, { citations: [{ type: "official", cite: "1 Ill. 20" }] }),
  }));
  const own = bulkCase(400, { casebody: textBody(sentence) });
  using v1 = openV1(makeCorpus([...records, own]));
  const [ambiguous, quoted] = [
    "1 Ill. 20; ".repeat(400),
    `“${altered.slice(0, 3_900)}” 1 Ill. 400. `.repeat(5),
  ];
  const answers = [
    runTool(v1, "lookup_citations", { text: ambiguous }),
    runTool(v1, "check_text", { text: ambiguous.slice(0, 2_000) + quoted.slice(0, 17_000) }),
  ];
  for (const answer of answers) {
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(100_000);
    expect(answer).toMatchObject({ citations: expect.arrayContaining([expect.anything()]) });
  }
  expect(answers[1]).toMatchObject({
    quotation_count: 4,
    quotations: expect.arrayContaining([expect.objectContaining({ verdict: "near" })]),
  });
});

test("a cursor that no answer gave is refused", () => {
  using v1 = openV1(makeCorpus([bulkCase(1)]));
  for (const direction of ["cites", "cited_by"])
    for (const cursor of ["garbage", "-1", "1e3"])
      expect(() => runTool(v1, "citing", { id: 1, direction, limit: 5, cursor })).toThrow("Invalid cursor");
  expect(runTool(v1, "citing", { id: 1, direction: "cites", limit: 5, cursor: "0" })).toMatchObject({
    count: 0,
  });
});

test("read_case and the resource of a case show the known faults of its data", () => {
  using v1 = openV1(makeCorpus([bulkCase(1, { decision_date: "1601-05-01" }), bulkCase(2)]));
  const notes = [
    {
      fault: "before-first-case",
      text: expect.stringContaining("The year 1601"),
      source: expect.any(String),
    },
  ];
  expect(runTool(v1, "read_case", { id: 1, part: 0, offset: 0 })).toMatchObject({ notes });
  expect(runTool(v1, "case", { id: 1 })).toMatchObject({ notes });
  expect(runTool(v1, "read_case", { id: 2, part: 0, offset: 0 })).toMatchObject({ notes: [] });
});

const body = textBody("the mill dam broke, of 410 pages in the U.S. and 113 more");
const searched = makeCorpus([bulkCase(1, { casebody: body }), bulkCase(2)], `${keptFolder()}/test.db`);

function search(query: string, more: object = {}): object {
  using v1 = openV1(searched, { baseUrl: "" });
  const valid = read(SCHEMAS.search_cases.input, { query, ...more });
  return runTool(v1, "search_cases", "value" in valid ? valid.value : null);
}

test("search_cases reads a query of nine words as a sentence, and gives the passage and its page", () => {
  const { results, notes } = search("what happens when the mill dam of somebody broke down") as {
    readonly results: readonly {
      readonly id: number;
      readonly snippets: readonly string[];
      readonly pages: readonly string[];
    }[];
    readonly notes: readonly { readonly message: string }[];
  };
  expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining("read as: a sentence")]);
  // its text marks no pages
  expect(results.map(({ id, pages }) => [id, pages])).toEqual([[1, []]]);
  expect(results[0]?.snippets).toEqual([expect.stringContaining("mill dam broke")]);
});

test("search_cases says how a query was read, and finds no case for a citation that is not here", () => {
  expect(search("mill OR zebra")).toMatchObject({
    count: 0,
    notes: [{ message: expect.stringContaining("OR was read as a word"), search_syntax: "connectors" }],
  });
  expect(search("mill OR zebra", { syntax: "connectors" })).toMatchObject({
    count: 1,
    notes: [{ message: "the search was read as: mill OR zebra" }],
  });
  expect(search("410 us 113")).toMatchObject({
    ...{ count: 0, results: [] },
    notes: [{ message: expect.stringContaining("410 U.S. 113: volume not imported") }],
  });
  expect(search("1 Ill. 2")).toMatchObject({
    results: [{ id: 2 }],
    notes: [{ message: "1 Ill. 2 is the citation of Case 2" }],
  });
  expect(search("mill dam")).toMatchObject({ count: 1, notes: [] });
});

test("search_cases takes courts and jurisdictions by name, and names the nearest of a wrong one", () => {
  for (const more of [{ court: "Illinois supreme court" }, { court: "ill-1" }, { jurisdiction: "Illinois" }])
    expect(search("mill", more)).toMatchObject({ count: 1 });
  expect(() => search("mill", { jurisdiction: "Ilinois" })).toThrow('did you mean "ill" (Illinois)?');
  expect(() => search("mill", { court: "Illinois Supreme Ct" })).toThrow('did you mean "ill-1"');
  expect(() => search("mill", { court: "x" })).toThrow('Cannot use court "x": no court of the corpus has');
});

test("an argument that a tool does not have is refused with the nearest one, and an id may be a string", () => {
  const messageOf = (given: object): string | undefined =>
    read(SCHEMAS.search_cases.input, { query: "mill", ...given }).issues?.[0]?.message;
  expect(messageOf({ decision_date_min: "1900", colour: 1 })).toMatch(
    /^this tool has no argument "decision_date_min" \(did you mean from\?\), "colour"; it has query, /,
  );
  expect(messageOf({ limt: 3 })).toContain('"limt" (did you mean limit?)');
  expect(messageOf({ limit: "3" })).toBeUndefined();
  expect(read(SCHEMAS.read_case.input, { id: "12" })).toMatchObject({
    value: { id: 12, part: 1, offset: 0 },
  });
  for (const id of ["", "1.5", "x", "-1", true])
    expect(read(SCHEMAS.read_case.input, { id }).issues).toHaveLength(1);
});

test("addresses of cases are in answers only where a service runs, and a text without citations is not confirmed", () => {
  const checked = (baseUrl: string, text: string): string => {
    using v1 = openV1(makeCorpus([bulkCase(1)]), { baseUrl });
    return JSON.stringify([runTool(v1, "check_text", { text }), runTool(v1, "lookup_citations", { text })]);
  };
  expect(checked("", "1 Ill. 1")).not.toContain('"url"');
  expect(checked("https://cases.example", "1 Ill. 1")).toContain('"url":"https://cases.example/v1/cases/1/"');
  expect(checked("", "A letter.")).toContain("No citation and no quotation found");
});
