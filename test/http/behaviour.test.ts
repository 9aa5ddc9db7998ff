/** docs/interface.md, "Behaviour by example": the rows that a service can be asked about. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { parametersOf } from "../../src/v1/collections.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask, type Checked } from "./checked.ts";
import { CLOSED, OPEN, oneCase, textBody, xmlBody } from "./records.ts";
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

test("row 1: a case leads to its court, and that to its jurisdiction", async () => {
  const found = await get("/v1/cases/1/");
  const court = await ask(String(Reflect.get(Object(found.json?.court), "url")));
  expect(court.status).toBe(200);
  const jurisdiction = await ask(String(Reflect.get(Object(found.json?.jurisdiction), "url")));
  expect(jurisdiction.json).toMatchObject({ name: OPEN.name });
});

test.each([
  ["courts", "slug"],
  ["jurisdictions", "slug"],
  ["reporters", "id"],
  ["volumes", "barcode"],
  ["cases", "id"],
])("row 2: the detail page of each of the %s answers the record of the list", async (collection, key) => {
  const list = await get(`/v1/${collection}/`);
  expect(list.json).toMatchObject({ next: null, previous: null });
  expect(resultsOf(list.json).length).toBeGreaterThan(0);
  for (const record of resultsOf(list.json)) {
    const detail = await get(`/v1/${collection}/${record[key]}/?name=ignored&decision_date_min=1700`);
    expect(detail.text).toBe(JSON.stringify(record));
  }
});

test("row 3: jurisdiction=Neb. is read as neb", async () => {
  expect(await ids("jurisdiction=Neb.")).toEqual([3]);
  expect(await ids("jurisdiction=neb&jurisdiction=mass")).toHaveLength(9);
});

test.each(["text", "html", "xml"])("row 4: no form of a closed case leaks as %s", async (format) => {
  const { json } = await get(`/v1/cases/?full_case=true&body_format=${format}`);
  const closed = resultsOf(json).find(({ id }) => id === 3);
  expect(closed?.casebody).toEqual({ status: "error_auth_required", data: null });
  const detail = await get(`/v1/cases/3/?full_case=true&body_format=${format}`);
  expect(detail.json?.casebody).toEqual({ status: "error_auth_required", data: null });
});

test.each([
  "/v1/cases/123massapp456/",
  "/v1/cases/123 Mass. App. 456/",
  "/v1/cases/123%20Mass.%20App.%20456/",
])("row 6: %s is redirected to exactly that case", async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(302);
  const location = headers.get("location") ?? "";
  expect(location).toContain(`${served.url}/v1/cases/?cite=123`);
  expect(resultsOf((await ask(location)).json).map(({ id }) => id)).toEqual([4]);
});

test.each(["", "&body_format="])("row 7: full_case=true%s answers the structured text", async (more) => {
  const { json } = await get(`/v1/cases/1/?full_case=true${more}`);
  const body = Object(json?.casebody);
  expect(body.status).toBe("ok");
  expect(Object.keys(body.data.opinions[0])).toEqual(["type", "author", "text"]);
  expect(body.data.opinions[0].text).toBe("Held.");
});

test("row 8: the formats of a body, and a wrong one", async () => {
  const xml = await get("/v1/cases/1/?full_case=true&body_format=xml");
  expect(xml.json?.casebody).toEqual(XML);
  const html = await get("/v1/cases/1/?full_case=true&body_format=html");
  expect(html.text).toMatch(/<\/h4>.*data-pgmap/);
  const wrong = await get("/v1/cases/?full_case=true&body_format=invalid");
  expect(wrong.status).toBe(400);
  expect(wrong.json).toEqual({
    body_format: ["Select a valid choice. invalid is not one of the available choices."],
  });
  expect(resultsOf((await get("/v1/cases/?body_format=html")).json)[0]).not.toHaveProperty("casebody");
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

test("row 10: a search without a match answers exactly the empty envelope", async () => {
  const { text } = await get("/v1/cases/?search=nope");
  expect(text).toBe('{"count":0,"next":null,"previous":null,"results":[]}');
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

test("row 17: cites_to is answered where the table has it", async () => {
  const { status } = await get("/v1/cases/?cites_to=1 Mass. 1");
  expect(status).toBe(200);
  expect(parametersOf("cases").map(({ name }) => name)).toContain("cited_by");
});

test("row 18: unknown parameters are ignored, parts of names are found", async () => {
  expect(resultsOf((await get("/v1/courts/?jurisdiction_slug=x")).json)).toHaveLength(1);
  expect(resultsOf((await get("/v1/courts/?name=judicial")).json)).toHaveLength(1);
  expect(resultsOf((await get("/v1/reporters/?full_name=massach")).json)).toHaveLength(1);
});

async function walk(first: string, link: "next" | "previous"): Promise<{ ids: unknown[]; last: string }> {
  const found: unknown[] = [];
  let [address, last] = [first, first];
  while (address !== "") {
    const { json } = await ask(address);
    const page = resultsOf(json).map(({ id }) => id);
    found.push(...(link === "next" ? page : page.toReversed()));
    last = address;
    address = typeof json?.[link] === "string" ? json[link] : "";
  }
  return { ids: found, last };
}

test.each([
  "",
  "&ordering=decision_date",
  "&ordering=-decision_date",
  "&ordering=name_abbreviation",
  "&ordering=-id",
])("rows 19, 21: each case once, forward and back, with page_size=2%s", async (ordering) => {
  const forward = await walk(`${served.url}/v1/cases/?page_size=2${ordering}`, "next");
  expect(forward.ids.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  if (ordering.includes("decision_date") || ordering === "") expect(forward.ids.at(-1)).toBe(9);
  const back = await walk(forward.last, "previous");
  expect(back.ids).toEqual(forward.ids.toReversed());
});

test.each([
  "page_size=0",
  "page_size=-1",
  "page_size=abc",
  "page_size=10001",
  "full_case=1",
  "ordering=-random",
])("row 23: %s is a 400 that names the parameter", async (query) => {
  const { status, json } = await get(`/v1/cases/?${query}`);
  expect({ status, names: Object.keys(json ?? {}) }).toEqual({ status: 400, names: [query.split("=")[0]] });
});

test.each(["cursor=", "full_case=false", "full_case=", "search=&jurisdiction="])(
  "row 24: %s is as absent",
  async (query) => {
    const [plain, asked] = [await get("/v1/cases/"), await get(`/v1/cases/?${query}`)];
    expect(asked.json?.results).toEqual(plain.json?.results);
  },
);

test("row 25: a cursor that was not made here, or for another ordering, is 404", async () => {
  const other = new URL(String((await get("/v1/cases/?page_size=1")).json?.next)).searchParams.get("cursor");
  for (const cursor of ["xyz", "e30=", `${other}&ordering=id`]) {
    const { status, text } = await get(`/v1/cases/?cursor=${cursor}`);
    expect({ cursor, status, text }).toEqual({ cursor, status: 404, text: '{"detail":"Invalid cursor"}' });
  }
});

test.each(["1988-13-01", "yesterday", "19880101"])("row 26: %s is no date", async (date) => {
  const { status, json } = await get(`/v1/cases/?decision_date_min=${date}&page_size=x`);
  expect(status).toBe(400);
  expect(json).toEqual({
    decision_date_min: ["Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY."],
    page_size: ["Enter a number."],
  });
});

test.each(['"open', '"', "the of", "a", "§", "NEAR(", "*", "col:foo", "(a", "AND", "AT&T", "-"])(
  "row 29, H2: search=%s is no error",
  async (search) => {
    expect((await get(`/v1/cases/?search=${encodeURIComponent(search)}`)).status).toBe(200);
  },
);

test("row 31: pages and barcodes are strings as given", async () => {
  expect((await get("/v1/cases/6/")).json).toMatchObject({ first_page: "xii" });
  expect((await get("/v1/volumes/A3d_138/")).json).toMatchObject({ barcode: "A3d_138" });
});

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
