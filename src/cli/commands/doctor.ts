/** `caselaw doctor`: whether all is well, for people and for monitoring. */
import { resolve } from "node:path";
import type { Finding, State } from "../../doctor/findings.ts";
import { CaselawError } from "../../domain/errors.ts";
import { programVersion } from "../../files/program.ts";
import { type Context, type Declare, EXIT, printAnswer } from "../context.ts";
import { inFlags } from "../render/messages.ts";
import { proxyOf, sourceUrlOf } from "../settings/run-options.ts";
import { defaultTokensFile } from "../settings/settings.ts";
import { escapeLine } from "../terminal-text.ts";

/** Hours: a nightly sync, and half a day for a late one. */
const DEFAULT_MAX_AGE = 36;

const EXAMPLES = `
Examples:
  caselaw doctor
  caselaw doctor --offline --json
  caselaw doctor --max-age 200              if sync runs once a week

It checks the corpus and its version; the age and outcome of the last runs; failed and outdated units; rights, free space and the
tokens file; when verify ran last; what decodes archives; whether the source answers (one request), and whether the clocks agree.
It changes nothing.

Exit codes: 0 well, also with warnings; 3 a check failed.`;

export const declareDoctor: Declare = (command, run) => {
  command
    .option("--max-age <hours>", `hours after which the last sync is too old (default ${DEFAULT_MAX_AGE})`)
    .option("--offline", "do not ask the source")
    .option("--source-url <url>", "address of the source that is asked")
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(run(doctor));
};

function hoursOf(text: unknown): number {
  if (text === undefined) return DEFAULT_MAX_AGE;
  if (typeof text === "string" && /^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CaselawError("invalid", `Cannot use --max-age "${text}": not a number of hours, 1 to 999999`);
}

async function doctor(context: Context): Promise<number> {
  const { settings, options } = context;
  const maxAge = hoursOf(options.maxAge);
  const findings = await import("../../doctor/findings.ts");
  const { xzDecoder } = await import("../../maintenance/upkeep.ts");
  const { openV1 } = await import("../../v1/v1.ts");
  const machine = {
    corpusPath: resolve(settings.db),
    dataFolder: settings.dataDir,
    tokensFile: settings.tokens ?? defaultTokensFile(settings),
    nowMs: Date.now(),
    xz: xzDecoder(),
  };
  const reader = `caselaw ${programVersion()}, Node ${process.versions.node}`;
  const limit = { nowMs: machine.nowMs, maxAge };
  const results = [
    ...findings.openingFindings(() => openV1(settings.db), settings.db, reader, limit),
    ...(await findings.machineFindings(machine)),
    ...(options.offline === true ? [] : await findings.sourceFindings(await sourceOf(context))),
  ];
  const checks = results.map(({ advice, ...rest }) => ({ ...rest, advice: advice && inFlags(advice) }));
  const verdict = findings.verdictOf(checks);
  await printAnswer(context, { verdict, checks }, () => [...checks.flatMap(linesOf), SUMS[verdict]]);
  return verdict === "failed" ? EXIT.faulty : EXIT.done;
}

/** Which source is asked, and how; null if none is set. */
async function sourceOf({ settings, environment, listen }: Context) {
  const baseUrl = sourceUrlOf(settings);
  const userAgent = `caselaw/${programVersion()}`;
  const [proxy, signal] = [proxyOf(environment), await listen()];
  return baseUrl === null ? null : { userAgent, token: null, baseUrl, proxy, signal };
}

const SUMS: Readonly<Record<State, string>> = {
  unknown: "Nothing was checked",
  ok: "All is well",
  warning: "Well, with warnings",
  failed: "Not well",
};

function linesOf({ check, state, message, advice }: Finding): string[] {
  const line = `${state.padEnd(8)} ${check}: ${escapeLine(message)}`;
  return advice === null ? [line] : [line, `${" ".repeat(9)}${escapeLine(advice)}`];
}
