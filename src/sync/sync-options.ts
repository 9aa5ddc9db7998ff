/** The options of a sync. */
import type { Selection, SourceName } from "../domain/bulk-file.ts";
import type { ProxySettings } from "../download/web.ts";
import type { RunOptions } from "../import/run.ts";

export type { ProxySettings } from "../download/web.ts";

/** What `sync` takes from which source. */
export interface SyncOptions extends RunOptions {
  readonly source: SourceName;
  readonly sourceUrl: string;
  readonly selection: Selection;
  readonly token: string | null;
  readonly proxy: ProxySettings | null;
  /** `newest` removes archives that a newer one of their unit replaced, `none` also those that were imported. */
  readonly keep: "all" | "newest" | "none";
  /** Downloads at a time. */
  readonly connections: number;
  readonly steps: "download" | "download and import";
  /** `every unit`: the server is also asked about files whose listing did not change, which takes a request each. Default: `changed units`. */
  readonly recheck?: "every unit" | "changed units";
}
