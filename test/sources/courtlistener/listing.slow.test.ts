import fc from "fast-check";
import { expect, test } from "vitest";
import type { Offer } from "../../../src/domain/bulk-file.ts";
import { CaselawError } from "../../../src/domain/errors.ts";
import { listCourtListener } from "../../../src/sources/courtlistener/listing.ts";
import { NEEDED_TABLES } from "../../../src/sources/courtlistener/tables.ts";
import { listingOf } from "../../support/listener-site.ts";
import { listedWeb, selectionOf } from "../../support/web.ts";

const BASE = "http://x/copy/";
const FIRST = "http://x/copy/?list-type=2&prefix=bulk-data%2F";
const BYTES = Buffer.from("BZh91AY&SY");

function filesOf(date: string, tables: readonly string[] = NEEDED_TABLES): (readonly [string, Buffer])[] {
  return tables.map((table) => [`${table}-${date}.csv.bz2`, BYTES]);
}

const offerOf = (pages: Readonly<Record<string, unknown>>, selection = selectionOf()): Promise<Offer> =>
  listCourtListener(BASE, selection, listedWeb(pages));
const offerOfOne = (xml: string): Promise<Offer> => offerOf({ [FIRST]: xml });

test("the newest complete date is offered, of all pages, with sizes and versions; other files are left out", async () => {
  const others = [
    "citation-map-2025-06-30.csv.bz2",
    "load-bulk-data-2025-06-30.sh",
    "embeddings/opinions-2025-06-30.csv.bz2",
  ];
  const second = `${FIRST}&continuation-token=1%2Fa%3D`;
  const { files, notes, problems } = await offerOf({
    [FIRST]: listingOf(
      [
        ...filesOf("2025-03-31"),
        ...filesOf("2025-09-30", ["courts"]),
        ...others.map((name) => [name, BYTES] as const),
      ],
      "1/a=",
    ),
    [second]: listingOf([
      ...filesOf("2025-06-30"),
      ...filesOf("2025-06-30", ["people-db-people", "parentheticals"]),
    ]),
  });
  expect(files.map(({ unit }) => unit)).toEqual([
    "courts",
    "people-db-people",
    "opinion-clusters",
    "dockets",
    "citations",
    "opinions",
  ]);
  expect(files[0]).toEqual({
    source: "courtlistener",
    unit: "courts",
    path: "courtlistener/courts-2025-06-30.csv.bz2",
    url: "http://x/copy/bulk-data/courts-2025-06-30.csv.bz2",
    version: "2025-06-30 f53debeae62d39561fc4d1145cf57ed6",
    release: "2025-06-30",
    bytes: BYTES.length,
    bulk: null,
    reporter: null,
    volume: null,
  });
  expect(notes).toEqual([
    "the set of 2025-09-30 is not complete and not used: it lacks opinion-clusters, dockets, citations, opinions",
  ]);
  expect(problems).toEqual([]);
});

const GOOD = listingOf(filesOf("2025-03-31"));
const END = "</ListBucketResult>";

test.each([
  ["no XML", "<!doctype html><p>Hello", /not XML|it is <p>/],
  ["another document", "<html></html>", "it is <html>, no S3 listing"],
  ["a cut listing", GOOD.slice(0, -30), /not XML/],
  ["no tables", listingOf([]), "it lists no tables"],
  [
    "no complete date",
    listingOf(filesOf("2025-03-31", ["courts"])),
    /no set is complete: the set of 2025-03-31/,
  ],
  [
    "a file that is listed twice",
    listingOf([...filesOf("2025-03-31"), ...filesOf("2025-03-31", ["courts"])]),
    'it lists "courts-2025-03-31.csv.bz2" twice',
  ],
  [
    "no end",
    GOOD.replace("<IsTruncated>false", "<IsTruncated>true"),
    "it is truncated and names no next page",
  ],
  ["no word on its end", GOOD.replace("<IsTruncated>false</IsTruncated>", ""), /whether it is complete/],
  [
    "a value without end",
    GOOD.replace("<Name>", `<Name>${"x".repeat(100_000)}`),
    /a value is longer than 4096 characters/,
  ],
  ["an entity of its own", GOOD.replace("<Name>", "<Name>&x;"), /not XML/],
  [
    "a page without end",
    GOOD.replace(END, `${" ".repeat(2 ** 24)}${END}`),
    /a page is longer than 16777216 characters/,
  ],
])("N11: a listing with %s is refused", async (_, xml, found) => {
  const message = typeof found === "string" ? `Cannot read ${BASE}: ${found}` : found;
  const refused = await offerOfOne(xml).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "corrupt" });
  expect(refused).toHaveProperty(
    "message",
    typeof message === "string" ? message : expect.stringMatching(message),
  );
});

