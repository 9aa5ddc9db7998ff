/** The tools as a client sees them: what they do, what they take, what they answer. */
import { z } from "zod";
import type { ToolName } from "./run-tool.ts";

export interface ToolSchema {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** Characters of a text that is sent. */
const MAX_SENT = 20_000;

const date = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
const year = z.number().nullable();
/** More is in these than the schema says: definitions are read with every question. */
const limits = z.looseObject({});
const brief = z.looseObject({ id: z.number(), name: z.string() });
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe("id of a case, from another tool");
const limit = z.number().int().min(1).max(20).default(10);
const cursor = z.string().max(10_000).optional().describe("from the last answer");
const jurisdiction = z.string().max(100).optional().describe("slug, from coverage");
const from = date.optional().describe("decided on or after: YYYY, YYYY-MM or YYYY-MM-DD");
const to = date.optional().describe("decided on or before");
const sent = z.string().min(1).max(MAX_SENT).describe("plain text");
const pages = z.array(z.string()).describe("printed pages, if marked");
const citations = z.array(
  z.looseObject({ cite: z.string(), verdict: z.string(), cases: z.array(z.looseObject({ id: z.number() })) }),
);

export const SCHEMAS: Readonly<Record<ToolName, ToolSchema>> = {
  search_cases: {
    title: "Search cases",
    description:
      'Searches names, citations and full texts of the imported American decisions. Query: words (all), "a phrase", a | b, -without, appell*, a /5 b (within 5 words), a +5 b (in this order), a /s b (sentence), a /p b (paragraph), author:name, court:slug, name:"a v. b".',
    input: z.object({
      query: z.string().min(1).max(2_000),
      jurisdiction,
      court: z.string().max(100).optional().describe("slug of a court"),
      ...{ from, to },
      author: z.string().max(200).optional().describe("words in the name of an opinion's author"),
      order: z.enum(["relevance", "newest", "oldest"]).default("relevance"),
      ...{ limit, cursor },
    }),
    output: z.looseObject({
      count: z.number().nullable().describe("all matches; null if counting takes long"),
      results: z.array(brief.extend({ snippets: z.array(z.string()) })),
      ...{ cursor: z.string().nullable(), limits },
    }),
  },
  read_case: {
    title: "Read a case",
    description:
      "Reads at most 8,000 characters of a decision. Part 0 is the head matter, 1 and up are the opinions; go on with next_offset.",
    input: z.object({
      id,
      part: z.number().int().min(0).max(10_000).default(1),
      offset: z.number().int().min(0).max(1e9).default(0),
    }),
    output: z.looseObject({
      case: brief,
      parts: z.array(z.looseObject({ part: z.number(), kind: z.string(), chars: z.number() })),
      ...{ part: z.number(), text: z.string(), offset: z.number(), total_chars: z.number() },
      ...{ next_offset: z.number().nullable(), pages, sha256: z.string() },
      release: z.string().nullable().describe("of the source that has this text"),
      notes: z.array(z.looseObject({ text: z.string() })),
      limits,
    }),
  },
  find_in_case: {
    title: "Find words in a case",
    description: "Finds words in their order in one decision, with their pages and the text around them.",
    input: z.object({ id, text: z.string().min(1).max(1_000), limit }),
    output: z.looseObject({
      ...{ case: brief, count: z.number() },
      passages: z.array(z.looseObject({ part: z.number(), offset: z.number(), text: z.string(), pages })),
      limits,
    }),
  },
  lookup_citations: {
    title: "Look up citations",
    description:
      "Finds every full citation in a text and the case it names. 'volume not imported' does not mean that the case does not exist.",
    input: z.object({ text: sent }),
    output: z.looseObject({ count: z.number(), citations, limits }),
  },
  citing: {
    title: "Follow citations",
    description:
      "What a case cites, or which cases cite it (newest first), with the text around each citation.",
    input: z.object({ id, direction: z.enum(["cites", "cited_by"]), limit, cursor }),
    output: z.looseObject({
      ...{ case: brief, count: z.number().nullable() },
      results: z.array(
        z.looseObject({ cite: z.string(), case: brief.nullable(), passage: z.string().nullable() }),
      ),
      ...{ cursor: z.string().nullable(), limits },
    }),
  },
  check_text: {
    title: "Check a draft",
    description:
      "Checks every citation, case name, year, page and quotation of a text against the reports. Use it before you show what you wrote.",
    input: z.object({ text: sent }),
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
      limits,
    }),
  },
  trends: {
    title: "Count by year",
    description: "Counts the decisions of each year that match each text, next to all of the year.",
    input: z.object({ texts: z.array(z.string().min(1).max(500)).min(1).max(3), jurisdiction, from, to }),
    output: z.looseObject({ series: z.array(z.looseObject({ text: z.string() })), limits }),
  },
  coverage: {
    title: "What is imported",
    description: "The imported jurisdictions with their numbers of decisions, and the first and last year.",
    input: z.object({}),
    output: z.looseObject({
      ...{ cases: z.number(), first_year: year, last_year: year },
      jurisdictions: z.array(z.looseObject({ slug: z.string(), name: z.string(), cases: z.number() })),
      limits,
    }),
  },
};
