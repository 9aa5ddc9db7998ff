/** The service of the bundled sample, imported anew for each test file. */
import { join } from "node:path";
import { expect } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder } from "../support/temp-folder.ts";

const SAMPLE = new URL("../../data/sample", import.meta.url).pathname;

/** To be called once, at the top of a test file. */
export function serviceOfSample(): ReturnType<typeof serviceOfFile> {
  const folder = keptFolder();
  return serviceOfFile(async () => {
    const corpusPath = join(folder, "sample.db");
    const ran = await runHere(["import", SAMPLE, "--db", corpusPath, "--data-dir", join(folder, "data")]);
    expect(ran.code).toBe(0);
    return { corpusPath };
  });
}
