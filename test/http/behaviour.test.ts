/** test/conformance/examples.md: rows that need cases made for them; the others are statements of `conformance/`. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask, type Checked } from "./checked.ts";
import { CLOSED, oneCase, textBody, xmlBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();

const XML = xmlBody(
  '<parties id="b1" pgmap="1">A v. B</parties><opinion type="majority"><p id="b2" pgmap="1">Held.</p></opinion>',
);
const CASES = [
  oneCase(1, { decision_date: "1988", name: "111 222 333 555666", casebody: XML }),
  oneCase(2, { decision_date: "1988-05", name: "111 stop 222 444 555777" }),
  oneCase(3, { decision_date: "1988-05-20", name: "nothing matching", jurisdiction: CLOSED }),
  oneCase(4, { decision_date: "1911-02-29", citations: [{ type: "official", cite: "123 Mass. App. 456" }] }),
  oneCase(5, { docket_number: "NUMBER 13-16-00273-CV", citations: [{ type: "official", cite: "7 Twin 7" }] }),
  oneCase(6, { citations: [{ type: "official", cite: "7 Twin 7" }], first_page: "xii" }),
  oneCase(7, { citations: [{ type: "official", cite: "9 Mass. 9é" }], name: "Zebra Crossing Co." }),
  oneCase(8, {
    casebody: {
      status: "ok",
      data: {
        parties: [],
        opinions: [],
        head_matter: "Only quaggas here.",
        attorneys: [],
        judges: [],
        corrections: "",
      },
    },
  }),
  oneCase(9, { casebody: textBody("Empty opinion of wombats.", ""), decision_date: null }),
];

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "behaviour.db");
  makeCorpus(CASES, corpusPath);
  return { corpusPath };
});

function get(path: string): Promise<Checked> {
  return ask(served.url + path);
}

async function ids(query: string): Promise<unknown[]> {
  const { status, json } = await get(`/v1/cases/?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return resultsOf(json).map(({ id }) => id);
}

function resultsOf(json: Checked["json"]): Record<string, unknown>[] {
  const { results } = json ?? {};
  return Array.isArray(results) ? results : [];
}

test("row 3: jurisdiction=Neb. is read as neb", async () => {
  expect(await ids("jurisdiction=Neb.")).toEqual([3]);
  expect(await ids("jurisdiction=neb&jurisdiction=mass")).toHaveLength(9);
});

test.each([
  ["111 222", [1, 2]],
  ["333 | 444", [1, 2]],
  ['"111 222"', [1]],
  ["555*", [1, 2]],
  ["zebra supreme opinion", [7]],
  ["quaggas", [8]],
])("rows 10, 11, 30: search=%s finds %j", async (search, expected) => {
  const found = await ids(`search=${encodeURIComponent(search)}`);
  expect(found.toSorted()).toEqual(expected);
});

test.each([
  ["docket_number=13-16-00273", [5]],
  ["name=zebra cross", [7]],
  ["name_abbreviation=case 4", [4]],
  ["cite=123 MASS APP 456", [4]],
  ["decision_date_min=1987-12-30&decision_date_max=1988-01-02", [1]],
  ["decision_date_min=1988&decision_date_max=1988-05", [1, 2, 3]],
  ["decision_date_min=1988-05", [2, 3]],
  ["decision_date_min=1988-02", [2, 3]],
  ["decision_date_min=1911-02&decision_date_max=1911-02", [4]],
  ["cite=7 twin 7", [5, 6]],
  ["cite=9 Mass. 9é", [7]],
  ["cite=—", []],
  ["author=gray&name=zebra", [7]],
])("rows 12 to 15, 27, 28: %s finds %j", async (query, expected) => {
  const found = await ids(query);
  expect(found.toSorted()).toEqual(expected);
});

test.each(['"open', '"', "the of", "a", "§", "NEAR(", "*", "col:foo", "(a", "AND", "AT&T", "-"])(
  "row 29, H2: search=%s is no error",
  async (search) => {
    expect((await get(`/v1/cases/?search=${encodeURIComponent(search)}`)).status).toBe(200);
  },
);

test.each([
  "/v1/cases/99/",
  "/v1/cases/0/",
  "/v1/cases/99999999999999999999/",
  "/v1/courts/constructor/",
  "/v1/reporters/x/",
  "/v1/volumes/__proto__/",
  "/v1/bulk/7/",
  "/v1/citations/1/",
  "/v2/",
  "/nope/",
])("%s is not found", async (path) => {
  const { status, text } = await get(path);
  expect({ status, text }).toEqual({ status: 404, text: '{"detail":"Not found."}' });
});
