/** A copy of the sample's static site on a server, and what was downloaded from it. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Service } from "../support/service.ts";
import { startStaticSite } from "../support/static-site.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isConditional } from "../support/volume-site.ts";

export const SAMPLE = join(import.meta.dirname, "..", "..", "data", "sample", "static");

/** A copy of the sample's static site, to be changed. */
export async function openSite(): Promise<{ readonly folder: string; readonly site: Service }> {
  const folder = tempFolder();
  cpSync(SAMPLE, folder, { recursive: true });
  const site = await startStaticSite(folder);
  onTestFinished(() => site.close());
  return { folder, site };
}

/** Files asked for without a condition; what is here already is asked for with one, and answered without its bytes. */
export function downloadsOf({ requests }: Service): string[] {
  const complete = requests.filter(({ headers }) => !isConditional(headers));
  return complete.map(({ path }) => path).filter((path) => /\.zip$|\/download\//.test(path));
}
