import { expect, test } from "vitest";
import { openCorpus } from "../../src/index.ts";
import { runCli } from "./run-cli.ts";
import { smallCorpus } from "./small-corpus.ts";

const corpus = smallCorpus();
const search = (...args: string[]) => runCli(["search", ...corpus.flags, ...args]);

test("search prints the count, then each case with its citation, court, date, id and the line that answers", async () => {
  const { code, stdout, stderr } = await search('"gold letters"');
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`1 case matches "gold letters"

1. Wood v. Smith, 1 Charlton 42
   Superior Court of Georgia, 1805-05-01
   The sign was painted in gold letters upon a black board.
   id 1 http://127.0.0.1:8000/cases/1/
`);
});

test("search takes several words and filters, and tells how to go on", async () => {
  const { stdout } = await search("Charlton", "J.", "--page-size", "2", "--jurisdiction", "Ga.");
  expect(stdout).toMatch(/^5 cases match Charlton J\.\n/);
  expect(stdout).toMatch(/\n2 of 5; next page: --cursor \S+\n$/);
});

test("search without a match says so and exits 0", async () => {
  expect(await search("zeppelin")).toEqual({ code: 0, stdout: "0 cases match zeppelin\n", stderr: "" });
});

test("search takes a text that begins with a hyphen, and behind -- one that begins like an option", async () => {
  expect((await search("-gold")).stdout).toMatch(/^4 cases match -gold\n/);
  expect((await search("--", "--gold")).stdout).toMatch(/^\d cases? match/);
});

test("search refuses an unknown option: exit 2", async () => {
  const { code, stderr } = await search("gold", "--colour");
  expect({ code, stderr }).toEqual({ code: 2, stderr: "caselaw: unknown option '--colour'\n" });
});

test("search --format json prints the envelope", async () => {
  const { stdout } = await search("larceny", "--format", "json");
  using library = openCorpus(corpus.db);
  expect(stdout).toBe(`${JSON.stringify(library.list("cases", { search: "larceny" }))}\n`);
});

test("search prints no control character", async () => {
  const { stdout } = await search("rings");
  expect(stdout).toContain("Bell␛[2J");
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
});

test.each(['"open', "NEAR(", "AND", "*", "(a", "col:foo", "AT&T", "§ 1983", "' OR 1=1 --", "-gold", "-", ""])(
  "search takes %j as a text, no error",
  async (text) => {
    const { code, stderr } = await search(text);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  },
);

test("search refuses wrong parameters: exit 2", async () => {
  const { code, stderr } = await search("gold", "--jurisdiction", "zz");
  expect(stderr).toBe(
    "caselaw: jurisdiction: Select a valid choice. zz is not one of the available choices.\n",
  );
  expect(code).toBe(2);
});
