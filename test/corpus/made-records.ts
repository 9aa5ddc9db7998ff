/** Small made-up corpora and questions for the property test: few words and values, so that matches are frequent. */
import fc from "fast-check";
import type { JsonObject } from "../../src/domain/json.ts";
import type { LineRecord, Query, Question, Term } from "./brute-force.ts";

const WORDS = [
  ..."library libraries library's universities university universe happy happiness happily hoping hope hopes".split(
    " ",
  ),
  ..."appeal appellant appellee appellate appealed authority authorities credible credibility café cafe naïve".split(
    " ",
  ),
  ..."roe wade state the a 12-3 12 3 347 U.S.C. U.S. § 1983 42 AT&T O'Brien O’Brien soft\u00adware software".split(
    " ",
  ),
  ..."“quoted” col:foo NEAR AND OR NOT ﬁrst first İstanbul ΟΔΟΣ οδος x j1 c10 r100 — dé\u00adjà 東京 ½".split(
    " ",
  ),
];
const NAMES = [
  "State v. Mill",
  "STATE v. MILL",
  "State v. Milliken",
  "Ex parte O’Brien",
  "Ex parte O'Brien",
  'In re "Quoted", 100% Co.',
  "A_B_C, Inc. v. A%B\\C",
  "Nul\0Name Co. v. Wade",
  "Café Müller v. Élan",
  "Soft\u00adware v. Universities",
  "Zürich's 東京 𝒜 Bank\nof X",
  "",
];
const DATES = [
  ...["1911-02-29", "1911-02", "1911-02-01", "1988", "1988-01-01", "1988-05", "1988-05-01", "1988-05-20"],
  ...[
    "1771-10-12",
    "1988-12-31",
    "1989-01-01",
    "2000-02-29",
    "",
    "no date",
    "1988-13-01",
    null,
    "0001-01-01",
    "9999-12-31",
  ],
];
const INSTANTS = [
  ...[
    "2023-07-14T19:38:59.743188+00:00",
    "2023-07-14T19:38:59.7431881+00:00",
    "2023-07-14T19:38:59.743+00:00",
  ],
  ...[
    "2023-07-14T21:38:59.743188+02:00",
    "2023-07-14T00:00:00Z",
    "2024-01-01T00:00:00.1Z",
    "2024-01-01T00:00:00.100Z",
  ],
];
const CITES = ["1 Mass. 1", "1 Mass. 10", "2 U.S. 3", "12 Ill., 284", "— —", "7 Cal. 4th 5", "1 Ést. 9"];
const DOCKETS = ["", "No. 3—04—0738", "NUMBER 13-16-00273-CV", "13-16-00273", "100%", "a_b", "AB"];
const CITED_REPORTERS = ["Mass.", "U.S.", "Ill."];
const CATEGORIES = ["reporters:federal", "reporters:state"];
const TYPES = ["majority", "dissent"];
const NUMBERS = [0, 1, 12, 250, 0.53, 1.6390607736329195e-7, -3];
const HASHES = ["1:8fd42d6dd59966bb", "1:00", "c3bf29", "C3BF29"];
const SOURCES = ["Harvard", "Fastcase", "harvard"];
const JURISDICTIONS = [
  { id: 1, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: true },
  { id: 11, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false },
];
const COURTS = [
  { id: 1, slug: "ill-1", name: "Appellate Court of Cafés", name_abbreviation: "Ill." },
  { id: 10, slug: "neb", name: "Nebraska State Court", name_abbreviation: "Neb." },
  { id: 100, slug: "constructor", name: "", name_abbreviation: "" },
];
const REPORTERS = [
  { id: 1, full_name: "New York Reports" },
  { id: 10, full_name: "New York Reports" },
  { id: 100, full_name: "Nebraska Reports" },
];

const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(" ", " ", " ", ", ", "\n", "\0", ". ")), {
    maxLength: 9,
  })
  .map((parts) => parts.flat().join(""));

const cites = fc.uniqueArray(fc.constantFrom(...CITES), { maxLength: 3 });

