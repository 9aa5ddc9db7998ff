import { expect, test } from "vitest";
import { rowsNamed, supplementFault } from "../../src/sync/complete-volume.ts";
import { staticCase, staticHtml } from "../support/records.ts";

const CASE = staticCase(2, { file_name: "0002-01" });
const { casebody: _body, ...ROW } = CASE;
const ROWS = [{ ...ROW, id: 1, file_name: "0001-01" }, ROW, null];
const OWN = rowsNamed(ROWS, "0002-01");

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

test("rowsNamed finds the rows of a file, with or without its ending", () => {
  expect(OWN).toEqual([ROW]);
  const ended = { ...ROW, file_name: "0002-01.json" };
  expect(rowsNamed([ended], "0002-01")).toEqual([ended]);
  expect(rowsNamed([{ id: 2 }], "0002-01")).toEqual([]);
});

test("supplementFault takes the case of the row, whatever its body and the order of its keys", () => {
  expect(supplementFault("json", bytes(CASE), OWN)).toBeNull();
  expect(supplementFault("json", bytes(`\ufeff${JSON.stringify(CASE, null, 2)}`), OWN)).toBeNull();
  expect(supplementFault("json", bytes(Object.fromEntries(Object.entries(CASE).reverse())), OWN)).toBeNull();
});

test.each<[string, Buffer, RegExp]>([
  ["a page", bytes("<html>Sorry</html>"), /not JSON/],
  ["a cut file", bytes(CASE).subarray(0, 90), /not JSON/],
  ["nothing", bytes(""), /not JSON/],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /UTF-8/],
  ["an error in JSON", bytes({ detail: "Not found." }), /differs/],
  ["another case", bytes({ ...CASE, id: 3 }), /differs/],
  ["another version", bytes({ ...CASE, docket_number: "new" }), /differs/],
  ["a list", bytes([CASE]), /differs/],
  ["JSON without end in its depth", bytes("[".repeat(5_000) + "]".repeat(5_000)), /differs/],
])("supplementFault refuses JSON: %s", (_what, found, reason) => {
  expect(supplementFault("json", found, OWN)).toMatch(reason);
});

test("supplementFault takes a fragment, of the row's page where the row has one", () => {
  expect(supplementFault("html", bytes(staticHtml("x")), OWN)).toBeNull();
  expect(
    supplementFault("html", bytes('<section class="casebody" data-firstpage="2"></section>'), OWN),
  ).toBeNull();
  expect(
    supplementFault("html", bytes('<section class="casebody" data-firstpage="9"></section>'), []),
  ).toBeNull();
});

test.each([
  ["nothing", " \n", /empty/],
  ["a page", "<!DOCTYPE html><html>Sorry</html>", /not the HTML of a case/],
  ["XML", "<?xml version='1.0'?><Error/>", /not the HTML of a case/],
  ["JSON", '{"detail": "Not found."}', /not the HTML of a case/],
  ["another page's case", '<section class="casebody" data-firstpage="77"></section>', /another page/],
])("supplementFault refuses HTML: %s", (_what, found, reason) => {
  expect(supplementFault("html", bytes(found), OWN)).toMatch(reason);
});
