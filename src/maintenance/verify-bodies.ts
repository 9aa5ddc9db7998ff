/** Reads bodies for a verification; a deep one checks them against their hashes and their HTML. */
import { checkAnalysis, readFormBody, readJoinedBody } from "../casebody/read-body.ts";
import { canonicalJson } from "../domain/json.ts";
import type { CaseChecks, ReadCase } from "../store/maintenance/check-cases.ts";
import type { VerifySnapshot } from "../store/maintenance/verify-snapshot.ts";
import type { StoredCase } from "../store/write/merge-case.ts";

export class BodyChecks implements CaseChecks {
  readonly depth: "sample" | "all";
  readonly readBody = readFormBody;
  readonly readJoined = readJoinedBody;
  /** Numbers of cases. Differences from a hash or between HTML and JSON come from the source and are no faults. */
  readonly counts = { checked: 0, hashDiffers: 0, htmlDiffers: 0 };
  readonly #snapshot: VerifySnapshot;
  readonly #imports = new Map<number, number>();

  constructor(snapshot: VerifySnapshot, depth: "sample" | "all") {
    this.#snapshot = snapshot;
    this.depth = depth;
  }

  readonly further = (read: ReadCase): string[] => {
    this.counts.checked++;
    if (this.depth === "sample") return [];
    const { stored } = read.indexed;
    if (stored.hashDiffers) this.counts.hashDiffers++;
    const [html, text] = [read.bodies.get("html"), read.bodies.get("text")];
    // docs/formats.md, "HTML against JSON"
    if (html !== undefined && text !== undefined && canonicalJson(html) !== canonicalJson(text))
      this.counts.htmlDiffers++;
    const differs = this.#recomputed(read);
    if (differs === null || differs === stored.hashDiffers) return [];
    return [
      differs
        ? "the text does not match `analysis.sha256`, but is recorded as matching"
        : "the text matches `analysis.sha256`, but is recorded as not matching",
    ];
  };

  /** Whether the body differs from its hash; null when parts come from several archives, so that it cannot be compared. */
  #recomputed({ indexed, bodies, xml }: ReadCase): boolean | null {
    const { stored } = indexed;
    if (!isOfOneArchive(stored) || this.#importsOf(stored.origin.unitId) !== 1) return null;
    const body = bodies.get("xml") ?? bodies.get("text") ?? bodies.get("html");
    if (body === undefined) return null;
    return checkAnalysis(stored.metadata.analysis, body, xml) === "differs";
  }

  #importsOf(unitId: number): number {
    const known = this.#imports.get(unitId) ?? this.#snapshot.importsOf(unitId);
    this.#imports.set(unitId, known);
    return known;
  }
}

/** Whether analysis and all forms of the body come from the same contribution. */
function isOfOneArchive({ origin, partOrigins, forms }: StoredCase): boolean {
  const origins = [partOrigins.analysis ?? origin, ...[...forms.values()].map((form) => form.origin)];
  return origins.every(
    ({ unitId, lastUpdated }) => unitId === origin.unitId && lastUpdated === origin.lastUpdated,
  );
}
