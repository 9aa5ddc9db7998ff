/** The service of the bundled sample. */
import { join } from "node:path";
import { expect } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder } from "../support/temp-folder.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");
const folder = keptFolder();

export const samplePath = join(folder, "sample.db");

export const served = serviceOfFile(async () => {
  await importTo(samplePath, SAMPLE);
  return { corpusPath: samplePath };
});

export async function importTo(corpusPath: string, ...paths: readonly string[]): Promise<void> {
  const ran = await runHere(["import", ...paths, "--db", corpusPath, "--data-dir", join(folder, "data")]);
  expect(ran.code).toBe(0);
}
