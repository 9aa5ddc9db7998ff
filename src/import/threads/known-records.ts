/** Looks up stored records by digest through a read-only connection, so that unchanged records are not prepared. */

import { openForReading } from "../../store/database/open-database.ts";
import { type Holdings, holdingsOf } from "../../store/write/holdings.ts";
import type { IsKnown } from "./records.ts";
import type { ArchiveTask } from "./thread-messages.ts";

interface Open {
  readonly path: string;
  readonly holdings: Holdings;
  readonly close: () => void;
}

/** The connection is opened when it is first needed, and kept for the next archives. */
export class KnownRecords implements Disposable {
  #open: Open | null = null;

  /** @throws CaselawError as `openForReading` */
  lookUp({ corpusPath, unitId, digests }: Pick<ArchiveTask, "corpusPath" | "unitId" | "digests">): IsKnown {
    if (corpusPath === null || unitId === null) return () => false;
    const holdings = this.#holdingsOf(corpusPath);
    return (caseId, digest) => {
      const stored = holdings.digest({ unitId, caseId });
      if (stored === undefined || Buffer.compare(stored, digest) !== 0) return false;
      return digests === "trusted" || !holdings.isHeldElsewhere({ unitId, caseId });
    };
  }

  [Symbol.dispose](): void {
    this.#open?.close();
    this.#open = null;
  }

  #holdingsOf(path: string): Holdings {
    if (this.#open?.path === path) return this.#open.holdings;
    this[Symbol.dispose]();
    const db = openForReading(path, "little");
    this.#open = { path, holdings: holdingsOf(db), close: () => void db.close() };
    return this.#open.holdings;
  }
}
