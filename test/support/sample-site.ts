/** The sample's static site, file by file, on a server that misbehaves where a test says so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { fileStep, type Scripted, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

export const SAMPLE_SITE = join(import.meta.dirname, "../../data/sample/static/");

/** Serves the sample for the running test, but for the paths that are scripted otherwise. */
export async function startSampleSite(
  otherwise: Readonly<Record<string, readonly Scripted[]>> = {},
): Promise<ScriptedServer> {
  const files = readdirSync(SAMPLE_SITE, { recursive: true, withFileTypes: true });
  const script = Object.fromEntries(
    files
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        const step = fileStep(readFileSync(path), { etag: '"1"' });
        return [`/${path.slice(SAMPLE_SITE.length)}`, [step]] as const;
      }),
  );
  const server = await startScriptedServer({ ...script, ...otherwise });
  onTestFinished(() => server.close());
  return server;
}
