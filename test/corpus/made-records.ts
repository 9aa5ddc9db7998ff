/** Small made-up corpora and questions for the property test: few words and values, so that matches are frequent. */
import fc from "fast-check";
import type { LineRecord, Query, Question } from "./brute-force.ts";

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
    fc.record({ cite: fc.constantFrom(...CITES), case_ids: fc.constantFrom([], [1], [2, 3], [5]) }),
    { maxLength: 2 },
  ),
  last_updated: fc.constantFrom(...INSTANTS, null),
  casebody: fc.option(
    fc.record({
      status: fc.constant("ok"),
      data: fc.record({
        head_matter: text,
        opinions: fc.array(fc.record({ type: fc.constant("majority"), author: fc.option(text), text }), {
          maxLength: 3,
        }),
        corrections: fc.oneof(fc.constant(""), text),
      }),
    }),
  ),
});

export const records: fc.Arbitrary<LineRecord[]> = fc
  .uniqueArray(record, { minLength: 20, maxLength: 60, selector: ({ id }) => id })
  // small ids, so that cites_to meets some
  .map((list) => list.map((one, at) => (at < 5 ? { ...one, id: at + 1 } : { ...one, id: one.id + 10 })));

const word = fc.constantFrom(...WORDS).filter((one) => !/\s/.test(one));
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
export const query: fc.Arbitrary<Query> = fc.letrec<{ node: Query }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 5, arbitrary: leaf },
    fc
      .record({
        kind: fc.constantFrom("all" as const, "any" as const),
        of: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
      })
      .map((one): Query => one),
    tie("node").map((of): Query => ({ kind: "not", of })),
  ),
})).node;

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

/** Few filters at a time, so that something is left. */
const ORDERINGS = ["decision_date", "name_abbreviation", "id", "last_updated"].flatMap((order) => [
  order,
  `-${order}`,
]);

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

/** One filter of any kind with a value that some records have. */
const filter: fc.Arbitrary<readonly [string, string | string[]]> = fc.oneof(
  ...Object.entries({
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
  }).map(([name, value]: [string, fc.Arbitrary<string | string[]>]) =>
    value.map((one) => [name, one] as const),
  ),
);

/** A question as the test asks it; `search` is kept as the query that its text is written from. */
export interface Asked {
  readonly filters: Question;
  readonly search: Query | null;
  readonly ordering: string | null;
  readonly pageSize: number;
}

/** Few filters at a time, so that something is left. */
export const question: fc.Arbitrary<Asked> = fc.record({
  filters: fc.array(filter, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
  search: fc.oneof(query, fc.constant(null)),
  ordering: fc.constantFrom(null, null, ...ORDERINGS),
  pageSize: fc.integer({ min: 1, max: 7 }),
});
