import { describe, expect, test } from "vitest";
import { resolveReporter } from "../../../src/store/references/volume-resolver.ts";

const reporter = (id: number, shortName: string | null, ...jurisdictions: number[]) => ({
  id,
  shortName,
  jurisdictions,
});
const named = (jurisdictionId: number | null, ...cites: string[]) => ({
  jurisdictionId,
  citations: cites.map((cite) => ({ type: "official", cite })),
});

describe("resolveReporter", () => {
  test("selects the only reporter of the name, whatever else is known", () => {
    expect(resolveReporter(named(null), [reporter(1, "N.Y.", 5)])).toBe(1);
  });

  test("narrows by the jurisdiction first, then by the official citation", () => {
    const all = [reporter(1, "N.Y.", 5), reporter(2, "N.Y.2d", 5), reporter(3, "N.Y.", 6)];
    expect(resolveReporter(named(6), all)).toBe(3);
    expect(resolveReporter(named(5, "12 N.Y.2d 7"), all)).toBe(2);
    expect(resolveReporter(named(5, "12 N.Y. 7"), all)).toBe(1);
  });

  test("never guesses if none or several remain", () => {
    const all = [reporter(1, "N.Y.", 5), reporter(2, "N.Y.", 5), reporter(3, null, 5)];
    expect(resolveReporter(named(5, "12 N.Y. 7"), all)).toBeNull();
    expect(resolveReporter(named(9, "12 N.Y. 7"), all)).toBeNull();
    expect(resolveReporter(named(5), [])).toBeNull();
    const parallel = { jurisdictionId: 5, citations: [{ type: "parallel", cite: "12 N.Y.2d 7" }] };
    expect(resolveReporter(parallel, [reporter(1, "N.Y.", 5), reporter(2, "N.Y.2d", 5)])).toBeNull();
  });
});
