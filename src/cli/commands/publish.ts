/** `caselaw publish`: brings an index of a search engine up to date with the corpus. */
import { Option } from "commander";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Published, PublishOptions } from "../../engine/publish/publish.ts";
import { type Context, type Declare, printAnswer } from "../context.ts";
import { limitHeap } from "../process.ts";
import { ExportProgress } from "../render/live-lines.ts";
import { wholeNumber } from "../settings/settings.ts";

const EXAMPLES = `
Examples:
  caselaw publish --engine-url http://127.0.0.1:9200
  caselaw publish --engine-url https://search1:9200,https://search2:9200 --engine-ca ca.pem
  caselaw publish --engine-url http://127.0.0.1:9200 --rebuild
  caselaw serve --engine-url http://127.0.0.1:9200      needs no corpus file

The index gets what changed since the last publication, as the change log says. The same command again goes on where a run was
ended. Readers see the new state when all of it is there. The user and the password for the cluster are the settings
CASELAW_ENGINE_USER and CASELAW_ENGINE_PASSWORD.

--rebuild writes all cases to a new index. When it is complete, it replaces the old one, which is deleted. A rebuild that was
ended early goes on with the shards and replicas that it began with.
--repair compares every case of the index with the corpus, and writes those that differ.

Exit codes: 0 done, 1 failed, 2 invalid use, also if the index has another corpus, 75 another run publishes.`;

/** OpenSearch's own limits are higher. */
const [MAX_SHARDS, MAX_REPLICAS] = [1_000, 20];

export const declarePublish: Declare = (command, run) => {
  command
    .addOption(
      new Option("--rebuild", "write a new index, and let it replace the old one").conflicts("repair"),
    )
    .option("--repair", "write again what differs from the corpus")
    .option("--shards <number>", "of a new index (default: one for each 2 million cases)")
    .option("--replicas <number>", "of a new index (default: 1 if the cluster has several nodes)")
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(
      run(async (context) => {
        const { rebuild, repair, shards, replicas } = context.options;
        await publishAndPrint(context, {
          mode: rebuild === true ? "rebuild" : repair === true ? "repair" : "update",
          shape: {
            shards: numberOf("--shards", shards, 1, MAX_SHARDS),
            replicas: numberOf("--replicas", replicas, 0, MAX_REPLICAS),
          },
        });
      }),
    );
};

type Options = Pick<PublishOptions, "mode" | "shape">;

/** What a nightly run does. */
export const UPDATE: Options = { mode: "update", shape: { shards: null, replicas: null } };

/** @throws CaselawError as `publishTo` */
export async function publishAndPrint(context: Context, options: Options): Promise<void> {
  const published = await publishTo(context, options);
  await printAnswer(context, published, () => (context.settings.quiet ? [] : [summaryOf(published)]));
}

/** @throws CaselawError `invalid` if no engine is set */
export function engineOf({ settings }: Context): EngineLocation {
  if (settings.engine !== null) return settings.engine;
  throw new CaselawError("invalid", "Cannot publish: no search engine is set", {
    hint: "Name its nodes with --engine-url or CASELAW_ENGINE_URL.",
  });
}

/** @throws CaselawError as `engineOf` and `publishCorpus` */
async function publishTo(context: Context, options: Options): Promise<Published> {
  const engine = engineOf(context);
  const { db } = context.settings;
  const { publishCorpus } = await import("../../engine/publish/publish.ts");
  limitHeap();
  using progress = new ExportProgress(context);
  return await publishCorpus(db, {
    ...options,
    engine,
    signal: await context.listen(),
    onProgress: (event) => progress.note(event),
  });
}

function summaryOf({ generation, written, deleted, until }: Published): string {
  const counted = (number: number, what: string): string => `${number.toLocaleString("en")} ${what}`;
  return `${counted(written, "cases written")}, ${counted(deleted, "deleted")}: ${generation} has change ${until.toLocaleString("en")}`;
}

function numberOf(flag: string, value: unknown, min: number, max: number): number | null {
  return value === undefined ? null : wholeNumber({ value: String(value), called: flag }, min, max);
}
