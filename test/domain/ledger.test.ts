import { expect, test } from "vitest";
import { type CoverageState, coverageState, type UnitFacts } from "../../src/domain/ledger.ts";

const LISTED: UnitFacts = { outcome: null, version: "2", noted: null, missing: 0, isImported: false };
const IN = { version: "2", imported: "complete", isOlder: false, hasAllCases: true } as const;
const OLDER = { ...IN, isOlder: true } as const;
const HAD = { ...LISTED, outcome: "stored", noted: IN, isImported: true } as const;
const NOT_IN = { ...IN, imported: "no", hasAllCases: false } as const;

test.each<[CoverageState, string, UnitFacts]>([
  ["listed", "what was never asked for", LISTED],
  ["imported", "what is in as it is listed", HAD],
  ["imported", "what is in, while the list has no version", { ...HAD, version: null }],
  ["imported", "what came from disk and is listed too", { ...LISTED, isImported: true }],
  ["downloaded", "what is downloaded only", { ...HAD, noted: NOT_IN, isImported: false }],
  ["outdated", "a list that says another version than was downloaded", { ...HAD, version: "3" }],
  ["outdated", "a list with a version where none was noted", { ...HAD, noted: { ...IN, version: null } }],
  ["outdated", "a newer file that is not in, next to an older one that is", { ...HAD, noted: NOT_IN }],
  ["outdated", "an older file that the source went back to", { ...HAD, noted: OLDER }],
  ["outdated", "an older file, where the newest lacked cases", { ...HAD, noted: OLDER, missing: 1 }],
  [
    "failed",
    "an older file that lacked cases too",
    { ...HAD, noted: { ...OLDER, hasAllCases: false }, missing: 1 },
  ],
  ["imported", "an older file, while the list has no version", { ...HAD, version: null, noted: OLDER }],
  ["missing", "what the source does not have", { ...LISTED, outcome: "missing" }],
  ["missing", "what the source has no more, though it is in", { ...HAD, outcome: "missing" }],
  ["failed", "what could not be had", { ...LISTED, outcome: "failed" }],
  ["failed", "a new version that could not be had", { ...HAD, outcome: "failed" }],
  ["failed", "an archive that could not be read to its end", { ...HAD, noted: { ...IN, imported: "part" } }],
])("coverageState returns %s for %s", (state, _of, facts) => {
  expect(coverageState(facts)).toBe(state);
});
