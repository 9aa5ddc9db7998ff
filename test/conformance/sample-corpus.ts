/** The sample's bulk files as a corpus, and a tokens file: what the suite is run against. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOfToken } from "../../src/http/credentials.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { syncAt, syncOptions } from "../support/run.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");
export const TOKEN = "a-token-of-the-suite";

/** @param folder where both are made */
export async function sampleCorpus(folder: string) {
  const publisher = await startBulkService(SAMPLE);
  const options = syncOptions("bulk", publisher.url, folder);
  await syncAt(options);
  await publisher.close();
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, `suite ${digestOfToken(TOKEN)}\n`);
  return { corpusPath: options.corpusPath, dataFolder: options.dataFolder, tokensFile };
}
