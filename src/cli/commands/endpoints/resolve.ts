/** `caselaw resolve TEXT`: the cases of every full citation in a text. */
import type { V1ResolvedCase } from "../../../v1/ngrams-resolve.ts";
import { openAsked, withFlags } from "../../asking/ask.ts";
import type { Context, Declare } from "../../context.ts";
import { EXIT } from "../../exit-code.ts";
import type { Columns } from "../../render/columns.ts";
import { plainTable, widthOf } from "../../render/plain-table.ts";
import type { Flags } from "../../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../../settings/format-option.ts";

const FORMATS = ["table", "json"] as const;

const EXAMPLES = `
Examples:
  caselaw resolve '1 Ill. 17'
  caselaw resolve 'See Hale v. Finch, 1 Ill. 17, and 2 Ill. 30.' --json

Lists the cases of each full citation in the text, and the citations that no case has. "caselaw check" says why a citation has no
case, and reads files.`;

export const declareResolve: Declare = (command, run) => {
  command.argument("<text...>", "a text with citations").usage("TEXT [options]");
  addFormatOption(command, FORMATS)
    .addHelpText("after", EXAMPLES)
    .action((texts: readonly string[]) => {
      return run(command, (context) =>
        resolve([["q", texts.join(" ").trim()]], formatOf(FORMATS, command, context), context),
      );
    });
};

async function resolve(question: Flags, format: (typeof FORMATS)[number], context: Context): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const answer = withFlags(v1, question, () => v1.resolve(question));
  const code = Object.values(answer).some((cases) => cases.length > 0) ? EXIT.done : EXIT.nothingFound;
  if (format === "json") {
    await stdout.write(`${JSON.stringify(answer)}\n`);
    return code;
  }
  const rows = Object.entries(answer).flatMap(([cite, cases]): Row[] =>
    cases.length === 0 ? [{ cite, one: null }] : cases.map((one) => ({ cite, one })),
  );
  await stdout.write(`${plainTable(rows, SHOWN, widthOf(stdout)).join("\n")}\n`);
  return code;
}

interface Row {
  readonly cite: string;
  /** Null: no case has the citation. */
  readonly one: V1ResolvedCase | null;
}

const SHOWN: Columns<Row> = {
  cite: ({ cite }) => cite,
  id: ({ one }) => one?.id ?? null,
  case: ({ one }) => (one === null ? "no case has this citation" : one.name_short || one.name_full),
  decided: ({ one }) => one?.decision_date ?? null,
};
