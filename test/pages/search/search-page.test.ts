import { join } from "node:path";
import { expect, test } from "vitest";
import { CLOSED, COURT, oneCase, textBody, xmlBody } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { type AskPage, linksTo, pagesOf } from "../../support/page-answer.ts";
import { keptFolder } from "../../support/temp-folder.ts";

/** Page 3 begins in it. */
const PAGED = xmlBody(
  "<opinion type='majority'><p>It <page-number label='3'>*3</page-number> is.</p></opinion>",
);
const OTHER = { id: 12, name: "Court of <Errors>", name_abbreviation: "Err.", slug: "mass-2" };

function fifty(): Record<string, unknown>[] {
  return Array.from({ length: 50 }, (_, at) =>
    oneCase(at + 1, {
      decision_date: `18${10 + at}-03-01`,
      court: at % 5 === 0 ? OTHER : COURT,
      casebody: textBody("The head matter.", `The mill dam of ${at + 1}.`),
    }),
  );
}

const folder = keptFolder();
let path: string | undefined;

function ofFifty(): AskPage {
  path ??= makeCorpus(fifty(), join(folder, "fifty.db"));
  return pagesOf([], path);
}

test("without anything parameters the page is the entrance: what is held, no case", () => {
  const ask = pagesOf([...fifty(), oneCase(99, { jurisdiction: CLOSED, decision_date: "1999" })]);
  const { status, text, html } = ask("/");
  expect(status).toBe(200);
  expect(text).toContain("51 cases on this machine, decided from 1810 to 1999.");
  expect(text).toContain("Massachusetts 50 Nebraska 1");
  expect(html).not.toContain("/cases/");
  expect(linksTo(html, "Nebraska")).toEqual(["/browse/neb/"]);
  expect(ask("/?search=&jurisdiction=&unknown=1").text).toBe(text);
});

