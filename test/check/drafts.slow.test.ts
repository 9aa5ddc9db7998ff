/** Sixty drafts made from cases, each with some statements that are true and one that a seeded mutation made false. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { knownReporter } from "../../src/citations/reporters.ts";
import { type CaseWithBody, textBodyOf } from "../../src/corpus/bodies.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import { importPaths } from "../../src/import/import.ts";
import { checkText, type V1CheckedCitation } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { seededRandom } from "../support/fuzz.ts";
import { runOptions } from "../support/run.ts";

const SAMPLE = fileURLToPath(new URL("../../data/sample/bulk/", import.meta.url));
const REAL = fileURLToPath(new URL("../../../shared/real/bulk/zips/", import.meta.url));
const DRAFTS = 60;
const STATEMENTS = 5;

/** What a draft says of a case. */
interface Statement {
  readonly first: string;
  readonly second: string;
  readonly volume: string;
  readonly reporter: string;
  readonly page: number;
  readonly pin: number;
  readonly year: number;
  readonly court: string;
  readonly isFederal: boolean;
  readonly quoted: string;
  /** The page of an *id.* after the citation. */
  readonly idPin: number;
  /** A short form of the case after that; empty if the table of reporters lacks its reporter. */
  readonly short: string;
}

type Mutation = (one: Statement, other: Statement) => Statement;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "wrong page": (one) => ({ ...one, page: one.page + 5_000, pin: one.pin + 5_000 }),
  "wrong year": (one) => ({ ...one, year: one.year - 7 }),
  // names of federal courts that say no place are not decided
  "court of another state": (one) =>
    one.isFederal ? { ...one, year: one.year - 7 } : { ...one, court: "Ala. Ct. App." },
  "invented case": (one) => ({ ...one, first: "Brackenridge", second: "Ostrander", page: 9_901, pin: 9_902 }),
  "name of another case": (one, other) => ({ ...one, first: other.first, second: other.second }),
  "altered quotation": (one) => ({ ...one, quoted: altered(one.quoted) }),
  "swapped parties": (one) => ({ ...one, first: one.second, second: one.first }),
  "pin page outside": (one) => ({ ...one, pin: one.pin + 900 }),
  "page of id. outside": (one) => ({ ...one, idPin: one.idPin + 5 }),
  "page of id. of another case": (one) => ({ ...one, idPin: one.idPin + 900 }),
  "page of a short form outside": (one) =>
    one.short === "" ? { ...one, idPin: one.idPin + 5 } : { ...one, short: shortForm(one, one.pin + 5) },
  "short form of a case that is not cited": (one) => ({ ...one, short: `${one.first}, 999 U.S. at 5.` }),
};

async function corpusOf(): Promise<string> {
  const options = runOptions();
  const folders = [SAMPLE, ...(existsSync(REAL) ? [REAL] : [])];
  const texts = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith("-text.zip") ? [join(folder, name)] : [])),
  );
  await importPaths(texts, options);
  return options.corpusPath;
}

test("every mutation of a draft is found, and nothing else", async () => {
  using v1 = openV1(await corpusOf());
  const ids = v1.list("cases", { ordering: "id", page_size: 2_000 }).results.map(({ id }) => id);
  const cases = v1.corpus.withBodies(v1.corpus.casesOf(ids), { format: "text", preview: null });
  const all = cases.flatMap((one) => statementOf(one) ?? []);
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const missed: string[] = [];
  const alarms: string[] = [];
  for (let nth = 0; nth < DRAFTS; nth++) {
    const kind = pick(Object.keys(MUTATIONS));
    const statements = Array.from({ length: STATEMENTS }, () => pick(all));
    const wrong = Math.floor(random() * STATEMENTS);
    const draft = statements.map((one, at) => {
      const other = all[(all.indexOf(one) + 17) % all.length] ?? one;
      return written(at === wrong ? (MUTATIONS[kind]?.(one, other) ?? one) : one);
    });
    const text = draft.join("\n\n");
    const { citations, quotations } = checkText(v1, text);
    const open = [
      ...citations.filter((one) => !isTrue(one)),
      ...quotations.filter(({ verdict }) => verdict !== "exact" && !verdict.startsWith("equal but for")),
    ];
    const faults = new Set(open.map(({ line }) => Math.floor((line - 1) / 2)));
    if (!faults.has(wrong)) missed.push(`${kind}: ${draft[wrong]}`);
    for (const at of faults) if (at !== wrong) alarms.push(draft[at] ?? "");
  }
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});

/** Whether all is compared, and nothing differs. */
function isTrue({ verdict, form, name, year, court, pin_pages: pages }: V1CheckedCitation): boolean {
  const isSame = [name, year, court].every((compared) => compared?.verdict === "match");
  const areInside = pages.every((page) => page.verdict === "in the case");
  return verdict === "found" && (form !== "full" || isSame) && areInside;
}

/** A citation that several cases share cannot be judged without the name. */
function statementOf(one: CaseWithBody): Statement | null {
  const [, first, second] =
    /^([^;:()"“”[\]]{3,60}?) v\. ([^;:()"“”[\]]{3,60})$/.exec(one.nameAbbreviation) ?? [];
  const cite = /^(\d{1,3}) (.+) (\d{1,4})$/.exec(
    one.citations.find(({ type }) => type === "official")?.cite ?? "",
  );
  const [page, last] = [Number(one.firstPage), Number(one.lastPage)];
  const quoted = sentenceOf(textBodyOf(one)?.opinions[0]?.text ?? "");
  const year = Number(one.decisionDate?.slice(0, 4));
  const court = one.court?.nameAbbreviation ?? "";
  const isFederal = one.jurisdiction?.slug === "us";
  if (court === "") return null;
  if (first === undefined || second === undefined || cite === null || quoted === null) return null;
  if (first === second || !(last >= page) || !(year > 1600) || Number(cite[3]) !== page) return null;
  const [volume = "", reporter = ""] = cite.slice(1);
  const isKnown = knownReporter(normaliseCitation(reporter), volume) !== null;
  const said = {
    first,
    second,
    volume,
    reporter,
    page,
    pin: last,
    year,
    quoted,
    court,
    isFederal,
    idPin: last,
  };
  return { ...said, short: isKnown ? shortForm(said, last) : "" };
}

function shortForm({ first, volume, reporter }: Omit<Statement, "short">, pin: number): string {
  return `${first}, ${volume} ${reporter} at ${pin}.`;
}

function sentenceOf(text: string): string | null {
  const sentences = text.match(/(?<=[.?!]\s)[A-Z][^.?!"“”[\]\n]{60,200}(?=\.\s)/g) ?? [];
  return sentences.find((sentence) => !/\d|\*|supra/.test(sentence)) ?? null;
}

function written(one: Statement): string {
  const cite = `${one.volume} ${one.reporter} ${one.page}, ${one.pin} (${one.court} ${one.year})`;
  const full = `${one.first} v. ${one.second}, ${cite}`;
  return `The court held that “${one.quoted}.” ${full}. Id. at ${one.idPin}. See ${one.short}`;
}

/** Another word in the middle. */
function altered(quoted: string): string {
  const words = quoted.split(" ");
  return words.toSpliced(Math.floor(words.length / 2), 1, "notwithstanding").join(" ");
}
