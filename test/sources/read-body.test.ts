import { expect, test } from "vitest";
import { readGivenBody } from "../../src/sources/read-body.ts";

const BODY = {
  judges: ["J."],
  parties: ["A v. B", null],
  opinions: [{ text: "t", type: "majority", author: null }],
  attorneys: [],
  head_matter: "h",
};
const READ = {
  parties: ["A v. B", null],
  opinions: [{ type: "majority", author: null, text: "t" }],
  headMatter: "h",
  attorneys: [],
  judges: ["J."],
  corrections: "",
};
const TEXT = { ok: true, record: { form: "text", body: READ } };
const NONE = { ok: true, record: { form: "none" } };

test.each([
  ["wrapped", { status: "ok", data: BODY }],
  ["without status", { data: BODY }],
  ["bare", BODY],
])("readGivenBody reads a text body, %s", (_, casebody) => {
  expect(readGivenBody(casebody, "bulk")).toEqual(TEXT);
});

test("readGivenBody gives a bare body of the static site the form static", () => {
  expect(readGivenBody(BODY, "static")).toEqual({
    ok: true,
    record: { form: "static", body: READ, html: null },
  });
  expect(readGivenBody({ status: "ok", data: BODY }, "static")).toEqual(TEXT);
});

test.each([
  undefined,
  null,
  {},
  { status: "ok" },
  { status: "ok", data: null },
  { status: "error_auth_required" },
])("readGivenBody takes %j for metadata only", (casebody) => {
  expect(readGivenBody(casebody, "bulk")).toEqual(NONE);
});

test("readGivenBody trusts no data with another status than ok", () => {
  expect(readGivenBody({ status: "error_limit_exceeded", data: BODY }, "bulk")).toEqual(NONE);
  expect(readGivenBody({ status: "error_unknown", data: 5 }, "bulk")).toEqual(NONE);
});

test("readGivenBody leaves the XML as it is, whatever it holds", () => {
  for (const xml of ["<?xml version='1.0'?>\n<casebody/>", ""]) {
    expect(readGivenBody({ status: "ok", data: xml }, "bulk")).toEqual({
      ok: true,
      record: { form: "xml", xml },
    });
  }
});

test("readGivenBody reads the text of a body whose data is a string, though there are other keys", () => {
  const flat = { status: "ok", judges: [], opinions: { majority: "X" }, data: "<section/>" };
  expect(readGivenBody(flat, "bulk")).toEqual({ ok: true, record: { form: "xml", xml: "<section/>" } });
});

test.each([
  ["", "from the opinion", "from the opinion"],
  ["same", "same", "same"],
  ["first", "second", "first\nsecond"],
])(
  "readGivenBody takes a first opinion of type head_matter for the head matter (%j, %j)",
  (head, text, complete) => {
    const opinions = [{ type: "head_matter", author: "head_matter", text }, { text: "o" }];
    const reading = readGivenBody({ status: "ok", data: { head_matter: head, opinions } }, "bulk");
    const left = [{ type: null, author: null, text: "o" }];
    expect(reading).toMatchObject({ ok: true, record: { body: { headMatter: complete, opinions: left } } });
  },
);
