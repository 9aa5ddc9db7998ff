/** `caselaw resolve TEXT|-`: the cases of every citation in a text, as the service's `/v1/resolve/` listed them. */
import { Option } from "commander";
import type { V1Resolved } from "../../../v1/endpoints/resolve.ts";
import { openAsked, withFlags } from "../../asking/ask.ts";
import type { Context, Declare } from "../../context.ts";
import { EXIT } from "../../exit-code.ts";
import { plainTable, type Shown, widthOf } from "../../render/plain-table.ts";
import type { Flags } from "../../settings/filter-options.ts";

const FORMATS = ["table", "json"] as const;

const EXAMPLES = `
Examples:
  caselaw resolve '1 Ill. 17'
  caselaw resolve 'as in 1 Ill. 17, and 410 U.S. 113' --json

The answer has the form of the service's /v1/resolve/. Citations that no case of the corpus has are left out. "caselaw check" reads
complete drafts, and says of each citation what is known.`;

export const declareResolve: Declare = (command, run) => {
  command
    .argument("<text...>", "a text with citations")
    .usage("TEXT [options]")
    .addOption(
      new Option("--format <format>", "table (default on a terminal), json (default otherwise)").choices(
        FORMATS,
      ),
    )
    .option("--json", "the same as --format json")
    .addHelpText("after", EXAMPLES)
    .action((texts: readonly string[]) => {
      const { format, json } = command.opts();
      const chosen = json === true ? "json" : (FORMATS.find((one) => one === format) ?? null);
      return run(command, (context) => resolve(texts.join(" "), chosen, context));
    });
};

async function resolve(
  text: string,
  chosen: (typeof FORMATS)[number] | null,
  context: Context,
): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const question: Flags = [["q", text]];
  const answer = withFlags(v1, question, () => v1.resolve(question));
  const isJson = (chosen ?? (stdout.isTerminal ? "table" : "json")) === "json";
  await stdout.write(
    isJson
      ? `${JSON.stringify(answer)}\n`
      : `${plainTable(rowsOf(answer), SHOWN, widthOf(stdout)).join("\n")}\n`,
  );
  return Object.keys(answer).length === 0 ? EXIT.nothingFound : EXIT.done;
}

interface Row {
  readonly cite: string;
  readonly id: number;
  readonly name: string;
  readonly date: string | null;
}

const SHOWN: Shown<Row> = {
  cite: (row) => row.cite,
  id: (row) => row.id,
  name: (row) => row.name,
  date: (row) => row.date,
};

function rowsOf(answer: V1Resolved): Row[] {
  return Object.entries(answer).flatMap(([cite, cases]) =>
    cases.map(({ source_id: id, name_short: name, decision_date: date }) => ({ cite, id, name, date })),
  );
}