const record: fc.Arbitrary<LineRecord> = fc.record({
  id: fc.integer({ min: 1, max: 10_000 }),
  name: fc.constantFrom(...NAMES),
  name_abbreviation: fc.constantFrom(...NAMES),
  decision_date: fc.constantFrom(...DATES),
  docket_number: fc.constantFrom(...DOCKETS),
  citations: cites.map((list) => list.map((cite) => ({ type: "official", cite }))),
  reporter: fc.constantFrom(...REPORTERS),
  court: fc.constantFrom(...COURTS, null),
  jurisdiction: fc.constantFrom(...JURISDICTIONS, null),
  cites_to: fc.array(
    fc.record(
      {
        cite: fc.constantFrom(...CITES),
        case_ids: fc.constantFrom([], [1], [2, 3], [5]),
        reporter: fc.constantFrom(...CITED_REPORTERS),
        category: fc.constantFrom(...CATEGORIES),
        opinion_index: fc.integer({ min: -1, max: 2 }),
      },
      { requiredKeys: ["cite", "case_ids"] },
    ),
    { maxLength: 2 },
  ),
  last_updated: fc.constantFrom(...INSTANTS, null),
  analysis: fc.option(
    fc.record(
      {
        word_count: fc.constantFrom(...NUMBERS),
        char_count: fc.constantFrom(...NUMBERS, "12", null),
        cardinality: fc.constantFrom(...NUMBERS),
        ocr_confidence: fc.constantFrom(...NUMBERS),
        pagerank: fc.oneof(
          fc.record({ raw: fc.constantFrom(...NUMBERS), percentile: fc.constantFrom(...NUMBERS) }),
          fc.constantFrom(null, 12),
        ),
        simhash: fc.constantFrom(...HASHES),
        sha256: fc.constantFrom(...HASHES, 12),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
    { nil: undefined },
  ),
  provenance: fc.option(fc.record({ source: fc.constantFrom(...SOURCES), batch: fc.constant("2018") }), {
    nil: undefined,
  }),
  casebody: fc.option(
    fc.record({
      status: fc.constant("ok"),
      data: fc.record({
        head_matter: text,
        opinions: fc.array(fc.record({ type: fc.constantFrom(...TYPES), author: fc.option(text), text }), {
          maxLength: 3,
        }),
        corrections: fc.oneof(fc.constant(""), text),
      }),
    }),
  ),
});

export const records: fc.Arbitrary<LineRecord[]> = fc
  .uniqueArray(record, { minLength: 20, maxLength: 50, selector: ({ id }) => id })
  // small ids, so that cites_to meets some
  .map((list) => list.map((one, at) => (at < 5 ? { ...one, id: at + 1 } : { ...one, id: one.id + 10 })));

const word = fc.constantFrom(...WORDS).filter((one) => !/\s/.test(one));
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: word.map((text): Term => ({ kind: "words", text })) },
  fc
    .array(word, { minLength: 2, maxLength: 3 })
    .map((list): Term => ({ kind: "phrase", text: list.join(" ") })),
);
/** A prefix is read in the texts, as an order or a sentence is. */
const prefixTerm: fc.Arbitrary<Term> = word
  .filter((one) => !/[“”"]/.test(one))
  .map((one): Term => ({ kind: "prefix", text: [...one].slice(0, 3).join("") }));
const terms = fc.array(term, { minLength: 1, maxLength: 2 });
const distance = fc.nat({ max: 5 });

/** Two terms near each other, as the index of the file and of a search engine finds them. */
const indexedPair: fc.Arbitrary<Query> = fc
  .record({ left: terms, right: terms, within: distance, ordered: fc.boolean() })
  .map((pair): Query => ({ kind: "pair", ...pair }));
/** Two terms near each other, as only the texts show. */
const textPair: fc.Arbitrary<Query> = fc.oneof(
  fc
    .record({ left: terms, right: terms, within: fc.constantFrom("s" as const, "p" as const) })
    .map((pair): Query => ({ kind: "pair", ordered: false, ...pair })),
  fc
    .record({ left: fc.tuple(prefixTerm), right: terms, within: distance, ordered: fc.boolean() })
    .map((pair): Query => ({ kind: "pair", ...pair })),
);
const field: fc.Arbitrary<Query> = fc.oneof(
  fc.constantFrom(...COURTS).map(({ slug }): Query => ({ kind: "field", field: "court", value: slug })),
  word
    .filter((one) => /[\p{L}\p{N}]/u.test(one) && !/[“”"]/.test(one))
    .map((value): Query => ({ kind: "field", field: "author", value })),
  fc
    .constantFrom("state v", "mill", "MILLIKEN", "o'brien", "% co", "café", "a_b", "zzz")
    .map((value): Query => ({ kind: "field", field: "name", value })),
);
const leaf: fc.Arbitrary<Query> = fc.oneof(
  { weight: 4, arbitrary: word.map((one): Query => ({ kind: "words", text: one })) },
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((list): Query => ({ kind: "phrase", text: list.join(" ") })),
  fc
    .tuple(fc.array(word, { minLength: 2, maxLength: 3 }), fc.nat({ max: 5 }))
    .map(([list, distance]): Query => ({ kind: "near", text: list.join(" "), distance })),
  fc
    // a quotation mark would begin a phrase
    .tuple(
      word.filter((one) => !/[“”"]/.test(one)),
      fc.integer({ min: 1, max: 7 }),
    )
    .map(([one, length]): Query => ({ kind: "prefix", text: [...one].slice(0, length).join("") })),
);
/** @param near what combines words that are near each other */
const queryOf = (near: fc.Arbitrary<Query>): fc.Arbitrary<Query> =>
  fc.letrec<{ node: Query }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 5, arbitrary: leaf },
      { weight: 2, arbitrary: near },
      field,
      fc
        .record({
          kind: fc.constantFrom("all" as const, "any" as const),
          of: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
        })
        .map((one): Query => one),
      tie("node").map((of): Query => ({ kind: "not", of })),
    ),
  })).node;

export const query = queryOf(fc.oneof(indexedPair, textPair));
/** Queries that a search engine answers too. */
export const indexedQuery = queryOf(indexedPair);

/** Writes a query down as a person would. */
export function written(of: Query): string {
  switch (of.kind) {
    case "words":
      return of.text;
    case "phrase":
      return `"${of.text.replace(/[“”"]/g, "")}"`;
    case "near":
      return `"${of.text.replace(/[“”"]/g, "")}"~${of.distance}`;
    case "prefix":
      return `${of.text}*`;
    case "pair": {
      const [left, right] = [of.left, of.right].map((list) => {
        const each = list.map(written).join(" | ");
        return list.length === 1 ? each : `(${each})`;
      });
      return `${left} ${of.ordered ? "+" : "/"}${of.within} ${right}`;
    }
    case "field":
      return /^[^\s()|"+]+$/.test(of.value) ? `${of.field}:${of.value}` : `${of.field}:"${of.value}"`;
    case "not":
      return `-(${written(of.of)})`;
    case "all":
      return `(${of.of.map(written).join(" + ")})`;
    case "any":
      return `(${of.of.map(written).join(" | ")})`;
  }
}

const some = (values: readonly string[]): fc.Arbitrary<string | string[]> =>
  fc.oneof(fc.constantFrom(...values), fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }));
