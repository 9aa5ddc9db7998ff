/** `caselaw demo`: imports the sample that comes with the program, searches it, and says what to try next. */
import { join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";
import { programName, sampleFolder } from "../../files/program.ts";
import type { Flags } from "../asking/flags.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { counted } from "../terminal-text.ts";

const SEARCH = '"citizens of another state"';

const TREASON = "treason /s levying";

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
  const demoContext = { ...context, settings };
  const { stdout } = context;
  const { runAndReport } = await import("../run-command.ts");
  const { importPaths } = await import("../../import/import.ts");
  const { search } = await import("./search.ts");
  const inputs = [sampleFolder()];
  await stdout.write(`Importing the bundled sample into ${settings.db}\n`);
  const request = { mode: "import", shrink: "refused", reportPath: null, inputs } as const;
  const code = await runAndReport("demo", request, demoContext, (options) => importPaths(inputs, options));
  if (code !== EXIT.done) return code;
  const program = programName();
  const at = ` --db ${quoted(settings.db)}`;
  await stdout.write(`\n$ ${program} search ${quoted(SEARCH)} --page-size 3${at}\n`);
  const question: Flags = [["page_size", "3"]];
  await search([...question, ["search", SEARCH]], "text", demoContext);
  const { openForReading: openAsked } = await import("../asking/ask.ts");
  using v1 = await openAsked(demoContext);
  const { count } = v1.list("cases", { search: TREASON, page_size: 1 });
  // the names are written as in the sample
  await stdout.write(`
Search and read it in a browser: ${program} serve${at}
Download more decisions, and be asked which: ${program} sync

Things to try:

  ${program} show '2 U.S. (Dall.) 419'${at}
      reads Chisholm v. Georgia (1793)
  ${program} cites '1 Charlton 358' --format table${at}
      lists what Read v. Dews cites, such as Georgia v. Braislford
  ${program} search ${quoted(TREASON)}${at}
      finds ${counted(count ?? 0, "case")}
`);
  return EXIT.done;
}

/** For a shell, where it needs it. */
function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
