/** Opens the decisions of a court in a staging file as an archive: its path is that of the file, `/` and the id of the court. */
import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Archive, ArchiveRecord } from "../../archive/members.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { CLUSTERS, type Row, type StagedCluster } from "../../sources/courtlistener/read-cluster.ts";
import { unpackText } from "../../store/codec/codec.ts";
import { type JoinedCluster, type PackedText, Staging } from "../../store/staging/staged-clusters.ts";
import { STAGING_VERSION, type StagedSet } from "../../store/staging/staging-file.ts";

const END = ".staging";
/** About the memory of what is indexed of a decision. */
const INDEXED_BYTES = 12 * 2 ** 10;
/** A text has about this many times the bytes that it has when it is packed. */
const UNPACKED = 3;

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
      const record = joinRecord(cluster);
      const more = cluster.hasText ? (UNPACKED - 1) * record.attached.length : INDEXED_BYTES;
      yield { place, ...record, problem: null, more };
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

/**
 * Joins the texts of a decision, without parsing or unpacking them: a parser does that if the decision is new.
 *
 * @returns `bytes`: the JSON of a `StagedCluster` in which a packed text is its number of bytes; `attached`: these texts in their order
 */
function joinRecord({
  id: clusterId,
  cluster,
  court,
  citations,
  opinions,
  line: _line,
  ...values
}: JoinedCluster) {
  const packed = [cluster, ...opinions].filter((text) => typeof text !== "string");
  const jsonOf = (text: PackedText): string | number => (typeof text === "string" ? text : text.length);
  // what is made of the rows depends on the version
  const id = values.caseId ?? CLUSTER_IDS + clusterId;
  const rest = JSON.stringify({ version: STAGING_VERSION, id, ...values });
  const parts = `"court":${court},"citations":[${citations}],"opinions":[${opinions.map(jsonOf)}]`;
  const bytes = Buffer.from(`{"cluster":${jsonOf(cluster)},${parts},${rest.slice(1)}`);
  return { bytes, attached: Buffer.concat(packed) };
}

/** A `StagedCluster` whose texts are not unpacked. */
interface JoinedRecord extends Omit<StagedCluster, "cluster" | "opinions"> {
  /** Of the case. */
  readonly id: number;
  readonly cluster: Row | number;
  readonly opinions: readonly (Row | number)[];
}

/** Reads what `joinRecord` made. @throws CaselawError `corrupt`, as `unpackJoined` */
export function readJoined(bytes: Buffer): JoinedRecord {
  return undamaged(() => JSON.parse(bytes.toString()));
}

/** @throws CaselawError `corrupt` if the staging file is damaged */
export function unpackJoined(joined: JoinedRecord, packed: Uint8Array): StagedCluster {
  let at = 0;
  const unpack = (text: Row | number): Row => {
    if (typeof text !== "number") return text;
    at += text;
    return JSON.parse(unpackText(packed.subarray(at - text, at)));
  };
  const { cluster, opinions } = joined;
  return undamaged(() => ({ ...joined, cluster: unpack(cluster), opinions: opinions.map(unpack) }));
}

function undamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CaselawError("corrupt", `Cannot read the staging file: ${messageOf(error)}`, { cause: error });
  }
}
