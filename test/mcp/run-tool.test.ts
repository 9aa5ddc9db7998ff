/** Generated calls: each is answered, or refused with a reason; none fails inside. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import { runTool, TOOL_NAMES } from "../../src/mcp/run-tool.ts";
import { SCHEMAS } from "../../src/mcp/schemas.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { records } from "../corpus/made-records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";

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
          const { input: schema, output } = SCHEMAS[name];
          const own = Object.fromEntries(Object.entries(given).filter(([key]) => key in schema.shape));
          const valid = schema.safeParse(own);
          if (!valid.success) continue;
          try {
            const answer = runTool(v1, name, valid.data);
            expect([name, own, output.safeParse(answer).error?.issues ?? []]).toEqual([name, own, []]);
            expect(JSON.stringify(answer).length).toBeLessThan(100_000);
            answered++;
          } catch (error) {
            if (!(error instanceof CaselawError)) throw error;
          }
        }
      },
    ),
    fuzzing(8),
  );
  expect(answered).toBeGreaterThan(50);
});
