import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courtSlugs, normaliseCitation, slugify } from "../../src/domain/citation.ts";

const JURISDICTIONS = new URL("../../../shared/real/static/JurisdictionsMetadata.json", import.meta.url);

describe("slugify", () => {
  test.each([
    ["Ill. App. Ct.", "ill-app-ct"],
    ["N.C.", "nc"],
    ["N. Mar. I.", "n-mar-i"],
    ["  Café — Court ", "cafe-court"],
    ["a - - b", "a-b"],
    ["snake_case", "snake_case"],
    ["東京", ""],
    ["constructor", "constructor"],
  ])("turns %j into %j", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test.skipIf(!existsSync(JURISDICTIONS))(
    "makes the publisher's slug of every jurisdiction (skipped without the real files)",
    () => {
      const records: { name: string; slug: string }[] = JSON.parse(readFileSync(JURISDICTIONS, "utf8"));
      expect(records.map(({ name }) => slugify(name))).toEqual(records.map(({ slug }) => slug));
    },
  );
});

describe("courtSlugs", () => {
  const court = fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    sourceSlug: fc.constantFrom(null, null, "ill-1", "neb"),
    name: fc.constantFrom(null, "", "Supreme Court", "東京"),
    nameAbbreviation: fc.constantFrom(null, "", "Ill.", "ill", "Neb.", "Ill 1"),
  });

  test("depends on the set only: the order of courts does not matter, and derived slugs are unique", () => {
    const courts = fc.uniqueArray(court, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(
        courts.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([one, other]) => {
          const slugs = courtSlugs(one);
          expect(courtSlugs(other)).toEqual(slugs);
          const made = one.filter(({ sourceSlug }) => sourceSlug === null).map(({ id }) => slugs.get(id));
          expect(new Set(made).size).toBe(made.length);
          for (const { id, sourceSlug } of one)
            if (sourceSlug !== null) expect(slugs.get(id)).toBe(sourceSlug);
        },
      ),
      { seed: 4 },
    );
  });

  test("gives the slug to the lowest id, and numbers to the next ones", () => {
    const like = { sourceSlug: null, name: "x", nameAbbreviation: "Ill." };
    const slugs = courtSlugs([
      { id: 9, ...like },
      { id: 3, ...like },
      { id: 5, ...like, sourceSlug: "ill-1" },
      { id: 7, sourceSlug: null, name: null, nameAbbreviation: null },
    ]);
    expect(Object.fromEntries(slugs)).toEqual({ 3: "ill", 5: "ill-1", 7: "court", 9: "ill-2" });
  });
});

test("normaliseCitation keeps 0-9a-z in lower case and nothing else", () => {
  expect(normaliseCitation("15 Ill., 284")).toBe("15ill284");
  expect(normaliseCitation("— —")).toBe("");
  expect(normaliseCitation("U. S. § Ést\u00ad\0")).toBe("usst");
  expect(normaliseCitation("1 ſ K")).toBe(normaliseCitation("1 ſ K".toLowerCase()));
});
