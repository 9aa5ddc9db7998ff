import { expect, test } from "vitest";
import { Courts } from "../../src/check/written-court.ts";
import type { Case } from "../../src/domain/records.ts";

function ofCourt(nameAbbreviation: string, jurisdiction: string): Pick<Case, "court" | "jurisdiction"> {
  const of = { id: 1, slug: "x", name: jurisdiction, nameLong: null, whitelisted: true };
  return { court: { id: 1, slug: "c", name: null, nameAbbreviation, jurisdiction: of }, jurisdiction: of };
}

const courts = new Courts(["Ill.", "U.S.", "Frankl.", "N. Sylv."]);
const verdict = (written: string, ours: string, jurisdiction: string) =>
  courts.compare(written, ofCourt(ours, jurisdiction)).verdict;

test.each([
  ["Ga.", "Ga.", "Ga.", "match"],
  ["2nd Cir.", "2d Cir.", "U.S.", "match"],
  ["C. C. D. Pa.", "C.C.D. Pa.", "U.S.", "match"],
  ["Ill. App. Ct.", "Ga.", "Ga.", "differs"],
  ["Ga.", "Ill. App. Ct.", "Ill.", "differs"],
  ["Frankl.", "Ill.", "Ill.", "differs"],
  ["Ill.", "Chatham Super. Ct.", "Ga.", "differs"],
  ["7th Cir.", "9th Cir.", "U.S.", "differs"],
  ["7th Cir.", "Ill.", "Ill.", "differs"],
  ["S.D.N.Y.", "E.D. Pa.", "U.S.", "differs"],
  ["SDNY", "E.D. Pa.", "U.S.", "differs"],
  ["CA9", "7th Cir.", "U.S.", "differs"],
  ["9 Cir.", "9th Cir.", "U.S.", "not decided"],
  ["Supreme Court of Ga.", "Ill.", "Ill.", "differs"],
  ["U.S.", "Ill.", "Ill.", "differs"],
  ["7th Cir.", "N.D. Ill.", "U.S.", "differs"],
  // the same place, or names that say no place
  ["Ill.", "Ill. App. Ct.", "Ill.", "not decided"],
  ["Ga. Super. Ct.", "Chatham Super. Ct.", "Ga.", "not decided"],
  ["1st Dist.", "Ill. App. Ct.", "Ill.", "not decided"],
  ["per curiam", "Ill.", "Ill.", "not decided"],
  ["or", "Ill.", "Ill.", "not decided"],
  ["L.A. Super. Ct.", "Ill.", "Ill.", "not decided"],
  ["Wash. D.C.", "D.C. Cir.", "U.S.", "not decided"],
  ["Pa.", "E.D. Pa.", "U.S.", "not decided"],
  ["3d Cir.", "C.C.D. Pa.", "U.S.", "not decided"],
  ["U.S.", "7th Cir.", "U.S.", "not decided"],
  ["T.C.", "B.T.A.", "U.S.", "not decided"],
  ["7th Cir.", "T.C.", "U.S.", "not decided"],
])("(%s 1994) of a case of %s, %s: %s", (written, ours, jurisdiction, expected) => {
  expect(verdict(written, ours, jurisdiction)).toBe(expected);
});

test.each([
  ["another court", "Ill.", "Ill. App. Ct.", "Illinois Appellate Court"],
  ["another court", "Ill. App. Ct.", "Ill.", "Illinois Supreme Court"],
  ["another court", "Ill. Sup. Ct.", "Ill. App. Ct.", "Illinois Appellate Court"],
  ["another court", "N.D. Ill.", "Ill.", "Illinois Supreme Court"],
  ["another court", "D.C. Cir.", "D.C.", "District of Columbia Court of Appeals"],
  ["another court", "S.D.N.Y.", "U.S.", "Supreme Court of the United States"],
  ["another court", "2d Cir.", "U.S.", "Supreme Court of the United States"],
  ["another court", "U.S.", "C.C.D. Pa.", "Circuit Court for the District of Pennsylvania"],
  ["perhaps the same", "Ill.", "Ill.", "Illinois Supreme Court"],
  ["perhaps the same", "Ill. App.", "Ill. App. Ct.", "Illinois Appellate Court"],
  ["perhaps the same", "Ill.", "Ill. Cir. Ct.", "Illinois Circuit Court"],
  ["perhaps the same", "N.Y.", "N.Y. Ct. App.", "New York Court of Appeals"],
  ["perhaps the same", "Md. App.", "Md.", "Maryland Court of Appeals"],
  ["perhaps the same", "W. Va.", "W. Va.", "Supreme Court of Appeals of West Virginia"],
  ["perhaps the same", "1st Dist.", "Ill. App. Ct.", "Illinois Appellate Court"],
])("%s of the place: (%s 1994) of a case of %s, %s", (which, written, ours, name) => {
  const { court } = ofCourt(ours, "Ill.");
  const other = which === "another court" ? `decided by ${ours}, not ${written}` : null;
  expect(courts.otherOfPlace(written, { court: court && { ...court, name } })).toBe(other);
});

/** With their jurisdictions; each is written by its own name and by the name of each other court. */
const KNOWN = [
  ["Ill.", "Ill."],
  ["Ill. App. Ct.", "Ill."],
  ["Ill. Cir. Ct.", "Ill."],
  ["Chatham Super. Ct.", "Ga."],
  ["Ga.", "Ga."],
  ["D.C.", "D.C."],
  ["D.C. Cir.", "U.S."],
  ["D.D.C.", "U.S."],
  ["Pa. Adm.", "U.S."],
  ["U.S.", "U.S."],
  ["B.T.A.", "U.S."],
  ["C.C.D.N.C.", "U.S."],
  ["Fed. Cir.", "U.S."],
  ["D. Pa", "U.S."],
  ["D. Pa.", "U.S."],
  ["D.S.C.", "U.S."],
  ["Wash. Ct. App.", "Wash."],
  ["N. Sylv. Ct. App.", "N. Sylv."],
  ["W. Va.", "W. Va."],
  ["Va.", "Va."],
  ["N.D.", "N.D."],
  ["N.D. Ga.", "U.S."],
] as const;

test("a court is never another than itself, and courts of one place never differ", () => {
  for (const [ours, jurisdiction] of KNOWN) {
    expect([ours, verdict(ours, ours, jurisdiction)]).toEqual([ours, "match"]);
    for (const [other, place] of KNOWN) {
      const found = verdict(other, ours, jurisdiction);
      if (place === jurisdiction && place !== "U.S.") expect([ours, other, found]).not.toContain("differs");
      const isNamed = other.startsWith(place);
      if (place !== jurisdiction && isNamed && place !== "U.S." && jurisdiction !== "U.S.")
        expect([ours, other, found]).toEqual([ours, other, "differs"]);
    }
  }
});