test("results are told by rank and number, and paged both ways", () => {
  const ask = ofFifty();
  const first = ask("/?search=mill");
  expect(first.text).toContain("50 cases for mill 1–20 of 50");
  const [next = ""] = linksTo(first.html, "Next");
  const second = ask(next);
  expect(second.text).toContain("21–40 of 50");
  const third = ask(linksTo(second.html, "Next")[0] ?? "");
  expect(third.text).toContain("41–50 of 50");
  expect(linksTo(third.html, "Next")).toEqual([]);
  const back = ask(linksTo(second.html, "Previous")[0] ?? "");
  expect(back.text).toContain("1–20 of 50");
  const ids = [first, second, third].flatMap(({ html }) =>
    [...html.matchAll(/\/cases\/(\d+)\//g)].map(String),
  );
  expect(new Set(ids).size).toBe(50);
  expect(ask(next.replace(/&from=\d+/, "")).text).toContain("20 of 50");
});

test("a cursor that was not made here is a friendly 404", () => {
  expect(ofFifty()("/?search=mill&cursor=nonsense")).toMatchObject({
    status: 404,
    text: expect.stringContaining("This page of results does not exist"),
  });
});

test("filters have counts beside them, and a chosen one can be taken away or joined by another", () => {
  const ask = ofFifty();
  const all = ask("/?search=mill");
  expect(all.text).toContain("Court Supreme Judicial Court 40 Court of <Errors> 10");
  const [errors = ""] = linksTo(all.html, "Errors");
  expect(errors).toBe("/?search=mill&court=mass-2");
  const chosen = ask(errors);
  expect(chosen.text).toContain("10 cases for mill");
  expect(chosen.text).toContain("Court Court of <Errors> 10 Supreme Judicial Court 40");
  expect(linksTo(chosen.html, "×")).toEqual(["/?search=mill"]);
  expect(ask(linksTo(chosen.html, "Supreme")[0] ?? "").text).toContain("50 cases for mill");
  expect(linksTo(all.html, "1820s")).toEqual(["/?search=mill&decision_date_min=1820&decision_date_max=1829"]);
});

test("a citation finds the case that bears it before those that name it", () => {
  const ask = pagesOf([...fifty(), oneCase(77, { casebody: textBody("x", "See 7 Mass. 1.") })]);
  const { text, html } = ask("/?search=7+MASS+1");
  expect(text).toContain("Cited as 7 MASS 1 Case 7");
  expect(/\/cases\/(\d+)\//.exec(html)?.[1]).toBe("7");
  expect(ask("/?search=7+Mass.+999").text).not.toContain("Cited as");
});

test("a citation that no case has: why, who cites it, how it is got; not the cases that contain its numbers", () => {
  const ask = pagesOf([
    oneCase(1, { casebody: textBody("x", "See Roe v. Wade, 410 U.S. 113.") }),
    oneCase(2, { casebody: textBody("x", "Of 410 pages in the U.S., 113 were read.") }),
  ]);
  const { html, text } = ask("/?search=410+us+113");
  expect(text).toContain(
    "This citation is not here No case here has the citation 410 U.S. 113 : volume not imported. The case may exist. " +
      "1 case here cites it. To get the volume: caselaw sync --volume us/410 Search for these words",
  );
  expect(html).not.toContain("/cases/2/");
  expect(ask(linksTo(html, "1 case here")[0] ?? "").text).toContain("Cites 410 U.S. 113 × 1 case");
  expect(ask("/?search=410+U.S.+114").text).toContain("No case here cites it.");
  expect(ask(linksTo(html, "Search for these words")[0] ?? "").text).toContain('1 case for "410 U.S. 113"');
});

test.each(["7 Mass. 1, 3", "7 Mass. 1 (1816)", "Roe v. Doe, 7 Mass. 1 (1816)", "(7 Mass. 1)", "7 Mass. 1."])(
  "a citation as lawyers paste it, %j, finds the case that bears it",
  (search) => {
    const { text } = ofFifty()(`/?${new URLSearchParams({ search })}`);
    expect(text).toMatch(/Cited as 7 Mass\. 1 Case 7 7 Mass\. 1/);
    expect(text).not.toMatch(/No case for|Nothing in this corpus/);
  },
);

test.each(["7 Mass. at 3", "7 Mass. 3", "Roe, 7 Mass. at 3 (1816)"])(
  "a citation of a page within a case, %j, leads to the page",
  (search) => {
    const ask = pagesOf([oneCase(7, { first_page: "1", last_page: "5", casebody: PAGED })]);
    const { text, html } = ask(`/?${new URLSearchParams({ search })}`);
    expect(text).toContain("No case in the corpus is cited as 7 Mass. 3 Page 3 of this volume is in ");
    expect(html).toContain('href="/cases/7/#p3"');
  },
);

test("a short form leads to all cases that have the page", () => {
  const cited = (cite: string) => ({ citations: [{ type: "official", cite }] });
  const ask = pagesOf([
    oneCase(1, { ...cited("7 Mass. 1"), first_page: "1", last_page: "3" }),
    oneCase(2, { ...cited("7 Mass. 3"), first_page: "3", last_page: "5" }),
  ]);
  expect(ask("/?search=7+Mass.+at+3").text).toMatch(
    /Cited as 7 Mass\. 3 Case 2 .* Page 3 of this volume is in Case 1/,
  );
  expect(ask("/?search=7+Mass.+3").text).not.toContain("of this volume");
  expect(ask("/?search=12+Main+St.+at+5").text).not.toContain("is cited as");
});

test("dates the wrong way round are swapped, with a note", () => {
  const ask = pagesOf([oneCase(1), oneCase(2, { decision_date: "1950" })]);
  const { html, text } = ask("/?decision_date_min=1960&decision_date_max=1900");
  expect(text).toContain("2 cases");
  expect(text).toContain("The first date was after the last one: they were swapped.");
  expect(html).toMatch(/name="decision_date_min" value="1900"/);
  expect(ask("/?decision_date_min=1901-01&decision_date_max=1901").text).not.toContain("swapped");
});

test.each([{ jurisdiction: CLOSED, casebody: PAGED }, {}])(
  "a page of a case whose text is withheld, or does not mark it, is no anchor: %j",
  (record) => {
    const ask = pagesOf([oneCase(7, { first_page: "1", last_page: "5", ...record })]);
    expect(ask("/?search=7+Mass.+3").html).toContain('href="/cases/7/" data-result');
  },
);

test("the text of a closed jurisdiction gives no context to those who may not see it", () => {
  const ask = pagesOf([oneCase(1, { jurisdiction: CLOSED, casebody: textBody("Head", "The mill dam.") })]);
  const closed = ask("/?search=mill");
  expect(closed.text).toContain("1 case for mill");
  expect(closed.text).toContain("text not shown");
  expect(closed.html).not.toContain("<mark>");
  const open = ask("/?search=mill", { access: "open" });
  expect(open.text).not.toContain("text not shown");
  expect(open.html).toContain("<mark>mill</mark>");
});

test("where nothing matches, the page offers other ways", () => {
  const { status, html, text } = ofFifty()("/?search=mill+zebra&court=mass-2");
  expect(status).toBe(200);
  expect(text).toContain("No case for mill zebra");
  expect(linksTo(html, "without the filters")).toEqual(["/?search=mill+zebra"]);
  expect(linksTo(html, "Any of the words")).toEqual(["/?search=mill+%7C+zebra&court=mass-2"]);
});

test("operators of other search languages are told to be words, also where cases match", () => {
  const ask = ofFifty();
  const { html, text } = ask("/?search=(mill+OR+zebra)+AND+NOT+horse");
  expect(text).toMatch(
    /OR, AND, NOT were read as words\. As terms and connectors it is: \(mill OR zebra\) AND NOT horse/,
  );
  const connectors = ask(linksTo(html, "(mill")[0] ?? "");
  expect(connectors.text).toContain("50 cases for (mill OR zebra) AND NOT horse");
  expect(connectors.text).toContain("Read as: (mill OR zebra) AND NOT horse");
  // the choice is in the address of all that follows
  expect(connectors.html).toContain('value="connectors" checked');
  expect(linksTo(connectors.html, "Next")[0]).toContain("search_syntax=connectors");
  // above the results
  expect(ask("/?q=mill+NOT+the+dam").text).toMatch(
    /NOT was read as a word.*mill AND NOT \(the AND dam\) No case/,
  );
  expect(ask("/?search=mill+w/5").text).toContain("w/5 needs a word or group after it: character 6");
  expect(ask('/?search="mill+AND+dam"+or').text).not.toContain("connectors (");
  expect(ask("/?search=mill+w/&search_syntax=connectors").text).toContain(
    "w/ needs a number from 1, s or p: character 6.",
  );
});

test.each(["!!!", '"', "()", "-"])("a search for %j is told to hold no word, and lists all", (search) => {
  const ask = ofFifty();
  const { html, text } = ask(`/?${new URLSearchParams({ search })}`);
  expect(text).toContain(
    "50 cases The text contains no searchable word and was ignored: the list has all cases.",
  );
  expect(html).toContain("<title>Search · caselaw</title>");
  expect(linksTo(html, "Best match")).toEqual([]);
  const filtered = ask(`/?${new URLSearchParams({ search, court: "mass-2" })}`).text;
  expect(filtered).toContain(
    "10 cases The text contains no searchable word and was ignored: the list has all cases that match the filters.",
  );
});

test("wrong values are 400, each message beside its field", () => {
  const { status, html, text } = ofFifty()(
    "/?search=mill&court=nowhere&decision_date_min=soon&decision_date_max=1900&ordering=best",
  );
  expect(status).toBe(400);
  expect(text).toContain("3 values cannot be used");
  expect(text).toContain("Select a valid choice. nowhere is not one of the available choices.");
  expect(text).toContain("Select a valid choice. best is not one of the available choices.");
  expect(html).toMatch(
    /name="decision_date_min" value="soon"[^>]* aria-invalid="true" aria-describedby="decision_date_min-wrong"/,
  );
  expect(html).toMatch(/id="decision_date_min-wrong">Invalid date format/);
  expect(html).toMatch(/name="decision_date_max" value="1900"[^>]*>/);
});

test("a long search text makes no page of links that repeat it", () => {
  const ask = ofFifty();
  const { html } = ask(`/?search=${"mill+".repeat(1500)}`);
  expect(html.length).toBeLessThan(300_000);
  expect(html).toContain(`<title>${"mill ".repeat(16).trim().slice(0, 79)}… · caselaw</title>`);
  expect(html).toContain(`value="${"mill ".repeat(1500).trim()}"`);
  expect(/<h1.*?<\/h1>/s.exec(html)?.[0].length).toBeLessThan(200);
  expect(ask(`/?search=${"zebra+".repeat(1500)}&author=${"x".repeat(5000)}`).text.length).toBeLessThan(3_000);
});

test("no control character goes into a page", () => {
  const ask = pagesOf([oneCase(1, { name_abbreviation: "Bell\u0007 v. \u009b", docket_number: "\u0000" })]);
  for (const address of ["/?search=case%00%07%1b%C2%9B", "/cases/1/", "/trends/?q=%00", "/?author=%00"]) {
    expect(ask(address).html).not.toMatch(/[^\P{Cc}\n\t\r\f]/u);
  }
});

test("odd names and dates are told as well as can be", () => {
  const ask = pagesOf([
    oneCase(5, { name: "", name_abbreviation: "", decision_date: null, citations: [], court: null }),
  ]);
  expect(ask("/?jurisdiction=mass").text).toContain("Case 5 undated");
});

test("every text of a case and all that is parameters show as text", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
  const ask = pagesOf([
    oneCase(1, {
      name: evil,
      name_abbreviation: `mill ${evil}`,
      decision_date: evil,
      docket_number: evil,
      first_page: evil,
      citations: [{ type: evil, cite: `1 ${evil} 2` }],
      court: { ...COURT, name: evil, name_abbreviation: evil },
      reporter: { id: 21, full_name: evil },
      jurisdiction: { id: 1, slug: "mass", name: evil, name_long: evil, whitelisted: true },
      casebody: textBody(`mill ${evil}`, `mill ${evil}`),
    }),
  ]);
  const parameters = new URLSearchParams({
    search: `mill | ${evil}`,
    jurisdiction: "mass",
    author: evil,
  }).toString();
  const wrong = new URLSearchParams({ search: evil, court: evil, decision_date_min: evil }).toString();
  for (const address of [
    "/",
    "/?search=mill",
    `/?${parameters}`,
    `/?${wrong}`,
    `/nope/${encodeURIComponent(evil)}/`,
  ]) {
    const { html } = ask(address);
    expect(html).not.toMatch(/<script>|<img|onerror='/);
  }
});

test("with a base URL that has a path, every link of ours begins with it", () => {
  const ask = ofFifty();
  const baseUrl = "https://example.org/law";
  const html = ["/?search=mill", "/cases/7/"].map((path) => ask(path, { baseUrl }).html).join("");
  const links = [...html.matchAll(/(?:href|src|action)="(?!https:\/\/|#)([^"]*)"/g)].map(
    ([, link = ""]) => link,
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !link.startsWith("/law/"))).toEqual([]);
});

test("what is counted beside filters is what the reader may find", () => {
  const shared = [{ type: "official", cite: "9 Mass. 9" }];
  const ask = pagesOf([
    oneCase(1, { jurisdiction: CLOSED, citations: shared, casebody: textBody("Head", "See 3 Mass. 1.") }),
    oneCase(2, { citations: shared, casebody: textBody("Head", "See 4 Mass. 1.") }),
    oneCase(3),
    oneCase(4, { court: OTHER }),
  ]);
  const { text } = ask("/?cited_by=9+Mass.+9");
  expect(text).toContain("1 case The only one");
  expect(text).toContain("Jurisdiction Massachusetts 1 Court Court of <Errors> 1 Reporter");
  expect(ask("/?cited_by=9+Mass.+9", { access: "open" }).text).toContain("Jurisdiction Massachusetts 2");
});

test("of a parameter that is repeated the page shows what counts", () => {
  const ask = ofFifty();
  const { html, text } = ask("/?search=zebra&search=mill&court=mass-2&court=mass-2&decision_date_min=1700");
  expect(text).toContain("10 cases for mill");
  expect(linksTo(html, "×")[0]).toBe("/?search=mill&decision_date_min=1700");
  expect(html).not.toContain("zebra");
});

test("a decade's link stays within the dates that are asked for", () => {
  const ask = pagesOf([...fifty(), oneCase(60, { decision_date: "0990" })]);
  const between = "/?search=mill&decision_date_min=1815-02&decision_date_max=1837";
  const { html, text } = ask(between);
  expect(text).toContain("1810s 5 1820s 10 1830s 8");
  for (const [decade, count] of Object.entries({ "1810s": 5, "1820s": 10, "1830s": 8 })) {
    const [link = ""] = linksTo(html, decade);
    expect(ask(link).text).toContain(`${count} cases for mill`);
  }
  const [early = ""] = linksTo(ask("/?name=case").html, "990s");
  expect(ask(early).text).toContain("The only one");
});

test("a filter by another name is the value that is counted", () => {
  const ask = pagesOf([oneCase(1, { jurisdiction: CLOSED }), oneCase(2)]);
  expect(ask("/?jurisdiction=Neb.").text).toContain("Narrow Jurisdiction Neb. 1 Massachusetts 1 Court");
  expect(ask("/?reporter=Massachusetts+Reports").text).toContain("Reporter Massachusetts Reports 2 Decided");
});

test("other ways to ask leave out what must not be there", () => {
  const ask = ofFifty();
  const { html } = ask('/?search=mill+-dam+"zebra+well"~5+-"of+the"');
  expect(linksTo(html, "Any of the words")).toEqual(["/?search=mill+%7C+zebra+%7C+well"]);
});
