/** A static site of one volume, `a2d/1`, whose files a test lays out as it likes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { makeVolumeZip, type VolumeFixture, type ZipOptions } from "./archives.ts";
import type { RecordedRequest, Service } from "./service.ts";
import { startStaticSite } from "./static-site.ts";
import { tempFolder } from "./temp-folder.ts";

export interface VolumeSite {
  readonly site: Service;
  /** Makes the zip, and the list with that `last_updated`. */
  publish(fixture: VolumeFixture, version: string, options?: ZipOptions): Promise<string>;
  /** Lays a file under `a2d/1/`; null takes it away. */
  lay(name: string, content: unknown): void;
  /** Answers every single with this status from now on. */
  refuse(status: number): void;
  /** The supplements asked for since the last call, `cases/0001-01.json`. */
  asked(): string[];
  /** How often the zip was asked for so far, whatever was here already. */
  zips(): number;
  /** How often it was asked whether the zip changed. */
  checks(): number;
}

const JURISDICTION = { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois" };
const REPORTER = {
  id: 983,
  full_name: "Atlantic Reporter, Second Series",
  short_name: "A.2d",
  start_year: 1938,
  end_year: 2010,
  jurisdictions: [JURISDICTION],
  slug: "a2d",
};
const VOLUME = { id: "32044000000001", volume_number: "1", jurisdictions: [JURISDICTION] };

export async function openVolumeSite(): Promise<VolumeSite> {
  const folder = tempFolder();
  const write = (name: string, content: unknown): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  };
  write("JurisdictionsMetadata.json", [JURISDICTION]);
  write("ReportersMetadata.json", [REPORTER]);
  let refused: number | null = null;
  const site = await startStaticSite(folder, {
    statusOf: (path) => (path.startsWith("/a2d/1/") ? refused : null),
  });
  onTestFinished(() => site.close());
  let met = 0;
  return {
    site,
    publish: (fixture, version, options) => {
      const row = { ...VOLUME, volume_folder: "1", reporter_slug: "a2d", last_updated: version };
      write("VolumesMetadata.json", [row]);
      return makeVolumeZip(join(folder, "a2d", "1.zip"), { volume: VOLUME, ...fixture }, options);
    },
    lay: (name, content) =>
      content === null ? rmSync(join(folder, "a2d", "1", name)) : write(`a2d/1/${name}`, content),
    refuse: (status) => {
      refused = status;
    },
    asked: () => {
      const paths = site.requests.slice(met).map(({ url }) => url);
      met = site.requests.length;
      return paths.flatMap((path) => /^\/a2d\/1\/(.*)$/.exec(path)?.[1] ?? []);
    },
    zips: () => zipRequests(site).filter(({ headers }) => !isConditional(headers)).length,
    checks: () => zipRequests(site).filter(({ headers }) => isConditional(headers)).length,
  };
}

function zipRequests({ requests }: Service): RecordedRequest[] {
  return requests.filter(({ url }) => url.endsWith(".zip"));
}

/** Whether a request is answered without the file's bytes where the file is as it was. */
export function isConditional(headers: RecordedRequest["headers"]): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

/** Files asked for without a condition; what is here already is asked for with one, and answered without its bytes. */
export function downloadsOf({ requests }: Service): string[] {
  const complete = requests.filter(({ headers }) => !isConditional(headers));
  return complete.map(({ url }) => url).filter((url) => /\.zip$|\/download\//.test(url));
}
