import { describe, expect, test } from "vitest";
import { searchQuery } from "../../../src/engine/query/words-query.ts";
import { searchNodeOf } from "../../../src/text/read-search.ts";

describe("searchQuery", () => {
  test.each([
    ["mill /s dam", "/s (in one sentence) cannot be searched in a search engine: use /25."],
    ["race | -(mill /p dam)", "/p (in one paragraph) cannot be searched in a search engine: use /25."],
    [
      "mill* +5 dam",
      "A word with * next to /5 or +5 cannot be searched in a search engine: write the words as (a | b).",
    ],
  ])("refuses %s", (search, message) => {
    expect(() => searchQuery(searchNodeOf(search))).toThrow(
      expect.objectContaining({ code: "invalid", parameters: { search: [message] } }),
    );
  });

  test("asks for phrases in their order", () => {
    const query = searchQuery(searchNodeOf('"old mill" +5 dam'), ["opinions"]);
    const phrase = (text: string): unknown => ({ match: { query: text, max_gaps: 0, ordered: true } });
    const intervals = [phrase("old mill"), phrase("dam")];
    expect(query).toEqual({ intervals: { opinions: { all_of: { ordered: true, max_gaps: 5, intervals } } } });
  });

  test("a name may have any characters", () => {
    expect(searchQuery(searchNodeOf('name:"a*b? v\\c"'))).toEqual({
      wildcard: { name_part: { value: "*a\\*b\\? v\\\\c*" } },
    });
  });
});
