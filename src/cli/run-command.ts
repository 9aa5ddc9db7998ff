/** Runs a use case that changes the corpus, and reports its progress and result. */
import { hasFaults, type RunReport } from "../import/report.ts";
import type { ProgressEvent, RunOptions } from "../import/run.ts";
import { type Context, EXIT } from "./context.ts";
import { limitHeapGrowth, limitYoungGeneration, releasedAtExit } from "./process.ts";
import { type PlanEvent, planLine, RunLog, summaryLines } from "./render/run-log.ts";
import { checkOutputOf, checkReport, writeReport } from "./settings/outputs.ts";
import type { RunRequest } from "./settings/run-options.ts";

interface Endings {
  readonly afterwards?: () => Promise<readonly string[]>;
  readonly reported?: (report: RunReport) => Promise<void>;
}

/**
 * @param command the name of this run in the message of another run that finds the corpus locked
 * @param work the use case
 * @param endings `afterwards` runs after it and before the report, and returns problems for the report; `reported` gets the report
 * @returns 3 when an archive failed or a record was rejected in this run, else 0
 * @throws CaselawError `invalid` when the report would overwrite another file;
 *   `unavailable` when the report cannot be written: before the work where that is known, else after it
 */
export async function runAndReport(
  command: string,
  request: RunRequest,
  context: Context,
  work: (options: RunOptions) => Promise<RunReport>,
  endings: Endings = {},
): Promise<number> {
  const signal = await context.listen();
  const { reportPath, inputs } = request;
  if (reportPath !== null) checkReport(reportPath, context.settings, inputs);
  limitYoungGeneration();
  limitHeapGrowth();
  const log = new RunLog(context, request.mode);
  const tally = new Tally();
  using lock = releasedAtExit();
  const { settings, stdout } = context;
  try {
    const done = await work({
      corpusPath: settings.db,
      dataFolder: settings.dataDir,
      mode: request.mode,
      shrink: request.shrink,
      ...(settings.givenJobs === null ? {} : { jobs: settings.givenJobs }),
      ...(settings.memory === null ? {} : { memory: settings.memory * 2 ** 20 }),
      command,
      signal,
      onLocked: lock.onLocked,
      onProgress: (event) => {
        tally.note(event);
        log.report(event);
      },
    });
    await log.finish();
    const more = (await endings.afterwards?.()) ?? [];
    if (more[0] !== undefined) (await import("../import/run.ts")).noteFault(settings.db, more[0]);
    const report = { ...done, problems: [...done.problems, ...more] };
    for (const message of report.warnings) log.report({ kind: "warning", message });
    for (const problem of report.problems) log.reportFault(problem);
    if (settings.logFormat === "json" && !settings.quiet) log.reportJson("summary", report.total);
    await log.finish();
    try {
      const checkAgain = (): void => checkOutputOf("report", reportPath ?? "", settings, inputs);
      if (reportPath !== null) await writeReport(reportPath, report, checkAgain);
    } finally {
      if (!settings.quiet) await stdout.write(tally.summary(report, request.mode));
    }
    await endings.reported?.(report);
    return hasFaults(report) ? EXIT.faulty : EXIT.done;
  } finally {
    await log.finish();
  }
}

/** What the report does not contain: the plan, and the outcomes of the downloads. */
class Tally {
  readonly #outcomes = new Map<string, number>();
  #plan: PlanEvent | null = null;

  note(event: ProgressEvent): void {
    if (event.kind === "plan") this.#plan = event;
    if (event.kind !== "downloaded") return;
    // an outcome may continue with a reason: "failed: …"
    const kind = event.outcome.split(":")[0] ?? event.outcome;
    this.#outcomes.set(kind, (this.#outcomes.get(kind) ?? 0) + 1);
  }

  summary(report: RunReport, mode: RunRequest["mode"]): string {
    const plan = this.#plan === null || mode === "import" ? [] : [planLine(this.#plan)];
    const dry = mode === "dry run" ? ["Dry run: nothing was written"] : [];
    const lines = [...dry, ...plan, ...summaryLines(report, this.#outcomes, mode)];
    return `${lines.length === 0 ? "Nothing to do" : lines.join("\n")}\n`;
  }
}
