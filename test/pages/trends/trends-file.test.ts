import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parseStrictly } from "../../../src/casebody/strict-xml.ts";
import { LINE_LOOKS } from "../../../src/pages/trends/plot.ts";
import { oneCase, textBody } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { pagesOf } from "../../support/page-answer.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const folder = keptFolder();
const RECORDS = [
  oneCase(1, { decision_date: "1850", casebody: textBody("", "mill") }),
  oneCase(2, { decision_date: "1850-05", casebody: textBody("", "dam") }),
  oneCase(3, { decision_date: "1852-01-02", casebody: textBody("", "mill dam") }),
];
let path = "";

beforeAll(() => {
  path = makeCorpus(RECORDS, join(folder, "trends.db"));
});

/** @throws if it is not well-formed */
function expectXml(text: string): void {
  const refuse = (_at: number, what: string): never => {
    throw new Error(what);
  };
  parseStrictly(text, refuse, () => {});
}

function ask(format: "csv" | "svg", query: string) {
  const answer = pagesOf([], path)(`/trends/?${query}&format=${format}`, {
    baseUrl: "https://law.example/cap",
  });
  return { status: answer.status, content: answer.html };
}

test("the CSV is that of the command", async () => {
  const { status, content } = ask("csv", "q=mill&q=%22mill+dam%22&decision_date_max=1852");
  const options = ["--decision-date-max", "1852", "--format", "csv", "--db", path];
  const { stdout } = await runHere(["trends", "mill", '"mill dam"', ...options]);
  expect({ status, content }).toEqual({ status: 200, content: stdout });
  expect(content.split("\r\n")[1]).toBe("mill,,1850,1,2,5000");
});

test("the SVG is complete by itself: title, lines, source, no stylesheet and no style", () => {
  const { status, content } = ask("svg", "q=mill&q=dam&jurisdiction=mass");
  expect(status).toBe(200);
  expectXml(content);
  expect(content).toContain('<title id="title">mill, dam: share of the cases by year, Massachusetts</title>');
  expect(content).toContain(
    "Source: Caselaw Access Project, 3 cases in this corpus, decided from 1850 to 1852,",
  );
  expect(content).toMatch(/last changed on \w+ \d+, \d{4}\./);
  expect(content).toContain("https://law.example/cap/trends/?q=mill&amp;q=dam&amp;jurisdiction=mass");
  expect(content).toMatch(
    /<g fill="none" stroke="#7c1d2b".*><path d=""\/><path class="plot-few" opacity="0.35" d="M0 175M700 0"\/>/,
  );
  expect(content).not.toMatch(/style|href=/);
});

test("a hostile text is escaped, and characters that XML forbids are replaced", () => {
  const { content } = ask("svg", `q=${encodeURIComponent('</title><script>"\0\f')}`);
  expectXml(content);
  expect(content).not.toContain("<script");
});

test("its lines have the colours and dashes of the pages", () => {
  const styles = ["tokens", "plot"].map((name) =>
    readFileSync(new URL(`../../../src/pages/assets/styles/${name}.css`, import.meta.url), "utf8"),
  );
  const read = (name: string): string[] =>
    LINE_LOOKS.map((_, at) => {
      const start = name === "line" ? `--line-${at + 1}: ` : `.line-${at + 1} {`;
      const rest = styles.join("\n").split(start)[1] ?? "";
      return (name === "line" ? rest : (rest.split("--dash: ")[1] ?? "")).split(";")[0] ?? "";
    });
  expect(read("line")).toEqual(LINE_LOOKS.map(([color]) => color));
  expect(read("dash")).toEqual(LINE_LOOKS.map(([, dashes]) => dashes));
});