const part = fc
  .constantFrom(...NAMES, ...DOCKETS)
  .chain((name) =>
    fc
      .tuple(fc.nat({ max: 8 }), fc.integer({ min: 3, max: 12 }))
      .map(([from, length]) => [...name].slice(from, from + length).join("")),
  );
const contained = fc
  .oneof(
    part,
    part.map((one) => one.toUpperCase()),
  )
  .filter(
    (one) => [...one.normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "")].length >= 3 && [...one].length >= 3,
  );

const ANALYSIS_NUMBERS = ["word_count", "char_count", "cardinality", "ocr_confidence"];
const PAGERANKS = ["pagerank.percentile", "pagerank.raw"];
const ANALYSIS_TEXTS = ["simhash", "sha256"];
const ORDERINGS = [
  ...["decision_date", "name_abbreviation", "id", "last_updated"],
  ...[...ANALYSIS_NUMBERS, ...PAGERANKS, ...ANALYSIS_TEXTS].map((name) => `analysis.${name}`),
].flatMap((order) => [order, `-${order}`]);
ORDERINGS.push("random");

const LISTED = ["__in", "__exclude"];
const COMPARED = [...LISTED, "__gt", "__gte", "__lt", "__lte"];

/** Filters with a suffix; lists have one to three values. */
function suffixed(
  name: string,
  values: readonly string[],
  suffixes: readonly string[],
): Record<string, fc.Arbitrary<string>> {
  const value = fc.constantFrom(...values);
  const list = fc.array(value, { minLength: 1, maxLength: 3 }).map((some) => some.join("__"));
  return Object.fromEntries(
    suffixes.map((suffix) => [name + suffix, LISTED.includes(suffix) ? list : value]),
  );
}

const analysed: Readonly<Record<string, fc.Arbitrary<string>>> = Object.assign(
  {},
  ...[...ANALYSIS_NUMBERS, ...PAGERANKS].map((name) =>
    suffixed(`analysis.${name}`, [...NUMBERS.map(String), "1.2E1"], ["", ...COMPARED]),
  ),
  ...ANALYSIS_TEXTS.map((name) => suffixed(`analysis.${name}`, HASHES, ["", ...LISTED])),
);

