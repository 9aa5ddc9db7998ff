/** The tools as a client sees them: what they do, what they take, what they answer. */
import { z } from "zod";
import { closestName } from "../v1/parameter.ts";
import type { ToolName } from "./run-tool.ts";

export interface ToolSchema {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** By the name of an argument: its name in the interface, and other usual ones. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ["search", "q", "text", "words"],
  text: ["query", "q", "draft", "citation", "cite"],
  texts: ["text", "query", "queries", "q"],
  id: ["case_id", "case"],
  from: ["decision_date_min", "date_min", "date_from", "from_date", "start_date", "after", "since", "year"],
  to: ["decision_date_max", "date_max", "date_to", "to_date", "end_date", "before", "until"],
  order: ["ordering", "sort", "order_by", "sort_by"],
  limit: ["page_size", "max_results", "count", "max"],
  jurisdiction: ["state", "jurisdictions"],
  court: ["courts", "court_id"],
  author: ["judge", "justice"],
  cursor: ["page", "next"],
};

/** Characters of a name in a message. */
const MAX_SHOWN = 60;
/** Characters of a text that is sent. */
const MAX_SENT = 20_000;

const date = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
const year = z.number().nullable();
/** More is in these than the schema says: definitions are read with every question. `limits` (mcp/run-tool) is in every answer. */
const brief = z.looseObject({ id: z.number(), name: z.string() });
const id = numeral(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).describe(
  "id of a case, from another tool",
);
const limit = numeral(z.number().int().min(1).max(20))
  .default(10)
  .describe("results in one answer, default 10");
const cursor = z.string().max(10_000).optional().describe("from the last answer");
const jurisdiction = z.string().max(100).optional().describe("slug or name, as in coverage");
const from = date.optional().describe("decided on or after: YYYY, YYYY-MM or YYYY-MM-DD");
const to = date.optional().describe("decided on or before");
const sent = z.string().min(1).max(MAX_SENT).describe("plain text");
const pages = z.array(z.string()).describe("printed pages, if marked");
const citations = z.array(
  z.looseObject({ cite: z.string(), verdict: z.string(), cases: z.array(z.looseObject({})) }),
);

export const SCHEMAS: Readonly<Record<ToolName, ToolSchema>> = {
  search_cases: {
    title: "Search cases",
    description:
      'Searches names, citations and full texts of the imported American decisions. Query: words (all), "a phrase", a | b, -without, appell*, a /5 b (within 5 words), a +5 b (in this order), a /s b (sentence), a /p b (paragraph), author:name, court:slug, name:"a v. b".',
    input: input({
      query: z.string().min(1).max(2_000).describe("words and operators, or a citation"),
      jurisdiction,
      court: z.string().max(100).optional().describe("slug or name"),
      ...{ from, to },
      author: z.string().max(200).optional().describe("words in the name of an opinion's author"),
      order: z
        .enum(["relevance", "newest", "oldest"])
        .default("relevance")
        .describe("which results come first"),
      ...{ limit, cursor },
    }),
    output: z.looseObject({
      count: z.number().nullable().describe("all matches; null if counting takes long"),
      results: z.array(brief.extend({ snippets: z.array(z.string()) })),
      notes: z.array(z.looseObject({ message: z.string() })).describe("how the query was read"),
      ...{ cursor: z.string().nullable() },
    }),
  },
  read_case: {
    title: "Read a case",
    description:
      "Reads at most 8,000 characters of a decision. Part 0 is the head matter, 1 and up are the opinions; go on with next_offset.",
    input: input({
      id,
      part: numeral(z.number().int().min(0).max(10_000)).default(1).describe("number of the part, default 1"),
      offset: numeral(z.number().int().min(0).max(1e9))
        .default(0)
        .describe("first character to read, default 0"),
    }),
    output: z.looseObject({
      case: brief,
      parts: z.array(z.looseObject({ part: z.number() })),
      ...{ part: z.number(), text: z.string(), offset: z.number(), total_chars: z.number() },
      ...{ next_offset: z.number().nullable(), pages, sha256: z.string() },
      release: z.string().nullable(),
      notes: z.array(z.looseObject({ text: z.string() })),
    }),
  },
  find_in_case: {
    title: "Find words in a case",
    description: "Finds words in their order in one decision, with their pages and the text around them.",
    input: input({ id, text: z.string().min(1).max(1_000).describe("the words"), limit }),
    output: z.looseObject({
      ...{ case: brief, count: z.number() },
      passages: z.array(z.looseObject({ part: z.number(), text: z.string(), pages })),
    }),
  },
  lookup_citations: {
    title: "Look up citations",
    description:
      "Finds every full citation in a text and the case it names. 'volume not imported' does not mean that the case does not exist.",
    input: input({ text: sent }),
    output: z.looseObject({ count: z.number(), citations }),
  },
  citing: {
    title: "Follow citations",
    description:
      "What a case cites, or which cases cite it (newest first), with the text around each citation.",
    input: input({
      id,
      direction: z.enum(["cites", "cited_by"]).describe("what the case cites, or what cites it"),
      ...{ limit, cursor },
    }),
    output: z.looseObject({
      ...{ case: brief, count: z.number().nullable() },
      results: z.array(
        z.looseObject({ cite: z.string(), case: brief.nullable(), passage: z.string().nullable() }),
      ),
      ...{ cursor: z.string().nullable() },
    }),
  },
  check_text: {
    title: "Check a draft",
    description:
      "Checks every citation, case name, year, page and quotation of a text against the reports. Use it before you show what you wrote.",
    input: input({ text: sent }),
    output: z.looseObject({
      open: z.number().describe("citations and quotations that are not confirmed"),
      ...{ citation_count: z.number(), quotation_count: z.number(), citations },
      quotations: z.array(
        z.looseObject({
          text: z.string(),
          verdict: z.string().describe("near: altered"),
          passage: z.string().nullable(),
          pages,
        }),
      ),
    }),
  },
  trends: {
    title: "Count by year",
    description: "Counts the decisions of each year that match each text, next to all of the year.",
    input: input({
      texts: z.array(z.string().min(1).max(500)).min(1).max(3).describe("queries as of search_cases"),
      ...{ jurisdiction, from, to },
    }),
    output: z.looseObject({ series: z.array(z.looseObject({ text: z.string() })) }),
  },
  coverage: {
    title: "What is imported",
    description: "The imported jurisdictions with their numbers of decisions, and the first and last year.",
    input: input({}),
    output: z.looseObject({
      ...{ cases: z.number(), first_year: year, last_year: year },
      jurisdictions: z.array(z.looseObject({ slug: z.string(), name: z.string() })),
    }),
  },
};

/** The arguments of a tool. Another one is an error, which names the most similar one. */
function input<T extends z.ZodRawShape>(shape: T) {
  const names = Object.keys(shape).map((name) => [name, ...(OTHER_NAMES[name] ?? [])]);
  const messageOf = (unknown: string): string => {
    const similar = closestName(unknown, names);
    return `"${unknown.slice(0, MAX_SHOWN)}"${similar === null ? "" : ` (did you mean ${similar}?)`}`;
  };
  const known = names.length === 0 ? "it has none" : `it has ${names.map(([name]) => name).join(", ")}`;
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `this tool has no argument ${issue.keys.map(messageOf).join(", ")}; ${known}`
        : undefined,
  });
}

/** A number, also as digits in a string. */
function numeral<T extends z.ZodNumber>(number: T) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value),
    number,
  );
}
