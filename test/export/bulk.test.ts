import { expect, test } from "vitest";
import { asciiJson } from "../../src/export/bulk.ts";
import { HAS_PYTHON, runPython } from "../support/other-programs.ts";

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
