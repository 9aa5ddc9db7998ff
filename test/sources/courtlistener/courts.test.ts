/** The courts of CourtListener as those of the Caselaw Access Project. */
import { expect, test } from "vitest";
import { courtMapper } from "../../../src/sources/courtlistener/courts.ts";

const NOTHING_KNOWN = { courts: [], jurisdictionIds: new Set<number>() };

test.each([
  ["scotus", "SCOTUS", "F", "us"],
  ["nysd", "S.D.N.Y.", "FD", "us"],
  ["bap9", "9th Cir. BAP", "FBP", "us"],
  ["armfor", "C.A.A.F.", "FS", "us"],
  ["ala", "Ala.", "S", "ala"],
  ["alaskactapp", "Alaska Ct. App.", "SA", "alaska"],
  ["nmctapp", "N.M. Ct. App.", "SA", "nm"],
  ["nmariana", "N. Mar. I.", "TS", "n-mar-i"],
  ["wva", "W. Va.", "S", "w-va"],
  ["delch", "Del. Ch.", "SA", "del"],
  ["maworkcompcom", "Mass. Dep't Indus. Accid.", "SS", "mass"],
  ["ncsuperct", "Sup. Ct. N.C.", "SS", "nc"],
  ["navajo", "Navajo", "TRS", "navajo-nation"],
  ["hopiappct", "Hopi App. Ct.", "TRA", "tribal"],
  ["kingsbench", "King's Bench", "I", undefined],
])("%s (%s, %s) is of %s", (id, abbreviation, kind, slug) => {
  const { jurisdiction } = courtMapper(NOTHING_KNOWN)({ id, fullName: id, abbreviation, kind });
  expect(jurisdiction?.slug).toBe(slug);
});

test("a known court is the one with its abbreviation, and keeps its names", () => {
  const courts = [{ id: 8837, nameAbbreviation: "Ill. App. Ct.", jurisdictionId: 29 }];
  const map = courtMapper({ courts, jurisdictionIds: new Set([29]) });
  const found = map({
    id: "illappct",
    fullName: "Appellate Court of Illinois",
    abbreviation: "Ill. App. Ct.",
    kind: "SA",
  });
  expect(found).toMatchObject({
    court: { id: 8837, name: null },
    jurisdiction: { id: 29, name: null },
    isKnown: true,
  });
  const other = map({ id: "ill", fullName: "Illinois Supreme Court", abbreviation: "Ill.", kind: "S" });
  expect(other).toMatchObject({
    court: { name: "Illinois Supreme Court", nameAbbreviation: "Ill." },
    isKnown: false,
  });
  expect(other.court.id).toBeGreaterThan(2 ** 52);
});

test("courts without an abbreviation are not one court", () => {
  const courts = [{ id: 8837, nameAbbreviation: null, jurisdictionId: 29 }];
  const map = courtMapper({ courts, jurisdictionIds: new Set([29]) });
  expect(map({ id: "illterr", fullName: "Illinois Territory", abbreviation: "", kind: "ST" })).toMatchObject({
    court: { name: "Illinois Territory" },
    isKnown: false,
  });
});
