/** `caselaw stats`: counts and sizes of the corpus, and its last runs. */
import type { V1CasesApart, V1Duplicates, V1Run, V1Stats } from "../../v1/stats.ts";
import { openForReading } from "../asking/ask.ts";
import { type Declare, printAnswer } from "../context.ts";
import { parted, plainTable } from "../render/table.ts";
import { escapeLine, inBytes, widthOf, wrap, wrapBehind } from "../terminal-text.ts";

/** Columns of the longest title of a total, and one. */
const TITLE_WIDTH = 17;
const RUN_INDENT = "  ";

const EXAMPLES = `
Examples:
  caselaw stats
  caselaw stats --volumes
  caselaw stats --duplicates
  caselaw stats --json

--json prints one object: totals, jurisdictions, reporters, volumes (with --volumes), duplicates (with --duplicates), sizes in bytes, change_number (the last
of the change log), text_root (of all texts; null while a run writes) and runs, the newest first, with started_at, finished_at and outcome: done, faulty (exit code 3), stopped,
failed; null for a run that is active or was killed.`;

export const declareStats: Declare = (command, run) => {
  command
    .option("--volumes", "also count by volume, which reads every case")
    .option("--duplicates", "also list cases with nearly the same text, which reads every case")
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(
      run(async (context) => {
        const { volumes, duplicates } = context.options;
        using v1 = await openForReading(context);
        const answer = v1.stats({
          volumes: volumes === true ? "counted" : "left out",
          duplicates: duplicates === true ? "listed" : "left out",
        });
        await printAnswer(context, answer, () => linesOf(answer, widthOf(context.stdout)));
      }),
    );
};

function linesOf(answer: V1Stats, width: number): string[] {
  const { jurisdictions, reporters, volumes = [], duplicates } = answer;
  return parted([
    totalLines(answer, width),
    plainTable(
      jurisdictions,
      { jurisdiction: ({ slug }) => slug, name: ({ name }) => name, cases: ({ cases }) => cases },
      width,
    ),
    plainTable(
      reporters,
      { reporter: ({ id }) => id, name: ({ name }) => name, cases: ({ cases }) => cases },
      width,
    ),
    plainTable(
      volumes,
      {
        volume: ({ barcode }) => barcode,
        reporter: ({ reporter }) => reporter,
        number: ({ volume_number }) => volume_number,
        cases: ({ cases }) => cases,
      },
      width,
    ),
    ...(duplicates === undefined ? [] : duplicateLines(duplicates, width)),
    runLines(answer.runs, width),
  ]);
}

/** The groups, numbered from 1, and how many cases were compared. */
function duplicateLines({ compared, not_compared, groups, apart }: V1Duplicates, width: number): string[][] {
  const cases = groups.flatMap((group, at) => group.map((record) => ({ group: at + 1, ...record })));
  return [
    plainTable(
      cases,
      {
        group: ({ group }) => group,
        id: ({ id }) => id,
        cite: ({ citations }) => citations[0] ?? null,
        decided: ({ decision_date }) => decision_date,
        name: ({ name_abbreviation }) => name_abbreviation,
      },
      width,
    ),
    wrap(
      `Groups with nearly the same text: ${groups.length}, with ${cases.length} cases; ${compared} cases were compared, ${not_compared} have no simhash or fewer than 50 words`,
      width,
    ),
    ...(apart.count === 0 ? [] : apartLines(apart, width)),
  ];
}

const WHY: Readonly<Record<V1CasesApart["why"], string>> = {
  courtlistener: "both are CourtListener's",
  names: "other parties",
  dates: "other dates",
  several: "several fit, or imported later",
};

/** Two lines for each pair. */
function apartLines({ count, pairs }: V1Duplicates["apart"], width: number): string[][] {
  const cases = pairs.flatMap(({ cite, why, cases }) =>
    cases.map((record, at) => ({ ...record, cite: at === 0 ? cite : "", why: at === 0 ? WHY[why] : "" })),
  );
  return [
    plainTable(
      cases,
      {
        cite: ({ cite }) => cite,
        id: ({ id }) => id,
        decided: ({ decision_date }) => decision_date,
        court: ({ court }) => court,
        name: ({ name_abbreviation }) => name_abbreviation,
        apart: ({ why }) => why,
      },
      width,
    ),
    wrap(`Pairs with one citation, one of them CourtListener's, that were not merged: ${count}`, width),
  ];
}

function totalLines({ totals, sizes, change_number, text_root }: V1Stats, width: number): string[] {
  const { cases, empty_bodies, without_body, bodies, undated, hash_differences, rejects } = totals;
  const measured = ([name, bytes]: readonly [string, number | null]): string[] =>
    bytes === null ? [] : [`${inBytes(bytes)} ${name}`];
  const room = (
    [
      ["index", sizes.index],
      ["bodies", sizes.bodies],
      ["free", sizes.free],
    ] as const
  ).flatMap(measured);
  const lines = [
    ["Cases", cases],
    ["Bodies", `${bodies.xml} xml, ${bodies.html} html, ${bodies.text} text`],
    ["Empty bodies", `${empty_bodies}, and ${without_body} cases without a body`],
    ["Undated", undated],
    ["Hash differences", hash_differences],
    ["Rejects", rejects],
    ["Change number", change_number],
    ["Size", `${inBytes(sizes.file)}: ${room.join(", ")}`],
  ] as const;
  return [
    ...lines.map(([title, value]) => wrapBehind(title.padEnd(TITLE_WIDTH), String(value), width)),
    // never wrapped: it is compared and copied
    `Text root ${text_root ?? "unknown until a run has ended"}`,
  ];
}

/** A run is a line; where the terminal is narrower, the rest of it is indented. */
function runLines(runs: readonly V1Run[], width: number): string[] {
  return runs.map((run) => {
    const { command, started_at, finished_at, outcome, error } = run;
    const counts = `${run.archives} archives, ${run.added} added, ${run.changed} changed, ${run.removed} removed, ${run.rejected} rejected`;
    const ended = finished_at === null ? "no end" : (outcome ?? "no end");
    const line = `${started_at} ${command}: ${ended}, ${counts}${error === null ? "" : `: ${error}`}`;
    return wrap(escapeLine(line), width - RUN_INDENT.length).join(`\n${RUN_INDENT}`);
  });
}
