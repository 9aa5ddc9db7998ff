import { expect, test } from "vitest";
import { extractCitations } from "../../src/citations/extract.ts";

const wordsOf = (text: string) =>
  extractCitations({ headMatter: "", opinions: [{ text }] }).map((one) => one.treatmentWords);

test.each([
  ["Doe v. Roe, 1 Ill. 2, is overruled.", [["overruled"]]],
  ["We decline to follow Doe v. Roe, 1 Ill. 2.", [[]]],
  ["The court declined to follow Doe v. Roe, 1 Ill. 2.", [["declined to follow"]]],
  ["In the following case, 1 Ill. 2, nothing.", [[]]],
  ["It was overruled elsewhere. Compare 1 Ill. 2. That was affirmed.", [[]]],
  [
    "1 Ill. 2, aff’d, 3 Ill. 4; distinguishing 5 Ill. 6",
    [["affirmed"], ["affirmed", "distinguished"], ["distinguished"]],
  ],
  ["See Distinguished Properties v. Smith, 1 Ill. 2.", [[]]],
  ["We distinguished Distinguished Props. Co. v. Smith, 1 Ill. 2.", [["distinguished"]]],
  ["See 1 Ill. 2; Overruled Props. Co. v. Limited Smith, 3 Ill. 4, followed.", [[], ["followed"]]],
  ["1 Ill. 2 (1850). Id. at 3 (criticising it); 1 Ill. at 4, followed", [["criticized", "followed"]]],
])("the words in %j are %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
