import { expect, test } from "vitest";
import { UnknownReporters } from "../../../src/import/run.ts";

const CAUSE = "is unknown: neither path nor citations name a reporter of the corpus or of a nearby list";

function warningsOf(...paths: readonly string[]): readonly string[] {
  const unknown = new UnknownReporters();
  for (const path of paths) unknown.add(path);
  return unknown.warnings;
}

test("UnknownReporters gives one line for all volumes, with their number and a folder", () => {
  expect(warningsOf()).toEqual([]);
  expect(warningsOf("a/1.zip")).toEqual([`the reporter of 1 volume in "a" ${CAUSE}`]);
  const volumes = Array.from({ length: 2_000 }, (_, nth) => `a/${nth}.zip`);
  expect(warningsOf(...volumes)).toEqual([`the reporter of 2000 volumes in "a" ${CAUSE}`]);
  expect(warningsOf("a/1.zip", "b/1.zip")).toEqual([
    `the reporter of 2 volumes in "a" and 1 other folder ${CAUSE}`,
  ]);
  expect(warningsOf("a/1.zip", "b/1.zip", "c/1.zip", "b/2.zip")).toEqual([
    `the reporter of 4 volumes in "a" and 2 other folders ${CAUSE}`,
  ]);
});
