/** Tools as a client sees them: what they do, what they take, what they answer. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { readCaseId } from "../domain/case-id.ts";
import { isJsonObject } from "../domain/json.ts";
import { closestName } from "../v1/parameter.ts";

interface ToolSchema {
  readonly title: string;
  readonly description: string;
  /** Its arguments. */
  readonly accepts: v.GenericSchema;
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
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
  precedential_status: ["status"],
  cursor: ["page", "next"],
};

/** Characters of a name in a message. */
const MAX_SHOWN = 60;
/** Characters of a text that is sent. */
const MAX_SENT = 20_000;

const string = v.string();
const stringOrNull = v.nullable(string);
const number = v.number();
const numberOrNull = v.nullable(number);
const date = v.pipe(string, v.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/));
const textOf = (max: number, about: string) =>
  v.pipe(string, v.minLength(1), v.maxLength(max), v.description(about));
const nameOf = (max: number, about: string) =>
  v.optional(v.pipe(string, v.maxLength(max), v.description(about)));
const integer = (min: number, max: number, about: string) =>
  v.pipe(number, v.integer(), v.minValue(min), v.maxValue(max), v.description(about));

/** More is in these than the schema says: definitions are read with every question. `limits` (mcp/run-tool) is in every answer. */
const brief = { id: number, name: string };
const id = integer(1, Number.MAX_SAFE_INTEGER, "id of a case, from another tool");
const limit = v.optional(integer(1, 20, "results at most"), 10);
const cursor = nameOf(10_000, "from the last answer");
const jurisdiction = nameOf(100, "slug or name, as in coverage");
const from = v.optional(v.pipe(date, v.description("from: YYYY, YYYY-MM or YYYY-MM-DD")));
const to = v.optional(v.pipe(date, v.description("up to")));
const sent = textOf(MAX_SENT, "plain text");
const pages = v.pipe(v.array(string), v.description("printed pages, if marked"));
const citations = v.array(
  v.looseObject({ cite: string, verdict: string, cases: v.array(v.looseObject({})) }),
);

