/** Opens the decisions of a court in a staging file as an archive: its path is that of the file, `/` and the id of the court. */
import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Archive, ArchiveRecord } from "../../archive/members.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { CLUSTERS } from "../../sources/courtlistener/read-cluster.ts";
import { type JoinedCluster, Staging } from "../../store/staging/staged-clusters.ts";
import type { StagedSet } from "../../store/staging/staging-file.ts";

const END = ".staging";
/** About the memory of what is indexed of a decision. */
const INDEXED_BYTES = 12 * 2 ** 10;

/** Where the tables of a set are joined, in the data folder. */
export function stagingPath(dataFolder: string, release: string): string {
  return join(dataFolder, `.courtlistener-${release}${END}`);
}

/** Staging files of other sets, left by imports that were refused or stopped. */
export function otherStagings(dataFolder: string, release: string): readonly string[] {
  const current = basename(stagingPath(dataFolder, release));
  const names = readdirSync(dataFolder).flatMap(
    (name) => /^(\.courtlistener-[\d-]+\.staging)(?:\.part)?$/.exec(name)?.[1] ?? [],
  );
  return names.filter((name) => name !== current).map((name) => join(dataFolder, name));
}

export function courtPath(staging: string, court: string): string {
  return join(staging, court);
}

/** The checksum of a court's decisions in a set. Of archives of one release the one with the greater checksum counts as newer. */
function courtChecksum({ checksum, number }: StagedSet, court: string): string {
  const order = number.toString(16).padStart(12, "0");
  return `${order}${hash("sha256", `${checksum} ${court}`, "hex").slice(order.length)}`;
}

/** Opens a court of a staging file, or any other archive. @throws CaselawError as `openArchive`, and `corrupt` for another file */
export async function openRecords(path: string): Promise<Archive> {
  const file = dirname(path);
  if (!file.endsWith(END)) return openArchive(path);
  const staging = Staging.open(file);
  const court = basename(path);
  const clusters = staging.countOf(court);
  const { release, hasAllDecisions, hasAllParts } = staging.set;
  let read = 0;
  async function* records(): AsyncGenerator<ArchiveRecord> {
    for (const cluster of staging.clusters(court)) {
      read += cluster.clusterIds.length;
      const place = { entry: CLUSTERS, line: cluster.line };
      const storedBytes = cluster.hasText ? 0 : INDEXED_BYTES;
      yield { place, bytes: Buffer.from(jsonOf(cluster)), html: null, problem: null, storedBytes };
    }
  }
  return {
    layout: "court",
    path,
    court,
    release,
    clusters,
    hasAllDecisions,
    hasAllParts,
    unplaced: staging.unplaced(),
    validate: async () => ({ sha256: courtChecksum(staging.set, court), bytes: staging.bytesOf(court) }),
    records,
    caseIds: () => [...staging.caseIds(court), ...staging.unplaced()],
    fraction: () => (clusters === 0 ? 1 : Math.min(read / clusters, 1)),
    [Symbol.asyncDispose]: async () => staging[Symbol.dispose](),
  };
}

/** The JSON of a `StagedCluster`, joined from JSON texts that need not be parsed. */
function jsonOf({
  cluster,
  court,
  citations,
  opinions,
  line: _line,
  id: _id,
  ...values
}: JoinedCluster): string {
  const rest = JSON.stringify(values);
  return `{"cluster":${cluster},"court":${court},"citations":[${citations}],"opinions":[${opinions}],${rest.slice(1)}`;
}
