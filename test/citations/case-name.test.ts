import { expect, test } from "vitest";
import { nameBefore } from "../../src/citations/case-name.ts";

const nameIn = (text: string, end = text.length) => nameBefore(text, 0, end).reading?.name;

test("a name begins after the year or the quotation before it", () => {
  for (const text of [
    " (1950), and Barlow v. Vance, ",
    " (Frankl. 1950), and Barlow v. Vance, ",
    " said that “the dam is not liable,” Barlow v. Vance, ",
  ]) {
    expect(nameIn(text), text).toBe("Barlow v. Vance");
  }
});

test("a name begins after a heading", () => {
  const citation = "Strong v. Kneeland, 61 Ill. 33";
  for (const heading of [
    "Memorandum\n\n",
    "Memorandum\n\nIn ",
    "Memorandum\nIn ",
    "RE: Mills\nTO: Judge Hand\n \n",
  ]) {
    const text = heading + citation;
    expect(nameIn(text, text.indexOf("61")), heading).toBe("Strong v. Kneeland");
  }
  const matter = "See Hand v. In re Orne, 61 Ill. 33";
  expect(nameIn(matter, matter.indexOf("61"))).toBe("Hand v. In re Orne");
});

test("a name begins after the bracket or quotation that it is in", () => {
  for (const before of ["Held. (", "Rule “", "The Trespass Act [", "Held. (See "]) {
    const text = `${before}Strong v. Kneeland, 61 Frankl. 30`;
    expect(nameIn(text, text.indexOf("61")), before).toBe("Strong v. Kneeland");
  }
});
