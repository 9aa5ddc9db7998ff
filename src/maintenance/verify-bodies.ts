/** What is looked at in the bodies of a case beside that they can be read; for a deep verification. */
import { checkAnalysis } from "../casebody/check-analysis.ts";
import { canonicalJson } from "../domain/json.ts";
import type { ReadCase } from "../store/maintenance/check-cases.ts";
import type { VerifySnapshot } from "../store/maintenance/verify-corpus.ts";
import type { StoredCase } from "../store/write/merge-case.ts";

export class BodyTally {
  readonly #snapshot: VerifySnapshot;
  readonly #imports = new Map<number, number>();
  #hashDiffers = 0;
  #htmlDiffers = 0;
  #cases = 0;

  constructor(snapshot: VerifySnapshot) {
    this.#snapshot = snapshot;
  }

  /** Counts a case that was looked at. */
  countCase(): void {
    this.#cases++;
  }

  get cases(): number {
    return this.#cases;
  }

  /** The counts, in a few words. A difference from a hash or between HTML and JSON is the source's, not a fault. */
  get told(): string {
    return `${this.#hashDiffers} differ from their hash, ${this.#htmlDiffers} between HTML and JSON`;
  }

  /** @returns what is wrong with the case */
  check(read: ReadCase): string[] {
    const { stored } = read.indexed;
    if (stored.hashDiffers) this.#hashDiffers++;
    const [html, text] = [read.bodies.get("html"), read.bodies.get("text")];
    // docs/formats.md, "HTML against JSON"
    if (html !== undefined && text !== undefined && canonicalJson(html) !== canonicalJson(text))
      this.#htmlDiffers++;
    const differs = this.#recomputed(read);
    if (differs === null || differs === stored.hashDiffers) return [];
    return [
      differs
        ? "it is unlike its analysis.sha256 and not noted so"
        : "it is noted as unlike its analysis.sha256, and is like it",
    ];
  }

  /** Whether the body differs from its hash; null where what was hashed is not all here: parts from several archives. */
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
  return origins.every((one) => one.unitId === origin.unitId && one.lastUpdated === origin.lastUpdated);
}
