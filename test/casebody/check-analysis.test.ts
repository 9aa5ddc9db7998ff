import { expect, test } from "vitest";
import { checkAnalysis } from "../../src/casebody/check-analysis.ts";
import { readXmlBody } from "../../src/casebody/xml/read-xml.ts";
import type { CaseBody } from "../../src/domain/casebody.ts";
import { EXAMPLE_BODY, EXAMPLE_XML } from "./example.ts";

const PLAIN = { char_count: 154, sha256: "99c0cca325ed8e48f57c2e667a18674d6958a683a0ff864c761e7244c478a60d" };
const SPACED = {
  char_count: 155,
  sha256: "8cbed7d71df103de4468b336f914e737ee1f8d90aeb546fbc7c3591aa6303136",
};

test("checkAnalysis matches the publisher's example", () => {
  const body: CaseBody = {
    ...EXAMPLE_BODY,
    headMatter: "Case text 0",
    opinions: ["Case text 1Case text 2", "Case text 3"].map((text) => ({ type: null, author: null, text })),
    corrections: "",
  };
  const sha256 = "da95df9d6d5d506285c9a8f9010560fa57905f64b3e94748b8854d678e18f0cc";
  expect(checkAnalysis({ sha256, char_count: 47 }, body, null)).toBe("matches");
});

test("checkAnalysis accepts both texts of an XML body, and the only text of other bodies", () => {
  const body = readXmlBody(EXAMPLE_XML);
  expect(checkAnalysis(PLAIN, body, EXAMPLE_XML)).toBe("matches");
  expect(checkAnalysis(SPACED, body, EXAMPLE_XML)).toBe("matches");
  expect(checkAnalysis(SPACED, body, null)).toBe("differs");
});

test("checkAnalysis reports a hash or a count that differs", () => {
  expect(checkAnalysis({ ...PLAIN, sha256: "00" }, EXAMPLE_BODY, null)).toBe("differs");
  expect(checkAnalysis({ ...PLAIN, char_count: 1 }, EXAMPLE_BODY, null)).toBe("differs");
});

test("checkAnalysis checks nothing without a hash", () => {
  expect(checkAnalysis(null, EXAMPLE_BODY, null)).toBe("unchecked");
  expect(checkAnalysis({}, EXAMPLE_BODY, null)).toBe("unchecked");
  expect(checkAnalysis({ char_count: 1 }, EXAMPLE_BODY, null)).toBe("unchecked");
});

test("checkAnalysis counts code points, not UTF-16 units", () => {
  const body: CaseBody = {
    parties: [],
    opinions: [],
    headMatter: "𝒜",
    attorneys: [],
    judges: [],
    corrections: "",
  };
  const sha256 = "3260d558231252718462eb293db694b8d4bded56130108493d9b2713104de6e7";
  expect(checkAnalysis({ sha256, char_count: 2 }, body, null)).toBe("matches");
  expect(checkAnalysis({ sha256, char_count: 3 }, body, null)).toBe("differs");
});