/** The tools. */
export const SCHEMAS = {
  search_cases: {
    title: "Search cases",
    description:
      'Searches names, citations and full texts of the imported American decisions. Query: words (all), "a phrase", a | b, -without, appell*, a /5 b (within 5 words), a +5 b (in this order), a /s b (sentence), a /p b (paragraph), author:name, court:slug, name:"a v. b".',
    ...accepts({
      query: textOf(2_000, "words and operators, or a citation"),
      syntax: v.optional(
        v.pipe(
          v.picklist(["connectors"]),
          v.description(
            "connectors: terms and connectors, as in Westlaw and Lexis: a AND b, a /5 b, a /s b, negligen!, NAME(a)",
          ),
        ),
      ),
      jurisdiction,
      court: nameOf(100, "slug or name"),
      ...{ from, to },
      author: nameOf(200, "words in the name of an opinion's author"),
      precedential_status: nameOf(50, "published or unpublished"),
      order: v.optional(
        v.pipe(v.picklist(["relevance", "newest", "oldest"]), v.description("of results")),
        "relevance",
      ),
      ...{ limit, cursor },
    }),
    output: answer({
      count: v.pipe(numberOrNull, v.description("null if counting takes long")),
      results: v.array(v.looseObject({ ...brief, snippets: v.array(string) })),
      notes: v.pipe(v.array(v.looseObject({ message: string })), v.description("how the query was read")),
      ...{ cursor: stringOrNull },
    }),
  },
  read_case: {
    title: "Read a case",
    description:
      "Reads at most 8,000 characters of a decision. Part 0 is the head matter, 1 and up are the opinions; go on with next_offset.",
    ...accepts({
      id,
      part: v.optional(integer(0, 10_000, "number of the part"), 1),
      offset: v.optional(integer(0, 1e9, "first character to read"), 0),
    }),
    output: answer({
      case: v.looseObject(brief),
      parts: v.array(v.looseObject({ part: number })),
      ...{ part: number, text: string, offset: number, total_chars: number },
      ...{ next_offset: numberOrNull, pages, sha256: string },
      release: stringOrNull,
      notes: v.array(v.looseObject({ text: string })),
    }),
  },
  find_in_case: {
    title: "Find words in a case",
    description: "Finds words in their order in one decision, with their pages and the text around them.",
    ...accepts({ id, text: textOf(1_000, "the words"), limit }),
    output: answer({
      ...{ case: v.looseObject(brief), count: number },
      passages: v.array(v.looseObject({ part: number, text: string, pages })),
    }),
  },
  lookup_citations: {
    title: "Look up citations",
    description:
      "Finds every full citation in a text and the case it names. 'volume not imported' does not mean that the case does not exist.",
    ...accepts({ text: sent }),
    output: answer({ count: number, citations }),
  },
  citing: {
    title: "Follow citations",
    description:
      "What a case cites, which cases cite it (newest first), with the text around it, or how they treated it (overruled, followed); said: what they say.",
    ...accepts({
      id,
      direction: v.pipe(v.picklist(["cites", "cited_by", "treatment"]), v.description("what to list")),
      ...{ limit, cursor },
    }),
    output: answer({
      ...{ case: v.looseObject(brief), count: numberOrNull },
      results: v.array(
        v.looseObject({ cite: string, case: v.nullable(v.looseObject(brief)), passage: stringOrNull }),
      ),
      ...{ cursor: stringOrNull },
    }),
  },
  check_text: {
    title: "Check a draft",
    description:
      "Checks every citation, case name, year, page and quotation of a text against the reports. Use it before you show what you wrote.",
    ...accepts({ text: sent }),
    output: answer({
      counts: v.looseObject({}),
      open: v.pipe(number, v.description("not confirmed")),
      ...{ citation_count: number, quotation_count: number, citations },
      quotations: v.array(
        v.looseObject({
          text: string,
          verdict: v.pipe(string, v.description("near: altered")),
          passage: stringOrNull,
          pages,
        }),
      ),
    }),
  },
  trends: {
    title: "Count by year",
    description: "Counts the decisions of each year that match each text, next to all of the year.",
    ...accepts({
      texts: v.pipe(
        v.array(v.pipe(string, v.minLength(1), v.maxLength(500))),
        v.minLength(1),
        v.maxLength(3),
        v.description("queries as of search_cases"),
      ),
      ...{ jurisdiction, from, to },
    }),
    output: answer({ series: v.array(v.looseObject({ text: string })) }),
  },
  coverage: {
    title: "What is imported",
    description:
      "Jurisdictions with their numbers of decisions, and the date of the last one; of one jurisdiction also its courts.",
    ...accepts({ jurisdiction }),
    output: answer({
      ...{ cases: number, first_year: numberOrNull, last_year: numberOrNull, last_decision: stringOrNull },
      jurisdictions: v.array(v.looseObject({ slug: string, name: string })),
    }),
  },
} satisfies Readonly<Record<string, ToolSchema>>;

export type ToolName = keyof typeof SCHEMAS;
export const TOOL_NAMES = Object.keys(SCHEMAS) as readonly ToolName[];
/** The arguments of a tool, which the server has checked. */
export type InputOf<Name extends ToolName> = Readonly<v.InferOutput<(typeof SCHEMAS)[Name]["accepts"]>>;

/** The arguments of a tool. Another one is an error, which names the most similar one; a number may be sent as digits. */
function accepts<Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.strictObject(entries);
  const names = Object.keys(entries);
  const known = names.map((name) => [name, ...(OTHER_NAMES[name] ?? [])]);
  const messageOf = (unknown: string): string => {
    const similar = closestName(unknown, known);
    return `"${unknown.slice(0, MAX_SHOWN)}"${similar === null ? "" : ` (did you mean ${similar}?)`}`;
  };
  const listed = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  const standard = toStandardJsonSchema(schema)["~standard"];
  const validate: typeof standard.validate = (args) => {
    if (!isJsonObject(args)) return standard.validate(args);
    const unknown = Object.keys(args).filter((name) => !names.includes(name));
    if (unknown.length > 0)
      return {
        issues: [{ message: `this tool has no argument ${unknown.map(messageOf).join(", ")}; ${listed}` }],
      };
    return standard.validate(
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, plain(name, value)])),
    );
  };
  const plain = (name: string, value: unknown): unknown =>
    (name === "id" && typeof value === "string" ? readCaseId(value) : null) ??
    (NUMBERS.includes(name) && typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value);
  const input: StandardSchemaWithJSON = { "~standard": { ...standard, validate } };
  return { accepts: schema, input };
}

const NUMBERS: readonly string[] = ["id", "limit", "part", "offset"];

function answer(entries: v.ObjectEntries): StandardSchemaWithJSON {
  return toStandardJsonSchema(v.looseObject(entries));
}