/** Filters with values that some records have. */
const plain = {
  name: contained,
  name_abbreviation: contained,
  docket_number: contained,
  cite: fc.constantFrom(...CITES, "15 ill 284", "1MASS1", "12 Ill 284"),
  jurisdiction: some(["neb", "Neb.", "ill"]),
  court: some(["ill-1", "neb", "constructor"]),
  court_id: fc.constantFrom("1", "10", "100", "7"),
  reporter: some(["1", "10", "100", "New York Reports", "Nebraska Reports"]),
  decision_date_min: fc.constantFrom(
    ...["1911-02-01", "1911", "1988", "1988-01", "1988-05", "1988-05-20", "9999"],
  ),
  decision_date_max: fc.constantFrom(...["1770", "1911-02", "1988", "1988-01-01", "1988-05", "2000-02-29"]),
  author: word.filter((one) => /[\p{L}\p{N}]/u.test(one)),
  last_updated_min: fc.constantFrom(...INSTANTS),
  last_updated_max: fc.constantFrom(...INSTANTS),
  cites_to: fc.constantFrom("1", "2", "3", "5", "12", "99999", ...CITES, "12 ill 284", "1MASS1"),
  cited_by: fc.constantFrom("1", "2", "3", "4", "5", "99999", ...CITES),
  restricted: fc.constantFrom("true", "false"),
  ...suffixed("id", ["1", "3", "5", "17", "4000", "99999999999999999999"], ["", ...COMPARED]),
  ...suffixed("court_id", ["1", "10", "100", "7"], COMPARED),
  ...suffixed(
    "decision_date",
    ["1911-02-01", "1911", "1988", "1988-01", "1988-05", "1988-05-20", "9999"],
    ["", ...COMPARED],
  ),
  ...suffixed(
    "last_updated",
    [...INSTANTS, "2023", "2023-07", "2023-07-14", "2024-01-01"],
    ["", ...COMPARED],
  ),
  ...suffixed("jurisdiction", ["neb", "ill"], LISTED),
  ...suffixed("court", ["ill-1", "neb", "constructor"], LISTED),
  ...suffixed("reporter", ["1", "10", "100", "New York Reports"], LISTED),
  ...suffixed("cite", [...CITES, "15 ill 284", "1MASS1"], LISTED),
  ...suffixed("source", SOURCES, ["", ...LISTED]),
};

const authorWord = word.filter((one) => /[\p{L}\p{N}]/u.test(one) && !one.includes(":"));
const citedValues = {
  "cites_to.reporter": some(CITED_REPORTERS),
  "cites_to.category": some(CATEGORIES),
};
const citing: Readonly<Record<string, fc.Arbitrary<string | string[]>>> = {
  ...citedValues,
  author_type: fc.array(
    fc.tuple(authorWord, fc.constantFrom(...TYPES)).map((parts) => parts.join(":")),
    { minLength: 1, maxLength: 2 },
  ),
  ...Object.fromEntries(
    ["jurisdiction", "reporter", "restricted", "decision_date__gte", "cite__in", "author", "name"].map(
      (name) => [`cites_to__${name}`, plain[name as keyof typeof plain]],
    ),
  ),
};
/** Each with an author. */
const byAuthor: Readonly<Record<string, fc.Arbitrary<string | string[]>>> = {
  author__cites_to: fc.constantFrom("1", "2", "3", "5", ...CITES),
  ...Object.fromEntries(Object.entries(citedValues).map(([name, value]) => [`author__${name}`, value])),
};

type Filter = readonly [string, string | string[]];

const anyOf = (filters: Readonly<Record<string, fc.Arbitrary<string | string[]>>>): fc.Arbitrary<Filter> =>
  fc.oneof(...Object.entries(filters).map(([name, value]) => value.map((one): Filter => [name, one])));

const filter = fc.oneof(
  { weight: 4, arbitrary: anyOf(plain) },
  { weight: 1, arbitrary: anyOf(analysed) },
  { weight: 1, arbitrary: anyOf(citing) },
);
const filters: fc.Arbitrary<readonly Filter[]> = fc.oneof(
  { weight: 8, arbitrary: fc.array(filter, { maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(authorWord, anyOf(byAuthor))
      .map(([author, one]): Filter[] => [["author", author], one]),
  },
);

/** A question as the test asks it; `search` is kept as the query that its text is written from. */
export interface Asked {
  readonly filters: Question;
  readonly search: Query | null;
  readonly ordering: string | null;
  readonly pageSize: number;
}

/** Few filters at a time, so that something is left. */
const questionOf = (search: fc.Arbitrary<Query>): fc.Arbitrary<Asked> =>
  fc.record({
    filters: filters.map((pairs) => Object.fromEntries(pairs)),
    search: fc.oneof(search, fc.constant(null)),
    ordering: fc.constantFrom(null, null, ...ORDERINGS),
    pageSize: fc.integer({ min: 1, max: 7 }),
  });
export const question = questionOf(query);
export const indexedQuestion = questionOf(indexedQuery);
