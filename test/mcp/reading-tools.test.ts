/** docs/interface.md, "mcp". */
import { expect, test } from "vitest";
import { findInCase } from "../../src/mcp/reading-tools.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

test.each([
  ["superior court", 2],
  ["Süperior COURT", 2],
  ["café office", 1],
  ["court defendant's", 1],
  ["of court", 0],
  ["§", 0],
])("find_in_case finds %s as a search does, whatever the case and accents", (text, count) => {
  const body = "The Süperior Court. Superior\ncourt: de\u00adfendant’s cafe\u0301 oﬃce of the court.";
  using v1 = openV1(makeCorpus([bulkCase(1, { casebody: textBody(body) })]));
  expect(findInCase(v1, { id: 1, text, limit: 5 }).count).toBe(count);
});
