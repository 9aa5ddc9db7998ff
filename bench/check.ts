/**
 * How well `check` finds what is wrong in a draft: made drafts about the cases of a corpus, with one alteration of each kind or none, in
 * each form of document; and public sets of citations (`--set FOLDER`).
 */
import { partsOfCitation } from "../src/citations/read-citation.ts";
import { checkText, type V1Check } from "../src/v1/check/check.ts";
import { openV1, type V1 } from "../src/v1/v1.ts";
import { ALTERATIONS } from "./check/alterations.ts";
import { citableCases, FORMS, type MadeDraft, makeDraft } from "./check/made-drafts.ts";
import { checkSets } from "./check/public-sets.ts";
import { digits, median, table } from "./measure/numbers.ts";
import { randomFrom } from "./synthetic/random.ts";

const DRAFTS = 600;
const MAX_CASES = 5_000;
const PAGE_WORDS = 300;
/** Draws until a kind is given up that the cases of a corpus do not allow. */
const MAX_DRAWS = 200;

/** What a check found in drafts of one kind. */
interface Found {
  readonly draft: MadeDraft;
  readonly seconds: number;
  readonly pages: number;
  /** How the altered citation or quotation was judged; null: all is true. */
  readonly judgement: string | null;
  /** Whether the first candidate of the altered citation is the case that is meant; null: it has none. */
  readonly isMeant: boolean | null;
  /** Other citations and quotations that were called wrong, or to be looked at. */
  readonly falseAlarms: readonly string[];
}

export async function benchCheck(args: readonly string[]): Promise<void> {
  const option = (name: string): string | undefined => args[args.indexOf(name) + 1 || args.length];
  const [folder, path, drafts] = [option("--set"), option("--db"), Number(option("--drafts") ?? DRAFTS)];
  if (folder !== undefined) return await checkSets(folder, path ?? null, args.includes("--show"));
  if (path === undefined) throw new Error("Name the corpus that the drafts are to cite: --db FILE");
  using v1 = openV1(path, { access: "owner" });
  const cases = citableCases(v1, MAX_CASES);
  const random = randomFrom(1);
  const kinds = [...Object.keys(ALTERATIONS), null];
  const found: Found[] = [];
  const given: string[] = [];
  for (let nth = 0; nth < drafts; nth++) {
    const kind = kinds[nth % kinds.length] ?? null;
    if (kind !== null && given.includes(kind)) continue;
    const form = FORMS[Math.floor(nth / kinds.length) % FORMS.length] ?? "text";
    let made: MadeDraft | null = null;
    for (let draw = 0; made === null && draw < MAX_DRAWS; draw++)
      made = await makeDraft(cases, kind, form, random);
    if (made === null) given.push(kind ?? "");
    else found.push(examine(v1, made));
  }
  print(found, cases.length);
  if (args.includes("--show")) for (const one of found) showMistakes(one);
}

export function examine(v1: V1, made: MadeDraft): Found {
  const start = performance.now();
  const checked = checkText(v1, made.draft);
  const seconds = (performance.now() - start) / 1000;
  const pages = made.draft.text.split(/\s+/).length / PAGE_WORDS;
  const items = itemsOf(checked);
  const own = items.filter(({ text }) => made.altered !== null && isSame(text, made.altered));
  // a short name and its quotation belong to the altered citation
  const source = own.map(({ index }) => index);
  const alarms = items.filter(
    (one) =>
      isAlarm(one.judgement) &&
      !own.includes(one) &&
      !(one.citation !== null && source.includes(one.citation)),
  );
  const judgements = own.map(({ judgement }) => judgement);
  const judgement =
    made.altered === null
      ? null
      : (["wrong", "unsure", "unknown", "confirmed"].find((one) => judgements.includes(one)) ?? "not read");
  const falseAlarms = alarms.map(({ words }) => words);
  return { draft: made, seconds, pages, judgement, isMeant: isMeant(checked, own, made), falseAlarms };
}

