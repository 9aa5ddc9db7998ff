/** `caselaw demo`: imports the sample that comes with the program, and searches it. */
import { join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";
import { sampleFolder } from "../../files/program.ts";
import type { Flags } from "../asking/flags.ts";
import { type Context, type Declare, EXIT } from "../context.ts";

const SEARCH = '"mill dam"';

const EXAMPLES = `
Examples:
  caselaw demo
  caselaw demo --data-dir /tmp/caselaw

The sample has four invented jurisdictions; nothing in it is law. It is imported into demo.db of the data folder, never into
another corpus, so --db is refused. Running it again changes nothing. To remove it, delete demo.db.`;

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
  await stdout.write(`\n$ caselaw search '${SEARCH}' --page-size 3 --db ${settings.db}\n`);
  const question: Flags = [["page_size", "3"]];
  await search([...question, ["search", SEARCH]], "text", own);
  await stdout.write(nextSteps(settings.db));
  return EXIT.done;
}

function nextSteps(db: string): string {
  return `
That was the sample. Try it yourself (after npx, write npx caselaw-corpus instead of caselaw):

  caselaw search 'negligen* railroad' --jurisdiction frankl --db ${db}
  caselaw show '61 Frankl. 33' --db ${db}
  caselaw serve --db ${db}            search and read in a browser

And real decisions, from static.case.law (a volume is some megabytes):

  caselaw sync --volume us/410
  caselaw search '"right of privacy"'
`;
}
