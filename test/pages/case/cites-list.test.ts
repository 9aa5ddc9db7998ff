import { expect, test } from "vitest";
import { oneCase, textBody } from "../../http/records.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";

/** The list of a page as text; tags are spaces. */
function citesOf(text: string): string {
  const [, list = ""] = text.split(/Cite and take away.*? Cites /);
  return (list.split(" Similar cases ")[0] ?? "").replaceAll(" ,", ",");
}

test("what a text cites is grouped: cases of the corpus, other cases, statutes, journals; the most cited first", () => {
  const opinion =
    "As in Roe v. Doe, 9 U.S. 5, 12 Nobody 7 (1809), and Case Two v. State, 2 Mass. 1, it was held. Roe, 9 U.S. at 6. " +
    "So 42 U.S.C. § 1983 and 42 U. S. C. § 1983 say; see 100 Harv. L. Rev. 77 (1987). But see 3 Pick. 9.";
  const ask = pagesOf([oneCase(1, { casebody: textBody("", opinion) }), oneCase(2)]);
  const { html, text } = ask("/cases/1/");
  expect(citesOf(text)).toBe(
    "5 In this corpus 1 Case 2 2 Mass. 1 (1902) Other cases 2 Roe v. Doe, 9 U.S. 5 (1809) · 2 times 3 Pick. 9 " +
      "Statutes and rules 1 42 U.S.C. § 1983 · 2 times Journals and other works 1 100 Harv. L. Rev. 77",
  );
  expect(linksTo(html, "U.S.C. § 1983")).toEqual(["/?search=%2242%20U.S.C.%20%C2%A7%201983%22"]);
});

test("parallel citations are one line, whether the text or the corpus says that they are parallel", () => {
  const cites = ["9 U.S. 5", "9 U. S. 5", "11 L. Ed. 3", "2 Mass. 1", "8 Pick. 3", "9 Pick. 4"];
  const cites_to = cites.map((cite) => ({ cite, category: "reporters:state" }));
  const citations = [
    { type: "official", cite: "2 Mass. 1" },
    { type: "parallel", cite: "8 Pick. 3" },
  ];
  const opinion = "Roe v. Doe, 9 U.S. 5, 11 L. Ed. 3 (1809); 2 Mass. 1; 8 Pick. 3; (9 Pick. 4).";
  const one = oneCase(1, { cites_to, casebody: textBody("", opinion) });
  const { text } = pagesOf([one, oneCase(2, { citations })])("/cases/1/");
  expect(citesOf(text)).toBe(
    "3 In this corpus 1 Case 2 2 Mass. 1, 8 Pick. 3 (1902) Other cases 2 Roe v. Doe, 9 U.S. 5, 11 L. Ed. 3 9 Pick. 4",
  );
});

test("the source's kinds and counts are used; then the statutes of the text are not added", () => {
  const cites_to = [
    { cite: "R.C.W. 9", category: "laws:leg_statute", weight: 3 },
    { cite: "9 U.S. 5", category: "reporters:federal", year: 1809 },
    { cite: "1 Q. J. 2", category: "journals:journal" },
  ];
  const one = oneCase(1, { cites_to, casebody: textBody("", "By 42 U.S.C. § 1983.") });
  const { text } = pagesOf([one])("/cases/1/");
  expect(citesOf(text)).toBe(
    "3 Other cases 1 9 U.S. 5 (1809) Statutes and rules 1 R.C.W. 9 · 3 times Journals and other works 1 1 Q. J. 2",
  );
});

test("words that are not a name are left out before a citation; a year is shown once", () => {
  const opinion =
    'See ("Howes II"), and Komanekin v. Truck, 8 U.S. 3 (1804). So Rex v. Delaval, where the parent had parted, 7 U.S. 4. Roe v. Doe, 2009 WI 78 (2009).';
  const { text } = pagesOf([oneCase(1, { casebody: textBody("", opinion) })])("/cases/1/");
  expect(citesOf(text)).toBe(
    "3 Other cases Komanekin v. Truck, 8 U.S. 3 (1804) 7 U.S. 4 Roe v. Doe, 2009 WI 78",
  );
});

test("*id.* and short forms in the text lead to the case that they refer to", () => {
  const opinion = "So 2 Mass. 1. Id. at 4. Later 3 Mass. 1; 2 Mass. at 5. Nothing at 7 Mass. at 9.";
  const { html } = pagesOf([oneCase(1, { casebody: textBody("", opinion) }), oneCase(2), oneCase(3)])(
    "/cases/1/",
  );
  const [, part = ""] = html.split('class="case-opinion"');
  expect(linksTo(part.split("</section>")[0] ?? "", "")).toEqual([
    "/cases/2/",
    "/cases/2/#p4",
    "/cases/3/",
    "/cases/2/#p5",
  ]);
});

test("commentaries and encyclopedias are not cases", () => {
  const cites_to = ["3 Bl. Com. 218", "2 Kent, Comm. 9", "17 C.J.S. 5", "5 Am. Jur. 2d 3", "4 Black 5"].map(
    (cite) => ({ cite }),
  );
  const { text } = pagesOf([oneCase(1, { cites_to })])("/cases/1/");
  expect(citesOf(text)).toContain("Other cases 1 4 Black 5 Journals and other works 4 3 Bl. Com. 218");
});
