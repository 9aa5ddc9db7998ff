/** Runs a use case that changes the corpus, and reports its progress and result. */
import { hasFaults, type RunReport } from "../import/report.ts";
import type { RunOptions } from "../import/run.ts";
import { type Context, EXIT } from "./context.ts";
import { limitHeap } from "./process.ts";
import { RunLog } from "./render/run-log.ts";
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
  limitHeap();
  const log = new RunLog(context, request.mode);
  const { settings, stdout } = context;
  try {
    const result = await work({
      corpusPath: settings.db,
      dataFolder: settings.dataDir,
      mode: request.mode,
      shrink: request.shrink,
      ...(settings.givenJobs === null ? {} : { jobs: settings.givenJobs }),
      ...(settings.memory === null ? {} : { memory: settings.memory * 2 ** 20 }),
      command,
      signal,
      onProgress: (event) => log.report(event),
    });
    await log.finish();
    const moreProblems = (await endings.afterwards?.()) ?? [];
    if (moreProblems[0] !== undefined)
      (await import("../import/run.ts")).noteFault(settings.db, moreProblems[0]);
    const report = { ...result, problems: [...result.problems, ...moreProblems] };
    for (const message of report.warnings) log.report({ kind: "warning", message });
    for (const problem of report.problems) log.reportFault(problem);
    if (settings.logFormat === "json" && !settings.quiet) log.reportJson("summary", report.total);
    await log.finish();
    try {
      const checkAgain = (): void => checkOutputOf("report", reportPath ?? "", settings, inputs);
      if (reportPath !== null) await writeReport(reportPath, report, checkAgain);
    } finally {
      if (!settings.quiet) await stdout.write(log.summary(report));
    }
    await endings.reported?.(report);
    return hasFaults(report) ? EXIT.faulty : EXIT.done;
  } finally {
    await log.finish();
  }
}
