/** Counts the volumes whose reporter is unknown: a run warns once of all of them, because they have the same cause. */
import { dirname } from "node:path";

export class UnknownReporters {
  readonly #folders = new Set<string>();
  #volumes = 0;

  /** @param path of a volume */
  add(path: string): void {
    this.#volumes++;
    this.#folders.add(dirname(path));
  }

  /** A line, if there is such a volume. */
  get warnings(): readonly string[] {
    const [first, ...others] = this.#folders;
    if (first === undefined) return [];
    const more =
      others.length === 0 ? "" : ` and ${others.length} other ${others.length === 1 ? "folder" : "folders"}`;
    const volumes = `${this.#volumes} ${this.#volumes === 1 ? "volume" : "volumes"}`;
    return [
      `the reporter of ${volumes} in "${first}"${more} is unknown: ` +
        "neither path nor citations name a reporter of the corpus or of a nearby list",
    ];
  }
}
