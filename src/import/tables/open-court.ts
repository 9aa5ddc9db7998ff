/** Opens the decisions of a court in a staging file as an archive: its path is that of the file, `/` and the id of the court. */
import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Archive, ArchiveRecord } from "../../archive/members.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import { CLUSTERS, type Row, type StagedCluster } from "../../sources/courtlistener/read-cluster.ts";
import { unpackedBytes, unpackText } from "../../store/codec/codec.ts";
import {
  type JoinedCluster,
  type PackedText,
  Staging,
  undamaged,
} from "../../store/staging/staged-clusters.ts";
import { STAGING_VERSION, type StagedSet } from "../../store/staging/staging-file.ts";

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

/** Opens a court of a staging file, or any other archive. @throws CaselawError as `openArchive`, and `corrupt` for a damaged file */
export async function openRecords(path: string): Promise<Archive> {
  const file = dirname(path);
  return file.endsWith(END) ? openCourt(path, Staging.open(file)) : openArchive(path);
}

function openCourt(path: string, staging: Staging): Archive {
  const court = basename(path);
  using opened = new DisposableStack();
  opened.use(staging);
  const { set, clusters, bytes, unplaced } = undamaged(() => ({
    set: staging.set,
    clusters: staging.countOf(court),
    bytes: staging.bytesOf(court),
    unplaced: staging.unplaced(),
  }));
  // the archive closes it
  opened.move();
  const { release, hasAllDecisions, hasAllParts } = set;
  let read = 0;
  async function* records(): AsyncGenerator<ArchiveRecord> {
    for (const cluster of staging.clusters(court)) {
      read += cluster.clusterIds.length;
      const place = { entry: CLUSTERS, line: cluster.line };
      const { more, ...joined } = undamaged(() => joinRows(cluster));
      yield { place, ...joined, problem: null, more: cluster.hasText ? more : more + INDEXED_BYTES };
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
    unplaced,
    validate: async () => ({ sha256: courtChecksum(set, court), bytes }),
    records,
    caseIds: () => undamaged(() => [...staging.caseIds(court), ...unplaced]),
    fraction: () => (clusters === 0 ? 1 : Math.min(read / clusters, 1)),
    [Symbol.asyncDispose]: async () => staging[Symbol.dispose](),
  };
}

/** A cluster whose texts are not unpacked: `cluster` and each opinion is a row, or the number of its packed bytes. */
interface PackedCluster extends Omit<StagedCluster, "cluster" | "opinions"> {
  readonly cluster: Row | number;
  readonly opinions: readonly (Row | number)[];
}

/**
 * Joins the rows of a decision without parsing or unpacking them: a parser does that if the decision is new.
 *
 * @returns `bytes`: the JSON of a `PackedCluster`; `attached`: its packed texts in their order; `more`: what unpacking adds
 */
function joinRows({ id: _id, cluster, court, citations, opinions, line: _line, ...values }: JoinedCluster) {
  const packed = [cluster, ...opinions].filter((text) => typeof text !== "string");
  const jsonOf = (text: PackedText): string | number => (typeof text === "string" ? text : text.length);
  // what is made of the rows depends on the version
  const rest = JSON.stringify({ version: STAGING_VERSION, ...values });
  const parts = `"court":${court},"citations":[${citations}],"opinions":[${opinions.map(jsonOf)}]`;
  const bytes = Buffer.from(`{"cluster":${jsonOf(cluster)},${parts},${rest.slice(1)}`);
  const more = packed.reduce((sum, text) => sum + unpackedBytes(text) - text.length, 0);
  return { bytes, attached: Buffer.concat(packed), more };
}

/** A decision of which `joinRows` joined the rows. */
interface JoinedDecision {
  /** Of the case. */
  readonly id: number;
  /** @throws as `openDecision` */
  unpack(): StagedCluster;
}

/** @throws CaselawError `corrupt` if the staging file is damaged */
export function openDecision(bytes: Buffer, attached: Buffer | null): JoinedDecision {
  return undamaged(() => {
    const packed: PackedCluster = JSON.parse(bytes.toString());
    const { caseId, clusterIds } = packed;
    const id = caseId ?? CLUSTER_IDS + (clusterIds[0] ?? 0);
    return { id, unpack: () => undamaged(() => unpack(packed, attached)) };
  });
}

function unpack(packed: PackedCluster, attached: Buffer | null): StagedCluster {
  let at = 0;
  const rowOf = (row: Row | number): Row => {
    if (typeof row !== "number") return row;
    at += row;
    return JSON.parse(unpackText(attached?.subarray(at - row, at) ?? Buffer.alloc(0)));
  };
  const [id] = packed.clusterIds;
  const cluster = rowOf(packed.cluster);
  if (Number(cluster.id) !== id) throw new Error(`cluster ${id} has the row of another`);
  const { court, jurisdiction } = packed.court;
  if (court.id === undefined || (jurisdiction !== null && jurisdiction.id === undefined))
    throw new Error(`the court of cluster ${id} has no id`);
  return { ...packed, cluster, opinions: packed.opinions.map(rowOf) };
}
