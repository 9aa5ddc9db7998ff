/** The options that name an index of a search engine. */
import type { Command } from "commander";
import { SETTINGS } from "./settings.ts";

export function addEngineOptions(command: Command): Command {
  const { engineIndex } = SETTINGS;
  return command
    .option("--engine-url <url>", "nodes of an OpenSearch cluster that has the corpus, separated by commas")
    .option("--engine-index <name>", `the name under which it was published (default ${engineIndex.preset})`)
    .option("--engine-ca <file>", "certificates (PEM) that the cluster's own must be signed by");
}
