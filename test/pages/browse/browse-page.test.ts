import { expect, test } from "vitest";
import { CLOSED, COURT, oneCase } from "../../http/records.ts";
import { linksTo, pagesOf, textOf } from "../../support/page-answer.ts";

function bound(
  id: number,
  volume: string,
  page: string,
  more: Readonly<Record<string, unknown>> = {},
): object {
  return oneCase(id, {
    volume: { volume_number: volume, barcode: `bar/${volume}` },
    first_page: page,
    ...more,
  });
}

const RECORDS = [
  bound(1, "10", "9"),
  bound(2, "10", "10"),
  bound(3, "9", "1"),
  bound(4, "9", "xii", { name_abbreviation: "<b>Bold</b>" }),
  bound(5, "1", "1", { jurisdiction: CLOSED, reporter: { id: 22, full_name: "Nebraska Reports" } }),
  oneCase(6, { reporter: { full_name: "Unknown Reports" }, volume: { volume_number: "3" } }),
];

test("the way leads from jurisdictions to reporters, volumes and cases, with counts", () => {
  const ask = pagesOf(RECORDS);
  const start = ask("/browse/");
  expect(start.text).toContain("6 cases of 2 jurisdictions");
  expect(start.text).toContain("Massachusetts 5 open Nebraska 1 with a token");
  const state = ask(linksTo(start.html, "Massachusetts")[0] ?? "");
  expect(state.text).toContain("Massachusetts Reports 4");
  expect(state.text).toContain("1 case is in no known reporter");
  expect(state.text).toContain(`${COURT.name} 5`);
  const reporter = ask(linksTo(state.html, "Massachusetts Reports")[0] ?? "");
  expect(reporter.text).toContain("4 cases of Massachusetts in 2 volumes");
  expect(reporter.text).toMatch(/Volume 9 .*2 cases Volume 10 .*2 cases/);
  const volume = ask(linksTo(reporter.html, "Volume 9")[0] ?? "");
  expect(volume.text).toContain("Massachusetts Reports, volume 9 2 cases");
  expect(linksTo(volume.html, "Case 3")).toEqual(["/cases/3/"]);
  expect(volume.html).toContain("&lt;b&gt;Bold&lt;/b&gt;");
  expect(linksTo(volume.html, "Massachusetts")).toEqual(["/browse/mass/", "/browse/mass/21/"]);
});

test("the cases of a volume stand by page as a number; it is found by its number too", () => {
  const { html } = pagesOf(RECORDS)("/browse/mass/21/10/");
  expect([...html.matchAll(/\/cases\/(\d+)\//g)].map(([, id]) => id)).toEqual(["1", "2"]);
});

test("every level has the steps to it, of which the last is no link", () => {
  const ask = pagesOf(RECORDS);
  const stepsOf = (address: string): string[] => {
    const nav = /<nav class="crumbs.*?<\/nav>/s.exec(ask(address).html)?.[0] ?? "";
    const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    return [...links, textOf(/<li aria-current="page">.*?<\/li>/s.exec(nav)?.[0] ?? "")];
  };
  const [mass, reporter, volume] = ["/browse/mass/", "/browse/mass/21/", "/browse/mass/21/bar%2F9/"];
  expect(stepsOf(mass)).toEqual(["/browse/", "Massachusetts"]);
  expect(stepsOf(reporter)).toEqual(["/browse/", mass, "Massachusetts Reports"]);
  expect(stepsOf(volume)).toEqual(["/browse/", mass, reporter, "Volume 9"]);
  expect(stepsOf("/cases/3/")).toEqual(["/browse/", mass, reporter, volume, "Case 3"]);
  expect(stepsOf("/cases/3/similar/")).toEqual([
    "/browse/",
    mass,
    reporter,
    volume,
    "/cases/3/",
    "Similar cases",
  ]);
  expect(stepsOf("/cases/6/")).toEqual(["/browse/", mass, "Case 6"]);
});

test("a volume leads to the volumes before and after it, and at its end to the first case of the next", () => {
  const ask = pagesOf(RECORDS);
  const [nine, ten] = [ask("/browse/mass/21/9/"), ask("/browse/mass/21/10/")];
  expect(linksTo(nine.html, "Volume 10 →")).toEqual(["/browse/mass/21/bar%2F10/"]);
  expect(nine.text).toContain("Next: Volume 10 , which begins with Case 1");
  expect(linksTo(ten.html, "← Volume 9")).toEqual(["/browse/mass/21/bar%2F9/"]);
  expect(linksTo(ten.html, "→")).toEqual([]);
  expect(ten.text).not.toContain("Next:");
});

test("a volume of many cases is paged", () => {
  const ask = pagesOf(Array.from({ length: 450 }, (_, at) => bound(at + 1, "5", String(at + 1))));
  const first = ask("/browse/mass/21/5/");
  expect(first.text).toContain("450 cases, of which 1 to 200");
  const last = ask(linksTo(ask(linksTo(first.html, "Next")[0] ?? "").html, "Next")[0] ?? "");
  expect(last.text).toContain("450 cases, of which 401 to 450");
  expect(linksTo(last.html, "Next")).toEqual([]);
  expect(ask("/browse/mass/21/5/?from=99999").text).toContain("of which 450 to 450");
  expect(ask("/browse/mass/21/5/?from=x").text).toContain("of which 1 to 200");
});

test.each([
  "/browse/nowhere/",
  "/browse/mass/99/",
  "/browse/mass/22/",
  "/browse/mass/x/",
  "/browse/mass/21/77/",
  "/browse/mass/21/10/1/",
  "/browse/__proto__/",
])("%s is a friendly 404", (address) => {
  expect(pagesOf(RECORDS)(address)).toMatchObject({
    status: 404,
    text: expect.stringContaining("There is no such page"),
  });
});

test("the note on closed texts is not for those who may see them", () => {
  const ask = pagesOf(RECORDS);
  expect(ask("/browse/neb/").text).toContain("to readers with a token only");
  expect(ask("/browse/neb/", { access: "open" }).text).not.toContain("token");
  expect(ask("/browse/", { access: "open" }).text).not.toContain("token");
});

test("cases without a jurisdiction are counted, and the way to them is told", () => {
  const alone = pagesOf([oneCase(1, { jurisdiction: null })])("/browse/").text;
  expect(alone).toContain("1 case of 0 jurisdictions");
  expect(alone).not.toContain("no cases yet");
  const { text, html } = pagesOf([oneCase(1, { jurisdiction: null }), oneCase(2)])("/browse/");
  expect(text).toContain("Massachusetts 1 1 case is of no jurisdiction that is known");
  expect(linksTo(html, "all cases by name")).toEqual(["/?ordering=name_abbreviation"]);
});
