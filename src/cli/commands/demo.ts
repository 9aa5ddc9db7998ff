/** `caselaw demo`: imports the sample that comes with the program, searches it, and says what to try next. */
import { join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";
import { programName, sampleFolder } from "../../files/program.ts";
import type { V1Case } from "../../v1/records.ts";
import type { V1 } from "../../v1/v1.ts";
import type { Flags } from "../asking/flags.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { counted, escapeLine } from "../terminal-text.ts";

const SEARCH = '"citizens of another state"';

/** Searches to try: the first that finds something is shown. */
const SEARCHES = ["treason /s levying", "contract", "court"];

/** Cases that are read for a citation of another one. */
const MAX_READ = 500;

const EXAMPLES = `
Examples:
  caselaw demo
  caselaw demo --data-dir /tmp/caselaw

The sample has 198 decisions of 1779 to 1837: the Supreme Court's first ones from Dallas's reports, early federal courts, and
a court of Georgia. It is imported into demo.db of the data folder, never into another corpus, so --db is refused. Running it
again changes nothing. To remove it, delete demo.db.`;

export const declareDemo: Declare = (command, run) => {
  command.addHelpText("after", EXAMPLES).action(
    run((context) => {
      if (command.optsWithGlobals().db === undefined) return demo(context);
      const message = "Cannot use --db: the sample is imported into demo.db of the data folder";
      throw new CaselawError("invalid", message);
    }),
  );
};

async function demo(context: Context): Promise<number> {
  const dataFolder = context.settings.dataDir;
  const place = { db: join(dataFolder, "demo.db"), dataDir: join(dataFolder, "demo"), engine: null };
  const settings = { ...context.settings, ...place };
  const own = { ...context, settings };
  const { stdout } = context;
  const { runAndReport } = await import("../run-command.ts");
  const { importPaths } = await import("../../import/import.ts");
  const { search } = await import("./search.ts");
  const inputs = [sampleFolder()];
  await stdout.write(`Importing the bundled sample into ${settings.db}\n`);
  const request = { mode: "import", shrink: "refused", reportPath: null, inputs } as const;
  const code = await runAndReport("demo", request, own, (options) => importPaths(inputs, options));
  if (code !== EXIT.done) return code;
  const program = programName();
  const at = ` --db ${quoted(settings.db)}`;
  await stdout.write(`\n$ ${program} search ${quoted(SEARCH)} --page-size 3${at}\n`);
  const question: Flags = [["page_size", "3"]];
  await search([...question, ["search", SEARCH]], "text", own);
  const { openAsked } = await import("../asking/ask.ts");
  using v1 = await openAsked(own);
  const commands = thingsToTry(v1).map(
    ([words, answer]) => `  ${program} ${words}${at}\n      ${escapeLine(answer)}\n`,
  );
  await stdout.write(`
Search and read it in a browser: ${program} serve${at}
Download more decisions, and be asked which: ${program} sync

Things to try:

${commands.join("")}`);
  return EXIT.done;
}

type Thing = readonly [words: string, answer: string];

/** Commands with what they answer, from what the corpus has: a case, citations of one case by another, a search. */
function thingsToTry(v1: V1): Thing[] {
  const [read] = v1.list("cases", { search: SEARCH, page_size: 1 }).results;
  const searches = SEARCHES.flatMap((text): Thing[] => {
    const { count } = v1.list("cases", { search: text, page_size: 1 });
    return count ? [[`search ${quoted(text)}`, `finds ${counted(count, "case")}`]] : [];
  });
  const things: readonly (Thing | null | undefined)[] = [
    read && [`show ${nameOf(v1, read)}`, `reads ${read.name_abbreviation} (${read.decision_date})`],
    firstCiting(v1),
    searches[0],
  ];
  return things.filter((thing) => thing != null);
}

/** The newest case that cites a case of the corpus of an earlier year: one of the same year may be the same in another report. */
function firstCiting(v1: V1): Thing | null {
  for (const one of v1.list("cases", { ordering: "-decision_date", page_size: MAX_READ }).results) {
    const year = yearOf(one.decision_date);
    const cites = v1.cites(one.id)?.cites ?? [];
    const cited = cites
      .flatMap((cite) => cite.case ?? [])
      .find((older) => yearOf(older.decision_date) < year);
    if (cited === undefined) continue;
    const answer = `lists what ${one.name_abbreviation} cites, such as ${cited.name_abbreviation}`;
    return [`cites ${nameOf(v1, one)} --format table`, answer];
  }
  return null;
}

/** The citation of a case, or its id where other cases have the citation too. */
function nameOf(v1: V1, { id, citations }: V1Case): string {
  const cite = citations[0]?.cite ?? "";
  return v1.idsByCitation(cite).length === 1 ? quoted(cite) : String(id);
}

function yearOf(date: string | null): number {
  return Number(date?.slice(0, 4) ?? Number.NaN);
}

/** For a shell, where it needs it. */
function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
