/** Where a corpus is: a SQLite file, or an index of a search engine. */

/** An index on an OpenSearch cluster, published from a corpus. */
export interface EngineLocation {
  /** Of the cluster's nodes, each without a slash at the end; a request goes to the next one if one cannot be reached. */
  readonly urls: readonly string[];
  /** The name under which the corpus was published. */
  readonly index: string;
  /** Null: no credentials. */
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates, PEM, by which the cluster's own certificate is checked; null: those of the system. */
  readonly caFile: string | null;
}

/** The path of a SQLite file, or an index. */
export type CorpusLocation = string | EngineLocation;

/** The file of a corpus; null if it is not in a file. */
export function fileOf(location: CorpusLocation): string | null {
  return typeof location === "string" ? location : null;
}
