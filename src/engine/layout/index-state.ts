/**
 * What the index of cases says about itself, and the names of the three indices of a publication.
 *
 * A publication that was rebuilt has indices of its own; an alias with the name of the publication says which ones are read. The
 * state is in the mapping of the index of cases: the cluster changes it only with a majority of its nodes.
 */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { CaselawError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Coverage, CoveredUnit, ReferenceChange, Stats } from "../../domain/ledger.ts";
import type { Court, Jurisdiction, KnownBulkFile, Reporter, Volume } from "../../domain/records.ts";
import { type EngineRequest, type Fields, fieldsOf, IndexGone } from "../client/engine-client.ts";
import { type IndexKind, SCHEMA } from "./mapping.ts";

export interface IndexState {
  /** The name of the indices without their kind. */
  readonly generation: string;
  /** The id of the corpus that was published. */
  readonly corpus: string;
  /** Of the corpus when the generation was made: how frequent words are is stored in proportion to it (`scoredWords`). */
  readonly averageTokens: number;
  /** All changes up to this number are in the index. */
  readonly change: number;
  /** The state of the corpus when it was published last. */
  readonly state: string;
  /** Root of the texts of the corpus in that state (docs/operations.md, "Proofs"); null: it was not known. */
  readonly textRoot: string | null;
  /** Version of the tables to read. */
  readonly tables: string;
  /** A publication that has not ended yet; null if none is under way or was interrupted. */
  readonly unfinished: Unfinished | null;
}

export interface Unfinished {
  /** The number of the last change when it began. */
  readonly until: number;
  /** Cases up to this id are written as of then. */
  readonly caseId: number;
}

/** A node that is there answers at once. */
const STATE_TIMEOUT_MS = 5_000;

export function nameOf(generation: string, kind: IndexKind): string {
  return `${generation}-${kind}`;
}

/**
 * The request for the state of a publication or generation.
 *
 * @param name an alias or the name of an index of cases
 * @param as `known`: by the node that is asked, which also answers if the cluster has no majority, and may be late;
 *   `agreed`: by the cluster
 */
export function stateRequest(name: string, as: "known" | "agreed"): EngineRequest {
  const local = as === "known" ? "&local=true" : "";
  return {
    method: "GET",
    timeoutMs: STATE_TIMEOUT_MS,
    path: `/${encodeURIComponent(name)}/_mapping?filter_path=*.mappings._meta${local}`,
  };
}

/** @throws CaselawError `unsupported` if another version wrote it, `invalid` if it is no index of this program */
export function readState(answer: Fields, name: string): IndexState {
  const [[index, content] = ["", null]] = Object.entries(answer);
  const meta = fieldsOf(fieldsOf(fieldsOf(fieldsOf(content).mappings)._meta).caselaw);
  if (typeof meta.schema !== "number")
    throw new CaselawError("invalid", `Cannot use index "${name}": caselaw publish did not make it`, {
      hint: "Choose another name with `index`.",
    });
  if (meta.schema !== SCHEMA)
    throw new CaselawError(
      "unsupported",
      `Cannot use index "${name}": it has version ${meta.schema}, not ${SCHEMA}`,
      { hint: meta.schema > SCHEMA ? "Update caselaw." : "Publish it under another `index`." },
    );
  const { schema: _, ...state } = meta;
  // this program wrote it, in this version
  return {
    ...(state as unknown as Omit<IndexState, "generation">),
    generation: index.replace(/-cases$/, ""),
  };
}

/** The state as the mapping of the index has it. */
export function metaOf({ generation: _, ...state }: IndexState): JsonObject {
  return { caselaw: { schema: SCHEMA, ...state, unfinished: state.unfinished as JsonObject | null } };
}

/** Reads an index. @throws CaselawError `not_found` if it is not there */
export function readExisting<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof IndexGone)) throw error;
    throw new CaselawError("not_found", `Cannot read index "${name}": the search engine has no such index`, {
      hint: "Publish a corpus with caselaw publish.",
    });
  }
}

/**
 * What a corpus has besides cases and changes. Each table is JSON, packed and split into documents. A publication writes all tables
 * under a new version, so that a reader reads all of one version.
 */
export interface Tables {
  readonly jurisdictions: readonly Jurisdiction[];
  readonly courts: readonly Court[];
  readonly reporters: readonly Reporter[];
  readonly volumes: readonly Volume[];
  readonly bulkFiles: readonly KnownBulkFile[];
  readonly coverage: Coverage;
  /** For units that name no jurisdiction: those of their cases. */
  readonly unitJurisdictions: readonly (Pick<CoveredUnit, "jurisdictionIds"> & { readonly unitId: number })[];
  /** Without the counts by volume; maps as lists. */
  readonly stats: Omit<Stats, "byJurisdiction" | "byReporter" | "byVolume"> & {
    readonly byJurisdiction: readonly (readonly [number, number])[];
    readonly byReporter: readonly (readonly [number, number])[];
  };
  /** Reference records that were renamed, and cases that moved, with the numbers of these changes. */
  readonly referenceChanges: readonly ReferenceChange[];
}

export type TableName = keyof Tables;

/** Base64 characters of one document. */
const PART_CHARS = 2_000_000;

export function partsOf(
  version: string,
  table: TableName,
  value: Tables[TableName],
): { readonly id: string; readonly document: JsonObject }[] {
  const packed = deflateRawSync(JSON.stringify(value)).toString("base64");
  const parts: { id: string; document: JsonObject }[] = [];
  for (let at = 0; at < packed.length; at += PART_CHARS) {
    const part = parts.length;
    const data = packed.slice(at, at + PART_CHARS);
    parts.push({ id: `${version} ${table} ${part}`, document: { version, table, part, data } });
  }
  return parts;
}

export function readTable<T extends TableName>(_table: T, parts: readonly string[]): Tables[T] {
  return JSON.parse(inflateRawSync(Buffer.from(parts.join(""), "base64")).toString("utf8"));
}