test("N13: a listing without end is bounded: pages that lead back, pages and files without end", async () => {
  await expect(
    offerOf({ [FIRST]: listingOf([], "a"), [`${FIRST}&continuation-token=a`]: listingOf([], "a") }),
  ).rejects.toThrow("its pages lead back to an earlier one");
  let page = 0;
  const endless = { ...listedWeb({}), getText: async () => listingOf([], String(++page)) };
  await expect(listCourtListener(BASE, selectionOf(), endless)).rejects.toThrow("more than 1000 pages");
  const many = listingOf(
    Array.from({ length: 7_000 }, (_, nth) => [`x${nth}`, BYTES] as const),
    "1",
  );
  const full = { ...listedWeb({}), getText: async () => many.replace(">1</Next", `>${++page}</Next`) };
  await expect(listCourtListener(BASE, selectionOf(), full)).rejects.toThrow("more than 20000 files");
});

test.each(["-5", "0", "1e9", "", "99999999999999999999", "2199023255553"])(
  "a file of size %j is reported, and its date not complete",
  async (size) => {
    const newer = listingOf([...filesOf("2025-03-31"), ...filesOf("2025-06-30")]);
    const at = newer.indexOf("opinions-2025-06-30");
    const { files, problems } = await offerOfOne(
      newer.slice(0, at) + newer.slice(at).replace("<Size>10", `<Size>${size}`),
    );
    expect(files[0]?.release).toBe("2025-03-31");
    expect(problems).toEqual([
      expect.stringContaining('"opinions-2025-06-30.csv.bz2" of the listing: its size is'),
    ]);
  },
);

test("a selection of another source is refused", async () => {
  for (const more of [
    { jurisdictions: ["ill"] },
    { reporters: ["us"] },
    { volumes: ["us/1"] },
    { bodyFormat: "xml" } as const,
  ])
    await expect(offerOf({ [FIRST]: GOOD }, selectionOf(more))).rejects.toMatchObject({ code: "invalid" });
});

test("T15: of 500 lies, each listing is refused or gives a set that is complete and safe to store", async () => {
  const truth = listingOf([
    ...filesOf("2025-03-31"),
    ...filesOf("2025-06-30"),
    ...filesOf("2025-09-30", ["courts", "opinions"]),
  ]);
  const parts = [
    "<Key>",
    "</Key>",
    "../",
    "bulk-data/",
    "\0",
    "&#0;",
    "<Size>-1",
    "<Contents>",
    "2025-06-30",
    "opinions",
    "]]>",
    "<!--",
    "true",
    '"',
    "/",
  ];
  const lie = fc.tuple(
    fc.nat(truth.length),
    fc.nat(60),
    fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary" })),
  );
  const lies = fc.array(lie, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(lies, async (told) => {
    const xml = told.reduce(
      (text, [at, gone, more]) => text.slice(0, at) + more + text.slice(at + gone),
      truth,
    );
    const offer = await offerOfOne(xml).catch((error: unknown) => error);
    if (offer instanceof CaselawError) {
      expect(offer.code).toBe("corrupt");
      return;
    }
    const { files } = offer as Offer;
    expect(files.map(({ unit }) => unit)).toEqual(expect.arrayContaining([...NEEDED_TABLES]));
    expect(new Set(files.map(({ release }) => release)).size).toBe(1);
    for (const { path, url, bytes, version } of files) {
      expect(path).toMatch(/^courtlistener\/[a-z-]+-\d{4}-\d{2}-\d{2}\.csv\.bz2$/);
      expect(url).toBe(`${BASE}bulk-data/${path.slice("courtlistener/".length)}`);
      expect(bytes).toBeGreaterThan(0);
      expect(version ?? "").toMatch(/^[ -~]*$/);
    }
  });
  await fc.assert(property, { numRuns: 500 });
});