function isMeant({ citations }: V1Check, own: readonly Item[], { meant }: MadeDraft): boolean | null {
  const candidates = own.flatMap(({ index, citation }) => citations[citation ?? index]?.candidates ?? []);
  const [first] = candidates;
  const cites = first?.case.citations.map((cite) => partsOfCitation(cite)?.standard ?? cite);
  return cites?.some((cite) => meant.includes(cite)) ?? null;
}

interface Item {
  readonly index: number;
  readonly text: string;
  readonly judgement: string;
  readonly words: string;
  /** Of a quotation. */
  readonly citation: number | null;
}

function itemsOf({ citations, quotations }: V1Check): Item[] {
  return [
    ...citations.map(({ cite, judgement, verdict, name }, index) => ({
      ...{ index, text: cite, judgement, citation: null },
      words: `${cite}: ${verdict}${name?.verdict === "differs" ? `, "${name.written}" for "${name.ours}"` : ""}`,
    })),
    ...quotations.map(({ text, judgement, verdict, citation, remark }) => ({
      ...{ index: -1, text, judgement, citation },
      words: `“${text}”: ${verdict} ${remark ?? ""}`,
    })),
  ];
}

function isAlarm(judgement: string): boolean {
  return judgement === "wrong" || judgement === "unsure";
}

function isSame(text: string, altered: string): boolean {
  const plain = (one: string): string => one.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return plain(text) === plain(altered);
}

function print(found: readonly Found[], cases: number): void {
  const kinds = [...Map.groupBy(found, ({ draft }) => draft.kind ?? "nothing altered")];
  const rows = kinds.map(([kind, some]) => rowOf(kind, some));
  const columns = [
    "altered",
    "drafts",
    "found",
    "cannot be judged",
    "missed",
    "false alarms",
    "precision",
    "recall",
    "F1",
    "right candidate first",
    "another first",
  ];
  process.stdout.write(
    table(`${found.length} drafts about ${cases} cases`, columns, [...rows, rowOf("all", found)]),
  );
  const forms = [...Map.groupBy(found, ({ draft }) => draft.form)];
  process.stdout.write(
    table(
      "By form of document",
      columns,
      forms.map(([form, some]) => rowOf(form, some)),
    ),
  );
  const pages = sum(found.map((one) => one.pages));
  const alarms = sum(found.map((one) => one.falseAlarms.length));
  const seconds = found.map((one) => one.seconds / one.pages);
  process.stdout.write(
    `${digits(alarms / pages)} false alarms a page of ${PAGE_WORDS} words; ${digits(median(seconds))} s a page (median), ${digits(Math.max(...seconds))} s at most\n`,
  );
}

function rowOf(name: string, some: readonly Found[]): string[] {
  const altered = some.filter(({ judgement }) => judgement !== null);
  const hits = altered.filter(({ judgement }) => isAlarm(judgement ?? "")).length;
  const unknown = altered.filter(({ judgement }) => judgement === "unknown").length;
  const alarms = sum(some.map(({ falseAlarms }) => falseAlarms.length));
  const [precision, recall] = [hits / (hits + alarms), hits / altered.length];
  const counts = [some.length, hits, unknown, altered.length - hits - unknown, alarms].map(String);
  const shares = [precision, recall, (2 * precision * recall) / (precision + recall)];
  const candidates = [true, false].map((is) => String(some.filter(({ isMeant }) => isMeant === is).length));
  return [
    ...[name, ...counts],
    ...shares.map((share) => (Number.isNaN(share) ? "–" : share.toFixed(3))),
    ...candidates,
  ];
}

function showMistakes({ draft, judgement, falseAlarms }: Found): void {
  if (judgement !== null && !isAlarm(judgement))
    process.stdout.write(`${judgement}, ${draft.kind}, ${draft.form}: ${draft.altered}\n`);
  for (const words of falseAlarms) process.stdout.write(`false alarm, ${draft.form}: ${words}\n`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
