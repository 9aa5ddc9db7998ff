/** `caselaw similar ID|CITATION`: the cases most similar to a case, by shared citations and words. */
import type { V1Similar, V1SimilarCase } from "../../v1/related.ts";
import { openAsked, withFlags } from "../asking/ask.ts";
import { casesOf, listSeveral, noCase, nothing } from "../asking/resolve-case.ts";
import type { Context, Declare } from "../context.ts";
import { escapeLine, shownValue } from "../escape-for-terminal.ts";
import { EXIT } from "../exit-code.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable, widthOf } from "../render/plain-table.ts";
import type { Flags } from "../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../settings/format-option.ts";

const FORMATS = ["table", "json"] as const;

const EXAMPLES = `
Examples:
  caselaw similar 435800
  caselaw similar '1 Ill. 2d 100' --limit 20 --json

A case is similar if it cites the same works, if later cases cite it together with this one, and if it has the words that
distinguish the text of this case. The columns say how many works, cases and words these are; fewer than a third of the words do not count. No model is used: equal corpora give equal lists.`;

export const declareSimilar: Declare = (command, run) => {
  command
    .argument("<case...>", "id or citation of a case")
    .usage("ID|CITATION [options]")
    .option("--limit <number>", "cases at most, 1 to 50 (default 10)");
  addFormatOption(command, FORMATS)
    .addHelpText("after", EXAMPLES)
    .action((asked: readonly string[]) => {
      const { limit } = command.opts();
      const question: Flags = limit === undefined ? [] : [["limit", String(limit)]];
      return run(command, (context) =>
        similar(asked.join(" "), question, formatOf(FORMATS, command, context), context),
      );
    });
};

async function similar(
  asked: string,
  question: Flags,
  format: (typeof FORMATS)[number],
  context: Context,
): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const found = casesOf(v1.corpus, asked);
  const [only, ...others] = found;
  if (only === undefined)
    return nothing(`Cannot find cases like "${shownValue(asked)}": ${noCase(v1.corpus, asked)}`, context);
  if (others.length > 0) return listSeveral(asked, found, "ask for", context);
  const answer = withFlags(v1, question, () => v1.similar(only.id, question));
  if (answer === null) return EXIT.nothingFound;
  await stdout.write(format === "json" ? `${JSON.stringify(answer)}\n` : tableOf(answer, widthOf(stdout)));
  return EXIT.done;
}

const SHOWN: Columns<V1SimilarCase> = {
  id: (one) => one.id,
  case: (one) => one.name_abbreviation,
  decided: (one) => one.decision_date,
  citations: (one) => one.shared_citations || null,
  "cited together": (one) => one.cited_together || null,
  words: (one) => one.shared_words || null,
};

function tableOf({ id, name_abbreviation: name, words, similar }: V1Similar, width: number): string {
  const by = words.length === 0 ? "" : `; words: ${words.join(", ")}`;
  const sum = `${similar.length} cases like ${name} (${id})${by}`;
  return `${[...plainTable(similar, SHOWN, width), escapeLine(sum)].join("\n")}\n`;
}
