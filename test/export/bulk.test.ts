import { expect, test } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import type { Case } from "../../src/domain/records.ts";
import { asciiJson, bulkLine } from "../../src/export/bulk.ts";
import { readCaseRecord } from "../../src/sources/read-case.ts";
import { makeCorpus } from "../support/corpus.ts";
import { HAS_PYTHON, runPython } from "../support/other-programs.ts";
import { bulkCase } from "../support/records.ts";

function imported(record: { readonly id: number; readonly [key: string]: unknown }): Case {
  using corpus = openCorpus(makeCorpus([record]));
  const one = corpus.case(record.id);
  if (one === null) throw new Error("no case");
  return one;
}

const GIVEN = {
  id: 7,
  ...bulkCase(7, {
    volume: { volume_number: "1", barcode: "A3d_138 / ü" },
    reporter: { id: 315, full_name: "Illinois Reports" },
    cites_to: [{ cite: "1 U.S. 1", weight: 0.1 }],
    analysis: {},
    last_updated: "2023-07-14T19:38:59.743188+00:00",
    provenance: { source: "Harvard" },
  }),
};

test("bulkLine gives back what a line gave, and no address", () => {
  const line = bulkLine(imported(GIVEN), "<casebody/>");
  expect(line).not.toMatch(/http|frontend|"url"/);
  expect(readCaseRecord(JSON.parse(line), null)).toEqual(
    readCaseRecord({ ...GIVEN, casebody: { status: "ok", data: "<casebody/>" } }, null),
  );
});

test("bulkLine has no notes on the data, because the publisher's lines have none", () => {
  const line = bulkLine(imported({ ...GIVEN, decision_date: "1911-02-29" }), null);
  expect(JSON.parse(line)).not.toHaveProperty("notes");
});

test("bulkLine without a body is metadata only, and keeps absent and empty apart", () => {
  const line = JSON.parse(bulkLine(imported({ id: 1, cites_to: [] }), null));
  expect(line).toMatchObject({ id: 1, decision_date: null, cites_to: [], court: { id: null } });
  for (const key of ["casebody", "analysis", "last_updated", "provenance"])
    expect(line).not.toHaveProperty(key);
});

const ODD = {
  a: [1, -0.5, null, true, ""],
  "ü\u007f": '–\ud834\udd1e\ud800\n"\\\t\u0001/',
  b: { c: [] },
  d: {},
};

test("asciiJson is JSON of the same value, with the publisher's spaces and escapes", () => {
  expect(JSON.parse(asciiJson(ODD))).toEqual(ODD);
  expect(asciiJson({ a: ["’", { b: null }] })).toBe('{"a": ["\\u2019", {"b": null}]}');
});

test.skipIf(!HAS_PYTHON)("asciiJson writes what Python's json.dumps writes", () => {
  const written = asciiJson(ODD);
  const script = "import json, sys; print(json.dumps(json.loads(sys.argv[1])), end='')";
  expect(runPython(script, written)).toBe(written);
});
