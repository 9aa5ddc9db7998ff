/** Makes a collection of the real shape, or goes on with it, or finds it. */
import { type MadeArchive, makeArchives } from "./archives.ts";
import type { CollectionSetting } from "./plan.ts";

export async function makeCollection(setting: CollectionSetting): Promise<void> {
  const started = performance.now();
  let [cases, bytes] = [0, 0];
  const report = (made: MadeArchive): void => {
    cases += made.cases;
    bytes += made.bytes;
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(
      `${made.path}: ${made.cases} cases, ${Math.round(made.bytes / 1e6)} MB; ` +
        `${cases} cases, ${Math.round(bytes / 1e6)} MB in ${Math.round(seconds)} s, ${Math.round(cases / seconds)} cases/s\n`,
    );
  };
  await makeArchives(setting, report);
}
